/** Pages that no longer say what they said: nothing is lost in silence, and a person decides (P30, P32). */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { reextract, reviewAccept, reviewReject } from "../../src/index.ts";
import { procedureRules } from "../../src/library/procedure-rules.ts";
import {
  collect,
  type Fields,
  officeRoot,
  procedurePage,
  readJson,
  stageFiles,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const RENT = "local-avd-ayuda-municipal-alquiler";
const FILE = `data/tramites/${RENT}.json`;
const PROPOSAL = `data/ingestion/proposals/${RENT}.json`;
const queueOf = (root: TestRoot) => readJson(root, "data/ingestion/review_queue.json")["items"] as Fields[];
const said = (root: TestRoot) => JSON.stringify(readJson(root, FILE)["plazos"]);

const SHORT = { without: ["Documentación necesaria", "Plazos"] };
const STUB = { without: ["Documentación necesaria", "Plazos", "Tasas", "Cómo solicitarlo"] };
const RENEWED = procedurePage(SHORT).replace("Ser mayor de edad", "Tener 18 años");
const LOSS = { id: RENT, outcome: "updated", reason: "lost_fields", proposal_path: PROPOSAL };

async function lostBy(page: string) {
  const office = await startOffice({ "/alquiler": procedurePage() });
  const root = officeRoot(office.url);
  await collect(root);
  const before = readFileSync(root.file(FILE), "utf8");
  office.pages.set("/alquiler", page);
  const { outcomes } = await collect(root);
  return { office, root, before, outcome: outcomes["/alquiler"] };
}

it("P32: a page without sections it had is updated, keeps them in its file, and waits for a person", async () => {
  const { root, outcome } = await lostBy(RENEWED);
  expect(outcome).toMatchObject({ outcome: "updated", reason: "lost_fields", tramite: RENT });
  expect(outcome?.detail).toContain("documentos_necesarios, plazos");
  const file = readJson(root, FILE);
  expect(file["requisitos"]).toContain("Tener 18 años");
  expect(file["documentos_necesarios"]).toHaveLength(3);
  expect(said(root)).toContain("15 días");
  expect(procedureRules.isAsWritten(file)).toBe(true);
  expect(queueOf(root)).toMatchObject([{ ...LOSS, detail: outcome?.detail }]);
  const [row] = readJson(root, "data/ingestion/ingestion_catalog.json")["documents"] as Fields[];
  expect(row).toMatchObject({ content_hash: file["content_hash"], verification_status: "review" });
  expect(readJson(root, PROPOSAL)["plazos"]).toBeUndefined();
});

it("P32: a page without most of its sections changes nothing of its file until a person has looked", async () => {
  const { root, before } = await lostBy(
    procedurePage(STUB).replace("Ser mayor de edad", "Página en construcción"),
  );
  expect(readFileSync(root.file(FILE), "utf8")).toBe(before);
  expect(queueOf(root)).toMatchObject([LOSS]);
  expect(queueOf(root)[0]?.["detail"]).toContain("documentos_necesarios, plazos, tasas, como_solicitar");
});

const ELSEWHERE = { name: "Nuevo portal ciudadano", without: ["Documentación necesaria", "Tasas"] };
const OTHER = { id: RENT, outcome: "updated", reason: "another_procedure", proposal_path: PROPOSAL };

it.each([
  ["some", ELSEWHERE],
  ["most", { ...STUB, name: "Nuevo portal ciudadano" }],
])(
  "P32: a page that has lost %s of its sections, and its name, changes nothing until a person has looked",
  async (_, page) => {
    const { root, before, outcome, office } = await lostBy(procedurePage(page));
    expect(outcome).toMatchObject({ outcome: "updated", reason: "another_procedure", tramite: RENT });
    expect(outcome?.detail).toMatch(/"Nuevo portal ciudadano".*documentos_necesarios/);
    expect(readFileSync(root.file(FILE), "utf8")).toBe(before);
    expect(queueOf(root)).toMatchObject([OTHER]);
    expect(readJson(root, PROPOSAL)["nombre"]).toBe("Nuevo portal ciudadano");
    office.pages.set("/alquiler", procedurePage());
    await collect(root);
    expect([queueOf(root), existsSync(root.file(PROPOSAL))]).toEqual([[], false]);
  },
);

it("P32: a page that is out of service for a day takes nothing away, and is no procedure where it is new", async () => {
  const out = `<!doctype html><html lang="es"><head><title>Sede en mantenimiento</title></head><body><main><h1>Sede en mantenimiento</h1><h2>Plazos</h2><p>${"Por labores de mantenimiento la sede electrónica no estará disponible durante unas horas, y los plazos se prorrogan hasta el día siguiente. ".repeat(3)}</p></main></body></html>`;
  const { root, before, office, outcome } = await lostBy(out);
  expect(outcome).toMatchObject({ outcome: "not_a_procedure", reason: "out_of_service", tramite: RENT });
  expect(readFileSync(root.file(FILE), "utf8")).toBe(before);
  expect(queueOf(root)).toMatchObject([{ id: RENT, reason: "out_of_service" }]);
  office.pages.set("/vado", out.replace("unas horas", "todo el día"));
  expect((await collect(root)).outcomes["/vado"]).toMatchObject({
    outcome: "not_a_procedure",
    tramite: null,
  });
  expect(readdirSync(root.file("data/tramites"))).toEqual([`${RENT}.json`]);
});

it.each([
  ["some of its sections", RENEWED],
  ["some of its sections, and its name", procedurePage(ELSEWHERE)],
  ["most of its sections", procedurePage(STUB)],
])("a page that has lost %s stands as it does whatever is run or lost after that", async (_, page) => {
  const { root } = await lostBy(page);
  await collect(root);
  const after = stageFiles(root);
  const calm = (files: typeof after) =>
    Object.entries(files).map(([name, text]) => [name, text.replaceAll(/"(?:new|updated|unchanged)"/g, "")]);
  for (const again of [
    () => reextract("tramites", { root: root.path }),
    () => rmSync(root.file("data/state"), { recursive: true }),
    () => rmSync(root.file("data/ingestion/proposals"), { recursive: true }),
  ]) {
    await again();
    await collect(root);
    await collect(root);
    expect(calm(stageFiles(root))).toEqual(calm(after));
  }
});

it("a page that changes again, and still has not all, goes on waiting; one that has all is as it was", async () => {
  const { root, office, before } = await lostBy(RENEWED);
  office.pages.set("/alquiler", procedurePage({ without: ["Plazos"], documents: ["Pasaporte"] }));
  await collect(root);
  expect(readJson(root, FILE)["documentos_necesarios"]).toEqual(["Pasaporte"]);
  expect(said(root)).toContain("15 días");
  expect(queueOf(root)).toMatchObject([LOSS]);
  expect(queueOf(root)[0]?.["detail"]).not.toContain("documentos_necesarios");
  office.pages.set("/alquiler", procedurePage());
  await collect(root);
  expect(queueOf(root)).toEqual([]);
  expect(existsSync(root.file(PROPOSAL))).toBe(false);
  const timeless = (text: string) => text.replace(/"extracted_at": "[^"]*"/, "");
  expect(timeless(readFileSync(root.file(FILE), "utf8"))).toBe(timeless(before));
});

it("accepted, what the page has lost goes out of the file, all of it or what was chosen", async () => {
  const { root } = await lostBy(RENEWED);
  await reviewAccept(RENT, { root: root.path, by: "ana", fields: ["plazos"] });
  const file = readJson(root, FILE);
  expect([file["plazos"], file["verified_by"], file["revisado_por"]]).toEqual([undefined, "manual", "ana"]);
  expect(file["documentos_necesarios"]).toHaveLength(3);
  const text = readFileSync(root.file(FILE), "utf8");
  await collect(root);
  expect(readFileSync(root.file(FILE), "utf8")).toBe(text);
  expect(queueOf(root)).toEqual([]);
});

it.each([
  ["some", RENEWED],
  ["some, and its name,", procedurePage(ELSEWHERE)],
  ["most", procedurePage(STUB)],
])("rejected, a page that has lost %s of it leaves the file as it stands, for good", async (_, page) => {
  const { root } = await lostBy(page);
  const text = readFileSync(root.file(FILE), "utf8");
  await reviewReject(RENT, { root: root.path, by: "ana" });
  for (const again of [() => collect(root), () => reextract("tramites", { root: root.path })]) {
    await again();
    expect(readFileSync(root.file(FILE), "utf8")).toBe(text);
    expect(queueOf(root)).toEqual([]);
  }
  rmSync(root.file("data/state"), { recursive: true });
  await collect(root);
  expect([readFileSync(root.file(FILE), "utf8"), queueOf(root)]).toEqual([text, []]);
});

it("gone at its source, it goes as others do, with what was kept of it", async () => {
  const { root, office } = await lostBy(RENEWED);
  office.pages.delete("/alquiler");
  office.pages.set("/licencia", procedurePage({ name: "Licencia de obra menor" }));
  await collect(root, { allowMassRemoval: true });
  expect(readdirSync(root.file("data/tramites"))).toEqual(["local-avd-licencia-obra-menor.json"]);
  expect(existsSync(root.file(`data/ingestion/retired/${RENT}.json`))).toBe(true);
  expect([queueOf(root), existsSync(root.file(PROPOSAL))]).toEqual([[], false]);
});
