import { createHash } from "node:crypto";
import { cutAt, type ModuleContext, type QueryModule } from "./mediawiki-module.ts";
import { compareBytes } from "./mediawiki-order.ts";
import { ApiError, badContinue, type Params } from "./mediawiki-params.ts";
import type { JsonObject } from "./mediawiki-result.ts";
import { CONTENT_FORMAT, extractOf, modelOf } from "./mediawiki-text.ts";
import { CATEGORY, type PageTitle, prefixedText } from "./mediawiki-titles.ts";
import type { WikiPage, WikiRevision } from "./mediawiki-page.ts";

/** Modules over the pages of a query. */

const LANGUAGE = { pagelanguage: "en", pagelanguagehtmlcode: "en", pagelanguagedir: "ltr" };

const byId = (pages: ReadonlyMap<number, WikiPage>) => [...pages.values()].toSorted((a, b) => a.id - b.id);

export const INFO: QueryModule = {
  name: "info",
  prefix: "in",
  params: ["prop", "continue"],
  run: (context) => {
    const { params, pages, result, continuation, origin } = context;
    const withUrl = params.list("inprop").includes("url");
    const all: [number, PageTitle | WikiPage][] = [...pages.good, ...pages.missing];
    const sorted = all.toSorted(([, a], [, b]) => a.ns - b.ns || compareBytes(a.key, b.key));
    const [ns = "", key = ""] = params.text("incontinue")?.split("|") ?? [];
    const isBefore = (title: { ns: number; key: string }) =>
      title.ns < Number(ns) || (title.ns === Number(ns) && compareBytes(title.key, key) < 0);
    for (const [id, title] of sorted) {
      if (ns !== "" && isBefore(title)) continue;
      const info = { ...infoOf(title), ...(withUrl ? urlsOf(title, origin) : {}) };
      if (result.page(id, info)) continue;
      continuation.goOn("info", "incontinue", `${title.ns}|${title.key}`);
      return;
    }
  },
};

function infoOf(page: WikiPage | PageTitle): JsonObject {
  if (!("latest" in page)) return { contentmodel: modelOf(page), ...LANGUAGE };
  const { model, timestamp, id, size, parentId } = page.latest;
  return {
    contentmodel: model,
    ...LANGUAGE,
    touched: timestamp,
    lastrevid: id,
    length: size,
    ...(page.redirect === null ? {} : { redirect: true }),
    ...(parentId === 0 ? { new: true } : {}),
  };
}

