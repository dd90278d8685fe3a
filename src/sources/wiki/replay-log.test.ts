import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { type ApiParams, parseApiAnswer } from "./api-answer.ts";
import { buildRawEvent, type Operation, rawHttp, serializeRawEvent } from "./raw-event.ts";
import { RawLogReader, ReplayLog, type LogEntry, type ReplayedContent } from "./replay-log.ts";

const BASE = "http://127.0.0.1:8080/w/api.php";

function line(
  operation: Operation,
  params: ApiParams,
  json: object | null,
  failure: Failure | null = null,
): string {
  const parts = serializeRawEvent(
    buildRawEvent({
      runId: "r1",
      operation,
      attempt: 1,
      baseUrl: BASE,
      params: { action: "query", ...params },
      http: json === null ? null : rawHttp(200, {}),
      answer: json === null ? null : parseApiAnswer(JSON.stringify(json)),
      failure,
      startedAt: "2024-05-01T10:00:00.000Z",
      finishedAt: "2024-05-01T10:00:01.000Z",
      durationMs: 1000,
    }),
  );
  return Buffer.concat(parts).toString();
}

function entriesOf(lines: readonly string[]): readonly LogEntry[] {
  const reader = new RawLogReader();
  return [...lines.flatMap((text) => reader.next(text)), ...reader.end()];
}

function replay(lines: readonly string[]): { log: ReplayLog; contents: ReplayedContent[] } {
  const log = new ReplayLog();
  const contents: ReplayedContent[] = [];
  for (const entry of entriesOf(lines)) {
    const content = entry.kind === "event" ? log.take(entry.event, entry.line) : null;
    if (content !== null) contents.push(content);
  }
  return { log, contents };
}

const listed = (pageid: number) => ({ pageid, ns: 0, title: `Page ${pageid}`, lastrevid: pageid * 10 });
const listing = (params: ApiParams, pages: number[], next?: string) =>
  line(
    "allpages",
    { generator: "allpages", gapnamespace: "0", ...params },
    {
      batchcomplete: true,
      query: { pages: pages.map(listed) },
      ...(next === undefined ? {} : { continue: { gapcontinue: next, continue: "gapcontinue||" } }),
    },
  );
const step = (gapcontinue: string) => ({ gapcontinue, continue: "gapcontinue||" });
const text = (pageid: number, content: string) => ({
  ...listed(pageid),
  revisions: [{ revid: pageid * 10, timestamp: "2024-05-01T10:00:00Z", slots: { main: { content } } }],
});
const content = (
  pageids: string,
  pages: object[],
  more: object = { batchcomplete: true },
  params: ApiParams = {},
) => line("content", { pageids, ...params }, { ...more, query: { pages } });
const timeout: Failure = { kind: "timeout", phase: "headers" };

describe("a listing in a log", () => {
  const idsOf = (lines: string[]) => {
    const found = replay(lines).log.listing(0);
    return found && [found.items.map((page) => page.pageid), found.complete];
  };

  it.each<[string, string[], unknown]>([
    ["is whole", [listing({}, [1, 2], "C"), listing(step("C"), [3])], [[1, 2, 3], true]],
    ["was cut off", [listing({}, [1, 2], "C")], [[1, 2], false]],
    [
      "has attempts that failed",
      [
        listing({}, [1], "C"),
        line("allpages", { generator: "allpages", gapnamespace: "0", ...step("C") }, null, timeout),
        line(
          "allpages",
          { generator: "allpages", gapnamespace: "0", ...step("C") },
          { error: { code: "maxlag" } },
        ),
        listing(step("C"), [2]),
      ],
      [[1, 2], true],
    ],
    [
      "has a step twice",
      [
        listing({}, [1], "C"),
        listing(step("C"), [2], "D"),
        listing(step("C"), [2], "D"),
        listing(step("D"), [3]),
      ],
      [[1, 2, 3], true],
    ],
    ["lacks a step", [listing({}, [1], "C"), listing(step("D"), [3])], [[1], false]],
    ["lacks its beginning", [listing(step("D"), [3])], null],
    [
      "was begun anew",
      [listing({}, [1], "C"), listing({}, [1], "C"), listing(step("C"), [2])],
      [[1, 2], true],
    ],
    ["was whole before it was begun anew", [listing({}, [1, 2]), listing({}, [1], "C")], [[1, 2], true]],
    [
      "is empty",
      [line("allpages", { generator: "allpages", gapnamespace: "0" }, { batchcomplete: true })],
      [[], true],
    ],
    [
      "is of another kind",
      [line("allpages", { generator: "allpages" }, { batchcomplete: true, query: {} })],
      null,
    ],
    ["is of another namespace", [listing({ gapnamespace: "4" }, [1])], null],
  ])("that %s", (_, lines, expected) => {
    expect(idsOf(lines)).toEqual(expected);
  });

  it("is known by its namespace", () => {
    expect(replay([listing({ gapnamespace: "4" }, [1]), listing({}, [2])]).log.namespaces).toEqual([4, 0]);
  });
});

