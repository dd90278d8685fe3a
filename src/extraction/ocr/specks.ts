/** Dust on a scan: dots too small for a letter's. Where there are many, the picture is smoothed; letters stay as they are elsewhere. */

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const DARK = 110;
const LIGHT = 160;
/** One in so many points: far more than a page of text has full stops. */
const MANY = 2_500;

/** `reach` is how far a speck of one point of the scan goes from its middle, as it is drawn. */
export function withoutSpecks(picture: Grey, reach: number): Uint8Array {
  const { width, height, grey } = picture;
  return specksIn(picture, reach) * MANY < width * height ? grey : smoothed(picture, reach);
}

/** Dark points with nothing but paper around them. */
function specksIn({ width, height, grey }: Grey, reach: number): number {
  const far = reach + 1;
  const around = [-far, far, -far * width, far * width].flatMap((step, at) =>
    at < 2 ? [step, step - far * width, step + far * width] : [step],
  );
  let count = 0;
  for (let y = far; y < height - far; y++) {
    for (let x = far; x < width - far; x++) {
      const at = y * width + x;
      if ((grey[at] ?? 255) > DARK || !around.every((step) => (grey[at + step] ?? 0) > LIGHT)) continue;
      count++;
      x += far;
    }
  }
  return count;
}

/** Each point as the median of those around it, which moves along a row with the counts of its values (Huang 1979). */
function smoothed({ width, height, grey }: Grey, reach: number): Uint8Array {
  const result = grey.slice();
  const half = ((2 * reach + 1) ** 2) >> 1;
  const counts = new Uint16Array(256);
  for (let y = reach; y < height - reach; y++) {
    counts.fill(0);
    const change = (x: number, by: number) => {
      for (let row = y - reach; row <= y + reach; row++) {
        const value = grey[row * width + x] ?? 255;
        counts[value] = (counts[value] ?? 0) + by;
        if (value < median) below += by;
      }
    };
    let [median, below] = [0, 0];
    for (let x = 0; x < width; x++) {
      change(x, 1);
      if (x > 2 * reach) change(x - 2 * reach - 1, -1);
      if (x < 2 * reach) continue;
      while (below > half) below -= counts[--median] ?? 0;
      while (below + (counts[median] ?? 0) <= half) below += counts[median++] ?? 0;
      result[y * width + x - reach] = median;
    }
  }
  return result;
}
