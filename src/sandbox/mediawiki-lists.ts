import {
  cutAt,
  type GeneratedPages,
  type GeneratorModule,
  type ModuleContext,
  type QueryModule,
} from "./mediawiki-module.ts";
import { compareBytes, type SortedKeys } from "./mediawiki-order.ts";
import { ApiError, badContinue, type Params } from "./mediawiki-params.ts";
import { redirectKey } from "./mediawiki-tables.ts";
import { CATEGORY, NAMESPACES, parseTitle, prefixedText } from "./mediawiki-titles.ts";

/** Lists in the order of titles: an index read from the place where a continuation points. */

interface Range {
  readonly from: string | null;
  readonly descending: boolean;
  readonly contains: (key: string) => boolean;
}

/** `from`, `to`, `prefix`, `dir` and `continue` of a list; `start` is what it goes on with. */
function rangeOf(params: Params, prefix: string, ns: number, start: string | null): Range {
  const descending = params.choice(`${prefix}dir`, ["ascending", "descending"], "ascending") === "descending";
  const from = titlePart(params.text(`${prefix}from`), ns);
  const to = titlePart(params.text(`${prefix}to`), ns);
  const within = titlePart(params.text(`${prefix}prefix`), ns);
  const beyond = (key: string) => to !== null && compareBytes(key, to) * (descending ? -1 : 1) > 0;
  return {
    from: furthest([start, from, descending ? null : within], descending),
    descending,
    contains: (key) => !beyond(titleOf(key)) && (within === null || key.startsWith(within)),
  };
}

/** A key of the redirect table has the page behind its target. */
const titleOf = (key: string) => key.split("\u0000", 1)[0] ?? "";

function furthest(starts: readonly (string | null)[], descending: boolean): string | null {
  const given = starts.filter((start) => start !== null).toSorted(compareBytes);
  return (descending ? given[0] : given.at(-1)) ?? null;
}

/** The beginning of a title: "amber " is good for "Amber_". */
function titlePart(text: string | null, ns: number): string | null {
  if (text === null) return null;
  const title = parseTitle(`${text}x`, ns);
  if (title.kind === "page" && title.ns === ns && title.fragment === "") return title.key.slice(0, -1);
  throw new ApiError("invalidtitle", `Bad title "${text}".`);
}

function* keysIn(index: SortedKeys, { from, descending, contains }: Range): Generator<string> {
  let entered = false;
  for (const key of index.from(from, descending)) {
    if (contains(key)) {
      entered = true;
      yield key;
    } else if (entered || !descending) return;
  }
}

/** One part, the key itself. */
function continueKey(params: Params, name: string): string | null {
  const given = params.text(name);
  if (given?.includes("|") === true) throw badContinue();
  return given;
}

function namespaceParam(params: Params, name: string): number {
  const pages = NAMESPACES.filter(({ id }) => id >= 0);
  return Number(
    params.choice(
      name,
      pages.map(({ id }) => String(id)),
      "0",
    ),
  );
}

function allPages({ wiki, params }: ModuleContext, prefix: string): GeneratedPages {
  const ns = namespaceParam(params, `${prefix}namespace`);
  const filter = params.choice(`${prefix}filterredir`, ["all", "redirects", "nonredirects"], "all");
  const range = rangeOf(params, prefix, ns, continueKey(params, `${prefix}continue`));
  const limit = params.limit("allpages", `${prefix}limit`, 10);
  const { taken, next } = cutAt(keysIn(wiki.tables.titles(ns, filter), range), limit);
  return { pages: taken.map((key) => wiki.tables.pageAt({ ns, key })).filter((page) => page !== null), next };
}

export const ALL_PAGES: GeneratorModule = {
  name: "allpages",
  prefix: "ap",
  params: ["from", "to", "prefix", "dir", "continue", "namespace", "filterredir", "limit"],
  pages: allPages,
  run: (context) => {
    const { pages, next } = allPages(context, "ap");
    context.result.list("allpages");
    const refused = pages.find(
      (page) => !context.result.push("allpages", { pageid: page.id, ns: page.ns, title: prefixedText(page) }),
    );
    const goOn = refused?.key ?? next;
    if (goOn !== null) context.continuation.goOn("allpages", "apcontinue", goOn);
  },
};

