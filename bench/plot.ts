/** Small line plots as SVG, side by side, with a logarithmic x axis: enough for a page of documentation. */

export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  /** The y axis reaches at least to here: a promise, drawn as a dashed line. */
  readonly bound?: number;
  readonly lines: readonly Line[];
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [300, 230, 46, 34, 34];
const COLOURS = ["#0b6e99", "#c2571a", "#5b7f2b"];

export function plot(xs: readonly number[], panels: readonly Panel[]): string {
  const width = panels.length * WIDTH;
  const body = panels.map((panel, index) => drawPanel(xs, panel, index * WIDTH)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" role="img">
<rect width="100%" height="100%" fill="#fff"/>
${body}
</svg>
`;
}

function drawPanel(xs: readonly number[], { title, unit, bound, lines }: Panel, offset: number): string {
  const highest = niceCeiling(Math.max(bound ?? 0, ...lines.flatMap(({ values }) => values)));
  const [right, floor] = [WIDTH - 14, HEIGHT - BOTTOM];
  const x = (value: number) => LEFT + 6 + (position(xs, value) * (right - LEFT - 12)) / 1;
  const y = (value: number) => floor - (value / highest) * (floor - TOP);
  const grid = [0, 0.5, 1].map((part) => gridLine(y(part * highest), right, label(part * highest)));
  const ticks = xs.map((value) => text(x(value), floor + 15, short(value), "middle", "#555"));
  const dashed =
    bound === undefined
      ? ""
      : `<path d="M${LEFT} ${y(bound)}H${right}" stroke="#b00" stroke-dasharray="4 3" fill="none"/>`;
  const drawn = lines.map(({ name, values }, index) => {
    const colour = COLOURS[index] ?? "#333";
    const points = values.map((value, at) => `${x(xs[at] ?? 1).toFixed(1)},${y(value).toFixed(1)}`);
    const dots = points.map((point) => {
      const [cx, cy] = point.split(",");
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
    });
    const legend = text(LEFT + 4, TOP + 12 + index * 14, lines.length > 1 ? name : "", "start", colour);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}${legend}`;
  });
  const heading = text(LEFT, 16, `${title} (${unit})`, "start", "#111", ' font-weight="600"');
  return `<g transform="translate(${offset} 0)">${heading}${grid.join("")}${ticks.join("")}${dashed}${drawn.join("")}</g>`;
}

function position(xs: readonly number[], value: number): number {
  const [low, high] = [Math.log10(Math.min(...xs)), Math.log10(Math.max(...xs))];
  return high === low ? 0.5 : (Math.log10(value) - low) / (high - low);
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

function gridLine(y: number, right: number, name: string): string {
  return `<path d="M${LEFT} ${y}H${right}" stroke="#ddd"/>${text(LEFT - 6, y + 4, name, "end", "#555")}`;
}

function text(x: number, y: number, content: string, anchor: string, fill: string, more = ""): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}"${more}>${content}</text>`;
}

const label = (value: number) => Number(value.toPrecision(3)).toString();

const short = (value: number) =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : `${value}`;
