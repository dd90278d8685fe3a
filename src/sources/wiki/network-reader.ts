import type { ApiSuccess } from "./api-answer.ts";
import type { ApiClient, Question } from "./api-client.ts";
import { ContentBatch, type PageContent } from "./content.ts";
import { found, type Parsed } from "./json-value.ts";
import { type ListedPage, packedListing, readListing } from "./listing.ts";
import { type Changes, IDS_A_REQUEST, type WikiReader } from "./reader.ts";
import {
  LOG_TYPES_TO_ASK,
  type LogRow,
  reachesBack,
  readLogEvents,
  readRecentChanges,
  type Rows,
} from "./recent-changes.ts";
import {
  nameRedirects,
  readAllRedirects,
  readResolvedRedirects,
  type RedirectEdge,
  type RedirectRow,
  type ResolvedRedirects,
} from "./redirect-rows.ts";
import { readSite, type WikiSite } from "./site.ts";

const LOOK = { prop: "info|revisions", rvprop: "ids" };

const CONTENT = {
  prop: "revisions|categories|info",
  rvprop: "ids|timestamp|content|contentmodel",
  rvslots: "main",
  cllimit: "max",
};

const RECENT = { list: "recentchanges", rcdir: "newer", rcprop: "ids|title|timestamp|loginfo" };

const LOG = {
  list: "logevents",
  ledir: "newer",
  lelimit: "max",
  leprop: "ids|title|type|timestamp|details",
};

/** Together with what surrounds them, short enough for every server. */
const TITLES_BYTES = 2_000;

/** Asks the API. */
export class NetworkReader implements WikiReader {
  readonly #apiUrl: string;
  readonly #client: ApiClient;

  constructor(apiUrl: string, client: ApiClient) {
    this.#apiUrl = apiUrl;
    this.#client = client;
  }

  async site(): Promise<Parsed<WikiSite>> {
    const params = { meta: "siteinfo", siprop: "general|namespaces" };
    const told = await this.#client.ask({ operation: "siteinfo", params });
    return told.ok ? readSite(told.value.answer.query, this.#apiUrl) : told;
  }

  async listing(namespaces: readonly number[]): Promise<Parsed<ReadonlyMap<number, ListedPage>>> {
    const pages = packedListing();
    for (const namespace of namespaces) {
      const params = {
        generator: "allpages",
        gapnamespace: String(namespace),
        gaplimit: "max",
        ...LOOK,
      };
      const failure = await this.#each({ operation: "allpages", params }, readListing, (page) =>
        pages.set(page),
      );
      if (failure !== null) return failure;
    }
    return found(pages);
  }

  async redirects(
    namespaces: readonly number[],
    pages: ReadonlyMap<number, ListedPage>,
  ): Promise<Parsed<ResolvedRedirects>> {
    const rows: RedirectRow[] = [];
    for (const namespace of namespaces) {
      const params = {
        list: "allredirects",
        arnamespace: String(namespace),
        arprop: "ids|title|fragment|interwiki",
        arlimit: "max",
      };
      const listed = await this.#rows({ operation: "allredirects", params }, readAllRedirects);
      if (!listed.ok) return listed;
      for (const row of listed.value) rows.push(row);
    }
    const { edges, unknownIds } = nameRedirects(rows, (id) => pages.get(id)?.title);
    const known = new Set(edges.map(({ from }) => from));
    // Those that lead to other namespaces are in none of these lists.
    const lost: number[] = [];
    for (const { isRedirect, title, pageid } of pages.values())
      if (isRedirect && !known.has(title)) lost.push(pageid);
    const resolved = await this.#resolve([...unknownIds, ...lost]);
    if (!resolved.ok) return resolved;
    const { existing, special } = resolved.value;
    return found({ edges: [...edges, ...resolved.value.edges], existing, special });
  }

