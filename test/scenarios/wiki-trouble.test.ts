/** Everything a wiki can do wrong, by name: each attempt in the raw log, nothing lost (W6, W10, E10, E11, E14). */
import { describe, expect, it } from "vitest";
import {
  failingPage,
  type MediaWikiBehaviour,
  type MediaWikiSandboxOptions,
  type WikiRequest,
} from "../../src/sandbox/mediawiki.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { apiRequests, contentIds, crawl, hurriedCrawl, startWiki } from "../kit/wiki.ts";
import { RETIRED_DIR, filesIn, rawEvents, timelessPages } from "../kit/wiki-files.ts";

const isContent = ({ params }: WikiRequest) => params["rvslots"] !== undefined;
const isListing = ({ params }: WikiRequest) => params["generator"] === "allpages";

/** A fault for the first so many requests of a kind. */
function firstOf(
  count: number,
  which: (request: WikiRequest) => boolean,
  behaviour: MediaWikiBehaviour,
): NonNullable<MediaWikiSandboxOptions["behave"]> {
  let left = count;
  return (request) => (which(request) && left-- > 0 ? behaviour : undefined);
}

const PAGES = 60;
const SMALL = { pages: PAGES, oddities: false };
/** With the main page. */
const ALL = PAGES + 1;

const outcomes = (root: TestRoot) =>
  rawEvents(root).map(({ operation, attempt, outcome, error }) => ({
    operation,
    attempt,
    outcome,
    error: error?.type ?? null,
  }));

const typesOf = (events: readonly { type: string }[]) => new Set(events.map(({ type }) => type));

const FAULTS: readonly [string, MediaWikiBehaviour, string, string][] = [
  ["503", { kind: "status", status: 503 }, "retryable_error", "http_status"],
  ["500 with HTML", { kind: "status", status: 500, body: "<html>" }, "retryable_error", "http_status"],
  [
    "429 with Retry-After",
    { kind: "status", status: 429, headers: { "Retry-After": "3" } },
    "retryable_error",
    "http_status",
  ],
  ["broken JSON", { kind: "cut" }, "retryable_error", "body_broken"],
  ["cut gzip", { kind: "cut", gzip: true }, "retryable_error", "body_broken"],
  ["less than was announced", { kind: "short" }, "retryable_error", "body_broken"],
  ["HTML with 200", { kind: "html" }, "retryable_error", "body_broken"],
  ["maxlag", { kind: "maxlag" }, "retryable_error", "maxlag"],
  ["read-only", { kind: "error", code: "readonly" }, "retryable_error", "readonly"],
  [
    "an exception inside",
    { kind: "error", code: "internal_api_error_DBQueryError" },
    "retryable_error",
    "internal_api_error_DBQueryError",
  ],
  ["a reset connection", { kind: "reset" }, "retryable_error", "connection"],
];

describe("a fault that passes", () => {
  it.each(FAULTS)("(%s) on pages is logged and tried again", async (_, behaviour, outcome, error) => {
    const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave: firstOf(1, isContent, behaviour) })];
    const { summary, events, requests } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: ALL, failed: 0, exit_code: 0 });
    expect(typesOf(events).has("breaker_opened")).toBe(false);
    const logged = outcomes(root);
    expect(logged).toHaveLength(apiRequests(requests).length);
    expect(logged.filter((one) => one.outcome !== "success")).toEqual([
      { operation: "content", attempt: 1, outcome, error },
    ]);
    expect(logged).toContainEqual({ operation: "content", attempt: 2, outcome: "success", error: null });
    expect(Object.keys(filesIn(root))).toHaveLength(ALL);
  });

  it.each(FAULTS)("(%s) on the listing is logged and tried again", async (_, behaviour, outcome, error) => {
    const [root, site] = [
      newRoot(),
      await startWiki({ pages: 5, oddities: false, behave: firstOf(2, isListing, behaviour) }),
    ];
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: 6, exit_code: 0 });
    expect(outcomes(root).filter(({ operation }) => operation === "allpages")).toEqual([
      { operation: "allpages", attempt: 1, outcome, error },
      { operation: "allpages", attempt: 2, outcome, error },
      { operation: "allpages", attempt: 3, outcome: "success", error: null },
    ]);
  });

  it("(an error of the question itself) is logged as such, and fewer pages are asked for", async () => {
    const behave = firstOf(1, isContent, { kind: "error", code: "toomanyvalues" });
    const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave })];
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: ALL, exit_code: 0 });
    expect(outcomes(root).filter(({ outcome }) => outcome !== "success")).toEqual([
      { operation: "content", attempt: 1, outcome: "api_error", error: "toomanyvalues" },
    ]);
  });

  it("keeps what came instead of JSON in the log, and the head of the answer", async () => {
    const behave = firstOf(1, isContent, { kind: "status", status: 503, body: "out of order" });
    const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave })];
    await hurriedCrawl(root, site);
    const failed = rawEvents(root).find(({ outcome }) => outcome !== "success");
    expect(failed).toMatchObject({
      response_json: null,
      response_text: "out of order",
      http: { status: 503 },
    });
  });
});

