import { describe, expect, it } from "vitest";
import { contentHash, standInDescription } from "./completeness.ts";
import { lossOf } from "./lost-fields.ts";
import { PROCEDURE } from "./testing/procedure.ts";

const without = (...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(PROCEDURE).filter(([field]) => !fields.includes(field)));

describe("what a page no longer says", () => {
  it.each<[string, Record<string, unknown>]>([
    ["says the same", { ...PROCEDURE }],
    ["says something else", { ...PROCEDURE, plazos: "3 días", requisitos: ["Otro"] }],
    ["says more", { ...PROCEDURE, datos_importantes: ["Ojo."] }],
    ["has lost what nobody asks first", without("telefono", "base_legal", "donde_solicitar")],
  ])("is nothing where it %s", (_, reading) => {
    expect(lossOf(PROCEDURE, reading)).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ["is not there", without("plazos")],
    ["is empty", { ...PROCEDURE, plazos: "" }],
    ["has nothing in it", { ...PROCEDURE, plazos: {} }],
  ])("is a field that %s; it is kept beside what the page says now", (_, reading) => {
    const loss = lossOf(PROCEDURE, { ...reading, requisitos: ["Otro"] });
    expect(loss?.fields).toEqual(["plazos"]);
    expect(loss?.kept).toMatchObject({ plazos: PROCEDURE.plazos, requisitos: ["Otro"] });
    expect(loss?.kept["content_hash"]).toBe(contentHash(loss?.kept ?? {}));
    expect(lossOf(loss?.kept ?? {}, { ...reading, requisitos: ["Otro"] })).toEqual(loss);
  });

  it("is a description that only the name stands for now", () => {
    const { nombre, organismo } = PROCEDURE;
    const reading = { ...PROCEDURE, descripcion: standInDescription(nombre, organismo) };
    expect(lossOf(PROCEDURE, reading)).toMatchObject({
      fields: ["descripcion"],
      kept: { descripcion: PROCEDURE.descripcion },
    });
  });

  it("is less than most of it, and its name besides: then what is stored stays whole", () => {
    const reading = { ...without("plazos"), nombre: "Sede en mantenimiento" };
    expect(lossOf(PROCEDURE, reading)).toEqual({
      fields: ["plazos"],
      kept: PROCEDURE,
      calledNow: "Sede en mantenimiento",
    });
  });

  it("is told beside what the page says where its name has only grown or shrunk", () => {
    for (const nombre of [`${PROCEDURE.nombre} 2027`, PROCEDURE.nombre.split(" ").slice(0, -1).join(" ")])
      expect(lossOf(PROCEDURE, { ...without("plazos"), nombre })).toMatchObject({
        kept: { nombre },
        calledNow: null,
      });
  });

  it("is most of it: then what is stored stays whole", () => {
    const reading = {
      ...without("requisitos", "documentos_necesarios", "plazos", "como_solicitar"),
      tasas: "1 €",
    };
    const loss = lossOf(PROCEDURE, reading);
    expect(loss?.fields).toEqual(["requisitos", "documentos_necesarios", "plazos", "como_solicitar"]);
    expect(loss?.kept).toBe(PROCEDURE);
  });
});
