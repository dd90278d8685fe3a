import { expect, it } from "vitest";
import { ProcedureShelf } from "./procedure-shelf.ts";

it.each([
  ["its name", "local-v-obra", { verificado: true }],
  ["the id that it says", "obra", { verified_by: "manual", id: "local-v-obra" }],
  ["the tramite that it says", "obra menor", { verificado: true, tramite: "local-v-obra" }],
])("a curated file is found by %s", async (_, tramite, procedure) => {
  const files = {
    async *all() {
      yield { tramite, procedure };
    },
  };
  const shelf = await ProcedureShelf.read(
    files,
    { describe: () => null, isAsWritten: () => true },
    () => null,
  );
  expect(shelf.curatedNamed("local-v-obra")?.tramite).toBe(tramite);
  expect(shelf.curatedNamed("local-v-otra")).toBeUndefined();
});
