import type { Continuation } from "./mediawiki-continuation.ts";
import type { PageSet } from "./mediawiki-pageset.ts";
import type { Params } from "./mediawiki-params.ts";
import type { ApiResult } from "./mediawiki-result.ts";
import type { WikiPage } from "./mediawiki-page.ts";
import type { Wiki } from "./mediawiki-wiki.ts";

/** What a module of `action=query` works with. */
export interface ModuleContext {
  readonly wiki: Wiki;
  readonly params: Params;
  readonly result: ApiResult;
  readonly continuation: Continuation;
  readonly pages: PageSet;
  /** Without a path. */
  readonly origin: string;
  /** How far back the recent changes go. */
  readonly retentionMs: number;
}

export interface QueryModule {
  readonly name: string;
  /** Of its parameters. */
  readonly prefix: string;
  /** Without prefix. */
  readonly params: readonly string[];
  readonly run: (context: ModuleContext) => void;
}

/** A list of pages that other modules may run over. */
export interface GeneratorModule extends QueryModule {
  /** `prefix` is that of the generator's parameters; the name to go on with is reported with it. */
  readonly pages: (context: ModuleContext, prefix: string) => GeneratedPages;
}

export interface GeneratedPages {
  readonly pages: readonly WikiPage[];
  readonly next: string | null;
}

/** The first `limit` elements, and the one after them, which tells where to go on. */
export function cutAt<T>(
  elements: Iterable<T>,
  limit: number,
): { readonly taken: T[]; readonly next: T | null } {
  const taken: T[] = [];
  for (const element of elements) {
    if (taken.length === limit) return { taken, next: element };
    taken.push(element);
  }
  return { taken, next: null };
}
