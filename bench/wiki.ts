/**
 * What crawling a wiki costs, with the real command in processes of its own and no pace.
 *
 *   node bench/wiki.ts scale [at most so many pages] [file.svg]   the sandbox with 1k to 100k small pages
 *   node bench/wiki.ts beside API_URL                             a real MediaWiki, side by side with mwclient
 *
 * `beside` wants mwclient for Python (Debian: python3-mwclient), which writes a JSON file a page and syncs nothing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { plot } from "./plot.ts";

const HOME = join(import.meta.dirname, "..");
const LANES = 4;

interface Run {
  readonly ms: number;
  readonly peakMb: number;
  readonly pages: number;
  readonly requests: number;
}

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "levada-wiki-bench-"));
  const hosts = { "127.0.0.1": { delay_ms: 0, concurrency: LANES } };
  writeFileSync(join(root, "rate_limits.yaml"), JSON.stringify({ hosts }));
  return root;
}

async function crawl(root: string, apiUrl: string): Promise<Run> {
  const peakFile = join(root, "peak");
  const flags = ["--root", root, "--api", apiUrl, "--allow-private-network", "--json"];
  const started = performance.now();
  const child = spawn(join(HOME, "bin/levada"), ["ingest", "wiki", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${join(HOME, "test/kit/peak-memory.ts")}`,
      LEVADA_PEAK_FILE: peakFile,
    },
  });
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) last = line;
  const ms = performance.now() - started;
  const summary = JSON.parse(last) as { exit_code: number; discovered: number };
  if (summary.exit_code !== 0) throw new Error(last);
  const raw = join(root, "artifacts/raw/wiki/raw");
  const log = readdirSync(raw).toSorted().at(-1) ?? "";
  return {
    ms,
    peakMb: Number(readFileSync(peakFile, "utf8")) / 2 ** 20,
    pages: summary.discovered,
    requests: linesOf(join(raw, log)),
  };
}

function linesOf(file: string): number {
  const bytes = readFileSync(file);
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`ended with ${child.exitCode}`);
}

async function measure(pages: number) {
  const site = spawn(process.execPath, [join(HOME, "bench/wiki-sandbox.ts"), String(pages)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const root = newRoot();
  try {
    const apiUrl = await firstLine(site);
    const first = await crawl(root, apiUrl);
    const second = await crawl(root, apiUrl);
    return { pages, first, second };
  } finally {
    site.kill();
    rmSync(root, { recursive: true });
  }
}

type Row = Awaited<ReturnType<typeof measure>>;

const line = (columns: readonly string[]) => `| ${columns.join(" | ")} |`;

function table(head: readonly string[]): void {
  console.log(`${line(head)}\n${line(head.map(() => "---"))}`);
}

async function scale(most: number, file: string | undefined): Promise<void> {
  table([
    "pages",
    "first crawl s",
    "ms a page",
    "peak MB",
    "requests",
    "second crawl s",
    "ms a page",
    "peak MB",
    "requests",
  ]);
  const rows: Row[] = [];
  for (const pages of [1_000, 10_000, 30_000, 100_000].filter((size) => size <= most)) {
    const row = await measure(pages);
    rows.push(row);
    console.log(line([pages.toLocaleString("en"), ...cells(row.first), ...cells(row.second)]));
  }
  if (file !== undefined) writeFileSync(file, drawing(rows));
}

function cells({ ms, pages, peakMb, requests }: Run): readonly string[] {
  return [(ms / 1000).toFixed(1), (ms / pages).toFixed(2), peakMb.toFixed(0), requests.toLocaleString("en")];
}

function drawing(rows: readonly Row[]): string {
  const lines = (pick: (run: Run) => number) => [
    { name: "first crawl", values: rows.map(({ first }) => pick(first)) },
    { name: "second crawl", values: rows.map(({ second }) => pick(second)) },
  ];
  return plot(
    rows.map(({ pages }) => pages),
    [
      { title: "Time a page", unit: "ms", lines: lines(({ ms, pages }) => ms / pages) },
      { title: "Peak memory", unit: "MB", lines: lines(({ peakMb }) => peakMb) },
    ],
  );
}

async function mwclient(apiUrl: string): Promise<{ readonly ms: number; readonly pages: number }> {
  const folder = newRoot();
  mkdirSync(join(folder, "pages"));
  const started = performance.now();
  // Debian's Python, which knows Debian's packages.
  const python = process.env["PYTHON"] ?? "/usr/bin/python3";
  const script = join(HOME, "bench/wiki-mwclient.py");
  const child = spawn(python, [script, apiUrl, join(folder, "pages")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pages = Number(await firstLine(child));
  const ms = performance.now() - started;
  rmSync(folder, { recursive: true });
  return { ms, pages };
}

/** Levada before and after mwclient: what else the machine does meanwhile falls on both. */
async function beside(apiUrl: string): Promise<void> {
  const roots = [newRoot(), newRoot()] as const;
  const firsts = [await crawl(roots[0], apiUrl)];
  const theirs = await mwclient(apiUrl);
  firsts.push(await crawl(roots[1], apiUrl));
  const second = await crawl(roots[1], apiUrl);
  for (const root of roots) rmSync(root, { recursive: true });
  table(["what", "s", "× mwclient", "pages", "requests"]);
  const show = (what: string, ms: number, pages: number, requests: string) =>
    console.log(line([what, (ms / 1000).toFixed(1), (theirs.ms / ms).toFixed(1), String(pages), requests]));
  show("mwclient", theirs.ms, theirs.pages, "");
  for (const run of firsts) show("levada", run.ms, run.pages, String(run.requests));
  show("levada, second crawl", second.ms, second.pages, String(second.requests));
}

const [what, ...rest] = process.argv.slice(2);
if (what === "scale") await scale(Number(rest[0] ?? 100_000), rest[1]);
else if (what === "beside" && rest[0] !== undefined) await beside(rest[0]);
else throw new Error("usage: wiki.ts scale [pages] [file.svg] | beside API_URL");
