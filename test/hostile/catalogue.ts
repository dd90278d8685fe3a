/**
 * Every hostile input that the promises speak of, in the order of their text: an id, the words, the rows that make it and
 * the ways by which it reaches the engine. catalogue.test.ts fails where a row was not met by one of its ways.
 */

/** How something hostile gets to the engine. */
export type Way =
  | "link of a catalog"
  | "redirect of a document"
  | "redirect of robots.txt"
  | "catalog"
  | "document"
  | "robots.txt"
  | "Sitemap: line of robots.txt"
  | "sitemap"
  | "sitemap of an index"
  | "feed"
  | "catalog API"
  | "gazette API"
  | "page"
  | "redirect of a page"
  | "link of a page"
  | "meta refresh of a page"
  | "seed"
  | "wiki API"
  | "redirect of a wiki API"
  | "health check"
  | "redirect in a health check"
  | "webhook"
  | "zip of documents"
  | "extract"
  | "reading in a run"
  | "names and output of usgs"
  | "names and output of tramites"
  | "names and output of wiki"
  | "names and output of site"
  | "configuration"
  | "stores"
  | "crawl of a site"
  | "crawl of tramites";

export interface Listed {
  readonly id: string;
  readonly words: string;
  /** Rows of the tables that make it. */
  readonly rows: readonly string[];
  readonly ways: readonly Way[];
}

type Entry = readonly [words: string, rows: string | readonly string[], ways?: readonly Way[]];

const ADDRESS: readonly Way[] = [
  "link of a catalog",
  "redirect of a document",
  "redirect of robots.txt",
  "catalog",
  "sitemap",
  "sitemap of an index",
  "Sitemap: line of robots.txt",
  "feed",
  "catalog API",
  "redirect of a page",
  "link of a page",
  "meta refresh of a page",
  "seed",
  "wiki API",
  "redirect of a wiki API",
  "health check",
  "redirect in a health check",
  "webhook",
];
const DISGUISED: readonly Way[] = ADDRESS.filter((way) => way !== "catalog");
const REDIRECTING: readonly Way[] = [
  "redirect of a document",
  "redirect of robots.txt",
  "redirect of a page",
  "redirect of a wiki API",
  "redirect in a health check",
];
/** Whoever answers a request. */
const ANSWERING: readonly Way[] = [
  "document",
  "page",
  "robots.txt",
  "catalog",
  "sitemap",
  "sitemap of an index",
  "feed",
  "catalog API",
  "gazette API",
  "wiki API",
  "health check",
  "webhook",
];
const SECRETIVE: readonly Way[] = ["document", "page", "sitemap", "wiki API", "health check"];
const TIMED: readonly Way[] = ANSWERING.filter((way) => !["robots.txt", "catalog"].includes(way));
const READ: readonly Way[] = ["extract", "reading in a run"];
const XML: readonly Way[] = ["sitemap", "feed", "extract"];
const OUTPUT: readonly Way[] = [
  "names and output of usgs",
  "names and output of tramites",
  "names and output of wiki",
  "names and output of site",
];
const CRAWLED: readonly Way[] = ["crawl of a site", "crawl of tramites"];

const CLASSES: Readonly<
  Record<string, { readonly ways: readonly Way[]; readonly inputs: readonly Entry[] }>
