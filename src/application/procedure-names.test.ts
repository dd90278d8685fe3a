import { describe, expect, it } from "vitest";
import type { ProcedureRecord } from "../domain/procedure.ts";
import { ProcedureNames } from "./procedure-names.ts";
import { ProcedureShelf } from "./procedure-shelf.ts";

const OLD = "0123456789abcdef";
const NEW = "fedcba9876543210";
const ID = "local-v-terrazas";

/** The page `OLD` has a procedure and its file; what does `NEW` get? */
async function named(gone: readonly string[], page: { readonly id: string; readonly likeness: string }) {
  const files = {
    async *all() {
      yield { tramite: ID, procedure: { fuente_url: OLD } };
    },
  };
  const rules = {
    describe: () => null,
    isAsWritten: () => true,
    claims: () => [],
    digestOf: (text: string) => text,
  };
  const shelf = await ProcedureShelf.read(files, rules, (url) => url);
  const names = new ProcedureNames(shelf, new Set(gone));
  const record = { key: OLD, url: "https://v.es/a", tramite: ID, likeness: "same", outcome: "new" };
  const asked = { key: NEW, url: "https://v.es/b", before: undefined, isFile: false, ...page };
  await names.learn("tramites", { like: async () => [record as ProcedureRecord] }, [asked], () => false);
  return names.twinOf(asked)?.tramite ?? names.nameOf(asked);
}

describe("a page at a new address", () => {
  it("has the procedure of the page that is gone and said the same, under its name", async () => {
    expect(await named([OLD], { id: "local-v-terrazas-y-veladores", likeness: "same" })).toBe(ID);
  });

  it("has the name of the page that is gone, also where it says something else", async () => {
    expect(await named([OLD], { id: ID, likeness: "other" })).toBe(ID);
  });

  it("is told apart from a page of its name that is still there", async () => {
    expect(await named([], { id: ID, likeness: "other" })).toBe(`${ID}-fedcba98`);
  });
});
