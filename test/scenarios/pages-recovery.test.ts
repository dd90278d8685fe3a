/** What is derived from manifest and pages can be lost, and comes back as it was (R3, R4): also aliases and meta files. */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adopt } from "../../src/application/recover.ts";
import { ingest, type LevadaEvent, repair, type Summary } from "../../src/index.ts";
import { asWriter } from "../../src/library/as-writer.ts";
import type { Offices } from "../../src/sandbox/offices.ts";
import type { TestRoot } from "../kit/root.ts";
import {
  discoveryQueue,
  expectSound,
  filesBelow,
  newTramitesRoot,
  officesRoot,
  pageLines,
  startOffices,
} from "../kit/tramites-root.ts";

interface Ran {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
}

async function run(root: TestRoot): Promise<Ran> {
  const events: LevadaEvent[] = [];
  const summary = await ingest("tramites", {
    root: root.path,
    allowPrivateNetwork: true,
    allowMassRemoval: true,
    sourceOptions: {
      registry: { path: "registry.yaml", text: readFileSync(root.file("registry.yaml"), "utf8") },
      only: ["sede", "seed"],
      seeds: { path: "seeds.txt", text: readFileSync(root.file("seeds.txt"), "utf8") },
    },
    onEvent: (event) => void events.push(event),
  });
  return { summary, events };
}

/** Two runs over pages that change, with aliases, duplicates and pages that went. */
async function livedRoot(): Promise<{ root: TestRoot; offices: Offices }> {
  const offices = await startOffices();
  const { sede } = offices;
  const root = officesRoot(offices);
  for (const n of [0, 1, 2]) {
    sede.add({ path: `/tramites/oculto-${n}`, listed: false });
    sede.pages.redirect(`/viejo/${n}`, 301, `/tramites/oculto-${n}`);
  }
  for (const path of ["/tramites/copia-a", "/tramites/copia-b"])
    sede.add({ path, body: "<!doctype html><html><h1>Requisitos</h1><p>La misma página.</p></html>" });
  writeFileSync(root.file("seeds.txt"), [0, 1, 2].map((n) => `${sede.url}/viejo/${n}\n`).join(""));
  expect((await run(root)).summary).toMatchObject({ exit_code: 0 });
  const paths = sede.pages
    .listed()
    .map(({ path }) => path)
    .filter((path) => /^\/tramites\/(?!copia)/.test(path));
  paths.slice(0, 5).forEach((path) => sede.change(path));
  sede.remove(paths[6] as string, 410);
  const { summary } = await run(root);
  expect(summary).toMatchObject({ exit_code: 0, retired: 1 });
  expect(summary.completed).toBeGreaterThanOrEqual(5);
  return { root, offices };
}

/** Files with their bytes, and how every item stands. */
function stateOf(root: TestRoot) {
  const items = discoveryQueue(root).map(({ url, state, reason }) => `${url} ${state} ${reason}`);
  return {
    files: { ...filesBelow(root, "data/raw"), ...filesBelow(root, "data/retired") },
    items: items.toSorted(),
  };
}

const DATABASE = "data/state/levada.db";

function removeDatabase(root: TestRoot): void {
  for (const name of readdirSync(root.file("data/state")))
    if (name.startsWith("levada.db")) rmSync(root.file("data/state", name));
}

const LOSSES: readonly (readonly [string, (root: TestRoot) => void])[] = [
  ["the database is gone", removeDatabase],
  [
    "the database is unreadable",
    (root) => {
      removeDatabase(root);
      writeFileSync(root.file(DATABASE), "not a database at all".repeat(1000));
    },
  ],
  ["the checkpoint is gone", (root) => rmSync(root.file("data/state/tramites.json"))],
  ["the checkpoint is unreadable", (root) => writeFileSync(root.file("data/state/tramites.json"), "{")],
  [
    "the last line of the manifest is torn",
    (root) => appendFileSync(root.file("data/raw/tramites/manifest.jsonl"), '{"source_id":"sede","met'),
  ],
  [
    "database and checkpoint are gone",
    (root) => {
      removeDatabase(root);
      for (const name of ["tramites.json", "tramites.json.bak"])
        rmSync(root.file("data/state", name), { force: true });
    },
  ],
];

