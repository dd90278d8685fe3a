/**
 * What a large state costs: roots with 1k to 1M stored documents, and one more document.
 *
 *   node bench/state.ts [at most so many entries] [file.svg]
 *
 * For each size, with the real command in processes of its own:
 *   ready              from the start of the process to the first request for a document, robots and catalog included
 *   ready after a kill the same, after kill -9, with a manifest line that the registry has not heard of
 *   one more document  from runs with few and with many new ones
 *   peak               resident memory of the process at its highest, after a kill or not, with one new document; and
 *                      with many, at full speed
 *   database lost      the first start on the manifest alone
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { plot } from "./plot.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= Number(process.argv[2] ?? 1e6));
const PLOT = process.argv[3];
const HOME = join(import.meta.dirname, "..");
const FEW = 200;
const MANY = 2_200;

/** A catalog that lists documents `from … to`, and the moment the first of them was asked for. */
class Site {
  range: readonly [from: number, to: number] = [0, 0];
  firstAskedAt = 0;
  lastAskedAt = 0;
  asked = 0;
  onAsked: (asked: number) => void = () => {};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Site> {
    const server = createServer((request, response) => site.#answer(request.url ?? "/", response));
    const site = new Site(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  lists(from: number, count: number): void {
    this.range = [from, from + count];
    this.firstAskedAt = 0;
    this.asked = 0;
    this.onAsked = () => {};
  }

  close(): void {
    this.#server.close();
  }

  #answer(path: string, response: import("node:http").ServerResponse): void {
    if (path === "/robots.txt") return void response.writeHead(404).end();
    if (path === "/catalog")
      return void response.writeHead(200, { "content-type": "text/html" }).end(this.#catalog());
    this.firstAskedAt ||= performance.now();
    this.lastAskedAt = performance.now();
    this.onAsked(++this.asked);
    response.writeHead(200, { "content-type": "application/pdf" }).end(`%PDF-1.4\n${path}\n%%EOF\n`);
  }

  #catalog(): string {
    const rows: string[] = [];
    for (let n = this.range[0]; n < this.range[1]; n++) {
      rows.push(
        `<tr><td>${nameOf(n)}</td><td>TX</td><td>Well ${n}</td><td><a href="/docs/${nameOf(n)}.pdf">PDF</a></td></tr>`,
      );
    }
    const head = "<tr><th>Library Number</th><th>State</th><th>Well Name</th><th>Analysis</th></tr>";
    return `<table>${head}${rows.join("")}</table>`;
  }
}

const nameOf = (n: number) => `T${String(n).padStart(7, "0")}`;

/** A root as `entries` documents leave it, but for their files, which no start looks at. */
async function newRoot(entries: number, url: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "levada-state-"));
  mkdirSync(join(root, "data/raw/usgs"), { recursive: true });
  mkdirSync(join(root, "data/state"), { recursive: true });
  const catalogs = [{ kind: "html", url: `${url}/catalog` }];
  writeFileSync(
    join(root, "levada.config.yaml"),
    JSON.stringify({ sources: { usgs: { base_url: url, catalogs } } }),
  );
  writeFileSync(
    join(root, "rate_limits.yaml"),
    JSON.stringify({ hosts: { "127.0.0.1": { delay_ms: 0, concurrency: 8 } } }),
  );
  const out = createWriteStream(join(root, "data/raw/usgs/manifest.jsonl"));
  for (let n = 0; n < entries; n++) {
    if (!out.write(`${lineOf(n, url)}\n`)) await new Promise<void>((resolve) => out.once("drain", resolve));
  }
  out.end();
  await finished(out);
  return root;
}

function lineOf(n: number, url: string): string {
  const sha256 = createHash("sha256").update(String(n)).digest("hex");
  return JSON.stringify({
    library_number: nameOf(n),
    state: "TX",
    source_url: `${url}/docs/${nameOf(n)}.pdf`,
    source_module: "usgs",
    local_path: `data/raw/usgs/TX/${nameOf(n)}.pdf.zst`,
    sha256_checksum: sha256,
    original_size: 20_000,
    compressed_size: 9_000,
    downloaded_at: "2026-01-01T00:00:00.000Z",
    metadata: {
      well_name: `Well ${n}`,
      analysis: "Porosity, Permeability",
      content_sha256: sha256,
      etag: `"${n}"`,
    },
  });
}

interface Run {
  readonly readyMs: number;
  readonly fetchingMs: number;
  readonly peakMb: number;
}

