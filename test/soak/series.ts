/** What samples of a long run say. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of the line through the points with the least squares; 0 where there is none. */
export function slopeOf(points: readonly Point[]): number {
  const n = points.length;
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  let [covariance, variance] = [0, 0];
  for (const { x, y } of points) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return n < 2 || variance === 0 ? 0 : covariance / variance;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/** How fast y grows in the last fifth of x against the first fifth. */
export function lastFifthToFirst(points: readonly Point[]): number {
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
  const fifth = (to - from) / 5;
  const first = slopeOf(points.filter(({ x }) => x <= from + fifth));
  const last = slopeOf(points.filter(({ x }) => x >= to - fifth));
  return first === 0 ? 0 : last / first;
}