  async #resolve(ids: readonly number[]): Promise<Parsed<ResolvedRedirects>> {
    const edges: RedirectEdge[] = [];
    const existing: string[] = [];
    const special: string[] = [];
    for (const some of inParts(ids)) {
      const params = { pageids: some.join("|"), redirects: "1" };
      const resolved = await this.#rows({ operation: "redirects", params }, oneOf(readResolvedRedirects));
      if (!resolved.ok) return resolved;
      for (const one of resolved.value) {
        edges.push(...one.edges);
        existing.push(...one.existing);
        special.push(...one.special);
      }
    }
    return found({ edges, existing, special });
  }

  async look(
    ids: readonly number[],
    titles: readonly string[],
  ): Promise<Parsed<ReadonlyMap<number, ListedPage>>> {
    const questions = [
      ...inParts(ids).map((some) => ({ pageids: some.join("|") })),
      ...titleParts(titles).map((some) => ({ titles: some.join("|") })),
    ];
    const pages = packedListing();
    for (const question of questions) {
      const params = { ...question, ...LOOK };
      const failure = await this.#each({ operation: "pages", params }, readListing, (page) =>
        pages.set(page),
      );
      if (failure !== null) return failure;
    }
    return found(pages);
  }

  async changesSince(since: string): Promise<Parsed<Changes>> {
    const oldest = await this.#oldestChange();
    if (!oldest.ok) return oldest;
    if (!reachesBack(since, oldest.value)) return found(null);
    const params = { ...RECENT, rcstart: since, rclimit: "max" };
    const changes = await this.#rows({ operation: "recentchanges", params }, oneOf(readRecentChanges));
    if (!changes.ok) return changes;
    const log = await this.#logSince(since);
    if (!log.ok) return log;
    const isHidden = [...changes.value, ...log.value].some(({ hidden }) => hidden > 0);
    return found(isHidden ? null : { changes: rowsIn(changes.value), log: rowsIn(log.value) });
  }

  async #oldestChange(): Promise<Parsed<string | null>> {
    const params = { ...RECENT, rclimit: "1" };
    const told = await this.#client.ask({ operation: "recentchanges", params });
    const read = told.ok ? readRecentChanges(told.value.answer) : told;
    return read.ok ? found(read.value.rows[0]?.timestamp ?? null) : read;
  }

  async #logSince(since: string): Promise<Parsed<readonly Rows<LogRow>[]>> {
    const all: Rows<LogRow>[] = [];
    // One type a request: the API takes no more.
    for (const type of LOG_TYPES_TO_ASK) {
      const params = { ...LOG, letype: type, lestart: since };
      const rows = await this.#rows({ operation: "logevents", params }, oneOf(readLogEvents));
      // A wiki that has no such log has nothing to tell of it.
      if (!rows.ok && rows.failure.kind === "api_error" && rows.failure.code === "badvalue") continue;
      if (!rows.ok) return rows;
      all.push(...rows.value);
    }
    return found(all);
  }

  async contents(ids: readonly number[], attempt: number): Promise<Parsed<ReadonlyMap<number, PageContent>>> {
    const batch = new ContentBatch(ids);
    const [only] = ids;
    const question: Question = {
      operation: "content",
      params: { pageids: ids.join("|"), ...CONTENT },
      attempt,
      ...(ids.length === 1 && only !== undefined ? { pageid: only } : {}),
    };
    for await (const told of this.#client.walk(question)) {
      if (!told.ok) return told;
      batch.add(told.value.answer, told.value.http);
    }
    return found(batch.results());
  }

  /** The rows of a question and all its continuations. */
  async #rows<T>(
    question: Question,
    read: (answer: ApiSuccess) => Parsed<readonly T[]>,
  ): Promise<Parsed<readonly T[]>> {
    const rows: T[] = [];
    const failure = await this.#each(question, read, (row) => rows.push(row));
    return failure ?? found(rows);
  }

  /** Hands on row by row; answers what went wrong, if anything did. */
  async #each<T>(
    question: Question,
    read: (answer: ApiSuccess) => Parsed<readonly T[]>,
    take: (row: T) => void,
  ): Promise<(Parsed<never> & { readonly ok: false }) | null> {
    for await (const told of this.#client.walk(question)) {
      const some: Parsed<readonly T[]> = told.ok ? read(told.value.answer) : told;
      if (!some.ok) return some;
      for (const row of some.value) take(row);
    }
    return null;
  }
}

/** A reader of whole answers as one of rows. */
function oneOf<T>(read: (answer: ApiSuccess) => Parsed<T>): (answer: ApiSuccess) => Parsed<readonly T[]> {
  return (answer) => {
    const parsed = read(answer);
    return parsed.ok ? found([parsed.value]) : parsed;
  };
}

function rowsIn<T>(answers: readonly Rows<T>[]): readonly T[] {
  return answers.flatMap(({ rows }) => rows);
}

function inParts(ids: readonly number[]): readonly (readonly number[])[] {
  const parts: number[][] = [];
  for (let start = 0; start < ids.length; start += IDS_A_REQUEST) {
    parts.push(ids.slice(start, start + IDS_A_REQUEST));
  }
  return parts;
}

/** Fifty long titles make an address that servers refuse (414). */
function titleParts(titles: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = Infinity;
  for (const title of titles) {
    const more = encodeURIComponent(title).length + 3;
    const last = parts.at(-1);
    if (last === undefined || bytes + more > TITLES_BYTES || last.length >= IDS_A_REQUEST) {
      parts.push([title]);
      bytes = more;
    } else {
      last.push(title);
      bytes += more;
    }
  }
  return parts;
}
