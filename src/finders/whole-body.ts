import { GrowingBytes } from "../domain/growing-bytes.ts";

/**
 * For answers that are read in one piece; the engine has capped them.
 *
 * @param most So many bytes are enough: what comes after them is not waited for.
 */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new GrowingBytes();
  let size = 0;
  for await (const chunk of body) {
    bytes.append(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return bytes.end();
}
