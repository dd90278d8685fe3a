/** What people decide on procedures, and what the next runs make of it (P28–P32). */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import {
  checkProcedures,
  diff,
  importProcedures,
  reextract,
  reviewAccept,
  reviewList,
  reviewReject,
  reviewShow,
} from "../../src/index.ts";
import { createProcedureFiles } from "../../src/infrastructure/files/procedure-files.ts";
import {
  collect,
  type Fields,
  officeRoot,
  procedurePage,
  put,
  readJson,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const NAME = "ayuda_alquiler";
const PATH = "/ayuda-alquiler";
const DEADLINE = "10 días hábiles desde la convocatoria";

/** As a person wrote it down before there was a form for it. */
function curatedFile(url: string): Fields {
  return {
    keywords: ["alquiler", "pagar piso", "ayuda vivienda"],
    tramite: NAME,
    nombre: "Ayuda municipal para el alquiler",
    organismo: "Ayuntamiento de Valdoria",
    descripcion: "Prestación económica para personas que viven en el municipio y lo necesitan.",
    requisitos: [
      "Estar empadronado en Valdoria desde hace un año",
      "No superar los ingresos de la convocatoria",
      "Ser mayor de edad",
    ],
    documentos: ["DNI o NIE en vigor", "Contrato de alquiler", "Certificado de ingresos"],
    cuantias_2024: { maxima: "250 €/mes" },
    plazos: { presentacion: "15 días hábiles desde la convocatoria" },
    fuente_url: `${url}${PATH}/?utm_source=correo`,
    verificado: true,
    fecha_verificacion: "2025-01-15",
  };
}

async function office() {
  const site = await startOffice({ [PATH]: procedurePage() });
  const root = officeRoot(site.url);
  return { site, root, files: createProcedureFiles(root.path), at: { root: root.path } };
}

function bring(root: TestRoot, file: Fields): Promise<unknown> {
  put(root, "curado.json", file);
  return importProcedures([root.file("curado.json")], { root: root.path });
}

const namesOf = (root: TestRoot) => readdirSync(root.file("data/tramites"));

it("P28, P30: an imported file stands in the place of the automatic one, also for every run after", async () => {
  const { site, root, files } = await office();
  await collect(root);
  const [automatic = ""] = namesOf(root);
  expect(await bring(root, curatedFile(site.url))).toMatchObject([
    { outcome: "imported", tramite: NAME, retired: [automatic.replace(".json", "")] },
  ]);
  const imported = await files.read(NAME);
  expect(await diff(`${site.url}${PATH}`, { root: root.path })).toMatchObject({
    procedure: { tramite: NAME },
  });
  for (const run of [() => collect(root), () => reextract("tramites", { root: root.path })]) {
    await run();
    expect(namesOf(root)).toEqual([`${NAME}.json`]);
    expect(await files.read(NAME)).toEqual(imported);
  }
  expect(readJson(root, "data/ingestion/ingestion_catalog.json")).toMatchObject({
    total_documents: 1,
    documents: [{ tramite_id: NAME, verification_status: "manual" }],
  });
});

it("P30: a proposal is shown, taken over in part, and not made again until the page changes", async () => {
  const { site, root, files, at } = await office();
  await bring(root, curatedFile(site.url));
  site.pages.set(PATH, procedurePage({ deadline: DEADLINE }));
  await collect(root);
  const { item, changes } = await reviewShow(NAME, at);
  expect(item).toMatchObject({ reason: "differs_from_curated", raw_path: expect.stringMatching(/\.html$/) });
  expect(existsSync(root.file(String(item.raw_path)))).toBe(true);
  const lines = changes?.map(({ line }) => line) ?? [];
  expect(lines.some((line) => /^plazos.*15 → 10 días hábiles/.test(line))).toBe(true);
  const fields = changes?.map(({ field }) => field) ?? [];
  for (const field of [
    "cuantias_2024",
    "documentos",
    "documentos_necesarios",
    "fuente_url",
    "keywords",
    "requisitos",
  ])
    expect(fields, "what the page says nothing of, or the same").not.toContain(field);
  expect(readJson(root, `data/ingestion/proposals/${NAME}.diff.json`)["changes"]).toHaveLength(fields.length);

  const before = await files.read(NAME);
  await reviewAccept(NAME, { ...at, fields: ["plazos"], by: "ana" });
  const accepted = await files.read(NAME);
  expect(accepted).toMatchObject({ verified_by: "manual", revisado_por: "ana" });
  expect(JSON.stringify(accepted?.["plazos"])).toContain("10 días");
  for (const field of ["cuantias_2024", "documentos", "keywords", "nombre"])
    expect(accepted?.[field]).toEqual(before?.[field]);
  const told = await diff(NAME, at);
  expect(told).toMatchObject({ kind: "procedure", proposal: null, versions: [{ field: "plazos" }] });

  for (const run of [() => collect(root), () => reextract("tramites", { root: root.path })]) {
    await run();
    expect([await reviewList(at), await files.proposals()]).toEqual([[], []]);
    expect(await files.read(NAME)).toEqual(accepted);
  }
  site.pages.set(PATH, procedurePage({ deadline: "5 días hábiles desde la convocatoria" }));
  await collect(root);
  expect((await reviewList(at)).map(({ item: one }) => one.id)).toEqual([NAME]);
});

it("P30: all of a proposal taken over leaves nothing to propose", async () => {
  const { site, root, files, at } = await office();
  await bring(root, curatedFile(site.url));
  site.pages.set(PATH, procedurePage({ deadline: DEADLINE }));
  await collect(root);
  await reviewAccept(NAME, { ...at, by: "ana" });
  rmSync(root.file("data/ingestion/reviews.jsonl"));
  await reextract("tramites", { root: root.path });
  expect([await reviewList(at), await files.proposals()]).toEqual([[], []]);
});

it("P30: a rejected proposal is withdrawn for good, and the curated file stays to the letter", async () => {
  const { site, root, files, at } = await office();
  await bring(root, curatedFile(site.url));
  site.pages.set(PATH, procedurePage({ deadline: DEADLINE }));
  await collect(root);
  const before = await files.read(NAME);
  await reviewReject(NAME, { ...at, by: "ana" });
  await reextract("tramites", { root: root.path });
  expect([await reviewList(at), await files.proposals()]).toEqual([[], []]);
  expect(await files.read(NAME)).toEqual(before);
});

it.each(["ingest", "reextract"])(
  "P30: a decision that a kill has cut short is ended by the next %s",
  async (next) => {
    const { site, root, files, at } = await office();
    await bring(root, curatedFile(site.url));
    site.pages.set(PATH, procedurePage({ deadline: DEADLINE }));
    await collect(root);
    const { item } = await reviewShow(NAME, at);
    const { id, url_hash, tramite, of } = item;
    const now = new Date().toISOString();
    // All that is on disk when the process dies right after it has written the line.
    await files.decide({
      id,
      url_hash,
      tramite,
      decision: "accept",
      fields: ["plazos"],
      by: "ana",
      at: now,
      of,
    });
    if (next === "ingest") await collect(root);
    else await reextract("tramites", { root: root.path });
    const file = await files.read(NAME);
    expect(file).toMatchObject({ revisado_por: "ana", verified_at: now });
    expect(JSON.stringify(file?.["plazos"])).toContain("10 días");
    expect([await reviewList(at), await files.proposals()]).toEqual([[], []]);
  },
);

const DOUBTFUL = `<!doctype html><html lang="es"><head><title>Bono cultural</title></head><body><main><h1>Bono cultural</h1>
<p>${"El bono cultural ayuda a las personas jóvenes del municipio a comprar libros y entradas de teatro. ".repeat(6)}</p></main></body></html>`;

it("P32: a page in doubt becomes a procedure once a person says so, and goes once they say it is none", async () => {
  const site = await startOffice({ "/tramites/bono-cultural": DOUBTFUL });
  const root = officeRoot(site.url);
  const at = { root: root.path };
  await collect(root);
  const [row] = await reviewList(at);
  expect(row?.item).toMatchObject({ outcome: "not_a_procedure", tramite: null });
  const hash = row?.item.url_hash ?? "";
  await reviewAccept(hash.slice(0, 6), { ...at, by: "ana" });
  await collect(root);
  expect(namesOf(root)).toHaveLength(1);
  const before = await diff(`${site.url}/tramites/bono-cultural`, at);
  expect(before).toMatchObject({ kind: "page", key: hash, procedure: { kind: "procedure", versions: null } });
});

const SHORT = `<!doctype html><html lang="es"><head><title>Bono social</title></head><body><main><h1>Bono social de agua</h1>
<p>${"El bono social de agua rebaja la factura de las familias del municipio que tienen pocos ingresos. ".repeat(5)}</p>
<h2>Requisitos</h2><ul><li>Vivir en el municipio desde hace un año</li><li>Tener pocos ingresos</li></ul></main></body></html>`;

it.each(["accept", "reject"] as const)(
  "P32: what was stored and is doubtful is settled by %s",
  async (what) => {
    const site = await startOffice({ "/tramites/bono-agua": SHORT });
    const root = officeRoot(site.url);
    const at = { root: root.path };
    await collect(root);
    const [row] = await reviewList(at);
    expect(row?.item).toMatchObject({ outcome: "new", reason: "incomplete" });
    const { id = "" } = row?.item ?? {};
    const decided = await (what === "accept" ? reviewAccept : reviewReject)(id, { ...at, by: "ana" });
    const stands = what === "accept" ? [`${id}.json`] : [];
    expect(namesOf(root)).toEqual(stands);
    for (const run of [() => collect(root), () => reextract("tramites", at)]) {
      await run();
      expect([namesOf(root), await reviewList(at)]).toEqual([stands, []]);
    }
    if (what === "accept")
      expect(readJson(root, `data/tramites/${id}.json`)).toMatchObject({
        verified_by: "manual",
        verified_at: decided.at,
        revisado_por: "ana",
      });
    site.pages.set("/tramites/bono-agua", SHORT.replace("un año", "dos años"));
    await collect(root);
    const [again] = await reviewList(at);
    expect(again?.item).toMatchObject({ reason: what === "accept" ? "differs_from_curated" : "incomplete" });
  },
);

it("P32: a page that is a procedure shows its fields before its text", async () => {
  const { site, root, at } = await office();
  await collect(root);
  site.pages.set(PATH, procedurePage({ deadline: DEADLINE }));
  await collect(root);
  expect(await diff(`${site.url}${PATH}?utm_medium=web`, at)).toMatchObject({
    kind: "page",
    compared: "text",
    procedure: {
      versions: [{ field: "plazos", line: expect.stringContaining("15 → 10 días hábiles") as string }],
    },
  });
});

it("check says how the reading of a page agrees with what a person wrote of it", async () => {
  const { site, root, at } = await office();
  await bring(root, curatedFile(site.url));
  const other = {
    ...curatedFile(site.url),
    tramite: "otro",
    fuente_url: "https://sede.example.es/otro?id=1&x=2",
  };
  await bring(root, other);
  const early = await checkProcedures(at);
  expect(early.procedures.map(({ status }) => status)).toEqual(["not_fetched", "not_fetched"]);
  expect(early.total).toMatchObject({ facts: 0, agreement: null });
  site.pages.set(PATH, procedurePage({ documents: ["DNI o NIE en vigor", "Volante de empadronamiento"] }));
  await collect(root);
  const wanted = [
    { field: "requisitos", facts: 3, same: 3, missing: [], extra: [] },
    {
      field: "documentos_necesarios",
      facts: 3,
      same: 1,
      missing: ["Contrato de alquiler", "Certificado de ingresos"],
      extra: ["Volante de empadronamiento"],
    },
  ];
  const beside = await checkProcedures(at);
  expect(beside.procedures).toMatchObject([
    {
      tramite: NAME,
      status: "compared",
      reason: "proposal",
      fields: expect.arrayContaining(wanted.map((one) => expect.objectContaining(one))),
    },
    {
      tramite: "otro",
      status: "not_fetched",
      advice: expect.stringContaining("seed add 'https://sede.example.es/otro?id=1&x=2'"),
    },
  ]);
  await reviewReject(NAME, { ...at, by: "ana" });
  const alone = await checkProcedures(at);
  expect(alone.procedures[0]).toMatchObject({ status: "compared", reason: "reading" });
  expect(alone.fields).toEqual(beside.fields);
  site.pages.set(PATH, DOUBTFUL);
  await collect(root);
  expect((await checkProcedures(at)).procedures[0]).toMatchObject({ status: "not_read", fields: [] });
});

it.each(["accept", "reject"] as const)(
  "P32: the procedure of a page that shows another one stays until a person decides: %s",
  async (what) => {
    const [garden, stall] = ["local-avd-huerto-urbano.json", "local-avd-puesto-mercadillo.json"];
    const site = await startOffice({
      "/aaa": procedurePage({ name: "Huerto urbano" }),
      "/bbb": procedurePage({ name: "Puesto de mercadillo" }),
    });
    const root = officeRoot(site.url);
    const at = { root: root.path };
    await collect(root);
    site.pages.set("/aaa", procedurePage({ name: "Puesto de mercadillo", more: "<p>Copia.</p>" }));
    await collect(root);
    expect(namesOf(root).toSorted()).toEqual([garden, stall]);
    await (what === "accept" ? reviewAccept : reviewReject)("local-avd-huerto-urbano", { ...at, by: "ana" });
    for (const _ of [1, 2]) {
      await collect(root);
      expect(await reviewList(at)).toEqual([]);
      expect(namesOf(root).toSorted()).toEqual(what === "accept" ? [garden, stall] : [stall]);
    }
    site.pages.set("/aaa", procedurePage({ name: "Huerto urbano" }));
    await collect(root);
    expect(namesOf(root).toSorted()).toEqual([garden, stall]);
    expect(await reviewList(at)).toEqual([]);
  },
);

it.each(["accept", "reject"] as const)(
  "P32: what is decided of a copy that is behind leaves the page it was a copy of alone: %s",
  async (what) => {
    const site = await startOffice({
      "/alquiler": procedurePage(),
      "/copia/alquiler": procedurePage({ more: "<p>Copia.</p>" }),
    });
    const root = officeRoot(site.url);
    const at = { root: root.path };
    await collect(root);
    site.pages.set("/alquiler", procedurePage({ deadline: DEADLINE }));
    await collect(root);
    const [row] = await reviewList(at);
    expect(row?.item).toMatchObject({ outcome: "duplicate", reason: "outdated_copy" });
    const folder = () =>
      namesOf(root).map((name) => [name, readFileSync(root.file(`data/tramites/${name}`), "utf8")]);
    const before = folder();
    expect(before).toHaveLength(1);
    const decide = what === "accept" ? reviewAccept : reviewReject;
    await decide(row?.item.url_hash ?? "", { ...at, by: "ana" });
    expect(folder()).toEqual(before);
    for (const run of [() => collect(root), () => reextract("tramites", at)]) {
      await run();
      expect(folder()).toEqual(before);
      expect(readJson(root, "data/ingestion/review_queue.json")["items"]).toEqual([]);
    }
    expect(existsSync(root.file("data/ingestion/retired"))).toBe(false);
  },
);
