import type { RetryRule } from "../../domain/judge.ts";
import type { Finding } from "../../domain/reference.ts";
import { defineSource, type DiscoverContext } from "../../domain/source.ts";
import { USGS_EXAMPLES, USGS_FLAGS } from "./flags.ts";
import { resolveUsgsOptions, type UsgsCatalog, type UsgsOptions } from "./options.ts";
import { unpacks } from "./archives.ts";
import { checkHead, checkTail } from "./content-check.ts";
import { allowsUrl } from "./scope.ts";
import { CsvWalk } from "./walk-csv.ts";
import { HtmlWalk } from "./walk-html.ts";
import { Walk } from "./walk.ts";

export {
  DEFAULT_STATES,
  DEFAULT_USGS_OPTIONS,
  resolveUsgsOptions,
  type UsgsCatalog,
  type UsgsOptions,
} from "./options.ts";

const PATIENT: RetryRule = { attempts: 3, firstWaitMs: 2000, maxWaitMs: 30_000 };

/** USGS Core Research Center: reports of routine core analyses. See README.md. */
export const usgs = defineSource<UsgsOptions>({
  name: "usgs",
  summary: "USGS Core Research Center: routine core analysis reports of wells, by state",
  flags: USGS_FLAGS,
  examples: USGS_EXAMPLES,
  resolveOptions: resolveUsgsOptions,
  policy: {
    serverError: PATIENT,
    tooManyRequests: PATIENT,
    timeout: PATIENT,
    connection: PATIENT,
    brokenBody: PATIENT,
  },
  defaultLimit: 100,
  extraction: {
    duringIngest: false,
    stem: ({ localPath }) => localPath.replace(/^.*?data\/raw\//, "data/extracted/").replace(/\.zst$/, ""),
    markdown: false,
    languages: ["en"],
  },
  allows: allowsUrl,
  discover,
  wants: ({ state }, options) =>
    state === "unknown" ? options.unknownState === "keep" : options.states.includes(String(state)),
  unpacks,
  checkHead,
  checkTail,
});

/** State by state in the order asked for (U12); in each state, catalog by catalog. */
async function* discover(context: DiscoverContext<UsgsOptions>): AsyncGenerator<Finding> {
  const walk = new Walk(context);
  const { baseUrl, catalogs, states } = context.options;
  const sites: readonly UsgsCatalog[] = catalogs.length > 0 ? catalogs : [{ kind: "csv", url: baseUrl }];
  const walks = sites.map((catalog) => {
    const asked = states.filter((state) => catalog.states?.includes(state) ?? true);
    const Kind = catalog.kind === "csv" ? CsvWalk : HtmlWalk;
    return { asked, catalog: new Kind(walk, catalog.url, asked) };
  });
  for (const state of states) {
    for (const { asked, catalog } of walks) {
      if (walk.stopped) return;
      if (asked.includes(state)) yield* catalog.discover(state);
    }
  }
}