describe.each(LOSSES)("where %s", (what, lose) => {
  it("the next run brings back what was, stores nothing anew, and knows every alias", async () => {
    const { root, offices } = await livedRoot();
    await run(root);
    const before = stateOf(root);
    lose(root);
    offices.sede.forget();
    const { summary } = await run(root);
    expect(summary).toMatchObject({ completed: 0, failed: 0, pending: 0, retired: 0, exit_code: 0 });
    expect(stateOf(root).files).toEqual(before.files);
    if (!what.includes("database")) expect(stateOf(root).items).toEqual(before.items);
    // An alias that is known is asked for as the page it leads to; one that is not would be a new page.
    const queue = new Map(discoveryQueue(root).map(({ url, state }) => [url, state]));
    for (const n of [0, 1, 2]) expect(queue.get(`${offices.sede.url}/viejo/${n}`)).toBe("completed");
    await expectSound(root);
  });
});

describe("meta files", () => {
  const metas = (root: TestRoot) =>
    Object.entries(filesBelow(root, "data/raw")).filter(([name]) => name.endsWith(".meta.json"));

  it("that are lost or damaged are written again by a repair, as they were", async () => {
    const { root, offices } = await livedRoot();
    const before = metas(root);
    expect(before.some(([name]) => name.endsWith(".prev.meta.json"))).toBe(true);
    before.forEach(([name], nth) => {
      if (nth % 2 === 0) rmSync(root.file(name));
      else writeFileSync(root.file(name), "{");
    });
    offices.sede.forget();
    await repair("tramites", { root: root.path });
    expect(metas(root)).toEqual(before);
    expect(offices.sede.requests).toEqual([]);
    await expectSound(root);
  });

  it("are written by the next recovery where one was killed between the registry and them", async () => {
    const { root } = await livedRoot();
    const before = metas(root);
    removeDatabase(root);
    for (const [name] of before) rmSync(root.file(name));
    // As far as a recovery comes before it is killed.
    await asWriter(root.path, "recovery", (ports) => adopt("tramites", ports, () => {}));
    expect(metas(root)).toEqual([]);
    expect((await run(root)).summary).toMatchObject({ exit_code: 0, completed: 0 });
    expect(metas(root)).toEqual(before);
    // Once: the run after it has nothing of that kind to do.
    const owed = asWriter(root.path, "a look", ({ registry }) => registry.cursor("tramites/owed"));
    expect(await owed).toBe("");
    await expectSound(root);
  });

  it("that stand beside pages which are gone do not come back", async () => {
    const { root } = await livedRoot();
    const retired = pageLines(root).find(({ metadata }) => metadata["retired_at"] !== undefined);
    const former = String(retired?.metadata["former_path"]).replace(/\.\w+$/, "");
    await repair("tramites", { root: root.path });
    expect(existsSync(root.file(`${former}.meta.json`))).toBe(false);
    expect(Object.keys(filesBelow(root, "data/retired"))).toContain(
      String(retired?.local_path).replace(/\.\w+$/, ".meta.json"),
    );
  });
});

describe("an address that led to a page and then has one of its own", () => {
  it("has its own page stored, and the other one stays as it is", async () => {
    const offices = await startOffices();
    const { sede } = offices;
    sede.add({ path: "/tramites/oculto", listed: false });
    sede.pages.redirect("/viejo", 301, "/tramites/oculto");
    const root = newTramitesRoot(readRegistry(offices));
    writeFileSync(root.file("seeds.txt"), `${sede.url}/viejo\n${sede.url}/tramites/oculto\n`);
    await run(root);
    const hidden = pageLines(root).find(({ metadata }) =>
      String(metadata["canonical_url"]).endsWith("/tramites/oculto"),
    );
    const before = readFileSync(root.file(String(hidden?.local_path)), "utf8");
    sede.add({ path: "/viejo", listed: false, body: "<!doctype html><html><h1>Otra cosa</h1></html>" });
    for (const _ of [1, 2]) {
      const { summary } = await run(root);
      expect(summary).toMatchObject({ exit_code: 0, failed: 0 });
      expect(readFileSync(root.file(String(hidden?.local_path)), "utf8")).toBe(before);
      const own = pageLines(root).filter(({ metadata }) =>
        String(metadata["canonical_url"]).endsWith("/viejo"),
      );
      expect(own.map(({ local_path }) => local_path)).toHaveLength(1);
      expect(own[0]?.local_path).not.toBe(hidden?.local_path);
    }
    await expectSound(root);
  });
});

function readRegistry(offices: Offices): string {
  return readFileSync(officesRoot(offices).file("registry.yaml"), "utf8");
}
