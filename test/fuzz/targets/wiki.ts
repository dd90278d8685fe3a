/** Answers of api.php, and what is kept of them. */
import { type ApiSuccess, parseApiAnswer } from "../../../src/sources/wiki/api-answer.ts";
import { readCategories } from "../../../src/sources/wiki/categories.ts";
import { ContentBatch } from "../../../src/sources/wiki/content.ts";
import { readListing } from "../../../src/sources/wiki/listing.ts";
import { makeFilename } from "../../../src/sources/wiki/naming.ts";
import { parsePageDoc, serializePageDoc } from "../../../src/sources/wiki/page-doc.ts";
import { parseRawEvent, serializeRawEvent } from "../../../src/sources/wiki/raw-event.ts";
import { readLogEvents, readRecentChanges, sumUpChanges } from "../../../src/sources/wiki/recent-changes.ts";
import { readAllRedirects, readResolvedRedirects } from "../../../src/sources/wiki/redirect-rows.ts";
import { readSite } from "../../../src/sources/wiki/site.ts";
import { ensure, type FuzzTarget } from "../target.ts";
import { JSON_WORDS } from "../words.ts";

const PAGES = {
  batchcomplete: true,
  continue: { gapcontinue: "B", continue: "gapcontinue||", rvcontinue: 3 },
  query: {
    pages: [
      {
        pageid: 1,
        ns: 0,
        title: "A",
        lastrevid: 7,
        revisions: [
          {
            revid: 7,
            parentid: 6,
            timestamp: "2026-03-02T10:00:00Z",
            slots: { main: { contentmodel: "wikitext", contentformat: "text/x-wiki", content: "Hola" } },
          },
        ],
        categories: [{ ns: 14, title: "Categoría:X" }],
      },
      { ns: 0, title: "B", missing: true },
      { pageid: 3, ns: 0, title: "C", redirect: true, revisions: [] },
      { title: "<", invalidreason: "no", invalid: true },
    ],
    redirects: [{ from: "C", to: "A", tofragment: "x" }],
    normalized: [{ from: "c", to: "C", fromencoded: false }],
    allredirects: [{ fromid: 3, ns: 0, title: "A" }],
    allcategories: [{ category: "X" }],
    recentchanges: [
      {
        type: "edit",
        ns: 0,
        title: "A",
        pageid: 1,
        revid: 7,
        old_revid: 6,
        rcid: 9,
        timestamp: "2026-03-02T10:00:00Z",
      },
    ],
    logevents: [
      {
        logid: 1,
        ns: 0,
        title: "A",
        pageid: 0,
        logpage: 1,
        type: "delete",
        action: "delete",
        timestamp: "2026-03-02T10:00:00Z",
        params: { target_ns: 0, target_title: "B" },
      },
    ],
    general: {
      server: "//wiki.example.org",
      articlepath: "/wiki/$1",
      sitename: "W",
      generator: "MediaWiki 1.43",
      time: "2026-03-02T10:00:00Z",
    },
    namespaces: { "0": { id: 0, name: "" }, "14": { id: 14, name: "Categoría" } },
  },
  warnings: { main: { warnings: "x" }, result: { "*": "cut" } },
};

function readAll(answer: ApiSuccess): unknown {
  const listing = readListing(answer);
  if (listing.ok) for (const { title, pageid } of listing.value) makeFilename(title, pageid);
  const changes = readRecentChanges(answer);
  const log = readLogEvents(answer);
  const batch = new ContentBatch([1, 3]);
  batch.add(answer, { status: 200, etag: null, lastModified: null });
  const contents = [...batch.results().values()];
  const site = readSite(answer.query, "https://wiki.example.org/api.php");
  if (site.ok) ensure(/^https?:\/\//.test(site.value.server), "the server is not of the web");
  if (answer.continue !== null)
    for (const value of Object.values(answer.continue))
      ensure(typeof value === "string", "a parameter is no text");
  return [
    listing,
    contents,
    readAllRedirects(answer),
    readResolvedRedirects(answer),
    readCategories(answer),
    changes.ok && log.ok ? sumUpChanges(changes.value.rows, log.value.rows) : null,
  ];
}

const wiki: FuzzTarget = {
  name: "wiki",
  dictionary: [
    ...JSON_WORDS,
    ...'"query": "pages": "continue": "batchcomplete": "error": "errors": "code": "info": "warnings": "missing": "invalid": "revisions":'.split(
      " ",
    ),
    ...'"pageid": "ns": "title": "revid": "slots": "main": "content": "texthidden": "maxlag" "ratelimited" "timestamp": "params":'.split(
      " ",
    ),
  ],
  seeds: () => [
    JSON.stringify(PAGES),
    JSON.stringify({ error: { code: "maxlag", info: "Waiting", lag: 7 } }),
    JSON.stringify({ errors: [{ code: "internal_api_error_DBQueryError", text: "x", module: "main" }] }),
    "<html>no</html>",
  ],
  run(input) {
    const answer = parseApiAnswer(new TextDecoder().decode(input), 1000);
    return answer.kind === "success" ? readAll(answer) : answer;
  },
};

const EVENT = {
  run_id: "r",
  operation: "pages",
  pageid: 1,
  attempt: 1,
  request: { base_url: "https://wiki.example.org/api.php", params: { action: "query", prop: "revisions" } },
  http: {
    status: 200,
    etag: null,
    last_modified: null,
    content_type: "x",
    retry_after: null,
    api_error: null,
  },
  response_json: PAGES,
  response_text: null,
  warnings: [{ module: "main", text: "x" }],
  continue_token: { gapcontinue: "B" },
  error: null,
  timing: { started_at: "2026-03-02T10:00:00Z", finished_at: "2026-03-02T10:00:01Z", duration_ms: 1000 },
  outcome: "success",
};

const PAGE_DOC = {
  source: "wiki.example.org",
  pageid: 1,
  title: "A",
  canonical_url: "https://wiki.example.org/wiki/A",
  revid: 7,
  timestamp: "2026-03-02T10:00:00Z",
  content_model: "wikitext",
  categories: ["X"],
  content: "Hola",
  is_redirect: false,
  redirect_target: null,
  redirect_fragment: null,
  redirect_problem: null,
  redirects_from: ["C"],
  fetched_at: "2026-03-02T10:00:01Z",
  http: { status: 200, etag: null, last_modified: null },
};

const wikiStored: FuzzTarget = {
  name: "wiki-stored",
  dictionary: JSON_WORDS,
  seeds: () => [JSON.stringify(EVENT), JSON.stringify(PAGE_DOC)],
  run(input) {
    const text = new TextDecoder().decode(input);
    const event = parseRawEvent(text);
    if (event.kind === "event") {
      const again = parseRawEvent(Buffer.concat(serializeRawEvent(event.event)).toString());
      ensure(again.kind === "event", "an event does not read what it writes");
    }
    const doc = parsePageDoc(text);
    if (!("problem" in doc))
      ensure(
        !("problem" in parsePageDoc(new TextDecoder().decode(serializePageDoc(doc)))),
        "a page does not read what it writes",
      );
    return [event, doc];
  },
};

export const wikiTargets: readonly FuzzTarget[] = [wiki, wikiStored];
