/** By how much the lines on a picture slope: seen along them, ink and paper take turns most sharply. */
import type { Picture } from "./page-pictures.ts";

/** In degrees. Sheets that lie farther askew are turned by hand. */
const MOST = 7;
const STEP = 0.5;
const FINE = 0.1;
/** Points that are looked at, across. */
const POINTS = 600;
const MAX_INK = 60_000;
/** As much sharper than without a turn. */
const CLEARLY = 1.15;

/** In radians, as the lines go down to the right; 0 where nothing tells. */
export function slopeOf(picture: Picture): number {
  const ink = inkOf(picture);
  if (ink.length < 200) return 0;
  const level = sharpness(ink, 0);
  const rough = sharpest(ink, 0, MOST, STEP);
  const best = sharpest(ink, rough, STEP, FINE);
  return sharpness(ink, best) > level * CLEARLY ? (best * Math.PI) / 180 : 0;
}

/** Places of dark points, one x and one y after the other. */
function inkOf({ width, height, grey }: Picture): number[] {
  const step = Math.max(1, Math.floor(Math.max(width, height) / POINTS));
  const dark = thresholdOf(grey, step);
  const ink: number[] = [];
  for (let y = 0; y < height && ink.length < MAX_INK * 2; y += step) {
    for (let x = 0; x < width; x += step) {
      if ((grey[y * width + x] ?? 255) < dark) ink.push(x / step, y / step);
    }
  }
  return ink;
}

/** Of most scans all but a few points are paper. */
function thresholdOf(grey: Uint8Array, step: number): number {
  let sum = 0;
  let count = 0;
  let least = 255;
  for (let at = 0; at < grey.length; at += step * step) {
    const value = grey[at] ?? 255;
    sum += value;
    count++;
    if (value < least) least = value;
  }
  return (sum / Math.max(1, count) + least) / 2;
}

function sharpest(ink: readonly number[], around: number, most: number, step: number): number {
  let best = around;
  let sharp = sharpness(ink, around);
  for (let degrees = around - most; degrees <= around + most; degrees += step) {
    const own = sharpness(ink, degrees);
    if (own > sharp) {
      best = degrees;
      sharp = own;
    }
  }
  return best;
}

/** How much the ink of each row differs from that of the next, with rows that slope by so much. */
function sharpness(ink: readonly number[], degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const rows = new Float64Array(POINTS * 3);
  for (let at = 0; at < ink.length; at += 2) {
    const row = Math.round((ink[at + 1] ?? 0) - (ink[at] ?? 0) * slope) + POINTS;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let at = 1; at < rows.length; at++) sum += ((rows[at] ?? 0) - (rows[at - 1] ?? 0)) ** 2;
  return sum;
}
