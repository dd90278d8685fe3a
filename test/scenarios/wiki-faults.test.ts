/** A wiki that misbehaves: each trouble has a name, is in the raw log with its attempt, and costs no page. */
import { describe, expect, it } from "vitest";
import { failingPage } from "../../src/sandbox/mediawiki.ts";
import type { RawEvent } from "../../src/sources/wiki/raw-event.ts";
import { newRoot } from "../kit/root.ts";
import {
  contentRequests,
  crawl,
  expectAgreement,
  expectLikeFresh,
  hurriedCrawl,
  isListing,
  startWiki,
  type MediaWikiBehaviour,
  type WikiRequest,
} from "../kit/wiki.ts";
import { RETIRED_DIR, filesIn, pagesIn, rawEvents } from "../kit/wiki-files.ts";

const isContent = (request: WikiRequest) => contentRequests([request]).length === 1;

/** A fault for the first `times` requests of a kind, from the nth on. */
function faulty(
  isOne: (request: WikiRequest) => boolean,
  behaviour: MediaWikiBehaviour,
  times: number,
  from = 1,
) {
  let seen = 0;
  return (request: WikiRequest) => {
    if (!isOne(request)) return undefined;
    seen += 1;
    return seen >= from && seen < from + times ? behaviour : undefined;
  };
}

const FAULTS: readonly {
  readonly fault: string;
  readonly behaviour: MediaWikiBehaviour;
  readonly logged: Partial<Record<keyof RawEvent, unknown>>;
}[] = [
  {
    fault: "503",
    behaviour: { kind: "status", status: 503, body: "down" },
    logged: { outcome: "retryable_error", error: { type: "http_status" }, response_text: "down" },
  },
  {
    fault: "429 with Retry-After",
    behaviour: { kind: "status", status: 429, headers: { "Retry-After": "2" } },
    logged: { outcome: "retryable_error", http: { status: 429, retry_after: "2" } },
  },
  {
    fault: "JSON cut in the middle",
    behaviour: { kind: "cut" },
    logged: { outcome: "retryable_error", error: { type: "body_broken" }, response_json: null },
  },
  {
    fault: "gzip cut in the middle",
    behaviour: { kind: "cut", gzip: true },
    logged: { outcome: "retryable_error", error: { type: "body_broken" }, http: { status: 200 } },
  },
  {
    fault: "a body shorter than announced",
    behaviour: { kind: "short" },
    logged: { outcome: "retryable_error" },
  },
  {
    fault: "a connection reset",
    behaviour: { kind: "reset" },
    logged: { outcome: "retryable_error", error: { type: "connection" }, http: null },
  },
  {
    fault: "a lagging database",
    behaviour: { kind: "maxlag" },
    logged: { outcome: "retryable_error", error: { type: "maxlag" }, http: { status: 200 } },
  },
  {
    fault: "HTML with status 200",
    behaviour: { kind: "html" },
    logged: { outcome: "retryable_error", response_json: null, response_text: expect.stringContaining("<") },
  },
  {
    fault: "an error of the server in a body with status 200",
    behaviour: { kind: "error", code: "internal_api_error_DBQueryError" },
    logged: { outcome: "retryable_error", error: { type: "internal_api_error_DBQueryError" } },
  },
];

