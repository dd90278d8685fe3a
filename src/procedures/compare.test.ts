import { describe, expect, it } from "vitest";
import { textChange } from "./change-line.ts";
import { diffProcedures, mergeFields } from "./compare.ts";
import { PROCEDURE } from "./testing/procedure.ts";

describe("the difference of two procedures", () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    [
      "nothing but when it was read",
      { extracted_at: "2027-01-01T00:00:00Z", content_hash: "1".repeat(64) },
      [],
    ],
    ["who has looked at it", { verified_by: "manual", revisado_por: "ana" }, []],
    ["an empty list that was none", { datos_importantes: [] }, []],
    [
      "a deadline",
      { plazos: { resolucion: "10 días hábiles desde la solicitud", silencio: "Negativo" } },
      [{ field: "plazos", kind: "changed", line: "plazos.resolucion: 15 → 10 días hábiles" }],
    ],
    [
      "a new field",
      { datos_importantes: ["Ojo."] },
      [{ field: "datos_importantes", kind: "added", before: undefined, line: "datos_importantes: + Ojo." }],
    ],
    [
      "a field that is gone",
      { telefono: undefined },
      [{ field: "telefono", kind: "removed", after: undefined, line: "telefono: − 010" }],
    ],
    [
      "an item more",
      { requisitos: ["Tener un garaje.", "No tener deudas.", "Vivir aquí."] },
      [{ field: "requisitos", line: "requisitos: + Vivir aquí." }],
    ],
    [
      "an item reworded",
      { requisitos: ["Tener un local.", "No tener deudas."] },
      [{ line: "requisitos: garaje. → local." }],
    ],
    [
      "items in another order",
      { requisitos: ["No tener deudas.", "Tener un garaje."] },
      [{ line: "requisitos: in another order" }],
    ],
    [
      "a text for an object",
      { plazos: "10 días" },
      [{ field: "plazos", kind: "changed", line: expect.stringContaining("→ 10 días") }],
    ],
    ["its address", { fuente_url: "https://sede.villa.es/nuevo" }, [{ field: "fuente_url" }]],
  ])("is told: %s", (_, change, expected) => {
    const after = Object.fromEntries(
      Object.entries({ ...PROCEDURE, ...change }).filter(([, value]) => value !== undefined),
    );
    expect(diffProcedures(PROCEDURE, after)).toMatchObject(expected as object);
  });

  it.each([
    ["15 días hábiles", "10 días hábiles", "15 → 10 días hábiles"],
    ["Plazo de 15 días.", "Plazo de 20 días.", "15 → 20 días"],
    ["Uno", "Dos", "Uno → Dos"],
    ["Uno", "Uno dos", "+ dos"],
    ["Uno dos", "Dos", "Uno dos → Dos"],
    ["a b c", "a c", "− b"],
    ["Plazo: 15 días hábiles", "Plazo: 10 días hábiles.", "15 → 10 días hábiles"],
    ["15 días", "15 días.", "15 días → 15 días."],
  ])("is short: %s, %s", (before, after, line) => {
    expect(textChange(before, after)).toBe(line);
  });
});

describe("merging", () => {
  const proposal = {
    ...PROCEDURE,
    plazos: "10 días",
    tasas: "1 €",
    datos_importantes: ["Ojo."],
    telefono: undefined,
  };

  it("changes exactly the fields that were chosen", () => {
    expect(mergeFields(PROCEDURE, proposal, ["plazos"])).toEqual({ ...PROCEDURE, plazos: "10 días" });
  });

  it("adds and takes away where the proposal does, and keeps the order of the file", () => {
    const merged = mergeFields(PROCEDURE, proposal, ["datos_importantes", "telefono"]);
    const { telefono: _, ...rest } = PROCEDURE;
    expect(merged).toEqual({ ...rest, datos_importantes: ["Ojo."] });
    expect(Object.keys(merged)).toEqual([...Object.keys(rest), "datos_importantes"]);
  });

  it("changes nothing where nothing was chosen", () => {
    expect(JSON.stringify(mergeFields(PROCEDURE, proposal, []))).toBe(JSON.stringify(PROCEDURE));
  });

  const OLDER = {
    nombre: "Vado",
    documentos: { identidad: ["DNI"], local: ["Plano"] },
    quien_puede: ["Quien tiene un garaje"],
    como_hacerlo_villa: [{ accion: "Pedir cita", detalle: "En la oficina" }],
    como_funciona: "Se paga cada año.",
    telefono_cita: "012",
    avisos: ["Cerrado en agosto."],
  };

  it.each([
    ["documentos_necesarios", "documentos"],
    ["requisitos", "quien_puede"],
    ["como_solicitar", "como_hacerlo_villa"],
    ["telefono", "telefono_cita"],
    ["datos_importantes", "avisos"],
  ])("takes %s in place of what older files call %s, and leaves the rest", (field, older) => {
    const after: Record<string, unknown> = { ...PROCEDURE, datos_importantes: ["Ojo."] };
    const { [older]: _, ...rest } = OLDER as Record<string, unknown>;
    const merged = mergeFields(OLDER, after, [field]);
    expect(merged).toEqual({ ...rest, [field]: after[field] });
    expect(mergeFields(merged, after, [field])).toEqual(merged);
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ["said the same as today's field", { documentos: ["DNI"], documentos_necesarios: ["DNI"] }, false],
    ["stood for an empty one", { documentos: ["DNI"], documentos_necesarios: [] }, false],
    [
      "says something else beside it",
      { documentos_menores: ["Libro de familia"], documentos_necesarios: ["DNI"] },
      true,
    ],
    [
      "says by chance what was taken over",
      { documentos: ["Plano de situación."], documentos_necesarios: ["DNI"] },
      true,
    ],
  ])("knows an older field that %s", (_, file, isKept) => {
    const merged = mergeFields(file, PROCEDURE, ["documentos_necesarios"]);
    expect(merged["documentos_necesarios"]).toEqual(PROCEDURE.documentos_necesarios);
    expect(Object.keys(merged).length).toBe(isKept ? 2 : 1);
    expect(mergeFields(merged, PROCEDURE, ["documentos_necesarios"])).toEqual(merged);
  });
});
