/** Procedures as files of `data/tramites/`, written for the tests. */
import { mkdirSync, writeFileSync } from "node:fs";
import { KNOWN_PROCEDURES, type KnownProcedure } from "./known-procedures.ts";
import type { TestRoot } from "./root.ts";

export type ProcedureJson = Readonly<Record<string, unknown>> & { readonly tramite: string };

const slugOf = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, "")
    .trim()
    .replaceAll(/ +/g, "_")
    .slice(0, 80);

/** As the normaliser would write it, but for what no search looks at. */
export function procedureJson(known: KnownProcedure): ProcedureJson {
  return {
    version: 1,
    tramite: slugOf(known.name),
    nombre: known.name,
    fuente_url: known.url,
    organismo: known.organism,
    territorio: { nivel: known.expected.nivel, ccaa: known.expected.ccaa },
    canal: known.expected.canal,
    tipo: known.expected.tipo,
    descripcion: known.about,
    requisitos: known.requirements,
    documentos_necesarios: known.documents,
    plazos: Object.fromEntries(known.deadlines),
    tasas: known.fee,
    como_solicitar: Object.fromEntries(known.how),
    base_legal: known.laws,
    datos_importantes: known.important,
    keywords: [
      known.name.toLowerCase(),
      known.organism,
      ...known.name.split(" ").filter((word) => word.length > 5),
    ],
    idioma: known.language,
  };
}

export const KNOWN_FILES: readonly ProcedureJson[] = KNOWN_PROCEDURES.map(procedureJson);

export function writeProcedures(root: TestRoot, files: readonly ProcedureJson[]): void {
  mkdirSync(root.file("data/tramites"), { recursive: true });
  for (const file of files)
    writeFileSync(root.file(`data/tramites/${file.tramite}.json`), JSON.stringify(file, null, 2));
}