async function run(root: string, site: Site, killAfter = Infinity): Promise<Run> {
  const started = performance.now();
  const child = spawn(
    join(HOME, "bin/levada"),
    [
      "ingest",
      "usgs",
      "--root",
      root,
      "--limit",
      "100000",
      "--allow-private-network",
      "--all-analyses",
      "--json",
    ],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: `--require ${join(HOME, "bench/peak-memory.cjs")}` },
    },
  );
  site.onAsked = (asked) => {
    if (asked === killAfter) child.kill("SIGKILL");
  };
  const [code, peakKb, stderr] = await ended(child);
  if (killAfter === Infinity && code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  return {
    readyMs: site.firstAskedAt - started,
    fetchingMs: site.lastAskedAt - site.firstAskedAt,
    peakMb: peakKb / 1024,
  };
}

async function ended(child: ChildProcess): Promise<[code: number | null, peakKb: number, stderr: string]> {
  let [peak, stderr] = ["", ""];
  child.stdio[3]?.on("data", (chunk: Buffer) => (peak += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return [code, Number(peak), stderr];
}

async function measure(entries: number, site: Site) {
  const root = await newRoot(entries, site.url);
  let next = entries;
  const withNew = async (count: number, killAfter?: number) => {
    site.lists(next, count);
    next += count;
    return run(root, site, killAfter);
  };
  const rebuild = await withNew(1);
  const ready = [await withNew(1), await withNew(1), await withNew(1)];
  const few = await withNew(FEW);
  const many = await withNew(MANY);
  await withNew(FEW, FEW - 10);
  // The worst moment for a kill: the line is written, the registry has not heard of it.
  appendFileSync(join(root, "data/raw/usgs/manifest.jsonl"), `${lineOf(next++, site.url)}\n`);
  const afterKill = await withNew(1);
  const manifestMb = statSync(join(root, "data/raw/usgs/manifest.jsonl")).size / 1e6;
  rmSync(root, { recursive: true });
  return {
    entries,
    manifestMb,
    rebuildMs: rebuild.readyMs,
    readyMs: Math.min(...ready.map(({ readyMs }) => readyMs)),
    afterKillMs: afterKill.readyMs,
    documentMs: (many.fetchingMs - few.fetchingMs) / (MANY - FEW),
    peakMb: Math.max(afterKill.peakMb, ...ready.map(({ peakMb }) => peakMb)),
    busyPeakMb: many.peakMb,
    rebuildPeakMb: rebuild.peakMb,
  };
}

type Row = Awaited<ReturnType<typeof measure>>;

const HEAD = [
  "entries",
  "manifest MB",
  "ready ms",
  "ready after a kill ms",
  "one more document ms",
  "peak MB",
  "peak MB, 2,200 documents",
  "database lost: ready ms (peak MB)",
];

function cells(row: Row): string[] {
  return [
    row.entries.toLocaleString("en"),
    row.manifestMb.toFixed(1),
    row.readyMs.toFixed(0),
    row.afterKillMs.toFixed(0),
    row.documentMs.toFixed(2),
    row.peakMb.toFixed(0),
    row.busyPeakMb.toFixed(0),
    `${row.rebuildMs.toFixed(0)} (${row.rebuildPeakMb.toFixed(0)})`,
  ];
}

function drawing(rows: readonly Row[]): string {
  const column = (name: string, pick: (row: Row) => number) => ({ name, values: rows.map(pick) });
  return plot(
    rows.map(({ entries }) => entries),
    [
      {
        title: "Ready to fetch",
        unit: "ms",
        bound: 1000,
        lines: [column("start", (row) => row.readyMs), column("after a kill", (row) => row.afterKillMs)],
      },
      { title: "One more document", unit: "ms", lines: [column("", (row) => row.documentMs)] },
      {
        title: "Peak memory",
        unit: "MB",
        bound: 150,
        lines: [
          column("1 document", (row) => row.peakMb),
          column("2,200 documents", (row) => row.busyPeakMb),
        ],
      },
    ],
  );
}

const site = await Site.start();
const line = (columns: readonly string[]) => `| ${columns.join(" | ")} |`;
console.log(`${line(HEAD)}\n${line(HEAD.map(() => "---"))}`);
const rows: Row[] = [];
for (const entries of SIZES) {
  const row = await measure(entries, site);
  rows.push(row);
  console.log(line(cells(row)));
}
site.close();
if (PLOT !== undefined) writeFileSync(PLOT, drawing(rows));
