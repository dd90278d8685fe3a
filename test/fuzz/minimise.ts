/** A smaller input that finds the same: parts are taken out, large ones first, as long as it does. */
export async function minimised(
  input: Uint8Array,
  findsTheSame: (input: Uint8Array) => Promise<boolean>,
  maxTries = 300,
): Promise<Uint8Array> {
  let best = input;
  let tries = 0;
  for (let size = Math.ceil(best.length / 2); size >= 1 && tries < maxTries; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length && tries < maxTries; tries++) {
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await findsTheSame(shorter)) best = shorter;
      else at += size;
    }
  }
  return best;
}
