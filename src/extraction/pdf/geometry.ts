/** Places on a page, in points; y grows downwards, as a page is read. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** [a b c d e f] of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** `inner` first, then `outer`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Six numbers of an array of any kind; null where there are not six. */
export function matrixOf(values: ArrayLike<unknown> | null | undefined): Matrix | null {
  if (values === null || values === undefined || values.length < 6) return null;
  const six = Array.from({ length: 6 }, (_, index) => Number(values[index]));
  return six.every(Number.isFinite) ? (six as unknown as Matrix) : null;
}

export function boxOf(boxes: readonly Box[]): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { x0, y0, x1, y1 } of boxes) {
    if (x0 < box.x0) box.x0 = x0;
    if (y0 < box.y0) box.y0 = y0;
    if (x1 > box.x1) box.x1 = x1;
    if (y1 > box.y1) box.y1 = y1;
  }
  return box;
}

export function holds(box: Box, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/** Where the transformed corners of a box lie. */
export function movedBox(matrix: Matrix, box: Box): Box {
  const corners = [
    moved(matrix, box.x0, box.y0),
    moved(matrix, box.x1, box.y0),
    moved(matrix, box.x0, box.y1),
    moved(matrix, box.x1, box.y1),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** The value in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