export const ALL_CATEGORIES: QueryModule = {
  name: "allcategories",
  prefix: "ac",
  params: ["from", "to", "prefix", "dir", "continue", "limit", "prop", "min", "max"],
  run: ({ wiki, params, result, continuation }) => {
    const props = params.subset("allcategories", "acprop", ["size", "hidden"], []);
    const range = rangeOf(params, "ac", CATEGORY, continueKey(params, "accontinue"));
    const min = params.integer("acmin") ?? 0;
    const max = params.integer("acmax") ?? Infinity;
    const sized = function* () {
      for (const key of keysIn(wiki.tables.categoryKeys, range)) {
        const { pages, files, subcats } = wiki.tables.category(key);
        const size = pages + files + subcats;
        if (size >= min && size <= max) yield { key, size: { size, pages, files, subcats } };
      }
    };
    const { taken, next } = cutAt(sized(), params.limit("allcategories", "aclimit", 10));
    result.list("allcategories");
    const refused = taken.find(
      ({ key, size }) =>
        !result.push("allcategories", {
          category: key.replaceAll("_", " "),
          ...(props.has("size") ? size : {}),
          ...(props.has("hidden") ? { hidden: false } : {}),
        }),
    );
    const goOn = refused ?? next;
    if (goOn !== null) continuation.goOn("allcategories", "accontinue", goOn.key);
  },
};

export const ALL_REDIRECTS: QueryModule = {
  name: "allredirects",
  prefix: "ar",
  params: ["from", "to", "prefix", "dir", "continue", "namespace", "unique", "prop", "limit"],
  run: ({ wiki, params, result, continuation }) => {
    const props = params.subset(
      "allredirects",
      "arprop",
      ["ids", "title", "fragment", "interwiki"],
      ["title"],
    );
    const unique = params.has("arunique");
    if (unique && (props.has("ids") || props.has("fragment"))) {
      const prop = props.has("ids") ? "ids" : "fragment";
      throw new ApiError("invalidparammix", `The "arprop=${prop}" parameter cannot be used with "arunique".`);
    }
    const ns = namespaceParam(params, "arnamespace");
    const range = rangeOf(params, "ar", ns, redirectStart(params, unique));
    const limit = params.limit("allredirects", "arlimit", 10);
    const rows = function* () {
      let last = "";
      for (const key of keysIn(wiki.tables.redirectsTo(ns), range)) {
        const row = wiki.tables.redirectAt(ns, key);
        if (row === null || (unique && row.target.key === last)) continue;
        last = row.target.key;
        yield row;
      }
    };
    const { taken, next } = cutAt(rows(), limit);
    result.list("allredirects");
    const refused = taken.find(
      ({ page, target }) =>
        !result.push("allredirects", {
          ...(props.has("ids") ? { fromid: page.id } : {}),
          ...(props.has("title") ? { ns, title: prefixedText(target) } : {}),
          ...(props.has("fragment") && target.fragment !== "" ? { fragment: target.fragment } : {}),
        }),
    );
    const goOn = refused ?? next;
    if (goOn === null) return;
    continuation.goOn(
      "allredirects",
      "arcontinue",
      unique ? goOn.target.key : `${goOn.target.key}|${goOn.page.id}`,
    );
  },
};

/** "Target|id", or the target alone where every target is listed once. */
function redirectStart(params: Params, unique: boolean): string | null {
  const given = params.text("arcontinue");
  if (given === null) return null;
  const [target = "", id, more] = given.split("|");
  if (more !== undefined || (id === undefined) !== unique) throw badContinue();
  return id === undefined ? target : redirectKey({ id: Number(id) }, { key: target });
}
