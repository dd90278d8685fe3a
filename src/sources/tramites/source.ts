import type { Finding } from "../../domain/reference.ts";
import { defineSource, type DiscoverContext } from "../../domain/source.ts";
import { identifyPage } from "../../finders/page-identity.ts";
import { extensionOf } from "../../finders/page-kind.ts";
import { FINDING_METHODS, pageReference } from "../../finders/page-reference.ts";
import { sideBySide } from "../../finders/side-by-side.ts";
import { isSameSite } from "../../finders/site-scope.ts";
import { WEB_POLICY } from "../../finders/web-policy.ts";
import type { TramitesOptions } from "./options.ts";
import { SEED_SOURCE_ID, whyNotFetched } from "./registry-selection.ts";
import { parseSeedList, seedProblems, seedUrls } from "./seed-list.ts";

export const SEEDS_FILE = "data/ingestion/seeds.txt";

/** Spanish government procedures: found in many ways, fetched politely, kept as they came (P1–P12). */
export const tramites = defineSource<TramitesOptions>({
  name: "tramites",
  summary:
    "Spanish government procedures, from sitemaps, feeds, catalogs, crawls and seeds of the official portals",
  flags: [
    {
      flag: "--registry <file>",
      description: "registry of sources to use instead of the shipped one (`extends: default` adds to it)",
      option: "registry",
      kind: "file",
    },
    {
      flag: "--only <ids>",
      description: "sources of the registry, with commas between",
      option: "only",
      kind: "list",
    },
    {
      flag: "--method <method>",
      description: "look for pages in one way only",
      option: "method",
      kind: "choice",
      choices: FINDING_METHODS,
    },
  ],
  examples: [
    "levada ingest tramites --only age-sepe --limit 20",
    "levada ingest tramites --method feed",
    "levada ingest tramites --registry my-sources.yaml --dry-run",
  ],
  files: { seeds: SEEDS_FILE },
  // Loaded when they are wanted: parsers take time, and most commands need none.
  resolveOptions: async (given) => (await import("./options.ts")).resolveTramitesOptions(given),
  policy: WEB_POLICY,
  userAgent: "CivicAid-Clara/1.0 (+https://github.com/civicaid; research-only)",
  pages: { identify: identifyPage, extension: extensionOf },
  extraction: {
    duringIngest: true,
    stem: ({ localPath }) => {
      const [domain = "", name = ""] = localPath.split("/").slice(-2);
      return `data/extracted/${domain}-${name.replace(/\..*$/, "")}`;
    },
    markdown: false,
    languages: ["es", "ca", "gl", "eu", "en"],
  },
  officeOf: ({ fields }, { sources }) => {
    const row = sources.find(({ id }) => id === fields["source_id"]);
    if (row === undefined) return null;
    const { name, nameAbbrev, jurisdiction, ccaa, municipio, pathPatterns, languages } = row;
    return { name, nameAbbrev, jurisdiction, ccaa, municipio, pathPatterns, languages };
  },
  folders: () => ({ documents: "data/raw", logs: "data/ingestion" }),
  delays: ({ sources }) => Object.fromEntries(sources.flatMap(delaysOf)),
  allows: (url, _, reference) =>
    /^https?:$/.test(url.protocol) &&
    (reference?.fields["method"] !== "crawl" || isSameSite(url, new URL(reference.url))),
  // A seed that is no longer in the user's list was taken back.
  wants: ({ source_id }, options, url) =>
    options.ids.has(String(source_id)) && (source_id !== SEED_SOURCE_ID || isOwnSeed(url, options)),
  async *discover(context) {
    const { findPages } = await import("./finding.ts");
    const { CompleteLists } = await import("../../finders/gone-pages.ts");
    const lists = new CompleteLists();
    const { sources, ids } = context.options;
    const chosen = sources.filter(({ id }) => ids.has(id));
    for (const source of chosen) {
      const why = whyNotFetched(source);
      if (why !== null) context.warn("source_not_fetched", `${source.id}: ${why}`);
    }
    const finders = chosen
      .filter((source) => whyNotFetched(source) === null)
      .map((one) => findPages(context, one, lists));
    yield* sideBySide([ownSeeds(context), ...finders]);
    yield* lists.gone(context);
  },
});

/** The hosts of a source whose registry entry says how fast they may be asked. */
function delaysOf({
  delayMs,
  portalUrl,
  sedeUrl,
}: TramitesOptions["sources"][number]): readonly (readonly [string, number])[] {
  if (delayMs === null) return [];
  const hosts = [portalUrl, sedeUrl].flatMap((url) => (url === null ? [] : new URL(url).host));
  return [...new Set(hosts)].map((host) => [host, delayMs]);
}

function isOwnSeed(url: string, { seeds }: TramitesOptions): boolean {
  const key = identifyPage(url)?.key;
  const listed = seeds === null ? [] : seedUrls(parseSeedList(seeds.text), canonical);
  return listed.some((one) => identifyPage(one)?.key === key);
}

function canonical(address: string): string | null {
  return identifyPage(address)?.canonicalUrl ?? null;
}

/** Pages that the user has added with `levada seed add`, or with a line in the file. */
async function* ownSeeds({ options, now, warn }: DiscoverContext<TramitesOptions>): AsyncGenerator<Finding> {
  const { seeds, ids, method } = options;
  if (seeds === null || !ids.has(SEED_SOURCE_ID) || (method !== null && method !== "seed")) return;
  const list = parseSeedList(seeds.text);
  for (const { line, detail } of seedProblems(list)) warn("seed", `${seeds.path}:${line}: ${detail}`);
  for (const url of seedUrls(list, canonical)) {
    const page = { url, method: "seed", evidence: SEEDS_FILE, lastmod: null } as const;
    const reference = pageReference(page, SEED_SOURCE_ID, now());
    if (reference !== null) yield { kind: "document", reference };
  }
}
