/** What `site` and `tramites` have in common: pages of the web that change, go and come, and what is made of them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { openSearch } from "../../../src/index.ts";
import { procedurePage } from "../../kit/procedure-root.ts";
import type { TestRoot } from "../../kit/root.ts";
import { filesUnder } from "../files.ts";
import type { Settled, Stage, StruckPhase } from "../subject.ts";
import { type PageSite, startPageSite } from "./page-site.ts";

const FIRST: ReadonlyMap<string, string> = new Map([
  ["/alquiler", procedurePage()],
  ["/copia/alquiler", procedurePage({ more: "<p>Copia.</p>" })],
  ["/licencia", procedurePage({ name: "Licencia de obra menor" })],
  ["/padron", procedurePage({ name: "Alta en el padrón municipal" })],
  ["/vado", procedurePage({ name: "Autorización de vado" })],
  ["/nada", "<html lang=es><title>Nada</title><main><h1>Nada</h1><p>Próximamente.</p></main></body></html>"],
]);

/** Two have changed, two have gone, one has come. */
const CHANGED: ReadonlyMap<string, string> = new Map([
  ["/copia/alquiler", procedurePage({ more: "<p>Copia.</p>" })],
  ["/licencia", procedurePage({ name: "Licencia de obra menor", deadline: "10 días hábiles" })],
  ["/padron", procedurePage({ name: "Alta en el padrón municipal", documents: ["Pasaporte"] })],
  ["/nuevo", procedurePage({ name: "Bono social de transporte" })],
  ["/nada", FIRST.get("/nada") ?? ""],
]);

export const SITE_WORDS = ["alquiler", "licencia", "padron", "transporte", "vado"];

export type PageStage = Pick<Stage, "turnTo" | "listen" | "damaged" | "close"> & { readonly url: string };

export async function openPages(): Promise<PageStage> {
  const site = await startPageSite();
  const keyOf = (path: string) => keyOfUrl(`${site.url}${path}`);
  return {
    url: site.url,
    turnTo: async (phase) => site.show(pagesOf(phase)),
    listen: () => listening(site, keyOf),
    damaged: [keyOf("/alquiler"), keyOf("/licencia"), keyOf("/vado")],
    close: () => site.close(),
  };
}

const pagesOf = (phase: StruckPhase) => (phase === "new" || phase === "repair" ? FIRST : CHANGED);

/** The first 16 hex digits of the SHA-256 of a canonical URL (P11). */
export function keyOfUrl(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 16);
}

function listening(site: PageSite, keyOf: (path: string) => string): ReturnType<Stage["listen"]> {
  const from = site.requests.length;
  return async () => {
    // A killed process may have sent what this one has not read yet; one round trip later it has.
    await (await fetch(`${site.url}/robots.txt`)).text();
    return site.requests
      .slice(from)
      .map(({ path, status }) => ({ key: keyOf(path), hasBody: status === 200 }));
  };
}

/** Folders of which every file is compared. */
const KEPT =
  /^data\/(?:raw|retired|extracted|tramites|ingestion)\/(?!.*(?:manifest\.jsonl|fetch_log|\.part$))/;

/** Times, and which run found something new: another matter than what is there. */
const PASSING =
  /("(?:extracted_at|fetched_at|discovered_at|last_updated|updated_at|last_verified_at|since)": ?)"[^"]*"|("extraction_duration_ms": )\d+|(fetched_at: )"[^"]*"|("date": )"[^"]*"/g;

/** Everything that a reader of the root may open, and what a search finds. */
export async function settledPages(root: TestRoot, words = SITE_WORDS): Promise<Settled> {
  const names = filesUnder(root.path)
    .map((file) => file.slice(root.path.length + 1))
    .filter((name) => KEPT.test(name));
  const files = names.map((name) => [name, timeless(readFileSync(root.file(name), "utf8"))] as const);
  return { ...Object.fromEntries(files), ...(await answersOf(root, words)) };
}

function timeless(text: string): string {
  return text
    .replaceAll(PASSING, "$1$2$3$4")
    .replaceAll(/"outcome":"(?:new|updated)"/g, '"outcome":"unchanged"');
}

async function answersOf(root: TestRoot, words: readonly string[]): Promise<Settled> {
  const searcher = await openSearch({ root: root.path });
  try {
    const answers: Record<string, string> = {};
    for (const word of words) {
      const { total, hits } = await searcher.search(word, { limit: 20 });
      const found = hits.map(({ id, title }) => `${id} ${title}`).toSorted();
      answers[`search ${word}`] = [String(total), ...found].join("\n");
    }
    return answers;
  } finally {
    await searcher.close();
  }
}
