/**
 * For answers that are read in one piece; the engine has capped them.
 *
 * @param most So many bytes are enough: what comes after them is not waited for.
 */
export async function wholeBody(body: AsyncIterable<Uint8Array>, most = Infinity): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks);
}
