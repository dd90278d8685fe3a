/**
 * The hostile inputs of classes B to E: id, a name for people, what is served, how the document must end, and how
 * often it may be asked for where that matters. The addresses of class A are in hostile-addresses.ts.
 *
 * Sitemaps, feeds and XML of class E are in hostile-listings.ts. Nowhere is a 200 to a Range request: no request of ours
 * carries one, which every row checks.
 */
import type { LookupAddress } from "node:dns";
import * as zlib from "node:zlib";
import { chunked, encoded, OK, sends } from "./http.ts";
import type { Script } from "./raw-server.ts";
import { PDF } from "./site.ts";
import {
  bomb,
  completed,
  document,
  DOCUMENT,
  drip,
  failed,
  flood,
  type HostileInput,
  hostOf,
  link,
  pathOf,
  pending,
  redirect,
  robots,
  says,
  skipped,
  sound,
  status,
} from "./hostile-server.ts";

/** Long enough to be cut anywhere; begins like a PDF, so that nothing but its framing can refuse it. */
const BODY = Buffer.from(
  `${PDF.slice(0, 9)}${Array.from({ length: 2000 }, (_, i) => (i * 7919) % 1009).join(" ")}\n%%EOF\n`,
);

const cut = (body: Buffer, share = 0.5): Buffer => body.subarray(0, Math.floor(body.length * share));

function nested(whole: Buffer, depth: number): Buffer {
  let body = whole;
  for (let level = 0; level < depth; level++) body = zlib.gzipSync(body);
  return encoded(Array<string>(depth).fill("gzip").join(", "), body);
}

function badCrc(gzip: Buffer): Buffer {
  const body = Buffer.from(gzip);
  body.writeUInt32LE(~body.readUInt32LE(body.length - 8) >>> 0, body.length - 8);
  return body;
}

/** Class B, before an answer that is sound. That secrets stay with their origin is in test/hostile/secrets.test.ts. */
export const redirects = (whole: Script): readonly HostileInput[] => [
  document("B01", "302 to another host", redirect("http://127.0.0.2:9/x.pdf"), skipped("outside_scope")),
  document("B02", "302 to another port", redirect("http://127.0.0.1:9/x.pdf"), skipped("outside_scope")),
  document(
    "B03",
    "302 to a name that is nearly ours",
    redirect("http://127.0.0.1.example/x.pdf"),
    skipped("outside_scope"),
  ),
  document("B04", "a loop of one", redirect(DOCUMENT), failed("redirect_refused"), 1),
  document(
    "B05",
    "a loop of two",
    (socket, index, head) =>
      redirect(pathOf(head) === DOCUMENT ? "/docs/other.pdf" : DOCUMENT)(socket, index, head),
    failed("redirect_refused"),
    2,
  ),
  document(
    "B06",
    "a URL that grows",
    (socket, index, head) => redirect(`${pathOf(head)}x`)(socket, index, head),
    failed("redirect_refused"),
    6,
  ),
  document("B07", "21 hops", hops(21, whole), failed("redirect_refused"), 6),
  document("B08", "5 hops", hops(5, whole), completed, 6),
  document("B09", "no Location", redirect(null), failed("redirect_refused")),
  document("B10", "an empty Location", redirect(""), failed("redirect_refused")),
  document("B11", "a relative Location", relative(whole, "../moved.pdf"), completed, 2),
  document(
    "B12",
    "a relative Location that climbs out",
    relative(whole, "../../../../moved.pdf"),
    completed,
    2,
  ),
  document(
    "B13",
    "a Location of another scheme's host",
    redirect("//127.0.0.1:9/x.pdf"),
    skipped("outside_scope"),
  ),
  document(
    "B14",
    "CRLF in the Location, a header smuggled",
    redirect("/docs/y.pdf\r\nX-Smuggled: 1\r\nLocation: http://127.0.0.1:9/"),
    failed("redirect_refused"),
  ),
  document(
    "B15",
    "CRLF in the Location, percent-encoded",
    relative(whole, "/moved.pdf%0d%0aX-Smuggled:%201"),
    completed,
    2,
  ),
  document("B16", "a lone CR in the Location", redirect("/docs/y.pdf\rX-Smuggled: 1"), failed("body_broken")),
  document(
    "B17",
    "a Location with user and password",
    (socket, index, head) => redirect(`http://user:secret@${hostOf(head)}/moved.pdf`)(socket, index, head),
    failed("redirect_refused"),
    1,
  ),
  document(
    "B18",
    "a Location with a user's name",
    redirect("http://good@127.0.0.1:9/x.pdf"),
    failed("redirect_refused"),
  ),
  document("B19", "a Location that is no URL", redirect("http://[/x.pdf"), failed("redirect_refused")),
  document(
    "B20",
    "a Location of 60 kB",
    redirect(`/docs/${"y".repeat(60_000)}.pdf`),
    failed("redirect_refused"),
  ),
  document(
    "B21",
    "a meta refresh",
    says('<html><meta http-equiv="refresh" content="0; url=http://127.0.0.1:9/">'),
    failed("unexpected_content"),
    1,
  ),
  document(
    "B22",
    "a Refresh header",
    sends("HTTP/1.1 200 OK\r\nRefresh: 0; url=http://127.0.0.1:9/\r\nContent-Length: 2\r\n\r\nok"),
    failed("unexpected_content"),
    1,
  ),
  document(
    "B23",
    "a redirect that sets a cookie",
    relative(whole, "/moved.pdf", "Set-Cookie: session=secret; Path=/\r\n"),
    completed,
    2,
  ),
  document("B24", "a 300 without a choice", status("300 Multiple Choices"), failed("http_300")),
  document("B25", "a 302 to a file", redirect("file:///etc/passwd"), skipped("address_refused")),
  document("B26", "a 302 to data", redirect("data:application/pdf,%25PDF-"), skipped("address_refused")),
  document("B27", "a 302 to ftp", redirect("ftp://127.0.0.1/x.pdf"), skipped("address_refused")),
  document(
    "B28",
    "a 302 to gopher",
    redirect("gopher://127.0.0.1:6379/_FLUSHALL"),
    skipped("address_refused"),
  ),
];

