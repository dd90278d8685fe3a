/** R8: whatever a body is framed and encoded by, one that was cut is refused, wherever it was cut. */
import { expect, it, onTestFinished } from "vitest";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import { figure } from "../kit/figures.ts";
import { chunked, CODECS, codingName, OK, PLAIN, readAll, requestTo, sends, serve } from "../kit/http.ts";

const CUTS = 12;

interface Cut {
  readonly what: string;
  readonly bytes: Buffer;
}

const head = (coding: string, framing: string) =>
  `${OK}${coding === "identity" ? "" : `Content-Encoding: ${coding}\r\n`}${framing}\r\n\r\n`;

/** Evenly through the body, and its last byte. */
function cutsOf(label: string, body: Buffer): readonly Cut[] {
  const places = Array.from({ length: CUTS }, (_, at) => Math.floor(((at + 1) * body.length) / (CUTS + 1)));
  const coding = codingName(label);
  return [...places, body.length - 1].flatMap((length) => {
    const cut = body.subarray(0, length);
    const announced = {
      what: `${label}, ${length} of ${body.length} bytes, length of the whole`,
      bytes: Buffer.concat([Buffer.from(head(coding, `Content-Length: ${body.length}`)), cut]),
    };
    const inChunks = {
      what: `${label}, ${length} of ${body.length} bytes, in chunks without an end`,
      bytes: Buffer.concat([
        Buffer.from(head(coding, "Transfer-Encoding: chunked")),
        chunked(cut, 100).subarray(0, -5),
      ]),
    };
    // Without a coding there is nothing but the length to tell it by, and the length says that it is whole.
    const consistent = {
      what: `${label}, ${length} of ${body.length} bytes, length of the cut`,
      bytes: Buffer.concat([Buffer.from(head(coding, `Content-Length: ${cut.length}`)), cut]),
    };
    return coding === "identity" ? [announced, inChunks] : [announced, inChunks, consistent];
  });
}

it("R8: every cut is refused, by length, by chunks and by compression", async () => {
  const transport = createTransport({ allowPrivate: true });
  onTestFinished(() => transport.close());
  const cuts = Object.entries(CODECS).flatMap(([label, encode]) => cutsOf(label, encode(PLAIN)));
  let next: Buffer = Buffer.alloc(0);
  const server = await serve((socket, index, request) => sends(next)(socket, index, request));
  const taken: string[] = [];
  for (const { what, bytes } of cuts) {
    next = bytes;
    const { failure } = await readAll(transport, requestTo(server.url));
    if (failure?.kind !== "body_broken") taken.push(`${what}: ${JSON.stringify(failure)}`);
  }
  expect(taken).toEqual([]);
  expect(cuts.length).toBeGreaterThanOrEqual(80);
  figure("R8", "cut bodies that were accepted", `0 of ${cuts.length}`);
});
