import { describe, expect, it } from "vitest";
import { migrateProcedure } from "./migrate.ts";
import { PROCEDURE } from "./testing/procedure.ts";

const OLD = {
  keywords: ["padron", "volante", "mudanza"],
  tramite: "alta_padron",
  nombre: "Alta en el padrón",
  organismo: "Ayuntamiento (Salamanca)",
  descripcion: "Registro de quienes viven en el municipio.",
  quien_puede: ["Quien vive aquí"],
  documentos: { identidad: ["DNI", "Pasaporte"], vivienda: ["Contrato"] },
  como_hacerlo: [{ paso: 1, accion: "Pedir cita previa", detalle: "En la oficina o por teléfono" }],
  cuantias: { nada: "0 €" },
  telefono_cita: "010",
  telefono_informacion: "923 000 000",
  fuente_url: "https://www.aytosalamanca.es/padron",
  verificado: true,
  fecha_verificacion: "2025-01-15",
};

function migrated(file: unknown) {
  const checked = migrateProcedure(file, "2026-02-01T00:00:00Z");
  if (!checked.ok) throw new Error(checked.problems.join("; "));
  return checked.procedure;
}

describe("a curated file of before", () => {
  it("becomes a procedure", () => {
    expect(migrated(OLD)).toMatchObject({
      version: 1,
      id: "local-salamanca-alta-padron",
      tramite: "alta_padron",
      source_type: "local",
      source_domain: "www.aytosalamanca.es",
      territorio: { nivel: "local", ccaa: "castilla_leon", provincia: "salamanca", municipio: "salamanca" },
      requisitos: ["Quien vive aquí"],
      documentos_necesarios: ["Identidad:", "DNI", "Pasaporte", "Vivienda:", "Contrato"],
      como_solicitar: [{ paso: 1, via: "Pedir cita previa", detalle: "En la oficina o por teléfono" }],
      telefono: "010 / 923 000 000",
      canal: "presencial",
      tipo: "inscripcion",
      verified_by: "manual",
      verified_at: "2025-01-15T00:00:00Z",
      extracted_at: "2025-01-15T00:00:00Z",
    });
  });

  it("keeps all that it had", () => {
    expect(migrated(OLD)).toMatchObject(OLD);
  });

  it.each([
    ["an old file", OLD],
    ["a file of today", PROCEDURE],
  ])("does not change when it is migrated again: %s", (_, file) => {
    const once = migrated(file);
    expect(JSON.stringify(migrated(once))).toBe(JSON.stringify(once));
  });

  it("was not verified where it does not say so", () => {
    const { verificado: _, fecha_verificacion: __, ...rest } = OLD;
    expect(migrated(rest)).toMatchObject({
      verified_by: null,
      verified_at: null,
      extracted_at: "2026-02-01T00:00:00Z",
    });
  });

  it("keeps what a person wrote in the fields of today", () => {
    const file = { ...OLD, documentos_necesarios: ["Solo esto"], source_type: "ccaa", canal: "electronico" };
    expect(migrated(file)).toMatchObject({
      documentos_necesarios: ["Solo esto"],
      source_type: "ccaa",
      canal: "electronico",
    });
  });

  it.each([
    [null, "document"],
    [["a"], "document"],
    [{ ...OLD, fuente_url: "no es una dirección" }, "source_url"],
    [{ ...OLD, keywords: ["uno"] }, "keywords"],
  ])("is refused, with the field that is wrong: %j", (file, field) => {
    const checked = migrateProcedure(file);
    expect(checked).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.stringContaining(field)]),
    });
  });
});
