import { expect, it } from "vitest";
import { type AlertCode, AlertWatch, readingAlerts } from "./alerts.ts";
import type { EventBody, ProcedureCounts, Summary } from "./events.ts";

const FULL = [0, 0, 0, 0, 0, 0, 0, 0, 0, 10];

function procedures(completeness: readonly number[], coverage: Record<string, number> = {}): ProcedureCounts {
  const stored = completeness.reduce((sum, n) => sum + n, 0);
  return { stored, proposals: 0, review: 0, outcomes: {}, coverage, completeness };
}

const opened = (host: string): EventBody => ({
  type: "breaker_opened",
  host,
  until: "2026-01-01T00:00:00.000Z",
  failures: 5,
});

const REFUSED: EventBody = { type: "warning", code: "mass_removal", message: "40 of 50 are gone" };

it.each<[string, readonly EventBody[], number, ProcedureCounts | null, ProcedureCounts | null, AlertCode[]]>([
  ["nothing happened", [], 0, null, null, []],
  ["another warning", [{ type: "warning", code: "sitemap_cut", message: "" }], 0, null, null, []],
  ["it failed", [], 1, null, null, ["run_failed"]],
  ["a host kept it waiting", [opened("a")], 3, null, null, ["run_failed", "breaker_opened"]],
  ["storage broke", [], 4, null, null, ["run_failed", "storage_trouble"]],
  ["too many were gone", [REFUSED], 1, null, null, ["run_failed", "mass_removal"]],
  ["a host failed twice", [opened("a"), opened("a")], 0, null, null, ["breaker_opened"]],
  ["two hosts failed", [opened("a"), opened("b")], 0, null, null, ["breaker_opened", "breaker_opened"]],
  ["they are as complete as before", [], 0, procedures(FULL), procedures(FULL), []],
  [
    "they are a little less complete",
    [],
    0,
    procedures(FULL),
    procedures([0, 0, 0, 0, 0, 0, 0, 0, 10, 0]),
    [],
  ],
  [
    "they are less complete",
    [],
    0,
    procedures(FULL),
    procedures([0, 0, 0, 0, 0, 0, 0, 10, 0, 0]),
    ["completeness_dropped"],
  ],
  [
    "a field is missing in many",
    [],
    0,
    procedures(FULL, { plazos: 10, tasas: 9 }),
    procedures(FULL, { plazos: 8, tasas: 8 }),
    ["coverage_dropped"],
  ],
  ["there were none before", [], 0, procedures([]), procedures(FULL), []],
  ["they were not looked at", [], 0, procedures(FULL), null, []],
])("tells what somebody should hear where %s", (_, events, exit_code, before, after, codes) => {
  const watch = new AlertWatch();
  for (const event of events) watch.see(event);
  const summary = {
    type: "summary",
    exit_code,
    failed: 1,
    pending: 0,
    discovery: "complete",
    ...(after === null ? {} : { procedures: after }),
  } as Summary;
  expect(watch.alerts(summary, before).map(({ code }) => code)).toEqual(codes);
});

it("tells of a reading that failed, and of what it has lost", () => {
  const less = procedures([0, 0, 0, 0, 0, 0, 0, 10, 0, 0]);
  expect(readingAlerts({ exitCode: 0, failed: 0, procedures: procedures(FULL) }, procedures(FULL))).toEqual(
    [],
  );
  expect(readingAlerts({ exitCode: 1, failed: 3, procedures: less }, procedures(FULL))).toMatchObject([
    { code: "run_failed", message: "the run ended with exit code 1: 3 not readable" },
    { code: "completeness_dropped" },
  ]);
  expect(readingAlerts({ exitCode: 143, failed: 0 }, null)).toMatchObject([{ code: "run_failed" }]);
});

it("names at most twenty hosts", () => {
  const watch = new AlertWatch();
  for (let n = 0; n < 100; n++) watch.see(opened(`h${n}.example`));
  const alerts = watch.alerts({ type: "summary", exit_code: 0 } as Summary, null);
  expect(alerts).toHaveLength(20);
  expect(alerts[0]).toEqual({
    code: "breaker_opened",
    host: "h0.example",
    message: "h0.example failed 5 times in a row and is left alone",
  });
});
