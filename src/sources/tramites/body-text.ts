import { wholeBody } from "../../finders/whole-body.ts";

/** The labels a body may give itself: byte order mark first, then the header, then the XML declaration. */
const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * A catalog answer as text. The order of trust is the one of RFC 7303 section 3: byte order mark, `charset` of the
 * header, XML declaration; without any of them UTF-8, and windows-1252 where the bytes are no UTF-8. A label that the
 * platform does not know counts as no label. Text that is already text loses its mark only.
 */
export function bodyText(body: string | Uint8Array, contentType: string | null = null): string {
  if (typeof body === "string") return body.replace(/^\uFEFF/, "");
  const labels = [markOf(body), headerCharset(contentType), declaredCharset(body)];
  for (const label of labels) {
    const decoded = label === null ? null : decode(body, label, false);
    if (decoded !== null) return decoded;
  }
  return decode(body, "utf-8", true) ?? new TextDecoder("windows-1252").decode(body);
}

/** The same of a body that is still to come. Its bytes, which may be megabytes, do not wait for the collector of garbage. */
export async function wholeText(
  body: AsyncIterable<Uint8Array>,
  contentType: string | null,
): Promise<string> {
  const bytes = await wholeBody(body);
  const text = bodyText(bytes, contentType);
  bytes.buffer.transfer(0);
  return text;
}

function decode(body: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(body);
  } catch {
    return null;
  }
}

function markOf(body: Uint8Array): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, index) => body[index] === byte))?.[0] ?? null;
}

function headerCharset(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? "")?.[1] ?? null;
}

function declaredCharset(body: Uint8Array): string | null {
  const head = new TextDecoder("windows-1252").decode(body.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ?? null;
}
