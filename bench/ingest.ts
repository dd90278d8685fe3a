/**
 * Documents per second on loopback without pace: Levada beside what one would write instead, in one run.
 *
 *   node bench/ingest.ts [documents] [concurrency]
 *
 * `script` is the short script that everybody writes: fetch, compress, write. It survives no crash.
 * `careful script` does by hand what the origin of the usgs source asks for: temporary file, fsync, rename, manifest
 * line, fsync, checkpoint rewritten, one document at a time per lane.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { mkdir, mkdtemp, open, rename, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import { defineSource, ingest } from "../src/index.ts";

const DOCUMENTS = Number(process.argv[2] ?? 2000);
const LANES = Number(process.argv[3] ?? 8);
const BODY_BYTES = 20_000;

const compress = promisify(zstdCompress);

async function startSite(): Promise<{ url: string; close: () => void }> {
  const body = Buffer.alloc(BODY_BYTES, "%PDF-1.4 porosity permeability grain density 0.123 45.6 ");
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/pdf" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Runs `work` for every document, `LANES` at a time. */
async function inLanes(work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let n = next++; n < DOCUMENTS; n = next++) await work(n);
    }),
  );
}

async function fetchBytes(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function script(root: string, url: string): Promise<void> {
  await inLanes(async (n) =>
    writeFile(join(root, `${n}.zst`), await compress(await fetchBytes(`${url}/d${n}`))),
  );
}

async function carefulScript(root: string, url: string): Promise<void> {
  const manifest = await open(join(root, "manifest.jsonl"), "a");
  const done: number[] = [];
  await inLanes(async (n) => {
    const bytes = await compress(await fetchBytes(`${url}/d${n}`));
    await writeSynced(join(root, `${n}.zst`), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await manifest.appendFile(`${JSON.stringify({ n, sha256 })}\n`);
    await manifest.sync();
    done.push(n);
    await writeSynced(join(root, "checkpoint.json"), JSON.stringify({ done }), `.${n}`);
  });
  await manifest.close();
}

async function writeSynced(path: string, data: Buffer | string, suffix = ""): Promise<void> {
  const file = await open(`${path}${suffix}.tmp`, "w");
  await file.writeFile(data);
  await file.sync();
  await file.close();
  await rename(`${path}${suffix}.tmp`, path);
}

async function levada(root: string, url: string): Promise<void> {
  await writeFile(
    join(root, "rate_limits.yaml"),
    `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: ${LANES}}}`,
  );
  const source = defineSource({
    name: "bench",
    summary: "a list of documents",
    policy: {},
    allows: () => true,
    async *discover() {
      for (let n = 0; n < DOCUMENTS; n++) {
        const reference = {
          key: `d${n}`,
          url: `${url}/d${n}`,
          path: `${n % 50}/d${n}.pdf.zst`,
          fields: {},
          metadata: {},
        };
        yield { kind: "document", reference };
      }
    },
  });
  const summary = await ingest(source, { root, allowPrivateNetwork: true });
  if (summary.completed !== DOCUMENTS) throw new Error(`${summary.completed} of ${DOCUMENTS} documents`);
}

const site = await startSite();
const rows: { what: string; perSecond: number; cpuMsPerDocument: number }[] = [];
for (const [what, run] of [
  ["script", script],
  ["careful script", carefulScript],
  ["levada", levada],
] as const) {
  const root = await mkdtemp(join(tmpdir(), "levada-bench-"));
  await mkdir(root, { recursive: true });
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await run(root, site.url);
  const used = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  rows.push({
    what,
    perSecond: DOCUMENTS / seconds,
    cpuMsPerDocument: (used.user + used.system) / 1000 / DOCUMENTS,
  });
  await rm(root, { recursive: true });
}
site.close();

const base = rows[0]?.perSecond ?? 1;
console.log(`${DOCUMENTS} documents of ${BODY_BYTES / 1000} kB, ${LANES} at a time, one host, no pace\n`);
console.log(
  "| what | documents/s | × script | CPU ms/document (server included) |\n| --- | --- | --- | --- |",
);
for (const { what, perSecond, cpuMsPerDocument } of rows) {
  console.log(
    `| ${what} | ${perSecond.toFixed(0)} | ${(perSecond / base).toFixed(2)} | ${cpuMsPerDocument.toFixed(2)} |`,
  );
}
