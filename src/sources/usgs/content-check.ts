import type { Failure } from "../../domain/failure.ts";
import type { Reference } from "../../domain/reference.ts";
import { excerpt } from "./parsed.ts";

const HEADER = "%PDF-";
const END = "%%EOF";

/**
 * A PDF must begin like one; ISO 32000-1, annex H.3.4.1: readers take a header anywhere in the first 1,024 bytes.
 * Of the other formats, most have no mark of their own: refused is what is surely none of them.
 */
export function checkHead(
  head: Uint8Array,
  answer: { readonly contentType: string },
  reference: Reference,
): Failure | null {
  const format = formatOf(reference);
  const start = head.subarray(0, 1024);
  if (format === "pdf" ? latin1(start).includes(HEADER) : mayBe(format, start)) return null;
  const expected = format === "pdf" ? "a PDF" : `a document (${format})`;
  return { kind: "unexpected_content", expected, seen: describeHead(start, answer.contentType) };
}

/** H.3.4.4: the end marker is in the last 1,024 bytes. Asked only where nothing else tells an end from a cut. */
export function checkTail(tail: Uint8Array, reference: Reference): Failure | null {
  if (formatOf(reference) !== "pdf" || latin1(tail.subarray(-1024)).includes(END)) return null;
  return { kind: "body_broken", detail: `the connection ended before the PDF did (no ${END})` };
}

/** The extension under which the document is filed, lower case. */
export function formatOf(reference: Reference): string {
  return /\.([a-z0-9]+)(?:\.zst)?$/i.exec(reference.path)?.[1]?.toLowerCase() ?? "document";
}

function mayBe(format: string, head: Uint8Array): boolean {
  if (head.length === 0) return false;
  if (format === "zip") return isZip(head);
  if (format === "html" || format === "htm") return true;
  const text = visible(head);
  // A comment that is longer than what is looked at: files of data have none, but for XML.
  return !isHtml(text) && (format === "xml" || !text.startsWith("<!--"));
}

/** PKWARE APPNOTE 4.3.7, and 4.3.16 for an archive without entries. */
export function isZip(head: Uint8Array): boolean {
  return /^PK(\x03\x04|\x05\x06)/.test(latin1(head.subarray(0, 4)));
}

function isHtml(visibleText: string): boolean {
  return /^<(?:!doctype\s+html|html)(?![a-z0-9:-])/i.test(visibleText);
}

function describeHead(head: Uint8Array, contentType: string): string {
  const type = contentType === "" ? "" : ` (${excerpt(contentType, 80)})`;
  const text = visible(head);
  if (text === "") return `an empty body${type}`;
  if (isHtml(text) || /^<(?:head|body|!--)/i.test(text)) return `an HTML page${type}`;
  if (text.startsWith("PK\x03\x04")) return `a ZIP archive${type}`;
  return `${JSON.stringify(excerpt(text, 40))}${type}`;
}

/** The text from where a browser begins to show something: after byte order mark, spaces, declaration, comments. */
function visible(head: Uint8Array): string {
  const encoding = MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte))?.[1];
  const text = encoding === undefined ? latin1(head) : new TextDecoder(encoding).decode(head);
  return text.replace(/^(?:\s+|<!--[^]*?-->|<\?xml[^]*?\?>)+/i, "");
}

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
