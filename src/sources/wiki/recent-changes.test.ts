import { describe, expect, it } from "vitest";
import {
  type ChangeRow,
  type LogRow,
  reachesBack,
  readLogEvents,
  readRecentChanges,
  sumUpChanges,
} from "./recent-changes.ts";
import { successOf } from "./testing/answers.ts";

const at = (second: number) => `2024-05-01T10:00:${String(second).padStart(2, "0")}Z`;
let lastLog = 0;
const log = (type: string, action: string, logpage: number, more: Partial<LogRow> = {}): LogRow => ({
  logid: ++lastLog,
  type,
  action,
  title: `Page ${logpage}`,
  timestamp: at(1),
  logpage,
  pageid: logpage,
  ...more,
});
const change = (pageid: number, more: Partial<ChangeRow> = {}): ChangeRow => ({
  type: "edit",
  pageid,
  title: `Page ${pageid}`,
  timestamp: at(1),
  ...more,
});

describe("what happened since", () => {
  it.each<[string, ChangeRow[], LogRow[], number[], number[]]>([
    ["an edit", [change(7), change(7)], [], [7], []],
    ["a new page", [change(7, { type: "new" })], [], [7], []],
    ["an upload, which the changes tell", [change(7, { type: "log" })], [], [7], []],
    ["a new user, who is no page", [change(0, { type: "log" })], [], [], []],
    ["a deletion", [], [log("delete", "delete", 7, { pageid: 0 })], [], [7]],
    [
      "a deletion that the changes tell, too",
      [change(7, { type: "log" })],
      [log("delete", "delete", 7, { pageid: 0 })],
      [],
      [7],
    ],
    ["a page made again: another id at the title", [], [log("delete", "delete", 7, { pageid: 9 })], [9], [7]],
    [
      "a deletion and its undoing in one second, newest first",
      [],
      [
        log("delete", "delete", 7, { logid: 1001 }),
        log("delete", "restore", 7, { logid: 1002 }),
      ].toReversed(),
      [7],
      [],
    ],
    [
      "an undoing and another deletion",
      [],
      [
        log("delete", "delete", 7, { timestamp: at(3) }),
        log("delete", "restore", 7, { timestamp: at(2) }),
        log("delete", "delete", 7, { timestamp: at(1) }),
      ],
      [],
      [7],
    ],
    [
      "a deletion whose revisions were hidden later",
      [],
      [
        log("delete", "delete", 7, { pageid: 0 }),
        log("delete", "revision", 7, { pageid: 0, timestamp: at(2) }),
      ],
      [],
      [7],
    ],
    [
      "an edit later than a deletion",
      [change(7, { timestamp: at(2) })],
      [log("delete", "delete", 7)],
      [7],
      [],
    ],
    [
      "an edit earlier than a deletion",
      [change(7, { timestamp: at(0) })],
      [log("delete", "delete", 7)],
      [],
      [7],
    ],
    ["a move that leaves a redirect", [], [log("move", "move", 7, { pageid: 9 })], [7, 9], []],
    ["a move that leaves nothing", [], [log("move", "move", 7, { pageid: 0 })], [7], []],
    [
      "a move over a redirect, which goes",
      [],
      [log("delete", "delete_redir", 8, { pageid: 7 }), log("move", "move_redir", 7, { pageid: 9 })],
      [7, 9],
      [8],
    ],
    ["an import", [], [log("import", "upload", 7)], [7], []],
    ["hidden revisions of a page", [], [log("delete", "revision", 7)], [7], []],
  ])("%s", (_, changes, entries, ids, deleted) => {
    const result = sumUpChanges(changes, entries);
    expect(result.ids.toSorted()).toEqual(ids);
    expect(result.deleted).toEqual(deleted);
    expect(result.titles).toEqual([]);
  });

  it("names titles where nobody tells an id", () => {
    const entries = [log("import", "interwiki", 0, { title: "Bed" })];
    expect(sumUpChanges([change(0, { title: "Bank" })], entries).titles).toEqual(["Bed", "Bank"]);
  });
});

describe("rows of changes and logs", () => {
  const row = {
    type: "edit",
    ns: 0,
    title: "Bed",
    pageid: 7,
    revid: 2,
    old_revid: 1,
    rcid: 3,
    timestamp: at(1),
  };
  const entry = {
    logid: 4,
    ns: 0,
    title: "Bed",
    pageid: 9,
    logpage: 7,
    params: { target_ns: 0, target_title: "Bank" },
    type: "move",
    action: "move",
    timestamp: at(1),
  };

  it("are read", () => {
    expect(readRecentChanges(successOf({ batchcomplete: true, query: { recentchanges: [row] } }))).toEqual({
      ok: true,
      value: { rows: [{ type: "edit", pageid: 7, title: "Bed", timestamp: at(1) }], hidden: 0 },
    });
    const { ns: _, params: __, ...kept } = entry;
    expect(readLogEvents(successOf({ batchcomplete: true, query: { logevents: [entry] } }))).toEqual({
      ok: true,
      value: { rows: [kept], hidden: 0 },
    });
  });

  it("are counted where they hide what they are about", () => {
    const hidden = { logid: 5, actionhidden: true, type: "delete", action: "delete", timestamp: at(1) };
    const answer = successOf({
      batchcomplete: true,
      query: { logevents: [hidden, entry], recentchanges: [{ type: "log", actionhidden: true }] },
    });
    expect(readLogEvents(answer)).toMatchObject({ value: { hidden: 1, rows: [{ logid: 4 }] } });
    expect(readRecentChanges(answer)).toMatchObject({ value: { hidden: 1, rows: [] } });
  });

  it.each([
    [{ batchcomplete: true }],
    [{ batchcomplete: true, query: { recentchanges: {}, logevents: {} } }],
    [
      {
        batchcomplete: true,
        query: { recentchanges: [{ ...row, pageid: "7" }], logevents: [{ ...entry, logpage: null }] },
      },
    ],
    [{ batchcomplete: true, query: { recentchanges: [{}], logevents: [{}] } }],
  ])("are not read from %j", (json) => {
    const changed = { ok: false, failure: { kind: "structure_changed" } };
    expect(readRecentChanges(successOf(json))).toMatchObject(changed);
    expect(readLogEvents(successOf(json))).toMatchObject(changed);
  });
});

it.each([
  ["something older is left", at(5), at(4), true],
  ["something as old is left", at(5), at(5), true],
  ["only newer is left", at(5), at(6), false],
  ["nothing is left", at(5), null, false],
  ["the moment is no moment", "soon", at(5), false],
])("recent changes reach back when %s", (_, since, oldest, reaches) => {
  expect(reachesBack(since, oldest)).toBe(reaches);
});
