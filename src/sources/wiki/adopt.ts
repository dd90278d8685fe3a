import type { Adopted } from "../../domain/source.ts";
import { referenceTo } from "./crawl.ts";
import type { WikiOptions } from "./options.ts";
import { parsePageDoc, serializePageDoc, type WikiPageDoc } from "./page-doc.ts";
import { NO_RELATIONS } from "./redirects.ts";

/** Fields that pages of earlier programs do not have. */
const SINCE_THEN = { redirect_fragment: null, redirect_problem: null, redirects_from: [] };

/**
 * A page that an earlier program stored, where it is the page and revision its registry says. Its namespace is not in
 * it: with a colon in its title it may be of another than those asked for, and is left to be fetched.
 */
export function adoptPage(
  bytes: Uint8Array,
  row: { readonly pageId: number; readonly revid: number },
  options: WikiOptions,
): Adopted | null {
  const doc = readDoc(bytes);
  if (doc === null || doc.pageid !== row.pageId || doc.revid !== row.revid) return null;
  const host = new URL(options.apiUrl).host;
  if (doc.source !== host || doc.title.includes(":") || !options.namespaces.includes(0)) return null;
  const { pageid, title, revid, is_redirect: isRedirect } = doc;
  const relations = {
    ...NO_RELATIONS,
    redirectTo: doc.redirect_target,
    redirectTarget: doc.redirect_target,
    redirectFragment: doc.redirect_fragment,
    redirectProblem: doc.redirect_problem,
    redirectsFrom: doc.redirects_from,
  };
  const site = {
    host,
    server: "",
    articlePath: "",
    name: "",
    generator: "",
    time: null,
    namespaces: new Map(),
  };
  const reference = referenceTo({ pageid, title, namespace: 0, revid, isRedirect }, relations, site, options);
  const fields = {
    ...reference.fields,
    canonical_url: doc.canonical_url,
    categories: [...doc.categories],
  };
  return {
    reference: { ...reference, fields },
    bytes: serializePageDoc(doc),
    downloadedAt: doc.fetched_at,
  };
}

function readDoc(bytes: Uint8Array): WikiPageDoc | null {
  try {
    const json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as object;
    const doc = parsePageDoc(JSON.stringify({ ...SINCE_THEN, ...json }));
    return "problem" in doc ? null : doc;
  } catch {
    return null;
  }
}
