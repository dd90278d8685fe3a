import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { plan, verify } from "../../src/index.ts";
import {
  collect,
  collectSite,
  documentPaths,
  folderOf,
  hashOf,
  jsonIn,
  levada,
  metasOf,
  type Office,
  officesRoot,
  openOffices,
  type PageMeta,
  pathOf,
  plainRow,
  rowOf,
  snapshot,
} from "../kit/offices.ts";
import { eventsIn } from "../kit/command.ts";
import type { LevadaEvent } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";

type Planned = LevadaEvent & { readonly type: "planned" };

const plannedIn = (events: readonly LevadaEvent[]) =>
  new Map(
    events.flatMap((event) =>
      event.type === "planned" ? [[pathOf(event.url), event as Planned] as const] : [],
    ),
  );

async function planOf(root: TestRoot) {
  const events: LevadaEvent[] = [];
  const summary = await plan("tramites", { root: root.path, onEvent: (event) => void events.push(event) });
  return { summary, planned: plannedIn(events) };
}

it("E13: a plan of an empty root names everything new, fetches no page of a sitemap, and writes nothing", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede", { path_patterns: ["/tramites/", "/privado/"] })]);
  const before = root.listing();
  const { summary, planned } = await planOf(root);
  expect(root.listing()).toEqual(before);
  expect(documentPaths(sede)).toEqual([]);
  expect(planned.get("/privado/mis-expedientes")).toMatchObject({ change: "disallowed" });
  const changes = [...planned.values()].map(({ change }) => change);
  expect(changes.filter((change) => change === "new").length).toBe(planned.size - 1);
  expect(summary).toMatchObject({ discovered: planned.size, pending: planned.size - 1, exit_code: 0 });
});

it("E13: a plan tells new, changed, unchanged, gone and disallowed pages apart, as the run then finds them", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const row = rowOf(offices, "sede", { path_patterns: ["/tramites/", "/privado/"] });
  const root = officesRoot([row]);
  await collect(root);
  const [changed, touched, gone, fresh] = [
    "/tramites/justicia-gratuita",
    "/tramites/tarjeta-identidad-extranjero",
    "/tramites/fe-de-vida",
    "/tramites/bono-nuevo",
  ] as const;
  sede.change(changed);
  sede.touchLastmod(touched);
  sede.remove(gone);
  sede.add({ path: fresh });
  sede.forget();
  const before = root.listing();
  const { planned } = await planOf(root);
  expect(root.listing()).toEqual(before);
  const told = [changed, gone, fresh, "/privado/mis-expedientes", "/tramites/bono-termico"].map(
    (path) => planned.get(path)?.change,
  );
  expect(told).toEqual(["changed", "gone", "new", "disallowed", "unchanged"]);
  expect(planned.get(gone)?.metadata).toMatchObject({ reason: "no longer in the sitemap" });
  expect(sede.count(fresh)).toBe(0);
  const run = await collect(root);
  const count = (change: string) => [...planned.values()].filter((one) => one.change === change).length;
  expect(run.summary).toMatchObject({ completed: 2, retired: 1, skipped: count("disallowed") });
  expect(count("new") + count("changed")).toBeGreaterThanOrEqual(2);
});

it("E13: the command says the same with --json, for a dry run too", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "comunidad")]);
  const before = root.listing();
  for (const words of [
    ["plan", "tramites"],
    ["ingest", "tramites", "--dry-run"],
  ]) {
    const { code, stdout } = await levada(root, ...words, "--json");
    expect(code).toBe(0);
    const planned = [...plannedIn(eventsIn(stdout)).values()];
    expect(planned.length).toBeGreaterThan(15);
    expect(new Set(planned.map(({ change }) => change))).toEqual(new Set(["new"]));
  }
  expect(root.listing()).toEqual(before);
});

it("E13: a plan of a crawl follows links, and keeps nothing of what it read", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "ayuntamiento")]);
  const before = root.listing();
  const { planned } = await planOf(root);
  expect(planned.get("/tramites/baja-inscripcion-indebida")?.change).toBe("new");
  expect(root.listing()).toEqual(before);
  expect(offices.ayuntamiento.count("/admin/login")).toBe(0);
});

it("E13: a plan of pages without dates asks the server, and reads no body", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const paths = sede.pages
    .listed()
    .slice(0, 5)
    .map(({ path }) => path);
  const seed_urls = paths.map((path) => `${sede.url}${path}`);
  const root = officesRoot([plainRow("uno", sede.url, { access_method: "seed", seed_urls })]);
  await collect(root);
  sede.change(paths[0] ?? "");
  sede.forget();
  const { planned } = await planOf(root);
  expect(paths.map((path) => planned.get(path)?.change)).toEqual([
    "changed",
    "unchanged",
    "unchanged",
    "changed",
    "unchanged",
  ]);
  expect(planned.get(paths[3] ?? "")?.metadata).toMatchObject({
    reason: "may have: it has to be fetched to be compared",
  });
  expect(sede.requests.map(({ status }) => status)).toEqual([200, 304, 304, 304]);
});

