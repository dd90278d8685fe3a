/** A body as the network brings it: in pieces whose ends mean nothing. */
export async function* inPieces(input: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < input.length; at += size) yield input.subarray(at, at + size);
}

/** One size for each input, small and large ones, the same in every run. */
export function pieceSize(input: Uint8Array): number {
  const sum = input.subarray(0, 64).reduce((so, byte) => so + byte, input.length);
  return [1, 2, 3, 7, 64, 1000, 4096][sum % 7] ?? 1;
}
