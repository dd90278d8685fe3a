/** `levada ingest wiki`: pages that come together in one answer, change their names, and go; every call in a log. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type MediaWikiSandbox, startMediaWikiSandbox, type Wiki } from "../../../src/sandbox/mediawiki.ts";
import type { TestRoot } from "../../kit/root.ts";
import { contentIds } from "../../kit/wiki.ts";
import { pageRows, RETIRED_DIR, timelessPages } from "../../kit/wiki-files.ts";
import type { Phase, Settled, Stage, StruckPhase, Subject } from "../subject.ts";
import { paced } from "./usgs.ts";

export const wiki: Subject = { source: "wiki", phases: ["new", "replace", "repair"], open: openWiki };

const PAGE_DIR = "artifacts/raw/wiki/page";
const PAGES = 6;

async function openWiki(): Promise<Stage> {
  const site = new ChangingWiki(await start(0));
  return {
    furnish: (root) => paced(root, 4),
    turnTo: (phase) => site.turnTo(phase),
    words: (phase) => wordsFor(phase, site.apiUrl),
    listen: () => site.listen(),
    mendsMissing: true,
    damaged: ["2", "3", "4"],
    stranger: `${PAGE_DIR}/stranger.json`,
    curated: [],
    settled: async (root) => settled(root),
    close: () => site.close(),
  };
}

const start = (port: number) => startMediaWikiSandbox({ pages: PAGES, oddities: false, hugePages: 0, port });

/** The same pages, ids and times every time: before and after it was edited it is opened anew, at the same address. */
class ChangingWiki {
  #sandbox: MediaWikiSandbox;
  #isChanged = false;

  constructor(sandbox: MediaWikiSandbox) {
    this.#sandbox = sandbox;
  }

  get apiUrl(): string {
    return this.#sandbox.apiUrl;
  }

  async turnTo(phase: StruckPhase): Promise<void> {
    const isChanged = phase === "replace";
    if (isChanged === this.#isChanged) return;
    this.#isChanged = isChanged;
    const port = Number(new URL(this.#sandbox.url).port);
    await this.#sandbox.close();
    this.#sandbox = await start(port);
    if (isChanged) change(this.#sandbox.wiki);
  }

  listen(): ReturnType<Stage["listen"]> {
    const { requests, url } = this.#sandbox;
    const from = requests.length;
    return async () => {
      // A killed process may have sent what this one has not read yet; one round trip later it has.
      await (await fetch(`${url}/robots.txt`)).text();
      return contentIds(requests.slice(from)).map((id) => ({ key: String(id), hasBody: true }));
    };
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }
}

/** Two pages are edited, two change their names, one goes, one comes, and one leads elsewhere. */
function change(its: Wiki): void {
  const titles = Array.from(
    { length: PAGES + 1 },
    (_, nth) => its.page(nth + 1)?.key.replaceAll("_", " ") ?? "",
  );
  const [, edited = "", other = "", moved = "", quiet = "", gone = ""] = titles;
  its.edit(edited, "Edited.\n[[Category:All sites]]");
  its.edit(other, "Edited too.");
  its.move(moved, "Another name");
  its.move(quiet, "A quiet name", { redirect: false });
  its.delete(gone);
  its.edit("A new page", "New.");
}

function wordsFor(phase: Phase, apiUrl: string): readonly string[] {
  if (phase === "repair") return ["verify", "wiki", "--repair"];
  return ["ingest", "wiki", "--api", apiUrl, "--allow-mass-removal"];
}

/** Pages, those put aside, and the table that other programs read. */
function settled(root: TestRoot): Settled {
  const prefixed = (folder: string) =>
    Object.entries(timelessPages(root, folder)).map(([name, text]) => [`${folder}/${name}`, text] as const);
  const rows = pageRows(root.databaseFile).map((row) => ({ ...row, last_updated: "" }));
  return {
    ...Object.fromEntries([...prefixed(PAGE_DIR), ...prefixed(RETIRED_DIR)]),
    pages: JSON.stringify(rows),
    "unlogged pages": unlogged(root).join(" "),
  };
}

/** Pages whose revision no answer in the logs has: what is stored can be told from the calls alone. */
function unlogged(root: TestRoot): string[] {
  const folder = root.file("artifacts/raw/wiki/raw");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logged = names.map((name) => readFileSync(`${folder}/${name}`, "utf8")).join("");
  return pageRows(root.databaseFile)
    .filter(({ last_revid: id }) => !new RegExp(`"revid\\\\?":${id}\\b`).test(logged))
    .map(({ title }) => title);
}
