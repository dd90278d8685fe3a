/** Memory of the command itself while it reads hostile listings, in a process of its own, measured by the kernel (R9). */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { type CommandRun, eventsIn } from "../kit/command.ts";
import { LISTINGS } from "../kit/hostile-listings.ts";
import { newRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import { expectSound } from "../kit/tramites-root.ts";

const MB = 1_000_000;
const PAGE = "/tramites/bueno";
const LEVADA = join(import.meta.dirname, "../../bin/levada");
const PRELOAD = join(import.meta.dirname, "../kit/peak-memory.ts");

type Body = string | Uint8Array;

/** `levada ingest tramites` over one site whose sitemap or feed is this, at a cap of 32 MiB. */
async function read(
  kind: "sitemap" | "feed",
  bodyFor: (url: string) => Body,
  gzipped = false,
): Promise<CommandRun> {
  const root = newRoot("default: {delay_ms: 0}\n");
  let body: Body = "";
  const headers: Record<string, string> = gzipped ? { "content-encoding": "gzip" } : {};
  const site = await startPages((path) => {
    if (path === "/list.xml") return { headers, body };
    return path === PAGE ? "<!doctype html><html><h1>Bueno</h1></html>" : undefined;
  });
  body = bodyFor(site.url);
  const ways =
    kind === "sitemap" ? { sitemap_urls: [`${site.url}/list.xml`] } : { feed_urls: [`${site.url}/list.xml`] };
  const source = {
    id: "a",
    name: "A",
    name_abbrev: "A",
    jurisdiction: "local",
    portal_url: `${site.url}/`,
    access_method: kind,
    path_patterns: ["/tramites/"],
    languages: ["es"],
    priority: "P0",
    ...ways,
  };
  writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [source] }));
  const caps = { max_body_bytes: "32MiB", max_decoded_bytes: "32MiB" };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify({ sources: { tramites: caps } }));
  const peak = root.file("peak");
  const flags = ["ingest", "tramites", "--root", root.path, "--registry", root.file("registry.yaml")];
  const child = spawn(LEVADA, [...flags, "--allow-private-network", "--json"], {
    env: { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}`, LEVADA_PEAK_FILE: peak },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  await expectSound(root);
  return { code, events: eventsIn(stdout), stderr, peakBytes: Number(readFileSync(peak, "utf8")) };
}

const start = (url: string) => `<urlset><url><loc>${url}${PAGE}</loc></url>`;
const spaces = (size: number) => Buffer.alloc(size, " ");
const bomb = (url: string) => zlib.gzipSync(Buffer.concat([Buffer.from(start(url)), spaces(200 << 20)]));
const listing = (id: string) => (url: string) => {
  const made = LISTINGS.find((one) => one.id === id)?.listing({ url, canary: "http://127.0.0.1:9" });
  if (typeof made !== "string" && !(made instanceof Uint8Array)) throw new Error(`${id} is not one file`);
  return made;
};

const ROWS: readonly (readonly [string, "sitemap" | "feed", (url: string) => Body, boolean?])[] = [
  ["E23 a gz bomb", "sitemap", bomb],
  ["E23 a gz bomb in gzip", "sitemap", (url) => zlib.gzipSync(bomb(url))],
  ["E23 a bomb by Content-Encoding", "sitemap", bomb, true],
  ["E22 more than 50 MB", "sitemap", listing("E22")],
  ["E21 more than 50,000 URLs", "sitemap", listing("E21")],
  ["E26 billion laughs", "sitemap", listing("E26S")],
  ["E26 billion laughs in a feed", "feed", listing("E26F")],
  ["E29 a million numeric references", "sitemap", listing("E29S")],
  ["E33 100,000 nested tags", "sitemap", listing("E33S")],
];

describe.runIf(process.platform === "linux")("R9: a listing cannot exhaust memory", () => {
  it("at a cap of 32 MiB the command needs at most 64 MB more than for a plain one", async () => {
    const plain = (url: string) => `${start(url)}</urlset>`;
    // A first run compiles what the next ones find compiled.
    await read("sitemap", plain);
    const { peakBytes, code } = await read("sitemap", plain);
    expect(code).toBe(0);
    const risen: Record<string, number> = {};
    for (const [what, kind, body, gzipped] of ROWS) {
      const run = await read(kind, body, gzipped);
      expect(run.events.at(-1), `${what} ${run.stderr}`).toMatchObject({
        type: "summary",
        completed: 1,
        failed: 0,
      });
      risen[what] = Math.round((run.peakBytes - peakBytes) / MB);
    }
    figure(
      "R9",
      "memory for the worst listing above a plain one, at a cap of 32 MiB, MB",
      Math.max(...Object.values(risen)),
    );
    expect(Object.entries(risen).filter(([, more]) => more > 64)).toEqual([]);
  });
});
