import type { SearchFilters } from "../../domain/search-document.ts";
import { search } from "../../library/search.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import { commonOptions } from "../common-options.ts";
import type { Io } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import { paintFor } from "../paint.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { searchJson, searchText } from "../search-text.ts";
import { visible } from "../terminal-text.ts";

export interface SearchFlags extends GlobalFlags, SearchFilters {
  readonly limit?: number;
}

/** `levada search`: the answer on stdout; that there is none is one, too. */
export async function searchCommand(query: string, flags: SearchFlags, io: Io): Promise<number> {
  const filters = filtersOf(flags);
  const result = await search(query, {
    ...commonOptions(flags, io),
    filters,
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    onNote: (note) => {
      if (flags.logLevel !== "silent" && flags.logLevel !== "error")
        io.stderr.write(`note: ${visible(note)}\n`);
    },
  });
  io.stdout.write(
    flags.json === true
      ? searchJson(result)
      : searchText(result, paintFor(io.stdout, io, flags), io.stdout.columns),
  );
  return 0;
}

function filtersOf({
  source,
  level,
  ccaa,
  municipio,
  organism,
  type,
  channel,
  lang,
}: SearchFlags): SearchFilters {
  const given = { level, ccaa, municipio, organism, type, channel, lang };
  const chosen = source === undefined ? "all" : chooseSource(source, BUILT_IN_SOURCES, ["all"]);
  return Object.fromEntries(
    Object.entries({ ...(chosen === "all" ? {} : { source: chosen }), ...given }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
