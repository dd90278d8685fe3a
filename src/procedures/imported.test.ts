import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { importedProcedure, keepsAllOf } from "./imported.ts";
import { checkProcedure } from "./procedure-doc.ts";
import { CURATED_FILES } from "./testing/curated.ts";
import { PROCEDURE } from "./testing/procedure.ts";
import { SCHEMA_FILE } from "./write-schema.ts";

const AT = "2026-03-01T10:00:00.000Z";
const { alta_padron: PADRON = {}, beca_comedor: BECA = {} } = CURATED_FILES;

function imported(file: unknown, name = "archivo") {
  const check = importedProcedure(file, { name, at: AT });
  if (!check.ok) throw new Error(check.problems.join("; "));
  return check;
}

const EVERY = [...Object.entries(CURATED_FILES), ["a file of today", PROCEDURE] as const];
const SHIPPED = z.fromJSONSchema(
  JSON.parse(readFileSync(SCHEMA_FILE, "utf8")) as Parameters<typeof z.fromJSONSchema>[0],
);

describe("a person's file", () => {
  it.each(EVERY)("is valid by the code's schema and by the one that ships: %s", (_, file) => {
    const { procedure } = imported(file);
    expect(checkProcedure(procedure)).toMatchObject({ ok: true });
    expect(SHIPPED.safeParse(procedure).error).toBeUndefined();
    expect(SHIPPED.safeParse({ ...procedure, nombre: 5 }).success).toBe(false);
  });

  it.each(Object.entries(CURATED_FILES))(
    "keeps all that it had, in its order, to the letter: %s",
    (_, file) => {
      const { procedure } = imported(file);
      const first = Object.entries(procedure).slice(0, Object.keys(file).length);
      expect(JSON.stringify(Object.fromEntries(first))).toBe(JSON.stringify(file));
      expect(keepsAllOf(file, procedure)).toBe(true);
    },
  );

  it.each(EVERY)("does not change when it is imported again: %s", (_, file) => {
    const { procedure } = imported(file);
    expect(JSON.stringify(imported(procedure).procedure)).toBe(JSON.stringify(procedure));
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["verified on a day", PADRON, { verified_by: "manual", verified_at: "2025-01-15T00:00:00Z" }],
    ["of which nothing is said", BECA, { verified_by: "manual", verified_at: AT }],
    ["read by a machine and brought by a person", PROCEDURE, { verified_by: "manual", verified_at: AT }],
    [
      "that says nobody has checked it",
      { ...BECA, verificado: false },
      { verified_by: null, verified_at: null },
    ],
    [
      "that says who and when",
      { ...BECA, verified_by: "manual", verified_at: "2024-05-05T00:00:00Z" },
      { verified_by: "manual", verified_at: "2024-05-05T00:00:00Z" },
    ],
  ])("is a person's: one %s", (_, file, expected) => {
    expect(imported(file).procedure).toMatchObject(expected);
  });

  it.each([
    [{ ...BECA, tramite: undefined }, "comedor_escolar", "comedor_escolar"],
    [{ ...BECA, tramite: undefined }, "Beca de Comedor (1)", "beca-comedor-escolar"],
    [BECA, "otro", "beca_comedor"],
  ])(
    "has the name that it says, else that of its file, else that of the procedure",
    (file, name, tramite) => {
      const named = JSON.parse(JSON.stringify(file)) as unknown;
      expect(imported(named, name)).toMatchObject({ tramite, procedure: { tramite } });
    },
  );

  it.each<[string, unknown, RegExp]>([
    ["no object", ["a"], /^document: /],
    ["a text", "imv", /^document: /],
    ["without a name", { ...BECA, nombre: undefined }, /^nombre: /],
    ["with a name of another kind", { ...BECA, nombre: 5 }, /^nombre: /],
    ["without keywords", { ...BECA, keywords: [] }, /^keywords: /],
    ["with a name that is a path", { ...BECA, tramite: "../../etc/passwd" }, /^tramite: /],
    ["with an address that is none", { ...BECA, fuente_url: "educa" }, /^source_url: |^fuente_url: /],
  ])("is refused with the field that is wrong: %s", (_, file, problem) => {
    const check = importedProcedure(file, { name: "x", at: AT });
    expect(check).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.stringMatching(problem)]),
    });
  });
});

describe("what a file in its place would lose", () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ["nothing", {}, true],
    ["nothing but when it was checked", { verified_at: AT, content_hash: "1".repeat(64) }, true],
    ["a fee", { tasas: "1 €" }, false],
    ["a field of the person's own", { nota_interna: "llamar" }, false],
  ])("%s", (_, more, expected) => {
    expect(keepsAllOf({ ...PROCEDURE, ...more }, PROCEDURE)).toBe(expected);
  });
});
