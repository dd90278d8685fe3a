/** Paths as pdf.js hands them over: moves, lines, curves and closings, numbered 0, 1, 2, 3 and 4, each before its points. */
const MOVE = 0;
const LINE = 1;
const POINTS = [1, 1, 3, 2, 0];

/** The straight parts of a path, as points; those with curves are left out. */
export function subpathsOf(numbers: ArrayLike<number>): (readonly [number, number])[][] {
  const paths: (readonly [number, number])[][] = [];
  let path: (readonly [number, number])[] = [];
  let isCurved = false;
  const end = () => {
    if (path.length > 1 && !isCurved) paths.push(path);
    path = [];
    isCurved = false;
  };
  for (let at = 0; at < numbers.length;) {
    const kind = numbers[at++] ?? 4;
    const count = POINTS[kind];
    if (count === undefined) break;
    if (kind === MOVE) end();
    if (kind === MOVE || kind === LINE) path.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
    else if (count > 0) isCurved = true;
    else if (path[0] !== undefined) path.push(path[0]);
    at += count * 2;
  }
  end();
  return paths;
}
