import { type ChangeRow, LOG_TYPES, type LogRow, type LogType, type RowRange } from "./mediawiki-journal.ts";
import { cutAt, type ModuleContext, type QueryModule } from "./mediawiki-module.ts";
import { ApiError, badContinue, fromDigits, type Params, toDigits } from "./mediawiki-params.ts";
import type { Json, JsonObject } from "./mediawiki-result.ts";
import { parseTitle, prefixedText } from "./mediawiki-titles.ts";
import { isoSeconds } from "./mediawiki-page.ts";

/** What happened: recent changes and log events, newest first unless told otherwise. */

const CHANGE_PROPS = "user userid comment flags timestamp title ids sizes redirect loginfo tags sha1".split(
  " ",
);
const LOG_PROPS = "ids title type user userid timestamp comment details tags".split(" ");
const DEFAULT_LOG_PROPS = LOG_PROPS.filter((prop) => prop !== "userid" && prop !== "tags");

function rangeOf({ params, wiki }: ModuleContext, prefix: string): RowRange {
  const now = isoSeconds(wiki.now);
  const newerFirst = params.choice(`${prefix}dir`, ["newer", "older"], "older") === "older";
  const start = params.timestamp(`${prefix}start`, now);
  const end = params.timestamp(`${prefix}end`, now);
  const [earliest, latest] = newerFirst ? [end, start] : [start, end];
  return { newerFirst, earliest, latest, from: continueRow(params, `${prefix}continue`) };
}

/** "20240105093000|17": time and row. */
function continueRow(
  params: Params,
  name: string,
): { readonly id: number; readonly timestamp: string } | null {
  const given = params.text(name);
  if (given === null) return null;
  const [, digits, id] = /^(\d{14})\|(\d+)$/.exec(given) ?? [];
  if (digits === undefined || id === undefined) throw badContinue();
  return { id: Number(id), timestamp: fromDigits(digits) };
}

const rowContinue = ({ timestamp, id }: ChangeRow | LogRow) => `${toDigits(timestamp)}|${id}`;

export const RECENT_CHANGES: QueryModule = {
  name: "recentchanges",
  prefix: "rc",
  params: [
    "start",
    "end",
    "dir",
    "namespace",
    "type",
    "show",
    "prop",
    "limit",
    "continue",
    "toponly",
    "title",
  ],
  run: (context) => {
    const { wiki, params, result, continuation } = context;
    const props = params.subset("recentchanges", "rcprop", CHANGE_PROPS, ["title", "timestamp", "ids"]);
    const limit = params.limit("recentchanges", "rclimit", 10);
    const wanted = changeFilter(context);
    const range = kept(rangeOf(context, "rc"), context);
    const { taken, next } = cutAt(wiki.journal.changeRows(range).filter(wanted), limit);
    result.list("recentchanges");
    const refused = taken.find((row) => !result.push("recentchanges", changeOf(row, props, context)));
    const goOn = refused ?? next;
    if (goOn !== null) continuation.goOn("recentchanges", "rccontinue", rowContinue(goOn));
  },
};

/** $wgRCMaxAge: what is older is gone. */
function kept(range: RowRange, { wiki, retentionMs }: ModuleContext): RowRange {
  const oldest = isoSeconds(wiki.now - retentionMs);
  return range.earliest !== null && range.earliest > oldest ? range : { ...range, earliest: oldest };
}

function changeFilter({ params, wiki }: ModuleContext): (row: ChangeRow) => boolean {
  const types = params.subset(
    "recentchanges",
    "rctype",
    ["edit", "new", "log", "external", "categorize"],
    ["edit", "new", "log"],
  );
  const namespaces = params.has("rcnamespace") ? new Set(params.integers("rcnamespace")) : null;
  const show = params.subset(
    "recentchanges",
    "rcshow",
    ["bot", "!bot", "minor", "!minor", "anon", "!anon", "redirect", "!redirect"],
    [],
  );
  const none = ["bot", "minor", "anon"].some((flag) => show.has(flag));
  const title = params.text("rctitle");
  const parsed = title === null ? null : parseTitle(title);
  const only = parsed?.kind === "page" ? prefixedText(parsed) : null;
  const toponly = params.has("rctoponly");
  return (row) => {
    if (none || !types.has(row.type) || namespaces?.has(row.title.ns) === false) return false;
    if (only !== null && prefixedText(row.title) !== only) return false;
    const page = wiki.tables.pageAt(row.title);
    if (show.has("redirect") && (page?.redirect ?? null) === null) return false;
    if (show.has("!redirect") && (page?.redirect ?? null) !== null) return false;
    return !toponly || page?.latest.id === row.revisionId;
  };
}