/** As wfUrlencode leaves it: what a path may hold stays readable. */
export function wikiPath(title: { ns: number; key: string }): string {
  const encoded = encodeURIComponent(prefixedText(title).replaceAll(" ", "_"));
  const readable = encoded.replace(/%(3B|40|24|21|2A|28|29|2C|2F|7E|3A)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return `/wiki/${readable.replaceAll("'", "%27")}`;
}

function urlsOf(title: { ns: number; key: string }, origin: string): JsonObject {
  const path = wikiPath(title);
  const url = `${origin}${path}`;
  const editurl = `${origin}/w/index.php?title=${path.slice("/wiki/".length)}&action=edit`;
  return { fullurl: url, editurl, canonicalurl: url };
}

const REVISION_PROPS =
  "ids flags timestamp user userid size slotsize sha1 slotsha1 contentmodel comment content tags roles".split(
    " ",
  );
const DEFAULT_REVISION_PROPS = ["ids", "timestamp", "flags", "comment", "user"];
const SUBSCRIBE =
  "Subscribe to the mediawiki-api-announce mailing list at <https://lists.wikimedia.org/postorius/lists/mediawiki-api-announce.lists.wikimedia.org/> for notice of API deprecations and breaking changes.";
const LEGACY_FORMAT =
  'Because "rvslots" was not specified, a legacy format has been used for the output. This format is deprecated, and in the future the new format will always be used.';

export const REVISIONS: QueryModule = {
  name: "revisions",
  prefix: "rv",
  params: ["prop", "slots", "limit", "dir", "continue"],
  run: (context) => {
    const { params, pages } = context;
    if (pages.good.size === 0) return;
    const props = params.subset("revisions", "rvprop", REVISION_PROPS, DEFAULT_REVISION_PROPS);
    const slots = params.list("rvslots").includes("main") || params.list("rvslots").includes("*");
    const needsSlots = ["content", "contentmodel", "slotsize", "slotsha1"].some((prop) => props.has(prop));
    if (needsSlots && !slots) {
      params.warn("main", SUBSCRIBE);
      params.warn("revisions", LEGACY_FORMAT);
    }
    const shape = (revision: WikiRevision) => revisionOf(revision, props, slots);
    if (params.has("rvlimit") || params.text("rvdir") === "newer") historyOf(context, shape);
    else latestOf(context, shape);
  },
};

type Shape = (revision: WikiRevision) => JsonObject;

/** The current revision of every page, by page id. */
function latestOf({ params, pages, result, continuation }: ModuleContext, shape: Shape): void {
  const [pageId, revisionId] = continuePair(params, "rvcontinue") ?? [0, 0];
  for (const { id, latest, revisions } of byId(pages.good)) {
    const asked =
      pages.revisionIds.size === 0 ? [latest] : revisions.filter((one) => pages.revisionIds.has(one.id));
    for (const revision of asked) {
      if (id < pageId || (id === pageId && revision.id < revisionId)) continue;
      if (result.pushToPage(id, "revisions", shape(revision))) continue;
      continuation.goOn("revisions", "rvcontinue", `${id}|${revision.id}`);
      return;
    }
  }
}

/** Of one page only. Continued by timestamp and revision. */
function historyOf({ params, pages, result, continuation }: ModuleContext, shape: Shape): void {
  const [page, another] = pages.good.values();
  if (page === undefined) return;
  if (another !== undefined) {
    throw new ApiError(
      "invalidparammix",
      '"titles", "pageids" or a generator was used to supply multiple pages, but the "rvlimit", "rvstartid", "rvendid", "rvdir=newer", "rvuser", "rvexcludeuser", "rvstart", and "rvend" parameters may only be used on a single page.',
    );
  }
  const newer = params.choice("rvdir", ["older", "newer"], "older") === "newer";
  const from = continuePair(params, "rvcontinue")?.[1] ?? null;
  const ordered = newer ? page.revisions : page.revisions.toReversed();
  const rest = ordered.filter(({ id }) => from === null || (newer ? id >= from : id <= from));
  const { taken, next } = cutAt(rest, params.limit("revisions", "rvlimit", 10));
  const refused = taken.find((revision) => !result.pushToPage(page.id, "revisions", shape(revision)));
  const goOn = refused ?? next;
  if (goOn === null) return;
  continuation.goOn("revisions", "rvcontinue", `${goOn.timestamp.replace(/[-:TZ]/g, "")}|${goOn.id}`);
}

function continuePair(params: Params, name: string): readonly [number, number] | null {
  const given = params.text(name);
  if (given === null) return null;
  const [first, second, more] = given.split("|");
  if (first === undefined || second === undefined || more !== undefined) throw badContinue();
  return [Number(first), Number(second)];
}

function revisionOf(revision: WikiRevision, props: ReadonlySet<string>, slots: boolean): JsonObject {
  const { id, parentId, timestamp, text, model, comment, size } = revision;
  const sha1 = () => createHash("sha1").update(text).digest("hex");
  const content: JsonObject = {
    ...(props.has("slotsize") ? { size } : {}),
    ...(props.has("slotsha1") ? { sha1: sha1() } : {}),
    ...(props.has("contentmodel") || props.has("content") ? { contentmodel: model } : {}),
    ...(props.has("content") ? { contentformat: CONTENT_FORMAT[model], content: text } : {}),
  };
  return {
    ...(props.has("ids") ? { revid: id, parentid: parentId } : {}),
    ...(props.has("flags") ? { minor: false } : {}),
    ...(props.has("user") ? { user: "Keeper" } : {}),
    ...(props.has("userid") ? { userid: 1 } : {}),
    ...(props.has("timestamp") ? { timestamp } : {}),
    ...(props.has("size") ? { size } : {}),
    ...(props.has("sha1") ? { sha1: sha1() } : {}),
    ...(props.has("roles") ? { roles: ["main"] } : {}),
    ...(Object.keys(content).length === 0 ? {} : slots ? { slots: { main: content } } : content),
    ...(props.has("comment") ? { comment } : {}),
    ...(props.has("tags") ? { tags: [] } : {}),
  };
}

export const CATEGORIES: QueryModule = {
  name: "categories",
  prefix: "cl",
  params: ["prop", "show", "limit", "continue", "dir"],
  run: ({ params, pages, result, continuation }) => {
    const limit = params.limit("categories", "cllimit", 10);
    const given = params.text("clcontinue")?.split("|");
    if (given !== undefined && given.length !== 2) throw badContinue();
    const from = given === undefined ? null : { id: Number(given[0]), key: given[1] ?? "" };
    const { taken, next } = cutAt(categoryLinks(pages.good, from), limit);
    const refused = taken.find(
      ({ id, key }) =>
        !result.pushToPage(id, "categories", { ns: CATEGORY, title: prefixedText({ ns: CATEGORY, key }) }),
    );
    const goOn = refused ?? next;
    if (goOn !== null) continuation.goOn("categories", "clcontinue", `${goOn.id}|${goOn.key}`);
  },
};

function* categoryLinks(pages: ReadonlyMap<number, WikiPage>, from: { id: number; key: string } | null) {
  for (const { id, categories } of byId(pages)) {
    if (from !== null && id < from.id) continue;
    for (const key of categories) {
      if (from === null || id > from.id || compareBytes(key, from.key) >= 0) yield { id, key };
    }
  }
}

/** Whole pages one a request, whatever was asked; the others come with nothing, and only `excontinue` tells. */
export const EXTRACTS: QueryModule = {
  name: "extracts",
  prefix: "ex",
  params: ["limit", "continue", "plaintext", "intro", "chars", "sentences", "sectionformat"],
  run: ({ params, pages, result, continuation }) => {
    if (pages.good.size === 0) return;
    params.know(["explaintext"]);
    const intro = params.has("exintro");
    if (!intro && params.text("exlimit") !== "1") {
      params.warn("extracts", '"exlimit" was too large for a whole article extracts request, lowered to 1.');
    }
    const limit = intro ? 20 : 1;
    const start = params.integer("excontinue") ?? 0;
    const all = byId(pages.good);
    for (const { id, latest } of all.slice(start, start + limit)) {
      result.page(id, { extract: extractOf(latest.model, latest.text) });
    }
    if (start + limit < all.length) continuation.goOn("extracts", "excontinue", start + limit);
  },
};
