/** Lines over the jobs of a run as SVG, side by side, in the manner of bench/plot.ts, on a linear axis. */
import type { Point } from "./series.ts";

export interface Panel {
  readonly title: string;
  readonly unit: string;
  /** A promise, drawn as a dashed line. */
  readonly bound?: number;
  readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [420, 230, 46, 34, 34];
const COLOURS = ["#0b6e99", "#c2571a", "#5b7f2b"];

export function drawing(panels: readonly Panel[]): string {
  const width = panels.length * WIDTH;
  const body = panels.map((panel, index) => drawPanel(panel, index * WIDTH)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" role="img">
<rect width="100%" height="100%" fill="#fff"/>
${body}
</svg>
`;
}

function drawPanel({ title, unit, bound, lines }: Panel, offset: number): string {
  const all = lines.flatMap(({ points }) => points);
  const highest = niceCeiling(Math.max(bound ?? 0, ...all.map(({ y }) => y)));
  const furthest = niceCeiling(Math.max(...all.map(({ x }) => x)));
  const [right, floor] = [WIDTH - 20, HEIGHT - BOTTOM];
  const x = (value: number) => LEFT + (value / furthest) * (right - LEFT);
  const y = (value: number) => floor - (value / highest) * (floor - TOP);
  const across = [0, 0.5, 1].map((part) => {
    const at = y(part * highest);
    return `<path d="M${LEFT} ${at}H${right}" stroke="#ddd"/>${text(LEFT - 6, at + 4, short(part * highest), "end", "#555")}`;
  });
  const along = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    text(x(part * furthest), floor + 15, short(part * furthest), "middle", "#555"),
  );
  const dashed =
    bound === undefined
      ? ""
      : `<path d="M${LEFT} ${y(bound)}H${right}" stroke="#b00" stroke-dasharray="4 3" fill="none"/>`;
  const drawn = lines.map(({ name, points }, index) => {
    const colour = COLOURS[index] ?? "#333";
    const path = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" ");
    const legend = text(right - 4, floor - 8 - (lines.length - 1 - index) * 14, name, "end", colour);
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.3"/>${legend}`;
  });
  const heading = text(LEFT, 16, `${title} (${unit})`, "start", "#111", ' font-weight="600"');
  const foot = text((LEFT + right) / 2, HEIGHT - 4, "jobs", "middle", "#555");
  return `<g transform="translate(${offset} 0)">${heading}${across.join("")}${along.join("")}${dashed}${drawn.join("")}${foot}</g>`;
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return (
    ([1, 1.1, 1.2, 1.5, 2, 2.2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
  );
}

function text(x: number, y: number, content: string, anchor: string, fill: string, more = ""): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${fill}"${more}>${content}</text>`;
}

const short = (value: number) =>
  value >= 10_000 ? `${value / 1000}k` : String(Number(value.toPrecision(3)));
