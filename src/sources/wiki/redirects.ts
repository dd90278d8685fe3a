import type { RedirectEdge } from "./redirect-rows.ts";

/**
 * `loop`: it leads back to itself. `missing`: its end does not exist. `interwiki`, `special`: its end is not a page of
 * this wiki. `unknown`: the wiki says that it is a redirect, and nothing says where to.
 */
export const REDIRECT_PROBLEMS = ["loop", "missing", "interwiki", "special", "unknown"] as const;

export type RedirectProblem = (typeof REDIRECT_PROBLEMS)[number];

/** What redirects say of a page: where it leads, and what leads to it. */
export interface PageRelations {
  /** The next hop; null where the page is no redirect, or nothing is known of it. */
  readonly redirectTo: string | null;
  /** The last page of the chain; null where the page is no redirect, or there is a problem. */
  readonly redirectTarget: string | null;
  /** Of the last hop. */
  readonly redirectFragment: string | null;
  readonly redirectProblem: RedirectProblem | null;
  /**
   * For a page: every title that ends here, through however many hops. For a redirect: the titles that name it
   * directly; all that pass through it would be the square of a chain's length.
   */
  readonly redirectsFrom: readonly string[];
}

export const NO_RELATIONS: PageRelations = {
  redirectTo: null,
  redirectTarget: null,
  redirectFragment: null,
  redirectProblem: null,
  redirectsFrom: [],
};

export interface RedirectFacts {
  /** The listing; read once. */
  readonly pages: Iterable<{ readonly title: string; readonly isRedirect: boolean }>;
  /** Of two from one page the last counts. */
  readonly edges: readonly RedirectEdge[];
  /** Titles outside the listing that were seen to exist. */
  readonly existing?: Iterable<string>;
  readonly special?: Iterable<string>;
}

type Outcome = Pick<PageRelations, "redirectTarget" | "redirectFragment" | "redirectProblem">;

/**
 * For the pages of the listing that redirects have to do with; all others have `NO_RELATIONS`. Linear in pages and
 * edges: a chain is walked once, however long. In memory are redirects and where they lead, not the listing.
 */
export function relatePages(facts: RedirectFacts): ReadonlyMap<string, PageRelations> {
  const pages = pagesOfInterest(facts);
  const hops = new Map<string, RedirectEdge>();
  for (const edge of facts.edges) if (pages.get(edge.from) !== false) hops.set(edge.from, edge);
  const outside = { existing: new Set(facts.existing), special: new Set(facts.special) };
  const outcomes = outcomesOf(hops, (edge) => endOf(edge, pages, outside));
  const sources = sourcesOf(hops, outcomes);
  const relations = new Map<string, PageRelations>();
  for (const [title, isRedirect] of pages) {
    const its = relationsOf(isRedirect, hops.get(title), outcomes.get(title), sources.get(title));
    if (its !== NO_RELATIONS) relations.set(title, its);
  }
  return relations;
}

/** By title, whether it is a redirect: those that are, and those at either end of one. */
function pagesOfInterest({ pages, edges }: RedirectFacts): ReadonlyMap<string, boolean> {
  const named = new Set<string>();
  for (const { from, to } of edges) named.add(from).add(to);
  const known = new Map<string, boolean>();
  for (const { title, isRedirect } of pages) {
    if (isRedirect || named.has(title)) known.set(title, isRedirect);
  }
  return known;
}

function relationsOf(
  isRedirect: boolean,
  hop: RedirectEdge | undefined,
  outcome: Outcome | undefined,
  sources: string[] | undefined,
): PageRelations {
  if (!isRedirect && sources === undefined) return NO_RELATIONS;
  // By code unit, not by locale: the same order on every machine.
  const redirectsFrom = sources?.toSorted((a, b) => (a < b ? -1 : Number(a > b))) ?? [];
  const lost = isRedirect ? problem("unknown") : NO_RELATIONS;
  return { ...NO_RELATIONS, ...lost, ...outcome, redirectTo: hop?.to ?? null, redirectsFrom };
}

/** What becomes of the last hop of a chain. */
function endOf(
  { to, fragment, interwiki }: RedirectEdge,
  pages: ReadonlyMap<string, boolean>,
  outside: { readonly existing: ReadonlySet<string>; readonly special: ReadonlySet<string> },
): Outcome {
  if (interwiki !== null) return problem("interwiki");
  if (outside.special.has(to)) return problem("special");
  // A redirect that nothing follows: the chain goes on, but nobody knows where.
  if (pages.get(to) === true) return problem("unknown");
  if (!pages.has(to) && !outside.existing.has(to)) return problem("missing");
  return { redirectTarget: to, redirectFragment: fragment, redirectProblem: null };
}

function problem(name: RedirectProblem): Outcome {
  return { redirectTarget: null, redirectFragment: null, redirectProblem: name };
}

/** Walks from each redirect to the first whose outcome is known, then tells all on the way. */
function outcomesOf(
  hops: ReadonlyMap<string, RedirectEdge>,
  end: (edge: RedirectEdge) => Outcome,
): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const start of hops.keys()) {
    const way = new Set<string>();
    let title = start;
    let outcome = outcomes.get(title);
    while (outcome === undefined) {
      way.add(title);
      const edge = hops.get(title) as RedirectEdge;
      const goesOn = edge.interwiki === null && hops.has(edge.to);
      if (!goesOn) outcome = end(edge);
      else outcome = way.has(edge.to) ? problem("loop") : outcomes.get(edge.to);
      title = edge.to;
    }
    for (const passed of way) outcomes.set(passed, outcome);
  }
  return outcomes;
}

/** By title, what leads to it. */
function sourcesOf(
  hops: ReadonlyMap<string, RedirectEdge>,
  outcomes: ReadonlyMap<string, Outcome>,
): ReadonlyMap<string, string[]> {
  const sources = new Map<string, string[]>();
  const add = (to: string, from: string) => {
    const known = sources.get(to);
    if (known === undefined) sources.set(to, [from]);
    else known.push(from);
  };
  for (const [from, { to, interwiki }] of hops) {
    const target = outcomes.get(from)?.redirectTarget ?? null;
    if (target !== null) add(target, from);
    if (interwiki === null && to !== target && to !== from) add(to, from);
  }
  return sources;
}