describe("content in a log", () => {
  it("is handed out when its batch is complete, with the lines it stands on", () => {
    const cut = { continue: { rvcontinue: "2|20", continue: "||" } };
    const { contents } = replay([
      content("1|2", [text(1, "one"), { ...listed(2), revisions: [] }], cut),
      content("3", [text(3, "three")]),
      line("content", { pageids: "1|2", rvcontinue: "2|20", continue: "||" }, null, timeout),
      content("1|2", [listed(1), text(2, "two")], undefined, { rvcontinue: "2|20", continue: "||" }),
    ]);
    expect(contents.map(({ lines, pages }) => [lines, [...pages.keys()]])).toEqual([
      [[2], [3]],
      [
        [1, 4],
        [1, 2],
      ],
    ]);
    expect(contents[1]?.pages.get(2)).toMatchObject({ page: { content: "two", http: { status: 200 } } });
    expect(contents[1]?.finishedAt).toBe("2024-05-01T10:00:01.000Z");
  });

  it("tells missing pages and pages to be asked for alone", () => {
    const { contents } = replay([
      content("1|2", [{ pageid: 1, missing: true }, listed(2)]),
      content("2", [text(2, "")]),
    ]);
    expect(contents.flatMap(({ pages }) => [...pages].map(([id, { kind }]) => [id, kind]))).toEqual([
      [1, "missing"],
      [2, "incomplete"],
      [2, "page"],
    ]);
  });

  it("is handed out again when the same pages were asked for again", () => {
    const { contents } = replay([content("1", [text(1, "old")]), content("1", [text(1, "new")])]);
    expect(contents.map(({ pages }) => pages.get(1))).toMatchObject([
      { page: { content: "old" } },
      { page: { content: "new" } },
    ]);
  });

  it("is not made of a batch that never ended", () => {
    expect(replay([content("1", [text(1, "one")], { continue: { clcontinue: "1|B" } })]).contents).toEqual(
      [],
    );
  });
});

it("gives back site, redirects and changes", () => {
  const general = { server: "//strata.example", articlepath: "/wiki/$1" };
  const { log } = replay([
    line("siteinfo", { meta: "siteinfo" }, { batchcomplete: true, query: { general } }),
    line(
      "allredirects",
      { arnamespace: "0" },
      { batchcomplete: true, query: { allredirects: [{ fromid: 7, title: "Bed" }] } },
    ),
    line(
      "allredirects",
      { arnamespace: "4" },
      { continue: { arcontinue: "x" }, query: { allredirects: [] } },
    ),
    line(
      "redirects",
      { pageids: "8", redirects: "1" },
      { batchcomplete: true, query: { redirects: [{ from: "A", to: "B" }] } },
    ),
    line(
      "recentchanges",
      { list: "recentchanges", rclimit: "1" },
      {
        continue: { rccontinue: "x" },
        query: {
          recentchanges: [{ type: "edit", pageid: 1, title: "Old", timestamp: "2024-04-01T10:00:00Z" }],
        },
      },
    ),
    line(
      "recentchanges",
      { list: "recentchanges", rcstart: "2024-05-01T00:00:00Z" },
      {
        batchcomplete: true,
        query: {
          recentchanges: [{ type: "edit", pageid: 7, title: "Bed", timestamp: "2024-05-01T10:00:00Z" }],
        },
      },
    ),
    line("logevents", { letype: "move" }, { batchcomplete: true, query: { logevents: [] } }),
    line("allcategories", { list: "allcategories" }, { batchcomplete: true, query: { allcategories: [] } }),
    line("siteinfo", { meta: "siteinfo" }, { batchcomplete: true, query: {} }),
  ]);
  expect(log.site).toMatchObject({ server: "http://strata.example" });
  expect(log.redirects).toMatchObject({ items: [{ fromid: 7, to: "Bed" }], complete: false });
  expect(log.resolved).toMatchObject({ items: [{ edges: [{ from: "A", to: "B" }] }], complete: true });
  expect(log.changes).toMatchObject({ items: [{ pageid: 7 }], complete: true });
  expect(log.logEvents).toEqual({ items: [], complete: true });
});

describe("lines of a log", () => {
  const good = listing({}, [1]);
  const kinds = (lines: string[]) => entriesOf(lines).map((entry) => [entry.line, entry.kind]);

  it.each<[string, string[], unknown]>([
    [
      "a torn last line is borne",
      [good, good.slice(0, 50)],
      [
        [1, "event"],
        [2, "torn"],
      ],
    ],
    [
      "a torn last line with its line feed, too",
      [good, good.slice(0, 50), ""],
      [
        [1, "event"],
        [2, "torn"],
      ],
    ],
    [
      "other bad lines are named by number",
      ["x", good, "{}", good],
      [
        [1, "bad"],
        [2, "event"],
        [3, "bad"],
        [4, "event"],
      ],
    ],
    [
      "two bad lines at the end are one bad and one torn",
      [good, "x", "y"],
      [
        [1, "event"],
        [2, "bad"],
        [3, "torn"],
      ],
    ],
    ["a last line of another kind is bad, not torn", ["[]"], [[1, "bad"]]],
    ["empty lines say nothing", ["", good, ""], [[2, "event"]]],
    ["no lines say nothing", [], []],
  ])("%s", (_, lines, expected) => {
    expect(kinds(lines)).toEqual(expected);
  });
});
