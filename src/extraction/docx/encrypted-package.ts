/** With a password Office writes a compound file with the package inside (MS-OFFCRYPTO 1.3.2). */
export function isEncrypted(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCompound = buffer.subarray(0, 4).toString("latin1") === "\xd0\xcf\x11\xe0";
  return isCompound && buffer.includes(Buffer.from("EncryptedPackage", "utf16le"));
}