describe("trouble that passes", () => {
  it.each(
    FAULTS.flatMap((one) => [
      { ...one, where: "listing" },
      { ...one, where: "content" },
    ]),
  )(
    "$fault ($where): tried again, logged attempt by attempt, nothing lost",
    async ({ behaviour, logged, where }) => {
      const behave = faulty(where === "listing" ? isListing : isContent, behaviour, 2);
      const site = await startWiki({ pages: 12, oddities: false, behave });
      const root = newRoot();
      const { summary, requests } = await hurriedCrawl(root, site);
      expect(summary).toMatchObject({ exit_code: 0, completed: 13, failed: 0 });
      const events = rawEvents(root);
      expect(events).toHaveLength(requests.length);
      const failed = events.filter(({ outcome }) => outcome !== "success");
      expect(failed.map(({ attempt }) => attempt)).toEqual([1, 2]);
      for (const event of failed) expect(event).toMatchObject(logged);
      expectAgreement(root);
    },
  );

  it("lag is waited out, however long, and the crawl goes on after it", async () => {
    let refused = 0;
    const site = await startWiki({
      pages: 5,
      oddities: false,
      behave: () => {
        if (++refused === 12) site.lag("off");
        return undefined;
      },
    });
    site.lag("on");
    const root = newRoot();
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ exit_code: 0, completed: 6 });
    const lagged = rawEvents(root).filter(({ error }) => error?.type === "maxlag");
    expect(lagged.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe("trouble that stays", () => {
  it("a page that always fails fails alone: the others are stored, the breaker stays closed", async () => {
    const site = await startWiki({
      pages: 60,
      oddities: false,
      behave: (request) => (isContent(request) ? failingPage(7)(request) : undefined),
    });
    const root = newRoot();
    const { summary, events } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ exit_code: 1, completed: 60, failed: 1, pending: 0, held: [] });
    const failed = events.filter(({ type }) => type === "failed");
    expect(failed).toEqual([expect.objectContaining({ id: "7", reason: "server_error" })]);
    const last = rawEvents(root).findLast(({ pageid }) => pageid === 7);
    expect(last).toMatchObject({ outcome: "retryable_error", http: { status: 500 } });
  });

  it.each([404, 410])(
    "an API that answers %i for content has failed, and the pages were not skipped",
    async (status) => {
      const behave = faulty(isContent, { kind: "status", status }, Infinity);
      const site = await startWiki({ pages: 3, oddities: false, behave });
      const { summary } = await hurriedCrawl(newRoot(), site);
      expect(summary).toMatchObject({ exit_code: 1, failed: 4, skipped: 0 });
    },
  );

  it("a server that is down leaves everything pending, and what is stored in place", async () => {
    const site = await startWiki({ pages: 12, oddities: false });
    const root = newRoot();
    await crawl(root, site);
    const before = filesIn(root);
    await site.close();
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ exit_code: 3, completed: 0, retired: 0 });
    expect(filesIn(root)).toEqual(before);
  });

  it("a server that goes down between listing and content: the rest stays pending and comes with the next run", async () => {
    let isDown = true;
    const site = await startWiki({
      pages: 40,
      oddities: false,
      behave: (request) => (isDown && isContent(request) ? { kind: "status", status: 503 } : undefined),
    });
    const root = newRoot();
    const { summary } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ exit_code: 3, completed: 0, failed: 0, pending: 41 });
    isDown = false;
    const again = await hurriedCrawl(root, site, {}, { runId: "later", speed: 2000, wait: true });
    expect(again.summary).toMatchObject({ exit_code: 0, completed: 41 });
    expectAgreement(root);
  });

  it("what one wiki left pending is not asked of another, where its ids mean other pages", async () => {
    const site = await startWiki({ pages: 3, oddities: false });
    const [root, stop] = [newRoot(), new AbortController()];
    const onEvent = ({ type }: { readonly type: string }) => {
      if (type === "queued") stop.abort();
    };
    const { summary } = await crawl(root, site, {}, { signal: stop.signal, onEvent });
    expect(summary).toMatchObject({ pending: 4, completed: 0 });
    const other = await startWiki({ pages: 3, oddities: false });
    expect((await crawl(root, other)).summary).toMatchObject({ completed: 4, pending: 0 });
    const sources = Object.values(filesIn(root)).map(
      (text) => (JSON.parse(text) as { source: string }).source,
    );
    expect(new Set(sources)).toEqual(new Set([new URL(other.url).host]));
  });

  it("silence of more than a minute parks the host", async () => {
    const behaviour = { kind: "status", status: 429, headers: { "Retry-After": "3600" } } as const;
    const site = await startWiki({ pages: 3, oddities: false, behave: faulty(isContent, behaviour, 1) });
    const { summary, requests } = await hurriedCrawl(newRoot(), site);
    expect(summary).toMatchObject({ exit_code: 3, pending: 4, held: [{ reason: "retry_after" }] });
    expect(contentRequests(requests)).toHaveLength(1);
  });

  it("an error that the API will always give ends the run cleanly, by its name", async () => {
    const behave = faulty(isListing, { kind: "error", code: "readapidenied" }, Infinity);
    const site = await startWiki({ pages: 3, oddities: false, behave });
    const root = newRoot();
    const { summary, events } = await hurriedCrawl(root, site);
    expect(summary).toMatchObject({ exit_code: 1, discovery: "failed" });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "warning", message: expect.stringContaining("readapidenied") }),
    );
    expect(rawEvents(root).at(-1)).toMatchObject({ outcome: "api_error", error: { type: "readapidenied" } });
  });
});

describe("a listing that is not whole", () => {
  const CUTS: readonly { readonly cut: string; readonly behaviour: MediaWikiBehaviour }[] = [
    { cut: "503", behaviour: { kind: "status", status: 503 } },
    { cut: "a reset", behaviour: { kind: "reset" } },
    { cut: "an error", behaviour: { kind: "error", code: "readapidenied" } },
    { cut: "a continuation that repeats", behaviour: { kind: "repeat-continue" } },
    { cut: "HTML", behaviour: { kind: "html" } },
  ];

  it.each(CUTS)(
    "$cut on its second part: nothing is retired, nothing is taken as done",
    async ({ behaviour }) => {
      let isCut = false;
      const site = await startWiki({
        pages: 600,
        oddities: false,
        behave: (request) =>
          isCut && isListing(request) && request.params["gapcontinue"] !== undefined ? behaviour : undefined,
      });
      const root = newRoot();
      await crawl(root, site);
      const before = filesIn(root);
      site.wiki.delete("Main Page");
      isCut = true;
      const { summary } = await hurriedCrawl(root, site);
      expect([1, 3]).toContain(summary.exit_code);
      expect(summary).toMatchObject({ retired: 0, completed: 0 });
      expect(filesIn(root)).toEqual(before);
      expect(filesIn(root, RETIRED_DIR)).toEqual({});
    },
  );

  it("more than a tenth gone: stops and asks; goes where the user allows it", async () => {
    const site = await startWiki({ pages: 20, oddities: false });
    const root = newRoot();
    await crawl(root, site);
    for (const title of [...pagesIn(root).keys()].slice(0, 3)) site.wiki.delete(title);
    const refused = await crawl(root, site);
    expect(refused.summary).toMatchObject({ exit_code: 1, retired: 0 });
    expect(refused.events).toContainEqual(expect.objectContaining({ code: "mass_removal" }));
    expect(Object.keys(filesIn(root))).toHaveLength(21);
    const allowed = await crawl(root, site, {}, { allowMassRemoval: true });
    expect(allowed.summary).toMatchObject({ exit_code: 0, retired: 3 });
    await expectLikeFresh(root, site);
  });
});