function changeOf(row: ChangeRow, props: ReadonlySet<string>, { wiki }: ModuleContext): JsonObject {
  const { log } = row;
  const has = (prop: string, values: () => JsonObject) => (props.has(prop) ? values() : {});
  return {
    type: row.type,
    ...has("title", () => ({ ns: row.title.ns, title: prefixedText(row.title) })),
    ...has("ids", () => ({
      pageid: row.pageId,
      revid: row.revisionId,
      old_revid: row.oldRevisionId,
      rcid: row.id,
    })),
    ...has("user", () => ({ user: "Keeper" })),
    ...has("userid", () => ({ userid: 1 })),
    ...has("flags", () => ({ bot: false, new: row.type === "new", minor: false })),
    ...has("sizes", () => ({ oldlen: row.oldSize, newlen: row.newSize })),
    ...has("timestamp", () => ({ timestamp: row.timestamp })),
    ...has("comment", () => ({ comment: row.comment })),
    ...has("redirect", () => ({ redirect: (wiki.tables.pageAt(row.title)?.redirect ?? null) !== null })),
    ...(log === null
      ? {}
      : has("loginfo", () => ({
          logid: log.id,
          logtype: log.type,
          logaction: log.action,
          logparams: log.params as Json,
        }))),
    ...has("tags", () => ({ tags: [] })),
  };
}

export const LOG_EVENTS: QueryModule = {
  name: "logevents",
  prefix: "le",
  params: ["prop", "type", "action", "start", "end", "dir", "title", "namespace", "limit", "continue"],
  run: (context) => {
    const { wiki, params, result, continuation } = context;
    const props = params.subset("logevents", "leprop", LOG_PROPS, DEFAULT_LOG_PROPS);
    const limit = params.limit("logevents", "lelimit", 10);
    const [type, wanted] = logFilter(params);
    const { taken, next } = cutAt(wiki.journal.logRows(type, rangeOf(context, "le")).filter(wanted), limit);
    result.list("logevents");
    const refused = taken.find((row) => !result.push("logevents", eventOf(row, props, context)));
    const goOn = refused ?? next;
    if (goOn !== null) continuation.goOn("logevents", "lecontinue", rowContinue(goOn));
  },
};

/** One type, or one action, which is "type/action". */
function logFilter(params: Params): readonly [LogType | null, (row: LogRow) => boolean] {
  const action = params.text("leaction");
  const [typeOfAction = "", name = "*"] = action?.split("/") ?? [];
  const types: readonly string[] = LOG_TYPES;
  if (action !== null && !types.includes(typeOfAction)) {
    throw new ApiError("unknown_leaction", `Unrecognized value for parameter "leaction": ${action}.`);
  }
  const type =
    action === null
      ? params.has("letype")
        ? params.choice("letype", LOG_TYPES, "delete")
        : null
      : (typeOfAction as LogType);
  const title = params.text("letitle");
  const parsed = title === null ? null : parseTitle(title);
  const only = parsed?.kind === "page" ? prefixedText(parsed) : null;
  const ns = params.integer("lenamespace");
  if (title !== null && ns !== null) {
    const info = 'The parameters "letitle" and "lenamespace" can not be used together.';
    throw new ApiError("invalidparammix", info);
  }
  return [
    type,
    (row) =>
      (action === null || name === "*" || row.action === name) &&
      (only === null || prefixedText(row.title) === only) &&
      (ns === null || row.title.ns === ns),
  ];
}

/** `logpage` is the page it happened to; `pageid` is what sits at that title now, 0 where nothing does. */
function eventOf(row: LogRow, props: ReadonlySet<string>, { wiki }: ModuleContext): JsonObject {
  const has = (prop: string, values: () => JsonObject) => (props.has(prop) ? values() : {});
  return {
    ...has("ids", () => ({ logid: row.id })),
    ...has("title", () => ({ ns: row.title.ns, title: prefixedText(row.title) })),
    ...has("ids", () => ({ pageid: wiki.tables.pageAt(row.title)?.id ?? 0, logpage: row.pageId })),
    ...has("details", () => ({ params: row.params as Json })),
    ...has("type", () => ({ type: row.type, action: row.action })),
    ...has("user", () => ({ user: "Keeper" })),
    ...has("userid", () => ({ userid: 1 })),
    ...has("timestamp", () => ({ timestamp: row.timestamp })),
    ...has("comment", () => ({ comment: row.comment })),
    ...has("tags", () => ({ tags: [] })),
  };
}
