/** The parts of a soak: servers, a root that knows them, and what must come of it. */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stringify } from "yaml";
import type { Summary } from "../../src/index.ts";
import { type ManifestRow, openRoot, type TestRoot } from "../kit/root.ts";
import { contentOf } from "./fates.ts";
import { addressOf, allHosts, DEAD, lanesOf, pagesOf, pathOf, ROBOTLESS } from "./hosts.ts";
import { htmlOf } from "./page.ts";
import type { Ledger } from "./servers.ts";

export interface Soak {
  readonly seed: number;
  readonly jobs: number;
  /** How long a request that hangs is left open. */
  readonly hangMs: number;
  /** Processes that read pages during the run. */
  readonly readers: number;
}

export interface Servers {
  readonly port: number;
  ledger(): Promise<Ledger>;
  close(): void;
}

export async function startServers({ seed, jobs, hangMs }: Soak): Promise<Servers> {
  const child = fork(join(import.meta.dirname, "servers.ts"), [seed, jobs, hangMs].map(String), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const { port } = await message<{ port: number }>(child);
  return {
    port,
    ledger: () => {
      const answer = message<Ledger>(child);
      child.send("ledger");
      return answer;
    },
    close: () => void child.kill(),
  };
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once("message", (said) => resolve(said as T));
    child.once("exit", (code) => reject(new Error(`the servers ended with ${code}`)));
  });
}

/** No pause between requests: the machine is the limit, not politeness. */
export function soakRoot({ jobs, readers }: Soak, port: number): TestRoot {
  const root = openRoot(mkdtempSync(join(tmpdir(), "levada-soak-")));
  const hosts = Object.fromEntries(
    allHosts.map((host) => [addressOf(host), { delay_ms: 0, concurrency: lanesOf(host) }]),
  );
  const sources = allHosts.map((host) => sourceOf(host, `http://${addressOf(host)}:${port}`, jobs));
  const config = {
    network: { allow_private: true },
    extraction: { workers: readers },
    sources: { tramites: { registry: "registry.yaml" } },
  };
  writeFileSync(root.file("rate_limits.yaml"), stringify({ hosts }));
  writeFileSync(root.file("registry.yaml"), stringify({ sources }));
  writeFileSync(root.file("levada.config.yaml"), stringify(config));
  root.manifestFile = root.file("data/raw/tramites/manifest.jsonl");
  return root;
}

/** A host that cannot list its pages has them listed by its user. */
function sourceOf(host: number, url: string, jobs: number): object {
  const isSilent = host === DEAD || host === ROBOTLESS;
  const seeds = Array.from({ length: isSilent ? pagesOf(host, jobs) : 0 }, (_, page) => url + pathOf(page));
  return {
    id: `sede-${host}`,
    name: `Sede número ${host}`,
    name_abbrev: `S${host}`,
    jurisdiction: "local",
    portal_url: `${url}/`,
    languages: ["es"],
    ...(isSilent ? { access_method: "seed", seed_urls: seeds } : { access_method: "sitemap" }),
  };
}

/** A page as the ledger names it. */
function nameOf({ source_url }: ManifestRow): string {
  const { hostname, pathname } = new URL(source_url);
  return `${hostname.split(".").at(-1)}/${pathname.split("/").at(-1)}`;
}

/** Pages that are stored, as the ledger names them. */
export function storedPages(rows: readonly ManifestRow[]): ReadonlySet<string> {
  return new Set(rows.map(nameOf));
}

/** Hashes of all bytes that were sent whole: what must be stored, once each. */
export function sentContents({ seed }: Soak, { sent }: Ledger): ReadonlySet<string> {
  const hashes = Object.keys(sent).map((name) => {
    const [host = 0, page = 0] = name.split("/").map(Number);
    const html = htmlOf(seed, host, contentOf(seed, host, page));
    return createHash("sha256").update(html).digest("hex");
  });
  return new Set(hashes);
}

/** Of the last run. */
export function lastSummary({ databaseFile }: TestRoot): Summary {
  using db = new DatabaseSync(databaseFile, { readOnly: true });
  const row = db.prepare("SELECT summary FROM run ORDER BY started_at DESC LIMIT 1").get();
  return JSON.parse(String(row?.["summary"])) as Summary;
}