> = {
  A: {
    ways: ADDRESS,
    inputs: [
      ["127.0.0.1 as 127.1", ["A101", "A102", "A103"]],
      ["127.0.0.1 as 2130706433", "A104"],
      ["127.0.0.1 as 0x7f000001", ["A105", "A106"]],
      ["127.0.0.1 as 0177.0.0.1", ["A107", "A108"]],
      ["circled digits", ["A109", "A110"]],
      ["ideographic dots", "A111"],
      ["percent-encoded", "A112"],
      ["0.0.0.0", ["A115", "A116", "A117"]],
      ["[::]", "A118"],
      ["[::1]", ["A119", "A120"]],
      ["[::ffff:127.0.0.1]", ["A121", "A122"]],
      ["[::7f00:1]", "A123"],
      ["NAT64 [64:ff9b::…]", ["A124", "A125"]],
      ["6to4 [2002:…]", "A126"],
      ["link-local", ["A128", "A129"]],
      ["ULA", "A130"],
      ["CGNAT", "A135"],
      ["198.18/15", "A136"],
      ["multicast", ["A138", "A139"]],
      ["reserved", ["A140", "A141"]],
      ["169.254.169.254", "A142"],
      ["169.254.169.254, decimal", "A143"],
      ["169.254.169.254, hexadecimal", "A144"],
      ["169.254.169.254, v4-mapped", "A145"],
      ["localhost.", ["A147", "A148", "A149"]],
      ["x.localhost", "A150"],
      ["a DNS name with a private answer", ["A151", "A152", "A153"]],
      ["rebinding (public, then private)", "A301", ["document", "page", "wiki API", "health check"]],
      ["302 to private", "A101", REDIRECTING],
      ["302 to file:", ["A207", "A208"], REDIRECTING],
      ["302 to data:", "A209", REDIRECTING],
      ["302 to ftp:", "A210", REDIRECTING],
      ["302 to gopher:", "A211", REDIRECTING],
      ["sitemap entries that point inside", "A101", ["sitemap", "sitemap of an index"]],
      ["robots Sitemap: that points inside", "A101", ["Sitemap: line of robots.txt"]],
      ["feed entries that point inside", "A101", ["feed"]],
      ["http://good@127.0.0.1/", ["A201", "A203"], DISGUISED],
      ["http://good\\@127.0.0.1/", "A202", DISGUISED],
      ["port 22", "A154"],
      ["port 25", "A155"],
      ["port 6379", "A156"],
    ],
  },
  B: {
    ways: ANSWERING.filter((way) => way !== "catalog" && way !== "webhook"),
    inputs: [
      ["other host", ["B01", "B03"]],
      ["other port", ["B02", "B13"]],
      ["https→http", "B30", SECRETIVE],
      ["with Authorization", "B31", SECRETIVE],
      ["with Cookie", ["B23", "B32"], SECRETIVE],
      ["with X-Api-Key", "B33", SECRETIVE],
      ["loop", ["B04", "B05"]],
      ["growing URL", "B06"],
      ["21 hops", "B07"],
      ["missing Location", ["B09", "B10"]],
      ["relative Location", ["B11", "B12"]],
      ["CRLF in Location", ["B14", "B15", "B16"]],
      ["user:password in Location", ["B17", "B18"]],
      ["meta refresh", "B21", ["document", "page", "crawl of a site"]],
    ],
  },
  C: {
    ways: ANSWERING,
    inputs: [
      ["gzip bomb (200 MiB in 204 KB)", "C01"],
      ["br bomb", "C02"],
      ["zstd bomb", "C03"],
      ["5 nested encodings", "C04"],
      ["50 nested encodings", "C05"],
      ["gzip cut in the middle", ["C06", "C10"]],
      ["deflate cut in the middle", "C07"],
      ["br cut in the middle", "C08"],
      ["bad CRC", "C11"],
      ["gzip plus junk", "C12"],
      ["plain body labelled gzip", "C13"],
      ["Content-Length too long", "C15"],
      ["Content-Length too short", "C16"],
      ["Content-Length twice", "C17"],
      ["Content-Length negative", "C18"],
      ["Content-Length with Transfer-Encoding", "C19"],
      ["unframed early close", "C20"],
      ["cut chunk", ["C21", "C22"]],
      ["bad chunk size", "C23"],
      ["endless body", ["C24", "C25"]],
      ["reset in the body", ["C27", "C28"]],
      ["wrong 206", "C29"],
      ["200 to a Range request", "C33"],
    ],
  },
  D: {
    ways: TIMED,
    inputs: [
      ["never answers", "D01"],
      ["one header byte every 200 ms", "D02"],
      ["one body byte every 200 ms", "D03"],
      ["accepts then goes silent", ["D04", "D10"]],
      ["103 flood", ["D05", "D06"]],
      ["endless headers", "D07"],
      ["DNS failure", "D08"],
      ["DNS silence", "D09"],
      ["Retry-After of 1e11", ["D11", "D12", "D16"]],
      ["Retry-After negative", "D13"],
      ["Retry-After of 0", "D14"],
      ["Retry-After of a bad date", "D15"],
      ["a 429 storm on one host beside healthy ones", "D17"],
      ["bad certificate again and again", "D18"],
    ],
  },
  E: {
    ways: XML,
    inputs: [
      ["6.6 MB robots", ["E01", "E02", "E03"], ["robots.txt"]],
      ["wildcard backtracking", ["E04", "E05"], ["robots.txt"]],
      ["robots 5xx", "E06", ["robots.txt"]],
      ["robots HTML", "E07", ["robots.txt"]],
      ["robots NUL", "E08", ["robots.txt"]],
      ["robots BOM", "E09", ["robots.txt"]],
      ["robots CR-only", "E10", ["robots.txt"]],
      ["Crawl-delay 1e9", "E17", ["robots.txt"]],
      ["Crawl-delay NaN", "E11", ["robots.txt"]],
      ["Crawl-delay −1", "E12", ["robots.txt"]],
      ["sitemap over 50,000 URLs", "E21", ["sitemap"]],
      ["sitemap over 50 MB", "E22", ["sitemap"]],
      ["gz bomb", "E23", ["sitemap"]],
      ["index that lists itself", "E24", ["sitemap of an index"]],
      ["index, depth 10", "E25", ["sitemap of an index"]],
      ["billion laughs", "E26"],
      ["quadratic entities", "E27"],
      ["repeated DOCTYPE", "E28"],
      ["1,000,000 numeric references", "E29"],
      ["external entities", "E30"],
      ["`__proto__` names", "E31", [...XML, "catalog API", "gazette API"]],
      ["100,000 nested tags", "E33"],
      ["lastmod 9999-99-99", "E34", ["sitemap"]],
    ],
  },
  F: {
    ways: READ,
    inputs: [
      ["zip slip ../", "F01", ["zip of documents", "extract"]],
      ["zip slip ..\\", "F02", ["zip of documents", "extract"]],
      ["zip slip, absolute", "F03", ["zip of documents", "extract"]],
      ["zip slip, C:", "F04", ["zip of documents", "extract"]],
      ["symlink entries", "F05", ["zip of documents", "extract"]],
      ["70,000 entries", "F06", ["zip of documents", "extract"]],
      ["duplicate names", "F07", ["zip of documents", "extract"]],
      ["lying sizes", "F08", ["zip of documents", "extract"]],
      ["a 918 KB docx that inflates to gigabytes", ["F09", "F09O"]],
      ["docx with external image", ["F10", "F10O"]],
      ["docx with a javascript: link", ["F11", "F11O"]],
      ["PDF encrypted", "F12"],
      ["PDF cyclic", "F13"],
      ["PDF with a million pages", "F14"],
      ["PDF of 0 bytes", "F15"],
      ["PDF cut", "F16"],
      ["10 MB HTML in one line", "F17"],
      ["100,000 nested divs", "F18"],
      ["wrong charset", "F19"],
      ["lone surrogates", "F20"],
      ["a program labelled text/html", "F21"],
      ["HTML labelled PDF", "F22"],
    ],
  },
  G: {
    ways: OUTPUT,
    inputs: [
      ["../ in Content-Disposition", "G01", OUTPUT.filter((way) => way !== "names and output of wiki")],
      ["../ in metadata", "G02"],
      ["NUL", "G03"],
      ["256 bytes", "G04"],
      ["128 × ñ (the limit is in bytes)", "G05"],
      ["a newline plus JSON in a title", "G06"],
      ["ESC sequences", "G07"],
      ["U+202E", "G08"],
      ["<script>", "G09"],
      ["a leading = in CSV", "G10"],
      ["CON", "G11"],
      ["`a.`", "G12"],
      ["-rf", "G13"],
      ["NFC/NFD twins", "G14"],
      ["symlinks planted at the temporary path", "G15", ["stores"]],
      ["symlinks planted as parent folder", "G16", ["stores"]],
      ["CRLF in a header value", "G17", ["page", "configuration"]],
    ],
  },
  H: {
    ways: CRAWLED,
    inputs: [
      ["endless calendar", "H01"],
      ["session id in every URL", "H02"],
      ["/a/b/a/b/…", "H03"],
      ["permutations of facets", "H04"],
      ["soft 404", "H05"],
      ["the same page cursor for ever", "H06", ["catalog API"]],
      ["a MediaWiki `continue` that repeats", "H07", ["wiki API"]],
    ],
  },
};

export const CATALOGUE: readonly Listed[] = Object.entries(CLASSES).flatMap(([letter, { ways, inputs }]) =>
  inputs.map(([words, rows, own], at) => ({
    id: `${letter}${at + 1}`,
    words,
    rows: typeof rows === "string" ? [rows] : rows,
    ways: own ?? ways,
  })),
);
