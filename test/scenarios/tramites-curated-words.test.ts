/** A person's file has few keywords, and is heard beside those of pages all the same (P33, ADR 9). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findByKeywords } from "../../src/procedures/keyword-reader.ts";
import {
  collect,
  officeRoot,
  procedurePage,
  put,
  readJson,
  stageFiles,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const PAGES = {
  "/comedor": procedurePage({
    name: "Becas de comedor escolar",
    documents: ["Certificado de discapacidad, en su caso", "Contrato de alquiler"],
  }),
  "/huerto": procedurePage({
    name: "Cesión de huertos urbanos",
    documents: ["Tarjeta de discapacidad, si la tiene", "DNI o NIE"],
  }),
};
const DISABILITY = {
  tramite: "certificado_discapacidad",
  nombre: "Certificado de discapacidad",
  verificado: true,
  keywords: ["discapacidad", "minusvalia"],
};
const QUESTION = "¿Dónde me dan el papel de la discapacidad?";
const COMEDOR = "data/tramites/local-avd-becas-comedor-escolar.json";

const asked = (root: TestRoot, question: string) => {
  const names = readdirSync(root.file("data/tramites")).toSorted((a, b) => (a < b ? 1 : -1));
  const files = names.map((name) => ({
    tramite: name.replace(/\.json$/, ""),
    keywords: readJson(root, `data/tramites/${name}`)["keywords"] as string[],
  }));
  return findByKeywords(question, files)?.tramite;
};

it("what a person has called a file by is left to it, also where the file comes after the pages, and given back", async () => {
  const root = officeRoot((await startOffice(PAGES)).url);
  await collect(root);
  const before = readJson(root, COMEDOR);
  expect(asked(root, QUESTION)).toMatch(/^local-avd-/);
  const file = put(root, "data/tramites/certificado_discapacidad.json", DISABILITY);
  const { outcomes } = await collect(root);
  expect(asked(root, QUESTION)).toBe("certificado_discapacidad");
  expect(asked(root, "¿Cómo pido la beca del comedor?")).toBe("local-avd-becas-comedor-escolar");
  // It says what it said: no news for anybody.
  expect(outcomes["/comedor"]?.outcome ?? "unchanged").toBe("unchanged");
  expect(readJson(root, COMEDOR)["content_hash"]).toBe(before["content_hash"]);
  expect(readFileSync(root.file("data/tramites/certificado_discapacidad.json"), "utf8")).toBe(file);
  const settled = stageFiles(root);
  await collect(root);
  expect(stageFiles(root)).toEqual(settled);
  put(root, "data/tramites/certificado_discapacidad.json", { ...DISABILITY, keywords: ["minusvalia"] });
  await collect(root);
  expect(readJson(root, COMEDOR)["keywords"]).toEqual(before["keywords"]);
});

it("the page that a person's file is of may say all of its words", async () => {
  const office = await startOffice({
    ...PAGES,
    "/discapacidad": procedurePage({ name: "Certificado de discapacidad" }),
  });
  const root = officeRoot(office.url);
  put(root, "data/tramites/certificado_discapacidad.json", {
    ...DISABILITY,
    fuente_url: `${office.url}/discapacidad`,
  });
  await collect(root);
  const proposal = readJson(root, "data/ingestion/proposals/certificado_discapacidad.json");
  expect(proposal["keywords"]).toContain("minusvalia");
});

describe("what is found by which words is settled in one run", () => {
  const { nombre: name } = DISABILITY;
  const NEWS = /"(?:new|updated)"/g;
  const copy = { more: "<p>Para imprimir.</p>", documents: ["Informe de minusvalía", "DNI o NIE"] };
  const said = (root: TestRoot, tramite: string) =>
    readJson(root, `data/tramites/${tramite}.json`)["keywords"] as string[];
  const isSettled = async (root: TestRoot) => {
    // What was news is none the next time.
    const files = () =>
      Object.entries(stageFiles(root)).map(([path, text]) => [path, text.replaceAll(NEWS, '"unchanged"')]);
    const after = files();
    expect((await collect(root)).summary.procedures?.outcomes).toEqual({});
    expect(files()).toEqual(after);
  };

  it("where the copy of a person's page becomes a procedure of its own", async () => {
    const page = procedurePage({ name, documents: copy.documents });
    const office = await startOffice({ "/imprimir": procedurePage({ name, ...copy }), "/papel": page });
    const root = officeRoot(office.url);
    put(root, "data/tramites/certificado_discapacidad.json", {
      ...DISABILITY,
      fuente_url: `${office.url}/papel`,
    });
    await collect(root);
    expect(readdirSync(root.file("data/tramites"))).toHaveLength(1);
    office.pages.set(
      "/papel",
      procedurePage({ name, documents: copy.documents, deadline: "3 días hábiles" }),
    );
    const { outcomes } = await collect(root);
    expect(outcomes["/imprimir"]).toMatchObject({
      outcome: "new",
      tramite: "local-avd-certificado-discapacidad",
    });
    expect(said(root, "local-avd-certificado-discapacidad")).not.toContain("minusvalia");
    await isSettled(root);
  });

  it("where a page is a person's by its name", async () => {
    const office = await startOffice({ "/papel": procedurePage({ name }) });
    const root = officeRoot(office.url);
    const id = "local-avd-certificado-discapacidad";
    put(root, `data/tramites/${id}.json`, { ...DISABILITY, tramite: id });
    await collect(root);
    expect(readJson(root, `data/ingestion/proposals/${id}.json`)["keywords"]).toContain("minusvalia");
    await isSettled(root);
  });

  it("where a page leaves the name of a person's file to another page", async () => {
    const office = await startOffice({ "/papel": procedurePage({ name }) });
    const root = officeRoot(office.url);
    const file = { ...DISABILITY, tramite: "certificado_discapacidad" };
    put(root, "data/tramites/certificado_discapacidad.json", { ...file, fuente_url: `${office.url}/papel` });
    await collect(root);
    put(root, "data/tramites/certificado_discapacidad.json", { ...file, fuente_url: `${office.url}/nuevo` });
    office.pages.set("/nuevo", procedurePage({ name, deadline: "3 días hábiles" }));
    await collect(root);
    await isSettled(root);
  });
});