describe("a wiki that lags", () => {
  it("is waited for, as often as it asks, and then goes on", async () => {
    const behave = (_: WikiRequest, nth: number) => void (nth === 9 && site.lag("off"));
    const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave })];
    site.lag("on");
    const { summary, events } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: ALL, exit_code: 0 });
    expect(typesOf(events).has("breaker_opened")).toBe(false);
    expect(outcomes(root).filter(({ error }) => error === "maxlag")).toHaveLength(8);
  });

  it.each([
    ["pages", isContent],
    ["the listing", isListing],
  ])("has not used up the patience with other faults, on %s", async (_, which) => {
    let nth = 0;
    const [root, site] = [
      newRoot(),
      await startWiki({
        ...SMALL,
        behave: (request) => {
          if (!which(request)) return undefined;
          nth += 1;
          if (nth <= 8) return { kind: "maxlag" };
          return nth <= 11 ? { kind: "status", status: 503 } : undefined;
        },
      }),
    ];
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: ALL, failed: 0, exit_code: 0 });
  });
});

describe("pages that always fail", () => {
  it.each([
    ["the first of its batch", [2]],
    ["one in the middle", [31]],
    ["two in one half", [3, 12]],
    ["one in each half", [2, 27]],
    ["four, in as many quarters", [2, 14, 27, 40]],
    ["neighbours", [2, 3, 4, 5, 6, 7, 8]],
  ])("(%s) fail alone, and the breaker stays closed", async (_, ids) => {
    const failing = ids.map((id) => failingPage(id));
    const [root, site] = [
      newRoot(),
      await startWiki({
        ...SMALL,
        behave: (request) => failing.map((fails) => fails(request)).find((one) => one !== undefined),
      }),
    ];
    const { summary, events } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({
      completed: ALL - ids.length,
      failed: ids.length,
      pending: 0,
      exit_code: 1,
    });
    expect(typesOf(events).has("breaker_opened")).toBe(false);
    expect(events.flatMap((event) => (event.type === "failed" ? [Number(event.id)] : [])).toSorted()).toEqual(
      ids.toSorted(),
    );
    const alone = rawEvents(root).filter(({ pageid }) => pageid !== null);
    for (const id of ids) expect(alone.map(({ pageid }) => pageid)).toContain(id);
  });

  it("are tried again in the next run, and only they", async () => {
    let broken = true;
    const fails = failingPage(7);
    const [root, site] = [
      newRoot(),
      await startWiki({ ...SMALL, behave: (request) => (broken ? fails(request) : undefined) }),
    ];
    await hurriedCrawl(root, site);
    broken = false;
    const { summary, requests } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: 1, unchanged: ALL - 1, exit_code: 0 });
    expect(contentIds(requests)).toEqual([7]);
  });
});

describe("a listing that ends in the middle", () => {
  type Which = (request: WikiRequest) => boolean;
  /** Of more pages than one answer has. */
  const isContinued: Which = (request) => isListing(request) && request.params["gapcontinue"] !== undefined;
  const LONG = { pages: 520, oddities: false };
  /** Of the second namespace. */
  const isSecond: Which = (request) => isListing(request) && request.params["gapnamespace"] === "14";

  it.each<[string, MediaWikiSandboxOptions, Which, MediaWikiBehaviour, number]>([
    ["503, again and again", LONG, isContinued, { kind: "status", status: 503 }, 3],
    ["a continue that repeats itself", LONG, isContinued, { kind: "repeat-continue" }, 1],
    ["a reset connection, again and again", SMALL, isSecond, { kind: "reset" }, 3],
    ["cut answers", SMALL, isSecond, { kind: "cut" }, 3],
    ["an error body", SMALL, isSecond, { kind: "error", code: "unknown_error" }, 1],
    ["404", SMALL, isSecond, { kind: "status", status: 404 }, 1],
    [
      "an end that nobody announced",
      LONG,
      isListing,
      { kind: "change", change: ({ query }) => ({ query: query ?? null }) },
      1,
    ],
    [
      "rows that nobody understands",
      SMALL,
      isSecond,
      { kind: "change", change: () => ({ query: { pages: [{}] } }) },
      1,
    ],
  ])("(%s) retires nothing and fetches nothing", async (_, size, which, behaviour, exitCode) => {
    let broken = false;
    const behave = (request: WikiRequest) => (broken && which(request) ? behaviour : undefined);
    const [root, site] = [newRoot(), await startWiki({ ...size, behave })];
    const sourceOptions = { namespaces: [0, 14] };
    await crawl(root, site, sourceOptions);
    const before = timelessPages(root);
    site.wiki.delete("Amber ridge");
    site.wiki.edit("Main Page", "Edited.");
    broken = true;
    const { summary, requests } = await hurriedCrawl(root, site, sourceOptions);
    expect(summary).toMatchObject({ retired: 0, completed: 0, exit_code: exitCode });
    expect(contentIds(requests)).toEqual([]);
    expect(timelessPages(root)).toEqual(before);
    expect(Object.keys(filesIn(root, RETIRED_DIR))).toHaveLength(0);
  });
});

