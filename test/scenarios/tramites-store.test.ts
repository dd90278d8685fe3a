/** Stage 5: procedures as files, with catalog, proposals, review queue and outcomes (P30–P32). */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkProcedures, reextract } from "../../src/index.ts";
import { checkProcedure } from "../../src/procedures/procedure-doc.ts";
import {
  collect,
  type Fields,
  officeRoot,
  procedurePage,
  put,
  readJson,
  stageFiles,
  startOffice,
} from "../kit/procedure-root.ts";

const RENT = "local-avd-ayuda-municipal-alquiler";
const queueOf = (root: Parameters<typeof readJson>[0]) =>
  readJson(root, "data/ingestion/review_queue.json")["items"] as Fields[];
const catalogOf = (root: Parameters<typeof readJson>[0]) =>
  readJson(root, "data/ingestion/ingestion_catalog.json")["documents"] as Fields[];

it("P30, P31: a page becomes a file of its own name, a valid procedure, and a row of the catalog", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({
    exit_code: 0,
    procedures: { stored: 1, proposals: 0, outcomes: { new: 1 } },
  });
  const file = readJson(root, `data/tramites/${RENT}.json`);
  expect(checkProcedure(file)).toMatchObject({ ok: true });
  expect(file).toMatchObject({
    tramite: RENT,
    id: RENT,
    nombre: "Ayuda municipal para el alquiler",
    fuente_url: `${office.url}/ayuda-alquiler`,
    territorio: { nivel: "local", municipio: "valdoria" },
    documentos_necesarios: ["DNI o NIE en vigor", "Contrato de alquiler", "Certificado de ingresos"],
    verified_by: null,
  });
  expect(existsSync(root.file(`data/extracted/${RENT}.extracted.json`))).toBe(true);
  expect(readdirSync(root.file("data/extracted")).length).toBe(1);
  expect(readJson(root, "data/ingestion/ingestion_catalog.json")).toMatchObject({
    total_documents: 1,
    documents: [
      {
        tramite_id: RENT,
        source_url: `${office.url}/ayuda-alquiler`,
        source_domain: "127.0.0.1",
        source_type: "local",
        content_hash: file["content_hash"],
        completeness_score: file["completeness_score"],
        verification_status: "auto",
        ingestion_method: "sitemap",
        outcome: "new",
      },
    ],
  });
});

