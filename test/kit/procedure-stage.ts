/** A root of `tramites` in which pages are new, changed, gone and alike, read but not yet kept as procedures. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { collect, officeRoot, procedurePage, put, startOffice } from "./procedure-root.ts";
import { openRoot, type TestRoot } from "./root.ts";

const CURATED = {
  keywords: ["padron", "empadronarse", "volante"],
  tramite: "padron_valdoria",
  nombre: "Alta en el padrón municipal",
  organismo: "Ayuntamiento de Valdoria",
  descripcion: "Inscripción de quien viene a vivir a Valdoria, revisada por el equipo.",
  requisitos: ["Vivir en Valdoria"],
  verificado: true,
  fecha_verificacion: "2026-01-10",
};

const noReaders = (root: TestRoot) =>
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 0}\nsources: {tramites: {registry: registry.yaml}}\n",
  );

const withReaders = (root: TestRoot) =>
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 1}\nsources: {tramites: {registry: registry.yaml}}\n",
  );

export type StageState = "first" | "change";

/** Fetched, and nothing made of it yet: for the first time, or after most of it has changed. */
export async function fetchedRoot(state: StageState): Promise<TestRoot> {
  const office = await startOffice({
    "/alquiler": procedurePage(),
    "/copia/alquiler": procedurePage({ more: "<p>Copia.</p>" }),
    "/licencia": procedurePage({ name: "Licencia de obra menor" }),
    "/padron": procedurePage({ name: "Alta en el padrón municipal" }),
    "/padron/imprimir": procedurePage({ name: "Alta en el padrón municipal", more: "<p>Imprimir.</p>" }),
    "/vado": procedurePage({ name: "Autorización de vado" }),
    "/huerto": procedurePage({ name: "Huerto urbano" }),
    "/terraza": procedurePage({ name: "Terraza de hostelería" }),
    "/nada": "<html lang=es><title>Nada</title><main><h1>Nada</h1><p>Próximamente.</p></main></html>",
  });
  const root = officeRoot(office.url);
  put(root, "data/tramites/padron_valdoria.json", { ...CURATED, fuente_url: `${office.url}/padron` });
  if (state === "first") noReaders(root);
  await collect(root);
  if (state === "first") return root;
  // Its routes are broken: a page shows another one, which has changed, too.
  for (const path of ["/licencia", "/huerto"])
    office.pages.set(path, procedurePage({ name: "Licencia de obra menor", deadline: "10 días hábiles" }));
  office.pages.set(
    "/padron",
    procedurePage({ name: "Alta en el padrón municipal", documents: ["Pasaporte"] }),
  );
  office.pages.set("/terraza", procedurePage({ name: "Terraza de hostelería", without: ["Plazos"] }));
  office.pages.set("/nuevo", procedurePage({ name: "Bono social de transporte" }));
  office.pages.delete("/alquiler");
  office.pages.delete("/vado");
  noReaders(root);
  await collect(root, { allowMassRemoval: true });
  return root;
}

/** With its times to the nanosecond: the registry knows the manifest by them. */
export function copyOf(root: TestRoot): TestRoot {
  const folder = mkdtempSync(join(tmpdir(), "levada-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "root");
  execFileSync("cp", ["-a", root.path, path]);
  const copy = openRoot(path);
  withReaders(copy);
  return copy;
}
