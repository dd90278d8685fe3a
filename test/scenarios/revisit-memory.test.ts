/** R14: what a run holds in memory of documents that it is to ask for again. */
import { expect, it } from "vitest";
import { defineSource, ingest, type LevadaEvent } from "../../src/index.ts";
import { collectGarbage } from "../kit/heap.ts";
import { newRoot } from "../kit/root.ts";
import { PDF, startPages } from "../kit/site.ts";

const DOCUMENTS = 250;
const BYTES_TOLD = 40_000;

it("does not hold what is stored of all documents that are queued", async () => {
  const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`);
  const site = await startPages((path) => (path === "/robots.txt" ? undefined : PDF));
  const source = defineSource({
    name: "list",
    summary: "a list of documents of which much is told",
    policy: {},
    revalidates: true,
    allows: () => true,
    async *discover() {
      for (let n = 0; n < DOCUMENTS; n++) {
        const fields = { about: String(n).padEnd(BYTES_TOLD, "x") };
        const reference = {
          key: `d${n}`,
          url: `${site.url}/d${n}`,
          path: `d${n}.pdf.zst`,
          fields,
          metadata: {},
        };
        yield { kind: "document", reference };
      }
    },
  });
  const run = (onEvent: (event: LevadaEvent) => void = () => {}) =>
    ingest(source, { root: root.path, allowPrivateNetwork: true, resume: false, onEvent });
  expect(await run()).toMatchObject({ completed: DOCUMENTS });
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  let [before, queued, settled, atEnd] = [0, 0, 0, 0];
  await run(({ type }) => {
    if (type === "run_started") before = heap();
    if (type === "queued") queued++;
    if (type === "completed") settled++;
    if (type === "discovery_ended") atEnd = heap();
  });
  expect([queued, settled]).toEqual([DOCUMENTS, DOCUMENTS]);
  expect(atEnd - before).toBeLessThan((DOCUMENTS * BYTES_TOLD) / 2);
});
