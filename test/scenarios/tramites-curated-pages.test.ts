/** The page that a person's file names: it may have moved, be gone, or be no procedure (P12, P30, P32). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reviewReject } from "../../src/index.ts";
import {
  collect,
  type Fields,
  officeRoot,
  type OfficeSite,
  procedurePage,
  put,
  readJson,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const FILE = "data/tramites/alquiler.json";
const CURATED = {
  tramite: "alquiler",
  nombre: "Ayudas al alquiler",
  requisitos: ["Vivir en Valdoria"],
  verificado: true,
};
const queueOf = (root: TestRoot) => readJson(root, "data/ingestion/review_queue.json")["items"] as Fields[];
const filesOf = (root: TestRoot) => readdirSync(root.file("data/tramites")).toSorted();

const curatedRoot = (office: OfficeSite, path: string) => {
  const root = officeRoot(office.url);
  put(root, FILE, { ...CURATED, fuente_url: `${office.url}${path}` });
  return root;
};
const MOVED = { status: 301, headers: { location: "/nueva" } };
const HTML = { "content-type": "text/html; charset=utf-8" };

describe("a person's file whose address redirects", () => {
  it.each([
    ["that is listed, too", (office: OfficeSite) => office.pages.set("/nueva", procedurePage())],
    [
      "that no list has",
      (office: OfficeSite) =>
        office.answers.set("/nueva", { status: 200, headers: HTML, body: procedurePage() }),
    ],
  ])("is matched by the page that it leads to, one %s", async (_, publish) => {
    const office = await startOffice({ "/antes": "", "/huerto": procedurePage({ name: "Huerto urbano" }) });
    office.answers.set("/antes", MOVED);
    publish(office);
    const root = curatedRoot(office, "/antes");
    const text = readFileSync(root.file(FILE), "utf8");
    await collect(root);
    expect(filesOf(root)).toEqual(["alquiler.json", "local-avd-huerto-urbano.json"]);
    expect(readFileSync(root.file(FILE), "utf8")).toBe(text);
    expect(queueOf(root)).toMatchObject([{ id: "alquiler", reason: "differs_from_curated" }]);
    expect((await collect(root)).summary.procedures?.outcomes).toEqual({});
  });

  it("takes the automatic file of that page along that a run before has made", async () => {
    const office = await startOffice({ "/nueva": procedurePage() });
    const root = curatedRoot(office, "/antes");
    await collect(root);
    expect(filesOf(root)).toEqual(["alquiler.json", "local-avd-ayuda-municipal-alquiler.json"]);
    office.pages.set("/antes", "");
    office.answers.set("/antes", MOVED);
    await collect(root);
    expect(filesOf(root)).toEqual(["alquiler.json"]);
    expect(queueOf(root)).toMatchObject([{ id: "alquiler", reason: "differs_from_curated" }]);
  });

  it("leaves the page to a file that names its very address", async () => {
    const office = await startOffice({ "/antes": "", "/nueva": procedurePage() });
    office.answers.set("/antes", MOVED);
    const root = curatedRoot(office, "/antes");
    put(root, "data/tramites/z.json", { ...CURATED, tramite: "z", fuente_url: `${office.url}/nueva` });
    await collect(root);
    expect(queueOf(root)).toMatchObject([{ id: "z", reason: "differs_from_curated" }]);
  });
});

describe("a person's file whose page is of no use when it is first asked for", () => {
  const NEWS = `<!doctype html><html lang="es"><title>Noticia: ayudas</title><main><h1>Noticia: ayudas al alquiler</h1><p>${"El Ayuntamiento de Valdoria ha anunciado que las ayudas se pedirán en otoño. ".repeat(9)}</p></main></html>`;
  const rowOf = (root: TestRoot) =>
    (readJson(root, "data/ingestion/ingestion_catalog.json")["documents"] as Fields[])[0];

  it.each([
    [410, "gone"],
    [404, "not_found"],
  ])("waits for a person where it answers %i, until that is decided", async (status, reason) => {
    const office = await startOffice({ "/antes": "" });
    office.answers.set("/antes", { status });
    const root = curatedRoot(office, "/antes");
    const text = readFileSync(root.file(FILE), "utf8");
    await collect(root);
    expect(queueOf(root)).toMatchObject([{ id: "alquiler", outcome: "gone", reason }]);
    expect(rowOf(root)).toMatchObject({ tramite_id: "alquiler", outcome: "gone" });
    const [{ since } = {}] = queueOf(root);
    await collect(root);
    expect(queueOf(root)).toMatchObject([{ id: "alquiler", since }]);
    await reviewReject("alquiler", { root: root.path, by: "ana" });
    await collect(root);
    expect([queueOf(root), readFileSync(root.file(FILE), "utf8")]).toEqual([[], text]);
  });

  it("waits for nobody once the page is there", async () => {
    const office = await startOffice({ "/antes": "" });
    office.answers.set("/antes", { status: 410 });
    const root = curatedRoot(office, "/antes");
    await collect(root);
    office.answers.delete("/antes");
    office.pages.set("/antes", procedurePage());
    // What was gone is asked for again only where a person wants that.
    await collect(root, { resume: false });
    expect(queueOf(root)).toMatchObject([{ reason: "differs_from_curated" }]);
  });

  it("waits for a person where it is no procedure, until that is decided", async () => {
    const office = await startOffice({ "/antes": NEWS });
    const root = curatedRoot(office, "/antes");
    const text = readFileSync(root.file(FILE), "utf8");
    await collect(root);
    expect(queueOf(root)).toMatchObject([{ id: "alquiler", outcome: "not_a_procedure", reason: "news" }]);
    expect(rowOf(root)).toMatchObject({ outcome: "not_a_procedure", verification_status: "manual" });
    expect((await collect(root)).summary.procedures?.outcomes).toEqual({});
    await reviewReject("alquiler", { root: root.path, by: "ana" });
    await collect(root);
    expect([queueOf(root), readFileSync(root.file(FILE), "utf8")]).toEqual([[], text]);
  });
});
