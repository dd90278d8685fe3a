import { categoriesOf, type ContentModel, redirectTarget } from "./mediawiki-text.ts";
import type { PageTitle } from "./mediawiki-titles.ts";

export interface WikiRevision {
  readonly id: number;
  readonly parentId: number;
  /** ISO 8601, whole seconds. */
  readonly timestamp: string;
  readonly text: string;
  readonly model: ContentModel;
  readonly comment: string;
  /** UTF-8 bytes. */
  readonly size: number;
}

export interface WikiPage {
  readonly id: number;
  readonly ns: number;
  /** Title as in the database, without namespace. */
  readonly key: string;
  /** Oldest first; never empty. */
  readonly revisions: readonly WikiRevision[];
  readonly latest: WikiRevision;
  readonly redirect: PageTitle | null;
  /** Keys, in the order of the database. */
  readonly categories: readonly string[];
}

export function pageOf(id: number, { ns, key }: PageTitle, revisions: readonly WikiRevision[]): WikiPage {
  const latest = revisions.at(-1);
  if (latest === undefined) throw new Error(`a page has at least one revision: ${key}`);
  const { model, text } = latest;
  const redirect = redirectTarget(model, text);
  return { id, ns, key, revisions, latest, redirect, categories: categoriesOf(model, text) };
}

export function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