export const REDIRECTS = redirects(sound);

/** `/docs/B001.pdf`, `/1`, `/2` … up to the document. */
function hops(count: number, whole: Script): Script {
  return (socket, index, head) => {
    const hop = Number(/^\/(\d+)$/.exec(pathOf(head))?.[1] ?? 0);
    (hop < count ? redirect(`/${hop + 1}`) : whole)(socket, index, head);
  };
}

function relative(whole: Script, location: string, headers = ""): Script {
  return (socket, index, head) =>
    (pathOf(head) === DOCUMENT ? redirect(location, headers) : whole)(socket, index, head);
}

/** Class C, of a body that nothing but its framing can refuse. */
export function framing(body: Buffer): readonly HostileInput[] {
  const gzip = zlib.gzipSync(body);
  return [
    document("C01", "a gzip bomb", bomb("gzip"), failed("too_large"), 1),
    document("C02", "a br bomb", bomb("br"), failed("too_large"), 1),
    document("C03", "a zstd bomb", bomb("zstd"), failed("too_large"), 1),
    document("C04", "5 nested encodings", sends(nested(body, 5)), failed("body_broken")),
    document("C05", "50 nested encodings", sends(nested(body, 50)), failed("body_broken")),
    document("C06", "gzip cut in the middle", sends(encoded("gzip", cut(gzip))), failed("body_broken"), 3),
    document(
      "C07",
      "deflate cut in the middle",
      sends(encoded("deflate", cut(zlib.deflateSync(body)))),
      failed("body_broken"),
    ),
    document(
      "C08",
      "br cut in the middle",
      sends(encoded("br", cut(zlib.brotliCompressSync(body)))),
      failed("body_broken"),
    ),
    document(
      "C09",
      "zstd cut in the middle",
      sends(encoded("zstd", cut(zlib.zstdCompressSync(body)))),
      failed("body_broken"),
    ),
    document(
      "C10",
      "gzip without its last byte",
      sends(encoded("gzip", gzip.subarray(0, -1))),
      failed("body_broken"),
    ),
    document("C11", "gzip with a bad CRC", sends(encoded("gzip", badCrc(gzip))), failed("body_broken")),
    document(
      "C12",
      "gzip plus junk",
      sends(encoded("gzip", Buffer.concat([gzip, Buffer.from("junk")]))),
      failed("body_broken"),
    ),
    document("C13", "a plain body labelled gzip", sends(encoded("gzip", body)), failed("body_broken")),
    document("C14", "an unknown encoding", sends(encoded("compress", body)), failed("body_broken")),
    document(
      "C15",
      "Content-Length too long",
      sends(`${OK}Content-Length: ${body.length + 9}\r\n\r\n`, body),
      failed("body_broken"),
    ),
    document(
      "C16",
      "Content-Length too short",
      sends(`${OK}Content-Length: ${body.length - 9}\r\n\r\n`, body),
      failed("body_broken"),
    ),
    document(
      "C17",
      "Content-Length twice",
      sends(`${OK}Content-Length: 9\r\nContent-Length: ${body.length}\r\n\r\n`, body),
      failed("body_broken"),
    ),
    document(
      "C18",
      "Content-Length negative",
      sends(`${OK}Content-Length: -9\r\n\r\n`, body),
      failed("body_broken"),
    ),
    document(
      "C19",
      "Content-Length with Transfer-Encoding",
      sends(`${OK}Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n`, chunked(body, 999)),
      failed("body_broken"),
    ),
    document(
      "C20",
      "an unframed body that closes early",
      sends(`${OK}\r\n`, cut(body)),
      failed("body_broken"),
    ),
    document(
      "C21",
      "a cut chunk",
      sends(`${OK}Transfer-Encoding: chunked\r\n\r\n`, cut(chunked(body, 999))),
      failed("body_broken"),
    ),
    document(
      "C22",
      "a missing last chunk",
      sends(`${OK}Transfer-Encoding: chunked\r\n\r\n`, chunked(body, 999).subarray(0, -5)),
      failed("body_broken"),
    ),
    document(
      "C23",
      "a bad chunk size",
      sends(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n%PDF-\r\nxyz\r\nhello\r\n0\r\n\r\n`),
      failed("body_broken"),
    ),
    document("C24", "an endless body", flood(`${OK}\r\n${PDF}`, Buffer.alloc(65_536)), failed("too_large")),
    document(
      "C25",
      "an endless chunked body",
      flood(
        `${OK}Transfer-Encoding: chunked\r\n\r\n9\r\n%PDF-1.4\n\r\n`,
        `10000\r\n${"x".repeat(65_536)}\r\n`,
      ),
      failed("too_large"),
    ),
    document(
      "C26",
      "a length announced beyond the cap",
      sends(`${OK}Content-Length: 99999999999\r\n\r\n`, body),
      failed("too_large"),
      1,
    ),
    document(
      "C27",
      "a reset in the body",
      resets(body, `${OK}Content-Length: ${body.length}\r\n\r\n`),
      failed("body_broken"),
    ),
    document("C28", "a reset in an unframed body", resets(body, `${OK}\r\n`), failed("body_broken")),
    document(
      "C29",
      "a 206 to a request for the whole",
      sends(
        `HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-9/99\r\nContent-Length: ${body.length}\r\n\r\n`,
        body,
      ),
      failed("body_broken"),
    ),
    document("C30", "no HTTP at all", sends("SSH-2.0-OpenSSH_9.6\r\n"), failed("body_broken")),
    document(
      "C31",
      "a 304 to a question nobody asked",
      status("304 Not Modified"),
      failed("unexpected_content"),
    ),
  ];
}

export const FRAMING = framing(BODY);

/** Deadlines are short in these runs; the names are answered for by `resolveHostile`. */
export const TIME: readonly HostileInput[] = [
  document("D01", "never answers", () => {}, failed("timeout")),
  document("D02", "one header byte every 200 ms", drip(`${OK}X-A: `, "a"), failed("timeout")),
  document(
    "D03",
    "one body byte every 200 ms",
    drip(`${OK}Content-Length: 9999\r\n\r\n${PDF}`, "a"),
    failed("timeout"),
  ),
  document(
    "D04",
    "goes silent in the body",
    (socket) => void socket.write(`${OK}Content-Length: 9999\r\n\r\n${PDF}`),
    failed("timeout"),
  ),
  document(
    "D05",
    "a 103 every 200 ms",
    drip("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
    failed("timeout"),
  ),
  document(
    "D06",
    "a flood of 103",
    flood("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".repeat(200)),
    failed("body_broken"),
  ),
  document("D07", "endless headers", flood(OK, `X-A: ${"a".repeat(1000)}\r\n`), failed("body_broken")),
  link("D08", "a name that DNS does not know", "unknown.example", pending("robots_unavailable")),
  link("D09", "a name for which DNS is silent", "silent.example", pending("robots_unavailable")),
  document(
    "D10",
    "a connection that is closed at once",
    (socket) => void socket.destroy(),
    failed("connection"),
  ),
  document(
    "D11",
    "Retry-After of 1e11 s",
    status("429 Slow Down", "Retry-After: 100000000000\r\n"),
    pending("retry_after"),
    1,
  ),
  document(
    "D12",
    "Retry-After of 1e11 s, as it is written in code",
    status("503 Busy", "Retry-After: 1e11\r\n"),
    failed("server_error"),
    3,
  ),
  document(
    "D13",
    "Retry-After negative",
    status("429 Slow Down", "Retry-After: -5\r\n"),
    failed("too_many_requests"),
    3,
  ),
  document(
    "D14",
    "Retry-After of 0",
    status("429 Slow Down", "Retry-After: 0\r\n"),
    failed("too_many_requests"),
    3,
  ),
  document(
    "D15",
    "Retry-After with a bad date",
    status("503 Busy", "Retry-After: Fri, 99 Foo 2099 99:99:99 GMT\r\n"),
    failed("server_error"),
    3,
  ),
  document(
    "D16",
    "Retry-After in the year 9999",
    status("503 Busy", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"),
    pending("retry_after"),
    1,
  ),
  document("D17", "a storm of 429 without a word", status("429 Slow Down"), failed("too_many_requests"), 3),
  {
    id: "D18",
    what: "a bad certificate, again and again",
    tls: true,
    ends: pending("robots_unavailable"),
    requests: 0,
  },
  document(
    "D19",
    "a redirect to its own port over https, where nobody shakes hands",
    (socket, index, head) => redirect(`https://${hostOf(head)}/x.pdf`)(socket, index, head),
    failed("timeout"),
  ),
];

const filler = (text: string, bytes: number): string =>
  `${text}${"# nothing\n".repeat(Math.ceil((bytes - text.length) / 10))}`;
const ALL = "User-agent: *\nDisallow: /docs/\n";

export const ROBOTS: readonly HostileInput[] = [
  robots(
    "E01",
    "6.6 MB, the rule in the first 500 KiB",
    says(filler(ALL, 6_600_000)),
    skipped("robots_disallowed"),
    0,
  ),
  robots("E02", "6.6 MB, the rule behind them", says(filler("", 6_600_000) + ALL), completed),
  robots("E03", "an endless robots.txt", flood(`${OK}\r\n`, "# nothing\n".repeat(6554)), completed),
  robots(
    "E04",
    "wildcards to go astray in",
    says(`User-agent: *\nDisallow: /docs/${"*B".repeat(5000)}*x$\n`),
    completed,
  ),
  robots(
    "E05",
    "25,000 wildcard rules",
    says(`User-agent: *\n${Array.from({ length: 25_000 }, (_, i) => `Disallow: /*${i}*0*0*$`).join("\n")}\n`),
    completed,
  ),
  robots("E06", "robots.txt answers 503", status("503 Busy"), pending("robots_unavailable"), 0),
  robots(
    "E07",
    "robots.txt is a page of HTML",
    says("<!doctype html><html><body><p>Disallow: /docs/</p></body></html>"),
    completed,
  ),
  robots(
    "E08",
    "NUL in robots.txt",
    says("User-agent: *\n\0Dis\0allow: /docs/\0\n"),
    skipped("robots_disallowed"),
    0,
  ),
  robots("E09", "a byte order mark", says(`\u{FEFF}${ALL}`), skipped("robots_disallowed"), 0),
  robots(
    "E10",
    "lines that end in CR only",
    says(ALL.replaceAll("\n", "\r")),
    skipped("robots_disallowed"),
    0,
  ),
  robots("E11", "Crawl-delay NaN", says("User-agent: *\nCrawl-delay: NaN\n"), completed),
  robots("E12", "Crawl-delay -1", says("User-agent: *\nCrawl-delay: -1\n"), completed),
  robots(
    "E13",
    "a Sitemap that points inside",
    says("User-agent: *\nSitemap: http://127.0.0.1:9/s.xml\nSitemap: file:///etc/passwd\n"),
    completed,
    1,
  ),
  robots(
    "E14",
    "robots.txt that redirects for ever",
    (socket, index, head) => redirect("/robots.txt?")(socket, index, head),
    pending("robots_unavailable"),
  ),
  robots(
    "E15",
    "robots.txt cut in the middle",
    sends(`${OK}Content-Length: 999\r\n\r\n`, ALL),
    pending("robots_unavailable"),
    0,
  ),
  robots("E16", "robots.txt in gzip, a bomb", bomb("gzip"), completed),
];

function resets(body: Buffer, head: string): Script {
  return (socket) =>
    void socket.write(Buffer.concat([Buffer.from(head), cut(body)]), () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    );
}

/** Answers of DNS for the names of class D. */
export function resolveHostile(name: string): Promise<readonly LookupAddress[]> {
  if (name === "silent.example") return new Promise(() => {});
  return Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
}

/** Answers that are broken whatever they are given for. Of C20 only the end of a PDF tells. */
export const BROKEN_BODIES: readonly HostileInput[] = FRAMING.filter(
  ({ id, ends }) => ends.state === "failed" && ends.reason === "body_broken" && id !== "C20",
);
