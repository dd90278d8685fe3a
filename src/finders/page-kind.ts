/** What a body is, by its first bytes, its header and its address, in that order of trust (P19). */

const MAGIC: readonly (readonly [string, string])[] = [
  ["%PDF-", "pdf"],
  ["\x89PNG\r\n", "png"],
  ["\xff\xd8\xff", "jpg"],
  ["GIF8", "gif"],
  ["{\\rtf", "rtf"],
  ["\xd0\xcf\x11\xe0", "doc"],
  ["\x1f\x8b", "gz"],
];

const TYPES: Readonly<Record<string, string>> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/json": "json",
  "application/ld+json": "json",
  "text/plain": "txt",
  "text/csv": "csv",
  "application/msword": "doc",
  "application/rtf": "rtf",
  "application/zip": "zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
};

const EXTENSIONS = new Set([...Object.values(TYPES), ...MAGIC.map(([, extension]) => extension), "epub"]);

export function extensionOf(head: Uint8Array, contentType: string, url: URL): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const stated = TYPES[type] ?? (type.endsWith("+xml") ? "xml" : type.endsWith("+json") ? "json" : null);
  const magic = MAGIC.find(([bytes]) => text.startsWith(bytes))?.[1];
  if (magic !== undefined) return magic;
  if (text.startsWith("PK\x03\x04")) return zipKind(text, stated, url);
  return (
    markupKind(text) ??
    stated ??
    fragmentKind(text) ??
    extensionIn(url) ??
    (/[\0]/.test(text) ? "bin" : "txt")
  );
}

/** Office files are archives; ODF names its type first, OOXML has its parts in folders. */
function zipKind(text: string, stated: string | null, url: URL): string {
  const odf = /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)/.exec(text)?.[1];
  if (odf !== undefined) return odf === "text" ? "odt" : "ods";
  if (text.includes("mimetypeapplication/epub+zip")) return "epub";
  if (/word\//.test(text)) return "docx";
  if (/xl\//.test(text)) return "xlsx";
  const named = stated ?? extensionIn(url);
  return named !== null && ["docx", "xlsx", "odt", "ods", "epub"].includes(named) ? named : "zip";
}

function markupKind(text: string): string | null {
  const start = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  const withoutComments = start.replace(/^(?:<!--[\s\S]*?-->\s*)+/, "");
  if (/^<(?:!doctype\s+html|html|head|body|meta|title|frameset)\b/i.test(withoutComments)) return "html";
  if (/^<\?xml\b/i.test(start)) return /<(?:!doctype\s+html|html)\b/i.test(start) ? "html" : "xml";
  return null;
}

/** Tags that a page begins with which has no head; believed where the server names no type (mimesniff.spec.whatwg.org, 7.1). */
function fragmentKind(text: string): string | null {
  const tags =
    "script|iframe|h[1-6]|div|font|table|a|style|b|br|p|ul|ol|nav|main|header|section|article|link|base";
  return new RegExp(`^\\s*(?:<!--[\\s\\S]*?-->\\s*)*<(?:${tags})[\\s>/]`, "i").test(text) ? "html" : null;
}

function extensionIn(url: URL): string | null {
  const found = /\.([A-Za-z0-9]{2,5})$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  if (/^(?:x?html?|php|aspx?|jsp|do)$/.test(found)) return "html";
  return EXTENSIONS.has(found) ? found : null;
}
