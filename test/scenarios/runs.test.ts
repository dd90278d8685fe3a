/** P37: what runs did, kept, shown and compared. */
import { writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { levada as command, lines, type MemoryIoOptions } from "../../src/cli/testing/memory-io.ts";
import { ingest, reextract } from "../../src/index.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { hashOf, levada, officesRoot, openOffices, rowOf, type Offices } from "../kit/offices.ts";
import { officeRoot, procedurePage, startOffice } from "../kit/procedure-root.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";

interface Item {
  readonly key: string;
  readonly url: string;
  readonly tramite: string | null;
}

interface Comparison {
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
  readonly partial: boolean;
  readonly items: Readonly<Record<"new" | "changed" | "gone", readonly Item[]>>;
  readonly counts: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

/** The office of a ministry, whose pages are read. */
function sedeRoot(offices: Offices, more: object = {}, of: readonly string[] = ["sede"]): TestRoot {
  const root = officesRoot(of.map((id) => rowOf(offices, id)));
  const config = {
    network: { allow_private: true },
    extraction: { workers: 1 },
    sources: { tramites: { registry: "registry.yaml" } },
    ...more,
  };
  writeFileSync(root.file("levada.config.yaml"), stringify(config));
  return root;
}

async function json<T>(root: TestRoot, ...words: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await levada(root, ...words, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as T;
}

async function ingested(root: TestRoot): Promise<string> {
  const { code, stdout, stderr } = await levada(root, "ingest", "tramites", "--json");
  expect(code, stderr).toBe(0);
  const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { type: string; run_id: string };
  expect(last.type).toBe("summary");
  return last.run_id;
}

function paths(items: readonly Item[]): readonly string[] {
  return items.map(({ url }) => new URL(url).pathname).toSorted();
}

const ADDED = ["/tramites/nuevo-uno", "/tramites/nuevo-dos", "/tramites/nuevo-tres"].toSorted();
const CHANGED = ["/tramites/ayuda-nacimiento-adopcion", "/tramites/prestacion-desempleo"];
const REMOVED = "/tramites/justicia-gratuita";

describe("runs compare", () => {
  it.each([
    ["", ["sede"]],
    [", beside pages whose bytes change with every request", ["sede", "ayuntamiento"]],
  ])("P37: says exactly that three pages are new, two changed and one is gone%s", async (_, of) => {
    const offices = await openOffices();
    const root = sedeRoot(offices, {}, of);
    const first = await ingested(root);
    for (const path of ADDED) offices.sede.add({ path, title: `Solicitud ${path.slice(16)}` });
    for (const path of CHANGED) offices.sede.change(path);
    offices.sede.remove(REMOVED);
    const second = await ingested(root);
    const found = await json<Comparison>(root, "runs", "compare", first, second);
    expect(found).toMatchObject({ new: 3, changed: 2, gone: 1, partial: false });
    expect(paths(found.items.new)).toEqual(ADDED);
    expect(paths(found.items.changed)).toEqual(CHANGED);
    expect(paths(found.items.gone)).toEqual([REMOVED]);
    const { stdout } = await levada(root, "runs", "compare", "last~1", "last");
    expect(stdout).toContain("\n3 new, 2 changed, 1 gone\n");
  });
});

const BALANCED = { discovered: 0, completed: 0, failed: 0, skipped: 0, unchanged: 0, pending: 0 };

/** `levada runs …` in this process. */
async function runs(root: TestRoot, words: readonly string[], options: MemoryIoOptions = {}) {
  return command(["runs", ...words, "--root", root.path], options);
}

async function runsJson(root: TestRoot, ...words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runs(root, [...words, "--json"]);
  expect([code, err]).toEqual([0, ""]);
  return lines(out)[0] ?? {};
}

async function smallOffice() {
  const office = await startOffice({
    "/ayuda": procedurePage(),
    "/padron": procedurePage({ name: "Alta en el padrón municipal", deadline: "todo el año" }),
    "/vacia": "",
  });
  return { office, root: officeRoot(office.url) };
}

describe("runs show and list", () => {
  it("P37: show counts by stage and outcome, errors, hosts, completeness and what differs", async () => {
    const { root, office } = await smallOffice();
    const { exit_code } = await ingest("tramites", { root: root.path });
    expect(exit_code).toBe(1);
    const shown = await runsJson(root, "show", "last");
    expect(shown).toMatchObject({
      source: "tramites",
      kind: "ingest",
      state: "finished",
      exit_code: 1,
      new: 2,
      updated: 0,
      gone: 0,
      failed: 1,
      stages: { discovered: 3, fetched: 2, extracted: 2, normalized: 2, stored: 2 },
      outcomes: { new: 2, fetch_failed: 1 },
      procedures: { stored: 2, outcomes: { new: 2 } },
      errors: { fetch: { fetch_failed: 1 }, extract: {}, normalize: {} },
      hosts: [{ host: new URL(office.url).host }],
      host_count: 1,
      items: {
        new: [{ url: `${office.url}/ayuda` }, { url: `${office.url}/padron` }],
        failed: [{ url: `${office.url}/vacia`, reason: "fetch_failed" }],
      },
    });
    expect(shown["completeness"]).toHaveLength(10);
    const { out } = await runs(root, ["show", "last"]);
    expect(out).toContain("outcomes    3 = 2 new + 1 fetch failed\n");
    expect(out).toMatch(/fetch +fetch_failed +1\n/);
    expect(out).toMatch(/\n +fields +nombre 100 %, .*plazos 100 %/);
    expect(out).toMatch(/ [4-9]0-\d+ % {2}#{50} 2\n/);
    const onTerminal = await runs(root, ["show", "last"], { terminals: ["stdout"], columns: 60 });
    expect(onTerminal.out).toMatch(/ [4-9]0–\d+ % {2}█{30,50} 2\n/);
  });

  it("E7: a fetch_failed page comes again in the next run, and is new when it answers", async () => {
    const { root, office } = await smallOffice();
    await ingest("tramites", { root: root.path });
    office.pages.set("/vacia", procedurePage({ name: "Licencia de obra menor" }));
    expect(await ingest("tramites", { root: root.path })).toMatchObject({ exit_code: 0, completed: 1 });
    expect(await runsJson(root, "compare", "last~1", "last")).toMatchObject({
      new: 1,
      changed: 0,
      gone: 0,
      partial: false,
      items: { new: [{ url: `${office.url}/vacia`, outcome: "new" }] },
    });
    const { out } = await runs(root, ["compare", "last", "last~1"]);
    expect(out).toContain("\n1 new, 0 changed, 0 gone\n");
    expect(out).toContain(`+ ${hashOf(`${office.url}/vacia`)}  ${office.url}/vacia`);
    expect(out).toMatch(/\nerrors\.fetch\.fetch_failed +1 +0 +-1\n/);
    expect(out).toMatch(/\nkept\.procedures +2 +3 +\+1\n/);
    expect(out).not.toContain("there may be more");
  });

  it("a run that was killed is listed as interrupted, with what it had done", async () => {
    const { root, office } = await smallOffice();
    await ingest("tramites", { root: root.path });
    office.pages.set("/ayuda", procedurePage({ deadline: "un mes" }));
    await killedWhen(root, (line) => line.includes('"completed"'));
    const { runs: listed } = await runsJson(root, "list");
    expect(listed).toMatchObject([
      { state: "interrupted", exit_code: null, ended_at: null },
      { state: "finished", exit_code: 1 },
    ]);
    expect((await runs(root, [])).out).toMatch(/ interrupted\n/);
    expect((await runs(root, ["show", "last"])).out).toContain("interrupted");
    await ingest("tramites", { root: root.path });
    expect(await runsJson(root, "show", "last")).toMatchObject({ state: "finished" });
  });

  it("P37: what a killed run stored is in the comparison of the runs around it", async () => {
    const { root, office } = await smallOffice();
    await ingest("tramites", { root: root.path });
    office.pages.set("/ayuda", procedurePage({ deadline: "un mes" }));
    office.pages.set("/vacia", procedurePage({ name: "Licencia de obra menor" }));
    const isStored = (seen: string) => seen.split('"type":"completed"').length > 2;
    await killedWhen(root, isStored);
    expect(await runsJson(root, "compare", "last~1", "last")).toMatchObject({ partial: true });
    expect((await runs(root, ["compare", "last~1", "last"])).out).toContain("there may be more");
    await ingest("tramites", { root: root.path });
    expect(await runsJson(root, "show", "last")).toMatchObject({ new: 0, updated: 0 });
    const killed = await runsJson(root, "show", "last~1");
    expect(killed).toMatchObject({ state: "interrupted", new: 1, updated: 1, gone: 0 });
    const compared = await runsJson(root, "compare", "last~2", "last");
    expect(compared).toMatchObject({ new: 1, changed: 1, gone: 0, partial: false });
  });

  it("keep as many runs of a source as the setting says, and list reextract among them", async () => {
    const { root } = await smallOffice();
    const config =
      "network: {allow_private: true}\nextraction: {workers: 1}\nsources: {tramites: {registry: registry.yaml}}\nhistory: {runs: 2}\n";
    writeFileSync(root.file("levada.config.yaml"), config);
    for (let n = 0; n < 2; n++) await ingest("tramites", { root: root.path });
    await reextract("tramites", { root: root.path });
    expect(await runsJson(root)).toMatchObject({
      runs: [
        { kind: "reextract", state: "finished", exit_code: 0 },
        { kind: "ingest", exit_code: 1 },
      ],
    });
    const shown = await runsJson(root, "show", "last");
    expect(shown).toMatchObject({ stages: { extracted: 2 }, procedures: { stored: 2 } });
    expect((await runs(root, [])).out).toContain("tramites (reextract)");
  });

  it.each([
    [["show"], "levada runs show takes one run, and none was given"],
    [["compare", "last"], "levada runs compare takes two runs, and 1 were given"],
    [["list", "last"], "levada runs list takes no id"],
    [["show", "nothing"], 'there is no run "nothing"'],
    [["show", "20"], "can be several runs, such as 20"],
    [["show", "last~7"], "only 2 runs are known"],
    [["show", "last", "--source", "usgs"], "no run of usgs is known yet"],
    [["show", "last", "--source", "usg"], "usgs"],
    [["list", "--all", "--limit", "3"], "--all and --limit: one of them"],
    [["show", ""], 'there is no run ""'],
  ])("refuse %j with one line and exit 2", async (words, problem) => {
    const root = newRoot();
    const state = await openSqliteState(root.path, { thread: "same" });
    const run = { source: "tramites", startedAt: "x", endedAt: "y", exitCode: 0, summary: BALANCED };
    for (const id of ["20260101T000000Z-aaaaaa", "20260102T000000Z-bbbbbb"])
      await state.registry.saveRun({ ...run, id });
    await state.close();
    const before = root.listing();
    const { code, err } = await runs(root, words);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(root.listing()).toEqual(before);
  });

  it("of different sources are not compared", async () => {
    const { root, office } = await smallOffice();
    await ingest("tramites", { root: root.path });
    await ingest("site", { root: root.path, sourceOptions: { url: office.url } });
    const { code, err } = await runs(root, ["compare", "last~1", "last"]);
    expect([code, err]).toEqual([2, expect.stringContaining("only runs of one source can be compared")]);
    expect(await runsJson(root, "compare", "last", "last", "--source", "site")).toMatchObject({
      new: 0,
      changed: 0,
      gone: 0,
    });
  });

  it("of a root without any: there are none", async () => {
    const { root } = await smallOffice();
    expect(await runsJson(root)).toEqual({ runs: [] });
    expect((await runs(root, [])).out).toContain("no run is known yet");
    expect((await runs(root, ["show", "last"])).err).toContain("no run is known yet");
  });

  it("list as much as is asked for", async () => {
    const pages = Array.from({ length: 23 }, (_, n) => [`/t${n}`, `<html><p>Nota ${n}`]);
    const office = await startOffice(Object.fromEntries(pages) as Record<string, string>);
    const root = officeRoot(office.url);
    await ingest("tramites", { root: root.path });
    const count = async (...words: string[]) =>
      ((await runsJson(root, "show", "last", ...words))["items"] as { new: unknown[] }).new.length;
    expect([await count(), await count("--all"), await count("--limit", "3")]).toEqual([20, 23, 3]);
    expect((await runs(root, ["show", "last"])).out).toContain("… and 3 more; --all lists all");
  });
});

/** `levada ingest tramites` in a process of its own, killed at a line of its events. */
async function killedWhen(root: TestRoot, isTime: (line: string) => boolean): Promise<void> {
  const program = join(import.meta.dirname, "../../bin/levada");
  const words = ["ingest", "tramites", "--root", root.path, "--json"];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
  let seen = "";
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk;
    if (isTime(seen)) child.kill("SIGKILL");
  });
  const signal = await new Promise((resolve) => child.on("close", (_, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
}
