/** A root that a wiki was crawled into, as a reader finds it. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LevadaEvent, Summary } from "../../src/index.ts";
import { eventsIn } from "../kit/command.ts";

const COMMAND = join(import.meta.dirname, "../../bin/levada");

export interface StoredDoc {
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
  readonly content_model: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly is_redirect: boolean;
  readonly redirect_target: string | null;
  readonly redirect_fragment: string | null;
  readonly redirect_problem: string | null;
  readonly redirects_from: readonly string[];
}

export interface Call {
  readonly operation: string;
  readonly outcome: string;
  readonly request: { readonly params: Readonly<Record<string, string>> };
  readonly error: { readonly type: string; readonly message: string } | null;
}

export interface Crawl {
  readonly code: number | null;
  readonly events: readonly LevadaEvent[];
  readonly summary: Summary | null;
  readonly stderr: string;
}

export class CrawledRoot {
  readonly path = mkdtempSync(join(tmpdir(), "levada-wiki-"));
  readonly #apiUrl: string;

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
    writeFileSync(join(this.path, "rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** `levada ingest wiki` in a process of its own; `watch` sees its output as it comes, and may end it. */
  async crawl(flags: readonly string[] = [], watch: (kill: () => void) => void = () => {}): Promise<Crawl> {
    const where = ["--root", this.path, "--api", this.#apiUrl, "--allow-private-network", "--json"];
    const child = spawn(COMMAND, ["ingest", "wiki", ...where, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    watch(() => child.kill("SIGKILL"));
    const code = await new Promise<number | null>((done) => child.on("close", done));
    // A killed process may leave half a line.
    const events = eventsIn(stdout.slice(0, stdout.lastIndexOf("\n") + 1));
    const summary = events.findLast((event) => event.type === "summary") ?? null;
    return { code, events, summary, stderr };
  }

  /** By page id; two files of one page are an error. */
  docs(): ReadonlyMap<number, StoredDoc & { readonly file: string }> {
    const docs = new Map<number, StoredDoc & { readonly file: string }>();
    for (const file of this.files("page")) {
      const doc = JSON.parse(this.#read("page", file)) as StoredDoc;
      if (docs.has(doc.pageid)) throw new Error(`page ${doc.pageid} is stored twice`);
      docs.set(doc.pageid, { ...doc, file });
    }
    return docs;
  }

  /** Files of `page`, `retired` or `raw`. */
  files(folder: "page" | "retired" | "raw"): readonly string[] {
    try {
      const names = readdirSync(this.#folder(folder), { recursive: true, encoding: "utf8" });
      return names.filter((name) => /\.jsonl?$/.test(name)).toSorted();
    } catch {
      return [];
    }
  }

  /** Texts by file name, but for the time they were fetched. */
  contents(): Readonly<Record<string, string>> {
    const withoutTime = (text: string) => text.replace(/^ {2}"fetched_at": .*$/m, "");
    return Object.fromEntries(
      this.files("page").map((name) => [name, withoutTime(this.#read("page", name))]),
    );
  }

  /** What the last run asked. */
  calls(): readonly Call[] {
    const last = this.files("raw").at(-1);
    if (last === undefined) return [];
    return this.#read("raw", last)
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Call);
  }

  /** Ids whose text the last run asked for. */
  contentAsked(): readonly number[] {
    const asked = this.calls().filter(({ operation }) => operation === "content");
    const ids = asked.flatMap(({ request }) => (request.params["pageids"] ?? "").split("|").map(Number));
    return [...new Set(ids)].toSorted((a, b) => a - b);
  }

  /** The table `pages`. */
  rows(): readonly Record<string, unknown>[] {
    const db = new DatabaseSync(join(this.path, "data/state/levada.db"), { readOnly: true });
    try {
      return db.prepare("SELECT page_id, title, last_revid, categories FROM pages ORDER BY page_id").all();
    } finally {
      db.close();
    }
  }

  #folder(name: string): string {
    return join(this.path, "artifacts/raw/wiki", name);
  }

  #read(folder: string, name: string): string {
    return readFileSync(join(this.#folder(folder), name), "utf8");
  }
}
