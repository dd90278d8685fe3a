import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createScheduleFile } from "./schedule-file.ts";

function read(text: string) {
  const root = mkdtempSync(join(tmpdir(), "levada-schedule-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "data/state"), { recursive: true });
  writeFileSync(join(root, "data/state/schedule.json"), text);
  return createScheduleFile(root).read();
}

const withRow = (row: object) => JSON.stringify({ tasks: { feeds: { pattern: "0 4 * * * UTC", ...row } } });

it.each([
  ["nothing", ""],
  ["half a file", withRow({ covered_until: "2026-11-17T00:00:00Z" }).slice(0, 40)],
  ["another kind of value", "null"],
  ["a time that is none", withRow({ covered_until: "yesterday" })],
  ["a number for a time", withRow({ covered_until: {} })],
  ["a time before all clocks", withRow({ covered_until: "0001-01-01T00:00:00Z" })],
  ["a time before all years", withRow({ covered_until: "-100000-01-01T00:00:00Z" })],
])("P36: %s says nothing of a task: it is as if seen for the first time", async (_, text) => {
  expect(await read(text)).toEqual({});
});

it("P36: a run whose times are none is forgotten, and what it covered is not", async () => {
  const row = { covered_until: "1970-01-02T00:00:00Z", started_at: "-271821-04-20T00:00:00.000Z" };
  expect(await read(withRow(row))).toEqual({
    feeds: { pattern: "0 4 * * * UTC", coveredUntil: 86_400_000, last: null },
  });
});
