/**
 * The encoding that a Content-Type header names (RFC 9110, 8.3.2), as `TextDecoder` calls it. Null where it names none,
 * or one that nobody knows. Quotes of either kind are taken off, also where only one of the two was written.
 */
export function headerCharset(contentType: string | undefined): string | null {
  return knownEncoding(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? "")?.[1]);
}

/** The encoding of a label (WHATWG Encoding 4.2): `latin1` is windows-1252. */
export function knownEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
