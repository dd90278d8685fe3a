/** What a body is, by its first bytes, its header and its address, in that order of trust (P19). */

const MAGIC: readonly (readonly [string, string])[] = [
  ["%PDF-", "pdf"],
  ["\x89PNG\r\n", "png"],
  ["\xff\xd8\xff", "jpg"],
  ["GIF8", "gif"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  ["7z\xbc\xaf", "7z"],
  ["Rar!\x1a", "rar"],
  ["\x7fELF", "bin"],
  ["{\\rtf", "rtf"],
  ["\xd0\xcf\x11\xe0", "doc"],
  ["\x1f\x8b", "gz"],
];

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/tiff": "tiff",
    "image/svg+xml": "svg",
  }),
);

const EXTENSIONS = new Set([...TYPES.values(), ...MAGIC.map(([, extension]) => extension), "epub"]);

/** What anything may be called that has no mark of its own. The others begin with theirs, or are something else. */
const WITHOUT_MARK = new Set(["html", "xml", "json", "txt", "csv", "svg"]);
const ZIP_MARK = "PK\x03\x04";
const ZIPPED = new Set(["docx", "xlsx", "odt", "ods", "epub"]);
const MAX_SNIFFED = 1 << 16;

/** `body` is what there is of it: its beginning is enough, but for archives that name their parts at the end. */
export function extensionOf(body: Uint8Array, contentType: string, url: URL): string {
  const text = latin1(body.subarray(0, MAX_SNIFFED));
  const stated = statedKind(contentType);
  const magic = magicKind(text);
  if (magic !== null) return magic;
  if (text.startsWith(ZIP_MARK))
    return zipKind(text + latin1(body.subarray(MAX_SNIFFED).subarray(-MAX_SNIFFED)), stated, url);
  const markup = markupKind(text);
  if (markup !== null) return markup;
  const named = [stated, fragmentKind(text), extensionIn(url)].find(
    (kind) => kind !== null && canBe(kind, text),
  );
  return named ?? (isBinary(text) ? "bin" : looksLikeJson(text) ? "json" : "txt");
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function statedKind(contentType: string): string | null {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return TYPES.get(type) ?? (type.endsWith("+xml") ? "xml" : type.endsWith("+json") ? "json" : null);
}

/** Some gateways send a page first. What is written on PDF has no object of one behind the mark. */
const BEHIND_PAGE = /^[^]{0,1018}[\r\n>]%PDF-\d\.\d[^]{0,80}?[\r\n]\d{1,6} \d{1,5} obj\b/;

/** Readers of PDF look for its mark in the first 1,024 bytes (ISO 32000-1, annex H 3.4.1). */
function magicKind(text: string): string | null {
  const magic = MAGIC.find(([bytes]) => text.startsWith(bytes))?.[1];
  if (magic !== undefined) return magic;
  if (/^RIFF[^]{4}WEBP/.test(text)) return "webp";
  if (text.startsWith("MZ") && isBinary(text)) return "bin";
  return /^[^<]{0,1019}%PDF-\d/.test(text) || BEHIND_PAGE.test(text) ? "pdf" : null;
}

/** Without its mark a PDF is none. Nothing is taken from a body that is not there. */
function canBe(kind: string, text: string): boolean {
  if (text === "") return true;
  return WITHOUT_MARK.has(kind) && !isBinary(text);
}

/** Bytes that no text has (mimesniff.spec.whatwg.org, 3), more than a stray one, and not because it is UTF-16. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 4096);
  if (/^(?:\xff\xfe|\xfe\xff)/.test(start) || /^(?:[^\0]\0){8}|^(?:\0[^\0]){8}/.test(start)) return false;
  const controls = start.match(/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls * 50 > start.length;
}

function looksLikeJson(text: string): boolean {
  return /^(?:\xef\xbb\xbf)?\s{0,100}(?:\{\s{0,100}"|\[\s{0,100}[{["\d])/.test(text);
}

/** Office files are archives; ODF names its type first, OOXML has its parts in folders. */
function zipKind(text: string, stated: string | null, url: URL): string {
  const odf = /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)/.exec(text)?.[1];
  if (odf !== undefined) return odf === "text" ? "odt" : "ods";
  if (text.includes("mimetypeapplication/epub+zip")) return "epub";
  if (/word\//.test(text)) return "docx";
  if (/xl\//.test(text)) return "xlsx";
  const named = stated ?? extensionIn(url);
  return named !== null && ZIPPED.has(named) ? named : "zip";
}

const XML_ROOTS = /^<(?:documento|sumario|rss|feed|rdf:rdf|urlset|sitemapindex|svg)[\s>]/i;
/** Tags that a page begins with which has no head (mimesniff.spec.whatwg.org, 7.1). */
const FRAGMENT =
  /^<(?:script|iframe|h[1-6]|div|font|table|a|style|b|br|p|ul|ol|nav|main|header|section|article|link|base)[\s>/]/i;

function markupKind(text: string): string | null {
  const start = withoutMark(text);
  const content = withoutComments(start);
  if (/^<(?:!doctype\s+html|html|head|body|meta|title|frameset)\b/i.test(content)) return "html";
  if (/^<\?xml\b/i.test(start)) return /<(?:!doctype\s+html|html)\b/i.test(start) ? "html" : "xml";
  return XML_ROOTS.test(content) ? "xml" : null;
}

function withoutMark(text: string): string {
  return text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
}

/** Nothing follows in the expression that could fail, or a row of comments could be matched in ever more ways. */
function withoutComments(text: string): string {
  return text.replace(/^(?:<!--[^]*?-->\s*)+/, "");
}

/** Believed only where the server names no type. */
function fragmentKind(text: string): string | null {
  return FRAGMENT.test(withoutComments(withoutMark(text))) ? "html" : null;
}

function extensionIn(url: URL): string | null {
  const found = /\.([A-Za-z0-9]{2,5})$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  if (/^(?:x?html?|php|aspx?|jsp|do)$/.test(found)) return "html";
  return EXTENSIONS.has(found) ? found : null;
}
