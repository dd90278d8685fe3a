import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffProcedures, mergeFields } from "./compare.ts";
import { proposalChanges } from "./proposal-changes.ts";
import { CURATED_FILES } from "./testing/curated.ts";
import { PROCEDURE } from "./testing/procedure.ts";

const { beca_comedor: BECA = {} } = CURATED_FILES;
const without = (fields: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe("what a proposal would change", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ["nothing in the same", PROCEDURE, PROCEDURE, []],
    ["a deadline", PROCEDURE, { ...PROCEDURE, plazos: "10 días" }, ["plazos"]],
    ["a telephone that the page no longer has", PROCEDURE, without(PROCEDURE, "telefono"), ["telefono"]],
    ["no field of the person's own", { ...PROCEDURE, cuantias_2024: { a: "1 €" } }, PROCEDURE, []],
    [
      "no other spelling of its address",
      { ...PROCEDURE, fuente_url: `${PROCEDURE.fuente_url}/?utm_source=x` },
      PROCEDURE,
      [],
    ],
    ["no word that a person asks by", { ...PROCEDURE, keywords: ["vado", "garaje", "كراج"] }, PROCEDURE, []],
    ["words where there are none", without(PROCEDURE, "keywords"), PROCEDURE, ["keywords"]],
    [
      "another address",
      { ...PROCEDURE, fuente_url: "https://sede.villa.es/otro" },
      PROCEDURE,
      ["fuente_url"],
    ],
    [
      "nothing that older fields say already",
      { ...without(PROCEDURE, "documentos_necesarios"), documentos: ["Plano de situación."] },
      PROCEDURE,
      [],
    ],
    [
      "what older fields say differently",
      { ...without(PROCEDURE, "documentos_necesarios"), documentos: ["Escritura."] },
      PROCEDURE,
      ["documentos_necesarios"],
    ],
    [
      "nothing that stands in older fields only and cannot be taken out",
      { ...without(PROCEDURE, "documentos_necesarios"), documentos: ["Escritura."] },
      without(PROCEDURE, "documentos_necesarios"),
      [],
    ],
    [
      "a file that is not valid",
      { nombre: "Vado", telefono: "010" },
      { nombre: "Vado permanente", telefono: "010" },
      ["nombre"],
    ],
  ])("%s", (_, curated, proposal, fields) => {
    expect(proposalChanges(curated, proposal).map(({ field }) => field)).toEqual(fields);
  });

  it("is nothing any more once it was taken over, also into a file of before", () => {
    const proposal = { ...PROCEDURE, plazos: "10 días", datos_importantes: ["Ojo."] };
    const fields = proposalChanges(BECA, proposal).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(["plazos", "nombre", "datos_importantes"]));
    expect(proposalChanges(mergeFields(BECA, proposal, fields), proposal)).toEqual([]);
  });
});

const TEXT = fc.string({ unit: fc.constantFrom("a", "ñ", " ", "1", ".", "\n", "€"), maxLength: 12 });
const VALUE = fc.oneof(
  TEXT,
  fc.constant(null),
  fc.integer(),
  fc.array(TEXT, { maxLength: 4 }),
  fc.dictionary(TEXT, fc.oneof(TEXT, fc.array(TEXT, { maxLength: 2 })), { maxKeys: 3 }),
);
const FIELD = fc.constantFrom(
  ..."nombre descripcion requisitos documentos_necesarios plazos tasas telefono keywords fuente_url cuantias extracted_at verified_by".split(
    " ",
  ),
);
const FIELDS = fc.dictionary(FIELD, VALUE);

describe("diff and merge", () => {
  it("leave no difference once every field of it is taken over", () => {
    fc.assert(
      fc.property(FIELDS, FIELDS, (before, after) => {
        const fields = diffProcedures(before, after).map(({ field }) => field);
        const merged = mergeFields(before, after, fields);
        expect(diffProcedures(merged, after)).toEqual([]);
        expect(diffProcedures(merged, mergeFields(merged, after, fields))).toEqual([]);
      }),
    );
  });

  it("differ in exactly the fields that were not chosen", () => {
    fc.assert(
      fc.property(FIELDS, FIELDS, fc.array(FIELD), (before, after, wanted) => {
        const all = diffProcedures(before, after).map(({ field }) => field);
        const chosen = all.filter((field) => wanted.includes(field));
        const merged = mergeFields(before, after, chosen);
        const left = diffProcedures(merged, after).map(({ field }) => field);
        expect(left.toSorted()).toEqual(all.filter((field) => !chosen.includes(field)).toSorted());
        for (const field of Object.keys(before).filter((name) => !chosen.includes(name)))
          expect(merged[field]).toEqual(before[field]);
        const kept = Object.keys(before).filter((field) => field in merged);
        expect(Object.keys(merged).slice(0, kept.length)).toEqual(kept);
      }),
    );
  });

  it("tell a change in one line, and in both directions", () => {
    fc.assert(
      fc.property(FIELDS, FIELDS, (before, after) => {
        const there = diffProcedures(before, after);
        const back = diffProcedures(after, before);
        expect(there.map(({ field }) => field).toSorted()).toEqual(back.map(({ field }) => field).toSorted());
        for (const { field, line } of there)
          expect(line.startsWith(field) && !line.includes("\n")).toBe(true);
      }),
    );
  });
});
