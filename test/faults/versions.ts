import { createHash } from "node:crypto";
import type { Behaviour } from "../../src/sandbox/usgs.ts";

/** One document in this many is large enough to be streamed to disk in pieces. */
const LARGE = /_1000100_/;
const LARGE_BLOCKS = 6_000;

/**
 * A document is never sent twice with the same bytes: so what is stored tells which answer it came from, and a
 * replacement can be told from what it replaced.
 */
export function versionBehaviour(path: string, nth: number): Behaviour | undefined {
  if (!path.startsWith("/crc-data/")) return undefined;
  return { kind: "body", contentType: "application/pdf", body: versionOf(path, nth) };
}

/** The nth answer to `path`. */
export function versionOf(path: string, nth: number): Buffer {
  const head = Buffer.from(`%PDF-1.4\n% version ${nth} of ${path}\n`);
  return Buffer.concat([
    head,
    ...blocks(head, LARGE.test(path) ? LARGE_BLOCKS : 20),
    Buffer.from("\n%%EOF\n"),
  ]);
}

/** Bytes that do not compress, and are the same for the same head. */
function* blocks(head: Buffer, count: number): Iterable<Buffer> {
  let block = head;
  for (let i = 0; i < count; i++) {
    block = createHash("sha256").update(block).digest();
    yield block;
  }
}

/** Whether these bytes are an answer that was sent, whole. */
export function isVersion(bytes: Buffer): boolean {
  const [, nth, path] = /^%PDF-1.4\n% version (\d+) of (.+)\n/.exec(bytes.toString("latin1", 0, 300)) ?? [];
  return nth !== undefined && path !== undefined && versionOf(path, Number(nth)).equals(bytes);
}