it("P30: a second run, and one that reads everything again, leave every file as it is", async () => {
  const office = await startOffice({
    "/ayuda-alquiler": procedurePage(),
    "/licencia": procedurePage({ name: "Licencia de obra menor" }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  const before = stageFiles(root);
  const stamps = () =>
    readdirSync(root.file("data/tramites")).map(
      (name) => statSync(root.file(`data/tramites/${name}`)).mtimeMs,
    );
  const written = stamps();
  expect((await collect(root)).summary.procedures?.outcomes).toEqual({});
  await reextract("tramites", { root: root.path });
  expect(stamps()).toEqual(written);
  const calm = (files: typeof before) => JSON.stringify(files).replaceAll('\\"new\\"', '\\"unchanged\\"');
  expect(calm(stageFiles(root))).toBe(calm(before));
  expect(catalogOf(root).map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
});

it("P32: each kind of page has its outcome by name, and none becomes a procedure by accident", async () => {
  const filler = "El ayuntamiento informa a la ciudadanía de las actividades de este mes en la plaza mayor. ";
  const page = (title: string, main: string, lang = "es") =>
    `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`;
  const office = await startOffice({
    "/ayuda-alquiler": procedurePage(),
    "/imprimir/ayuda-alquiler": procedurePage({
      more: "<p><a href='/ayuda-alquiler'>Volver a la ficha</a></p>",
    }),
    "/vacia": page("Trámite", "<p>Próximamente.</p>"),
    "/english": page(
      "Rent allowance",
      `<h2>Requirements</h2><p>${"You must live in the town and you must have lived there for at least one year before you apply. ".repeat(6)}</p><h2>Documents</h2><p>${"Bring your passport and the contract of the house where you live now. ".repeat(4)}</p>`,
      "en",
    ),
    "/noticias/plaza": page("Noticia: la plaza mayor", `<p>${filler.repeat(12)}</p>`),
    "/app": `<!doctype html><html lang="es"><head><title>Sede</title><script src="/a.js"></script></head><body><div id="root"></div><noscript>Active JavaScript</noscript><script>${"window.x=1;".repeat(300)}</script></body></html>`,
    "/plaza": page("La plaza mayor", `<p>${filler.repeat(12)}</p>`),
  });
  const root = officeRoot(office.url);
  const { outcomes } = await collect(root);
  const told = Object.fromEntries(
    Object.entries(outcomes).map(([path, { outcome, reason }]) => [path, [outcome, reason]]),
  );
  expect(told).toEqual({
    "/ayuda-alquiler": ["new", ""],
    "/imprimir/ayuda-alquiler": ["duplicate", "duplicate"],
    "/vacia": ["not_a_procedure", "too_little_text"],
    "/english": ["unexpected_language", "unexpected_language"],
    "/noticias/plaza": ["not_a_procedure", "news"],
    "/app": ["extraction_failed", "requires_js_rendering"],
    "/plaza": ["not_a_procedure", "no_sections"],
  });
  expect(outcomes["/imprimir/ayuda-alquiler"]?.detail).toContain(RENT);
  expect(readdirSync(root.file("data/tramites"))).toEqual([`${RENT}.json`]);
  const log = readJson(root, "data/ingestion/fetch_log.json")["entries"] as Fields[];
  const logged = Object.fromEntries(log.map(({ url, outcome }) => [new URL(String(url)).pathname, outcome]));
  expect(logged).toEqual(
    Object.fromEntries(Object.entries(told).map(([path, [outcome]]) => [path, outcome])),
  );
  const queue = queueOf(root);
  expect(queue.map(({ reason }) => reason).toSorted()).toEqual(
    ["no_sections", "requires_js_rendering", "too_little_text", "unexpected_language"].toSorted(),
  );
  for (const { raw_path, extracted_path } of queue)
    for (const path of [raw_path, extracted_path]) expect(existsSync(root.file(String(path)))).toBe(true);
});

const CURATED = {
  keywords: ["alquiler", "ayuda alquiler", "renta vivienda"],
  tramite: "alquiler_valdoria",
  nombre: "Ayuda municipal para el alquiler",
  organismo: "Ayuntamiento de Valdoria",
  descripcion: "Ayuda para quienes viven de alquiler en Valdoria, revisada por el equipo.",
  requisitos: ["Estar empadronado en Valdoria desde hace un año"],
  documentos: ["DNI o NIE en vigor"],
  plazos: "15 días hábiles",
  verificado: true,
  fecha_verificacion: "2026-01-10",
};

it.each([
  [
    "by its address",
    (url: string) => ({ ...CURATED, fuente_url: `${url}/ayuda-alquiler?utm_source=boletin` }),
  ],
  ["by its name", () => ({ ...CURATED, tramite: RENT, fuente_url: "https://www.valdoria.es/otra-pagina" })],
])(
  "P30: a curated file, found %s, stays byte for byte; the proposal lies beside it with its differences",
  async (_, curatedAt) => {
    const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
    const root = officeRoot(office.url);
    const curated = curatedAt(office.url);
    const path = `data/tramites/${curated.tramite}.json`;
    const text = put(root, path, curated);
    const { summary } = await collect(root);
    expect(summary.procedures).toMatchObject({ stored: 1, proposals: 1, review: 1 });
    expect(readFileSync(root.file(path), "utf8")).toBe(text);
    expect(readdirSync(root.file("data/tramites"))).toEqual([`${curated.tramite}.json`]);
    const proposal = readJson(root, `data/ingestion/proposals/${curated.tramite}.json`);
    expect(checkProcedure(proposal)).toMatchObject({ ok: true });
    expect(proposal).toMatchObject({ tramite: curated.tramite });
    const { procedures } = await checkProcedures({ root: root.path });
    expect(procedures).toMatchObject([{ tramite: curated.tramite, status: "compared" }]);
    const { changes } = readJson(root, `data/ingestion/proposals/${curated.tramite}.diff.json`);
    expect(changes).toContainEqual({
      field: "documentos_necesarios",
      kind: "changed",
      before: ["DNI o NIE en vigor"],
      after: ["DNI o NIE en vigor", "Contrato de alquiler", "Certificado de ingresos"],
      line: expect.stringContaining("documentos_necesarios") as string,
    });
    expect(queueOf(root)).toMatchObject([
      {
        id: curated.tramite,
        reason: "differs_from_curated",
        proposal_path: `data/ingestion/proposals/${curated.tramite}.json`,
      },
    ]);
    expect(catalogOf(root)).toMatchObject([{ tramite_id: curated.tramite, verification_status: "manual" }]);
    await collect(root);
    expect(readFileSync(root.file(path), "utf8")).toBe(text);
  },
);

it("P30: a curated file is a person's whatever it is called, and when it cannot be read", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  const path = "data/tramites/Ayuda alquiler (copia).json";
  const curated = {
    ...CURATED,
    tramite: "Ayuda alquiler (copia)",
    fuente_url: `${office.url}/ayuda-alquiler`,
  };
  const text = put(root, path, curated);
  await collect(root);
  expect(readFileSync(root.file(path), "utf8")).toBe(text);
  expect(existsSync(root.file("data/ingestion/proposals/Ayuda alquiler (copia).json"))).toBe(true);
  const slip = text.replace("{", "{,");
  writeFileSync(root.file(path), slip);
  office.pages.set("/ayuda-alquiler", procedurePage({ deadline: "10 días hábiles" }));
  const { outcomes } = await collect(root);
  expect(readFileSync(root.file(path), "utf8")).toBe(slip);
  expect(readdirSync(root.file("data/tramites"))).toEqual(["Ayuda alquiler (copia).json"]);
  expect(outcomes["/ayuda-alquiler"]).toMatchObject({ reason: "unreadable_file" });
  expect(queueOf(root)).toMatchObject([{ reason: "unreadable_file" }]);
  rmSync(root.file(path));
  await collect(root);
  expect(readdirSync(root.file("data/tramites"))).toEqual([`${RENT}.json`]);
  expect(readdirSync(root.file("data/ingestion/proposals"))).toEqual([]);
});

it("P30: a curated file of a page that is asked for by http says https, and is its file all the same", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  const fuente_url = `${office.url.replace("http:", "https:")}/ayuda-alquiler`;
  put(root, "data/tramites/alquiler_valdoria.json", { ...CURATED, fuente_url });
  await collect(root);
  expect(readdirSync(root.file("data/tramites"))).toEqual(["alquiler_valdoria.json"]);
});

it("P32: a procedure in another design is a duplicate; with another deadline it is not, and a person is asked", async () => {
  const redesigned = (page: string) =>
    page
      .replaceAll(/<h2>(.*?)<\/h2>(.*)/g, "<details><summary>$1</summary>$2</details>")
      .replaceAll(/<ul>(.*?)<\/ul>/g, "<ol>$1</ol>")
      .replaceAll("</li>", ".</li>")
      .replace("Plazo de presentación: 15", "Solicitud: 15");
  const office = await startOffice({
    "/ayuda-alquiler": procedurePage(),
    "/nueva-web/alquiler": redesigned(procedurePage()),
    "/otra/alquiler": redesigned(procedurePage({ deadline: "Diez días naturales" })),
  });
  const { outcomes } = await collect(officeRoot(office.url));
  expect(outcomes).toMatchObject({
    "/ayuda-alquiler": { outcome: "new" },
    "/nueva-web/alquiler": { outcome: "duplicate", reason: "duplicate" },
    "/otra/alquiler": { outcome: "new" },
  });
  // Whichever comes second.
  const reasons = ["/ayuda-alquiler", "/otra/alquiler"].map((path) => outcomes[path]?.reason);
  expect(reasons.toSorted()).toEqual(["", "same_name"]);
});

it("P32: a copy that is behind the page it was a copy of is no procedure of its own", async () => {
  const office = await startOffice({
    "/alquiler": procedurePage(),
    "/copia/alquiler": procedurePage({ more: "<p>Copia.</p>" }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  office.pages.set("/alquiler", procedurePage({ deadline: "10 días hábiles" }));
  const { outcomes } = await collect(root);
  expect(outcomes).toMatchObject({
    "/alquiler": { outcome: "updated" },
    "/copia/alquiler": { outcome: "duplicate", reason: "outdated_copy" },
  });
  expect(readdirSync(root.file("data/tramites"))).toEqual([`${RENT}.json`]);
  expect(queueOf(root)).toMatchObject([{ reason: "outdated_copy" }]);
  office.pages.set("/copia/alquiler", procedurePage({ deadline: "10 días hábiles", more: "<p>Copia.</p>" }));
  expect((await collect(root)).outcomes).toMatchObject({ "/copia/alquiler": { reason: "duplicate" } });
  expect(queueOf(root)).toEqual([]);
});

it("P30: a curated file that comes later takes the place of the automatic one", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  await collect(root);
  put(root, "data/tramites/alquiler_valdoria.json", {
    ...CURATED,
    fuente_url: `${office.url}/ayuda-alquiler`,
  });
  await collect(root);
  expect(readdirSync(root.file("data/tramites"))).toEqual(["alquiler_valdoria.json"]);
  expect(existsSync(root.file(`data/ingestion/retired/${RENT}.json`))).toBe(true);
  expect(existsSync(root.file("data/ingestion/proposals/alquiler_valdoria.json"))).toBe(true);
  expect(readdirSync(root.file("data/extracted"))).toEqual(["alquiler_valdoria.extracted.json"]);
});

it("P30: a file that is no JSON is left alone, and told", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  put(root, "data/tramites/otra.json", {});
  writeFileSync(root.file(`data/tramites/${RENT}.json`), "{ half");
  const warnings: string[] = [];
  const { outcomes } = await collect(root);
  expect(readFileSync(root.file(`data/tramites/${RENT}.json`), "utf8")).toBe("{ half");
  expect(outcomes["/ayuda-alquiler"]).toMatchObject({ outcome: "new" });
  expect(outcomes["/ayuda-alquiler"]?.tramite).toMatch(new RegExp(`^${RENT}-[0-9a-f]{8}$`));
  expect(warnings).toEqual([]);
});

it("P32: what changed is `updated`, and the version before is kept", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  await collect(root);
  const before = readJson(root, `data/tramites/${RENT}.json`);
  office.pages.set("/ayuda-alquiler", procedurePage({ deadline: "10 días hábiles desde la convocatoria" }));
  const { outcomes } = await collect(root);
  expect(outcomes["/ayuda-alquiler"]).toMatchObject({ outcome: "updated", tramite: RENT });
  expect(JSON.stringify(readJson(root, `data/tramites/${RENT}.json`)["plazos"])).toContain("10 días");
  expect(readJson(root, `data/ingestion/previous/${RENT}.json`)).toEqual(before);
  expect(catalogOf(root)).toMatchObject([{ outcome: "updated" }]);
});

it("P32: a page that has a bad day takes nothing away, and a person is told", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  await collect(root);
  const before = readFileSync(root.file(`data/tramites/${RENT}.json`), "utf8");
  office.pages.set(
    "/ayuda-alquiler",
    "<html lang=es><title>Error</title><main><h1>Servicio no disponible</h1></main></html>",
  );
  const { outcomes } = await collect(root);
  expect(outcomes["/ayuda-alquiler"]).toMatchObject({ outcome: "not_a_procedure", tramite: RENT });
  expect(readFileSync(root.file(`data/tramites/${RENT}.json`), "utf8")).toBe(before);
  expect(queueOf(root)).toMatchObject([{ id: RENT, outcome: "not_a_procedure" }]);
  office.pages.set("/ayuda-alquiler", procedurePage());
  expect((await collect(root)).outcomes["/ayuda-alquiler"]).toMatchObject({
    outcome: "unchanged",
    tramite: RENT,
  });
  expect(queueOf(root)).toEqual([]);
});

it("P32: what another page says too stands for itself once that one says something else, or is gone", async () => {
  const office = await startOffice({
    "/alquiler": procedurePage(),
    "/copia/alquiler": procedurePage({ more: "<p>Copia.</p>" }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  expect(readJson(root, `data/tramites/${RENT}.json`)["fuente_url"]).toBe(`${office.url}/alquiler`);
  office.pages.delete("/alquiler");
  const { outcomes, summary } = await collect(root, { allowMassRemoval: true });
  expect(summary).toMatchObject({ retired: 1 });
  expect(outcomes["/copia/alquiler"]).toMatchObject({ outcome: "new" });
  expect(catalogOf(root).map(({ source_url }) => source_url)).toEqual([`${office.url}/copia/alquiler`]);
});

it("P32: a procedure whose page is gone leaves the reader's sight; a curated one stays, and a person is told", async () => {
  const office = await startOffice({
    "/ayuda-alquiler": procedurePage(),
    "/licencia": procedurePage({ name: "Licencia de obra menor" }),
    "/padron": procedurePage({ name: "Alta en el padrón municipal" }),
  });
  const root = officeRoot(office.url);
  const text = put(root, "data/tramites/alquiler_valdoria.json", {
    ...CURATED,
    fuente_url: `${office.url}/ayuda-alquiler`,
  });
  await collect(root);
  office.pages.delete("/ayuda-alquiler");
  office.pages.delete("/licencia");
  const { outcomes } = await collect(root, { allowMassRemoval: true });
  expect(Object.values(outcomes).map(({ outcome }) => outcome)).toEqual(["gone", "gone"]);
  expect(readdirSync(root.file("data/tramites")).toSorted()).toEqual([
    "alquiler_valdoria.json",
    "local-avd-alta-padron-municipal.json",
  ]);
  expect(readFileSync(root.file("data/tramites/alquiler_valdoria.json"), "utf8")).toBe(text);
  expect(existsSync(root.file("data/ingestion/proposals/alquiler_valdoria.json"))).toBe(false);
  expect(readdirSync(root.file("data/ingestion/retired"))).toEqual(["local-avd-licencia-obra-menor.json"]);
  expect(queueOf(root)).toMatchObject([{ id: "alquiler_valdoria", outcome: "gone", reason: "gone" }]);
});

it("P32: a procedure whose page has moved goes with it in one run, whatever of it is new, and keeps its name", async () => {
  const office = await startOffice({
    "/licencia": procedurePage({ name: "Licencia de obra menor" }),
    "/padron": procedurePage({ name: "Alta en el padrón municipal" }),
    "/vado": procedurePage({ name: "Vado permanente" }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  const names = readdirSync(root.file("data/tramites"));
  const move = (from: string, to: string, page = office.pages.get(from) ?? "") =>
    office.pages.delete(from) && office.pages.set(to, page);
  move("/licencia", "/obras/licencia");
  move(
    "/padron",
    "/vecinos/padron",
    procedurePage({ name: "Alta en el padrón municipal", deadline: "9 días" }),
  );
  move("/vado", "/vados/vado", `${procedurePage({ name: "Vado permanente" })}<!-- 2 -->`);
  await collect(root, { allowMassRemoval: true });
  expect(readdirSync(root.file("data/tramites"))).toEqual(names);
  const addresses = names.map((name) => String(readJson(root, `data/tramites/${name}`)["fuente_url"]));
  expect(addresses.toSorted()).toEqual(
    ["/obras/licencia", "/vados/vado", "/vecinos/padron"].map((path) => `${office.url}${path}`),
  );
});

it("two procedures of one name that say different things are told apart, each under its name for good", async () => {
  const office = await startOffice({
    "/a/ayuda": procedurePage(),
    "/b/ayuda": procedurePage({ documents: ["Libro de familia", "Volante de empadronamiento"] }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  const names = readdirSync(root.file("data/tramites")).toSorted();
  expect(names).toEqual([expect.stringMatching(new RegExp(`^${RENT}-[0-9a-f]{8}\\.json$`)), `${RENT}.json`]);
  for (const name of names) {
    const file = readJson(root, `data/tramites/${name}`);
    expect(file).toMatchObject({ tramite: name.replace(".json", ""), id: name.replace(".json", "") });
  }
  expect(queueOf(root)).toMatchObject([{ reason: "same_name" }]);
  office.pages.delete("/a/ayuda");
  office.pages.set("/b/ayuda", procedurePage({ documents: ["Libro de familia"] }));
  await collect(root, { allowMassRemoval: true });
  expect(readdirSync(root.file("data/tramites"))).toEqual(names.slice(0, 1));
});

it("reextract knows the office of a page though its registry is not at hand, nor the database", async () => {
  const office = await startOffice({ "/ayuda-alquiler": procedurePage() });
  const root = officeRoot(office.url);
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 1}\n",
  );
  await collect(root, { sourceOptions: { only: ["oficina"], registry: root.file("registry.yaml") } });
  const before = readFileSync(root.file(`data/tramites/${RENT}.json`), "utf8");
  await reextract("tramites", { root: root.path });
  rmSync(root.file("data/state"), { recursive: true });
  await reextract("tramites", { root: root.path });
  expect(readdirSync(root.file("data/tramites"))).toEqual([`${RENT}.json`]);
  expect(readFileSync(root.file(`data/tramites/${RENT}.json`), "utf8")).toBe(before);
});

it("a lost database, lost readings or a lost folder of procedures come back as they were", async () => {
  const office = await startOffice({
    "/ayuda-alquiler": procedurePage(),
    "/licencia": procedurePage({ name: "Licencia de obra menor" }),
  });
  const root = officeRoot(office.url);
  await collect(root);
  await collect(root);
  const before = stageFiles(root);
  for (const lost of ["data/state", "data/extracted", "data/tramites"]) {
    rmSync(root.file(lost), { recursive: true });
    await collect(root);
    await collect(root);
    expect(stageFiles(root), lost).toEqual(before);
  }
  expect(existsSync(join(root.path, "data/ingestion/proposals"))).toBe(false);
});

const GARDEN = "local-avd-huerto-urbano";
const STALL = "local-avd-puesto-mercadillo";

it.each([
  ["has changed that day", "25 días hábiles", "updated"],
  ["has not changed", "20 días hábiles", undefined],
])(
  "P32: a page that shows another one for a day, which %s, takes nothing away",
  async (_, deadline, becomes) => {
    const garden = procedurePage({ name: "Huerto urbano" });
    const stall = (days: string) => procedurePage({ name: "Puesto de mercadillo", deadline: days });
    const office = await startOffice({ "/aaa": garden, "/bbb": stall("20 días hábiles") });
    const root = officeRoot(office.url);
    await collect(root);
    const kept = readFileSync(root.file(`data/tramites/${GARDEN}.json`), "utf8");
    office.pages.set("/aaa", stall(deadline));
    office.pages.set("/bbb", stall(deadline));
    const { outcomes } = await collect(root);
    expect(outcomes["/bbb"]?.outcome).toBe(becomes);
    expect(outcomes["/aaa"]).toMatchObject({ outcome: "duplicate", tramite: GARDEN });
    expect(readdirSync(root.file("data/tramites")).toSorted()).toEqual([`${GARDEN}.json`, `${STALL}.json`]);
    expect(readFileSync(root.file(`data/tramites/${GARDEN}.json`), "utf8")).toBe(kept);
    expect(readJson(root, `data/tramites/${STALL}.json`)).toMatchObject({ nombre: "Puesto de mercadillo" });
    expect(JSON.stringify(readJson(root, `data/tramites/${STALL}.json`)["plazos"])).toContain(deadline);
    expect(queueOf(root)).toMatchObject([{ id: GARDEN, outcome: "duplicate", reason: "another_procedure" }]);
    expect(catalogOf(root)).toMatchObject([{ tramite_id: GARDEN, ingestion_method: "sitemap" }, {}]);

    const before = stageFiles(root);
    expect((await collect(root)).summary.procedures?.outcomes).toEqual({});
    rmSync(root.file("data/state"), { recursive: true });
    await collect(root);
    expect(readFileSync(root.file(`data/tramites/${GARDEN}.json`), "utf8")).toBe(kept);
    expect(Object.keys(stageFiles(root))).toEqual(Object.keys(before));
    expect(queueOf(root)).toMatchObject([{ id: GARDEN, reason: "another_procedure" }]);

    office.pages.set("/bbb", stall("30 días hábiles"));
    await collect(root);
    expect(readFileSync(root.file(`data/tramites/${GARDEN}.json`), "utf8")).toBe(kept);
    expect(queueOf(root)).toMatchObject([{ id: GARDEN, reason: "another_procedure" }]);

    office.pages.set("/aaa", garden);
    expect((await collect(root)).outcomes["/aaa"]).toMatchObject({ outcome: "unchanged", tramite: GARDEN });
    expect(queueOf(root)).toEqual([]);
  },
);

it("P32: a page that says a procedure of another name keeps its name, and a person is told", async () => {
  const office = await startOffice({ "/aaa": procedurePage({ name: "Huerto urbano" }) });
  const root = officeRoot(office.url);
  await collect(root);
  expect(queueOf(root)).toEqual([]);
  office.pages.set("/aaa", procedurePage({ name: "Puesto de mercadillo" }));
  const { outcomes } = await collect(root);
  expect(outcomes["/aaa"]).toMatchObject({
    outcome: "updated",
    tramite: GARDEN,
    reason: "another_procedure",
  });
  for (const again of [() => collect(root), () => reextract("tramites", { root: root.path })]) {
    await again();
    expect(queueOf(root)).toMatchObject([{ id: GARDEN, reason: "another_procedure" }]);
  }
  office.pages.set("/aaa", procedurePage({ name: "Huerto urbano" }));
  await collect(root);
  expect(queueOf(root)).toEqual([]);
});