describe("a server that is down", () => {
  it("leaves everything pending (exit 3); the next run has it all", async () => {
    let broken = true;
    const [root, site] = [
      newRoot(),
      await startWiki({
        ...SMALL,
        behave: (request) => (broken && isContent(request) ? { kind: "status", status: 502 } : undefined),
      }),
    ];
    const { summary, events } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ completed: 0, failed: 0, pending: ALL, exit_code: 3 });
    expect(typesOf(events).has("breaker_opened")).toBe(true);
    broken = false;
    const again = await hurriedCrawl(root, site, {}, { wait: true, speed: 5_000 });
    expect(again.summary).toMatchObject({ completed: ALL, exit_code: 0 });
    expect(Object.keys(filesIn(root))).toHaveLength(ALL);
  });

  it.each([{}, { since: "auto" }])(
    "may have changed when it is back: one run has it right (%j)",
    async (how) => {
      let [broken, isDown] = [false, false];
      /** From the first page that is asked for. */
      const behave = (request: WikiRequest): MediaWikiBehaviour | undefined => {
        isDown = broken && (isDown || isContent(request));
        return isDown ? { kind: "status", status: 502 } : undefined;
      };
      const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave })];
      site.wiki.edit("Way", "#REDIRECT [[Main Page]]");
      await crawl(root, site);
      for (const title of ["Main Page", "Amber ridge", "Way", "New one", "New two"])
        site.wiki.edit(title, `${title}, edited.`);
      broken = true;
      expect((await hurriedCrawl(root, site, how)).summary.pending).toBe(5);
      broken = false;
      site.wiki.edit("Way", "#REDIRECT [[Amber ridge]]");
      site.wiki.edit("Way two", "#REDIRECT [[New two]]");
      site.wiki.delete("New one");
      site.wiki.move("Main Page", "Another name");
      const { summary } = await hurriedCrawl(root, site, how, { wait: true, speed: 5_000 });
      expect(summary).toMatchObject({ failed: 0, pending: 0, exit_code: 0 });
      const fresh = newRoot();
      await crawl(fresh, site);
      expect(timelessPages(root)).toEqual(timelessPages(fresh));
    },
  );

  it("altogether is no reason to retire a page", async () => {
    const [root, site] = [newRoot(), await startWiki(SMALL)];
    await crawl(root, site);
    await site.close();
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ retired: 0, exit_code: 3 });
    expect(Object.keys(filesIn(root))).toHaveLength(ALL);
  });
});

describe("politeness", () => {
  it.each([
    ["forbids everything", "User-agent: *\nDisallow: /\n"],
    ["is out of order", { status: 503 }],
  ])("a robots.txt that %s does not stop an API that the user has named", async (_, robots) => {
    const [root, site] = [newRoot(), await startWiki({ pages: 3, oddities: false, robots })];
    const { summary, requests } = await crawl(root, site);
    expect(summary).toMatchObject({ completed: 4, exit_code: 0 });
    expect(requests.filter(({ pathname }) => pathname === "/robots.txt")).toEqual([]);
  });

  it.each<[string, MediaWikiBehaviour]>([
    ["a 429", { kind: "status", status: 429, headers: { "Retry-After": "120" } }],
    ["maxlag", { kind: "maxlag", retryAfter: 120 }],
  ])("a Retry-After of more than a minute (%s) parks the host (exit 3)", async (_, behaviour) => {
    const behave = firstOf(1, isContent, behaviour);
    const [root, site] = [newRoot(), await startWiki({ ...SMALL, behave })];
    const { summary, events } = await crawl(root, site);
    expect(summary).toMatchObject({ failed: 0, exit_code: 3, held: [{ reason: "retry_after" }] });
    expect(summary.pending + summary.completed).toBe(ALL);
    expect(typesOf(events).has("host_parked")).toBe(true);
    const again = await crawl(root, site);
    expect(again.summary.exit_code).toBe(3);
    expect(again.requests).toEqual([]);
  });

  it("asks for compressed answers of the current format, with maxlag, by GET", async () => {
    const [root, site] = [newRoot(), await startWiki({ pages: 3, oddities: false })];
    const { requests } = await crawl(root, site);
    for (const { method, params, headers } of requests) {
      expect(method).toBe("GET");
      expect(params).toMatchObject({ action: "query", format: "json", formatversion: "2", maxlag: "5" });
      expect(headers["accept-encoding"]).toContain("gzip");
    }
  });
});
