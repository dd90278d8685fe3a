/** What comes over the wire before anybody knows what it is: content codings, robots.txt. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { BrokenBody } from "../../../src/domain/failure.ts";
import { parseRobots } from "../../../src/domain/robots.ts";
import { type Coding, decodeBody, parseContentEncoding } from "../../../src/infrastructure/http/decode.ts";
import { inPieces, pieceSize } from "../pieces.ts";
import { ensureCount } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";

const MAX_DECODED = 256 * 1024;
const CODINGS = ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, gzip", "x-gzip", "identity", "sdch"];
const TEXT = "Solicitud de la prestación. ".repeat(20);

/** The first byte says which coding the rest is in. */
const coded = (nth: number, ...parts: readonly Uint8Array[]) => Buffer.concat([Buffer.of(nth), ...parts]);

async function decoded(input: Uint8Array, codings: readonly Coding[], size: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    const options = { codings, maxDecodedBytes: MAX_DECODED, emptyAllowed: false };
    for await (const chunk of decodeBody(inPieces(input, size), options)) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error;
    return "refused";
  }
  return Buffer.concat(chunks).toString("latin1");
}

const decode: FuzzTarget = {
  name: "decode",
  dictionary: ["\x1f\x8b\b", "(\xb5/\xfd", "P*M\x18", "x\x9c", "\x03"].map((text) =>
    Buffer.from(text, "latin1").toString(),
  ),
  seeds: () => [
    coded(0, gzipSync(TEXT)),
    coded(0, gzipSync("a"), gzipSync("b")),
    coded(1, deflateSync(TEXT)),
    coded(1, deflateRawSync(TEXT)),
    coded(2, brotliCompressSync(TEXT)),
    coded(3, zstdCompressSync(TEXT)),
    coded(3, zstdCompressSync("a"), Buffer.from("502a4d1803000000616263", "hex"), zstdCompressSync("b")),
    coded(4, brotliCompressSync(gzipSync(TEXT))),
    coded(5, gzipSync(zstdCompressSync(TEXT))),
    coded(0, gzipSync(Buffer.alloc(300_000))),
  ],
  async run(input) {
    const list = parseContentEncoding(CODINGS[(input[0] ?? 0) % CODINGS.length]);
    if (!list.ok) return list.failure;
    const body = input.subarray(1);
    const whole = await decoded(body, list.codings, Infinity);
    ensure(whole.length <= MAX_DECODED, "more was decoded than may be");
    // Where a body ends is no matter of where its pieces do. A piece of one byte each costs too much of long ones.
    const size = body.length > 4096 ? 1000 : pieceSize(body);
    const again = await decoded(body, list.codings, size);
    ensure(whole === again, `in pieces of ${size}: ${again.slice(0, 40)}, at once: ${whole.slice(0, 40)}`);
    return null;
  },
};

const PATHS = ["/", "/a", "/a/b.html?x=1", "/robots.txt", "/%61", "/ñ", "/*", "/$"];

const robots: FuzzTarget = {
  name: "robots",
  dictionary: [
    ..."User-agent: Disallow: Allow: Crawl-delay: Sitemap: Levada * $ /*.pdf$ # %2A %24 %2f".split(" "),
    "\r\n",
    "\r",
    "\ufeff",
    "User-agent: *\nDisallow: /\n",
  ],
  seeds: () => [
    "User-agent: *\nDisallow: /a*b$\nAllow: /a/b\nCrawl-delay: 2.5\n\nUser-agent: levada\nDisallow: /x # why\nSitemap: https://a.es/s.xml\n",
    "\ufeffuser-agent: Levada\r\nuser-agent: *\r\ndisallow: /ñ/%C3%B1\r\nallow /two words\r\n",
  ],
  run(input) {
    const rules = parseRobots(new TextDecoder().decode(input), "Levada");
    if (rules.crawlDelayMs !== null) ensureCount(rules.crawlDelayMs, "the delay");
    for (const sitemap of rules.sitemaps) ensure(!/[\r\n]/.test(sitemap), "a sitemap has two lines");
    const tail = new TextDecoder("latin1").decode(input.subarray(-200));
    const allowed = [...PATHS, `/${tail}`].map((path) => rules.allows(`https://a.es${path}`));
    ensure(allowed[3] === true, "robots.txt itself is not allowed");
    return { allowed, sitemaps: rules.sitemaps };
  },
};

export const wireTargets: readonly FuzzTarget[] = [decode, robots];
