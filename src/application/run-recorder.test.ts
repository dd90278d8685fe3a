import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventBody, Summary } from "../domain/events.ts";
import type { ProcedureOutcome } from "../domain/procedure.ts";
import { MAX_RUN_ITEMS } from "../domain/run-account.ts";
import { openSqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import type { RunHistory } from "./ports.ts";
import { RunRecorder } from "./run-recorder.ts";

async function openState() {
  const root = mkdtempSync(join(tmpdir(), "levada-history-"));
  const state = await openSqliteState(root, { thread: "same" });
  onTestFinished(async () => {
    await state.close();
    rmSync(root, { recursive: true, force: true });
  });
  return state;
}

type State = Awaited<ReturnType<typeof openState>>;

const urlOf = (key: string) => `https://a.example/${key}`;

const completed = (id: string, replaced = false): EventBody => ({
  type: "completed",
  id,
  url: urlOf(id),
  path: id,
  original_size: 1,
  compressed_size: 1,
  replaced,
});

const retired = (id: string): EventBody => ({
  type: "retired",
  id,
  url: urlOf(id),
  reason: "410",
  path: "",
});

const failed = (id: string): EventBody => ({
  type: "failed",
  id,
  url: urlOf(id),
  reason: "fetch_failed",
  error: "",
});

const normalized = (id: string, outcome: ProcedureOutcome, tramite: string | null = id): EventBody => ({
  type: "normalized",
  id,
  url: urlOf(id),
  outcome,
  reason: "",
  detail: "",
  tramite,
  completeness: 1,
  proposal: false,
});

const summary = (exit_code: number, discovered: number) =>
  ({ type: "summary", exit_code, discovered, duration_ms: 5 }) as Summary;

let nth = 0;

/** A run whose events these are; null: it was killed. */
async function run(state: State, events: readonly EventBody[], exitCode: number | null = 0, kept = 100) {
  const id = `r${String(++nth).padStart(4, "0")}`;
  const record = { id, source: "tramites", startedAt: "2026-01-01T00:00:00.000Z" };
  await state.registry.saveRun({ ...record, endedAt: null, exitCode: null, summary: null });
  const recorder = recorderOf(state.history, id);
  for (const event of events) recorder.see(event);
  if (exitCode === null) return id;
  recorder.see(summary(exitCode, events.length));
  await state.registry.saveRun({ ...record, endedAt: "2026-01-01T00:01:00.000Z", exitCode, summary: {} });
  await recorder.close(kept);
  return id;
}

function recorderOf(history: RunHistory, runId: string, monotonic = () => 0): RunRecorder {
  return new RunRecorder({ runId, source: "tramites", history, clock: { monotonic } });
}

async function between(state: State, from: string, to: string) {
  const [a, b] = [(await state.history.find(from))[0], (await state.history.find(to))[0]];
  const found = await state.history.between("tramites", a?.seq ?? 0, b?.seq ?? 0, 100);
  const keys = Object.entries({ ...found }).map(([kind, { items }]) => [
    kind,
    items.map(({ key }) => key).join(),
  ]);
  return Object.fromEntries(keys) as Record<string, string>;
}

describe("the history of runs", () => {
  it("lists what was new, updated, gone and failed, with what became of it as a procedure", async () => {
    const state = await openState();
    const id = await run(state, [
      completed("a"),
      completed("b", true),
      failed("c"),
      { type: "unchanged", id: "d", url: urlOf("d") },
      retired("e"),
      normalized("a", "new"),
      normalized("d", "unchanged"),
      normalized("e", "gone"),
    ]);
    const items = async (change: "new" | "updated" | "gone" | "failed") =>
      (await state.history.items(id, change, 10)).map(
        ({ key, outcome, tramite, reason }) => `${key} ${outcome} ${tramite} ${reason}`,
      );
    expect(await items("new")).toEqual(["a new a "]);
    expect(await items("updated")).toEqual(["b null null "]);
    expect(await items("gone")).toEqual(["e gone e 410"]);
    expect(await items("failed")).toEqual(["c null null fetch_failed"]);
    const [past] = await state.history.find(id);
    expect(past).toMatchObject({ id, kind: "ingest", exitCode: 0, detail: { changes: { new: 1, gone: 1 } } });
  });

  it.each([
    ["came", [[completed("a")]], { new: "a", changed: "", gone: "" }],
    ["came and changed", [[completed("a")], [completed("a", true)]], { new: "a", changed: "", gone: "" }],
    ["came and went", [[completed("a")], [retired("a")]], { new: "", changed: "", gone: "" }],
    ["changed twice", [[completed("a", true)], [completed("a", true)]], { new: "", changed: "a", gone: "" }],
    ["changed and went", [[completed("a", true)], [retired("a")]], { new: "", changed: "", gone: "a" }],
    ["went and came back", [[retired("a")], [completed("a")]], { new: "", changed: "a", gone: "" }],
    ["failed only", [[failed("a")], [failed("a")]], { new: "", changed: "", gone: "" }],
  ] as const)("compares runs over those between them: what %s", async (_, runs, expected) => {
    const state = await openState();
    const first = await run(state, [completed("z")]);
    let last = first;
    for (const events of runs) last = await run(state, events);
    await run(state, [completed("later")]);
    expect(await between(state, first, last)).toEqual(expected);
    expect(await between(state, first, first)).toEqual({ new: "", changed: "", gone: "" });
  });

  it("keeps what a killed run had written, and does not count it among those that ended", async () => {
    const state = await openState();
    const id = await run(
      state,
      Array.from({ length: 700 }, (_, n) => completed(`k${n}`)),
      null,
    );
    await expect.poll(async () => (await state.history.items(id, "new", 1000)).length).toBe(500);
    const [past] = await state.history.find(id);
    expect(past).toMatchObject({ endedAt: null, detail: { changes: { new: 500 } } });
    expect(await state.history.totals()).toEqual([]);
  });

  it("saves counts every few seconds where little differs", async () => {
    const state = await openState();
    let now = 0;
    const recorder = recorderOf(state.history, "slow", () => now);
    const unchanged: EventBody = { type: "unchanged", id: "a", url: urlOf("a") };
    await state.registry.saveRun({
      id: "slow",
      source: "tramites",
      startedAt: "x",
      endedAt: null,
      exitCode: null,
      summary: null,
    });
    recorder.see(unchanged);
    expect((await state.history.find("slow"))[0]?.detail).toBeNull();
    now = 5_000;
    recorder.see(unchanged);
    await expect
      .poll(async () => (await state.history.find("slow"))[0]?.detail?.outcomes)
      .toEqual({ unchanged: 2 });
    now = 6_000;
    recorder.see(completed("b"));
    await expect.poll(async () => (await state.history.items("slow", "new", 9)).length).toBe(1);
  });

  it("forgets all but the last runs of a source, and not what they come to in sum", async () => {
    const state = await openState();
    for (let n = 0; n < 5; n++) await run(state, [completed(`k${n}`)], n === 0 ? 1 : 0, 3);
    expect(await state.history.runs({ source: "tramites", limit: 10 })).toHaveLength(3);
    expect(await state.history.runs({ source: "usgs", limit: 10 })).toHaveLength(0);
    const totals = (await state.history.totals()).map(
      ({ name, label, total }) => `${name} ${label} ${total}`,
    );
    expect(totals).toEqual(["documents new 5", "runs 0 4", "runs 1 1"]);
    const left = await Promise.all(
      (await state.history.runs({ source: null, limit: 10 })).map(({ id }) =>
        state.history.items(id, "new", 9),
      ),
    );
    expect(left.flat()).toHaveLength(3);
  });

  it("adds a run to the totals once, whoever closes it again", async () => {
    const state = await openState();
    const recorder = recorderOf(state.history, "twice");
    recorder.see(summary(0, 0));
    await recorder.close(10);
    await recorder.close(10);
    expect(await state.history.totals()).toEqual([
      { source: "tramites", name: "runs", label: "0", total: 1 },
    ]);
  });

  it("finds runs by the beginning of their id, and never by a pattern", async () => {
    const state = await openState();
    const record = { source: "usgs", startedAt: "x", endedAt: null, exitCode: null, summary: null };
    for (const id of ["ab", "abc", "b%"]) await state.registry.saveRun({ ...record, id });
    const idsFor = async (prefix: string) => (await state.history.find(prefix)).map(({ id }) => id);
    expect(await idsFor("ab")).toEqual(["ab", "abc"]);
    expect(await idsFor("abc")).toEqual(["abc"]);
    expect(await idsFor("b%")).toEqual(["b%"]);
    expect(await idsFor("%")).toEqual([]);
    expect(await idsFor("_b")).toEqual([]);
  });

  it("lists runs of other kinds, and no run goes on where they ended", async () => {
    const state = await openState();
    const record = { source: "tramites", startedAt: "x", endedAt: null, exitCode: null, summary: null };
    await state.registry.saveRun({ ...record, id: "one" });
    await state.history.begin({ ...record, id: "two" }, "reextract");
    await state.history.begin({ ...record, id: "two", endedAt: "y", exitCode: 0 }, "reextract");
    expect(
      (await state.history.runs({ source: null, limit: 9 })).map(({ id, kind }) => `${id} ${kind}`),
    ).toEqual(["two reextract", "one ingest"]);
    expect(await state.registry.lastRun("tramites")).toMatchObject({ id: "one" });
    expect(await state.registry.recentRuns("tramites", 9)).toHaveLength(1);
  });
});

describe("RunRecorder", () => {
  it("E7: warns where a document was stored and not looked at as a procedure", async () => {
    const state = await openState();
    const recorder = recorderOf(state.history, "r");
    const warnings: string[] = [];
    const warn = (code: string, message: string) => void warnings.push(`${code}: ${message}`);
    for (const event of [
      completed("a"),
      completed("b", true),
      failed("c"),
      normalized("a", "not_a_procedure", null),
    ])
      recorder.see(event);
    await recorder.check(warn);
    expect(warnings).toEqual([expect.stringMatching(/^accounts_differ: 1 documents were stored/)]);
    recorder.see(normalized("b", "updated"));
    await recorder.check(warn);
    expect(warnings).toHaveLength(1);
  });

  it("E7: knows a page that redirects by the name that it is stored under", async () => {
    const state = await openState();
    const recorder = recorderOf(state.history, "r");
    const warnings: string[] = [];
    const warn = (code: string) => void warnings.push(code);
    recorder.see({ ...completed("a"), stored_as: "b" } as EventBody);
    recorder.see(normalized("b", "not_a_procedure", null));
    await recorder.check(warn);
    expect(warnings).toEqual([]);
  });

  it("lists no more than it may, and counts on", async () => {
    const noted: number[] = [];
    const history = {
      note: async (_: string, items: readonly unknown[]) => void noted.push(items.length),
      save: async () => {},
      prune: async () => {},
    } as unknown as RunHistory;
    const recorder = recorderOf(history, "r");
    for (let n = 0; n < MAX_RUN_ITEMS + 1_000; n++) recorder.see(completed(`k${n}`));
    await recorder.close(1);
    expect(noted.reduce((sum, n) => sum + n, 0)).toBe(MAX_RUN_ITEMS);
    expect(recorder.detail().changes.new).toBe(MAX_RUN_ITEMS + 1_000);
    const warnings: string[] = [];
    await recorder.check((code) => void warnings.push(code));
    expect(warnings).toEqual([]);
  });

  it("takes no more memory for half a million documents that are as they were than for a thousand", () => {
    const history = { note: async () => {}, save: async () => {} } as unknown as RunHistory;
    const recorder = recorderOf(history, "r");
    const see = (count: number) => {
      for (let n = 0; n < count; n++) recorder.see({ type: "unchanged", id: `k${n}`, url: urlOf(`k${n}`) });
      return JSON.stringify(recorder.detail()).length;
    };
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const small = see(1_000);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    expect(see(500_000) - small).toBeLessThan(20);
    collectGarbage();
    // Kept, each would take a hundred bytes at least.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });

  it("leaves trouble of the storage to whoever writes after it, and to nobody at the end", async () => {
    const broken = async () => {
      throw new Error("the disk is full");
    };
    const history = { note: broken, save: broken, prune: broken } as unknown as RunHistory;
    const recorder = recorderOf(history, "r");
    for (let n = 0; n < 600; n++) recorder.see(completed(`k${n}`));
    await expect(recorder.close(1)).rejects.toThrow("the disk is full");
  });
});