it("U24: status and verify tell of both sources in one root, each of its own", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "comunidad")]);
  await collect(root);
  await collectSite(root, `${offices.sede.url}/`, { limit: 12 });
  const { stdout } = await levada(root, "status", "all", "--json");
  const { sources } = JSON.parse(stdout) as {
    sources: { name: string; completed: number; hosts: { host: string }[] }[];
  };
  const of = (name: string) => sources.find((source) => source.name === name);
  expect(of("tramites")).toMatchObject({ completed: metasOf(root, offices.comunidad).size });
  expect(of("tramites")?.hosts.map(({ host }) => host)).toEqual([offices.comunidad.host]);
  expect(of("site")).toMatchObject({ completed: 12 });
  const results = await verify("all", { root: root.path });
  for (const name of ["tramites", "site"]) {
    const result = results.find((one) => one.name === name);
    expect(result).toMatchObject({ missing: [], corrupt: [], orphaned: [], manifest_problems: [] });
    expect(result).not.toHaveProperty("state_problems");
  }
});

/** A page in two versions. */
async function twoVersions() {
  const offices = await openOffices();
  const { sede } = offices;
  const path = "/tramites/ayuda-nacimiento-adopcion";
  return { sede, path, hash: hashOf(`${sede.url}${path}`), offices };
}

async function damaged(root: TestRoot, base: string, sede: Office, how: "bits" | "missing"): Promise<void> {
  const file = root.file(`${base}.html`);
  const before = { page: readFileSync(file), previous: readFileSync(root.file(`${base}.prev.html`)) };
  const metas = [".meta.json", ".prev.meta.json"].map(
    (end) => jsonIn<PageMeta>(root, `${base}${end}`).sha256,
  );
  if (how === "missing") rmSync(file);
  else
    writeFileSync(
      file,
      Buffer.concat([before.page.subarray(0, 100), Buffer.from("?"), before.page.subarray(101)]),
    );
  const source = base.includes("/site/") ? "site" : "tramites";
  const seen = await levada(root, "verify", source);
  expect(seen.code).toBe(1);
  expect(seen.stdout).toContain(base);
  sede.forget();
  const mended = await levada(root, "verify", source, "--repair");
  expect(mended.code).toBe(0);
  expect(documentPaths(sede).length).toBe(1);
  expect(readFileSync(file).equals(before.page)).toBe(true);
  expect(readFileSync(root.file(`${base}.prev.html`)).equals(before.previous)).toBe(true);
  expect(
    [".meta.json", ".prev.meta.json"].map((end) => jsonIn<PageMeta>(root, `${base}${end}`).sha256),
  ).toEqual(metas);
  expect((await levada(root, "verify", source)).code).toBe(0);
}

it.each(["bits", "missing"] as const)(
  "U24: a damaged page of tramites (%s) is found and fetched again; the version before stays what it was",
  async (how) => {
    const { sede, path, hash, offices } = await twoVersions();
    const root = officesRoot([rowOf(offices, "sede", { path_patterns: ["/tramites/ayuda-"] })]);
    await collect(root);
    sede.change(path);
    await collect(root);
    await damaged(root, `${folderOf(sede)}/${hash}`, sede, how);
  },
);

it("U24: a damaged page of a site is found and fetched again, though nobody says which site it is", async () => {
  const { sede, path, hash } = await twoVersions();
  const root = newRoot();
  writeFileSync(root.file("levada.config.yaml"), "network: {allow_private: true}\n");
  await collectSite(root, `${sede.url}/`);
  sede.change(path);
  await collectSite(root, `${sede.url}/`);
  await damaged(root, `${folderOf(sede).replace("data/raw", "data/raw/site")}/${hash}`, sede, "bits");
});

it("U24: a file that belongs to no page is set aside, and what stands beside a page is not", async () => {
  const { sede, path, offices } = await twoVersions();
  const root = officesRoot([rowOf(offices, "sede", { path_patterns: ["/tramites/ayuda-"] })]);
  await collect(root);
  sede.change(path);
  await collect(root);
  const before = snapshot(root, folderOf(sede));
  writeFileSync(root.file(folderOf(sede), "0123456789abcdef.html"), "<html>");
  const [result] = await verify("tramites", { root: root.path, repair: true });
  expect(result?.orphaned).toEqual([`${folderOf(sede)}/0123456789abcdef.html`]);
  expect(snapshot(root, folderOf(sede))).toEqual(before);
});
