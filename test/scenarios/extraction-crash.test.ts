/**
 * kill -9 of a real process that fetches pages and reads them, at random moments between two readings. `LEVADA_SEED`
 * repeats a sequence of moments, `LEVADA_ENDURANCE` makes it long.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import { randomNumbers } from "../kit/wiki-editors.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");
const KILLS = process.env["LEVADA_ENDURANCE"] === "1" ? 20 : 4;
const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);
const PAGES = 24;

const pageOf = (nth: number) =>
  `<html lang="es"><title>Ayuda ${nth}</title><main><h1>Ayuda ${nth}</h1><h2>Requisitos</h2><p>${`Residir en el municipio ${nth} desde hace un año. `.repeat(200)}</p></main></html>`;

async function startSite() {
  return startPages((path, _, { headers: { host } }) => {
    if (path === "/robots.txt") return `User-agent: *\nSitemap: http://${host}/sitemap.xml\n`;
    if (path === "/sitemap.xml")
      return `<urlset>${Array.from({ length: PAGES }, (__, nth) => `<url><loc>http://${host}/ayuda/${nth}</loc></url>`).join("")}</urlset>`;
    const body = pageOf(Number(/^\/ayuda\/(\d+)$/.exec(path)?.[1] ?? -1));
    return { headers: { "content-type": "text/html; charset=utf-8", etag: `"${path}"` }, body };
  });
}

function readingRoot(): TestRoot {
  const root = newRoot();
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 2}\n",
  );
  return root;
}

interface Ended {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs until it ends, or is killed so many readings and milliseconds after its start. */
function ingestSite(root: TestRoot, url: string, kill?: { readonly readings: number; readonly ms: number }) {
  const child = spawn(LEVADA, ["ingest", "site", url, "--root", root.path, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [count, stderr] = [0, ""];
  const look = () => {
    if (kill !== undefined && count >= kill.readings) setTimeout(() => child.kill("SIGKILL"), kill.ms);
  };
  look();
  child.stdout.on("data", (chunk: Buffer) => {
    const seen = chunk.toString().split('"type":"extracted"').length - 1;
    count += seen;
    if (seen > 0) look();
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  return new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ pid: child.pid, code, stderr }));
  });
}

/** What was read, by name, without what differs from run to run. */
function readings(root: TestRoot): Readonly<Record<string, string>> {
  const folder = root.file("data/extracted");
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const texts = files.map(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), "utf8");
    return [
      name,
      text.replace(/("extraction_duration_ms": )\d+|(fetched_at: )".*"|("extracted_at": )".*"/g, "$1$2$30"),
    ] as const;
  });
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readersOf(pid: number | undefined): string {
  try {
    return execFileSync("pgrep", ["-f", `reader-process.ts ${pid}$`], { encoding: "utf8" });
  } catch {
    return "";
  }
}

it(`killed ${KILLS} times, the next run reads what is missing and ends with the same files (seed ${SEED})`, async () => {
  const { url } = await startSite();
  const undisturbed = readingRoot();
  expect((await ingestSite(undisturbed, `${url}/ayuda/0`)).code).toBe(0);
  const expected = readings(undisturbed);
  expect(Object.keys(expected).length).toBe(PAGES * 2);

  const random = randomNumbers(SEED);
  let root = readingRoot();
  let killed = 0;
  while (killed < KILLS) {
    const kill = { readings: Math.floor(random() * 5), ms: random() * 40 };
    // Without a reading yet, it is the start that is hit.
    const run = await ingestSite(
      root,
      `${url}/ayuda/0`,
      kill.readings === 0 ? { ...kill, ms: random() * 1500 } : kill,
    );
    if (run.code === null) killed++;
    for (const [name, text] of Object.entries(readings(root)))
      if (name.endsWith(".json")) expect(() => JSON.parse(text) as unknown, name).not.toThrow();
    // Nobody is left behind who reads for a dead engine.
    await expect.poll(() => readersOf(run.pid), { timeout: 20_000 }).toBe("");
    if (run.code === null && killed < KILLS) continue;
    const last = await ingestSite(root, `${url}/ayuda/0`);
    expect(last.code, last.stderr).toBe(0);
    expect(readings(root)).toEqual(expected);
    root = readingRoot();
  }
}, 600_000);
