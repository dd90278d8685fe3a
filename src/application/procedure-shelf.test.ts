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
    { describe: () => null, isAsWritten: () => true, claims: () => [], digestOf: (text: string) => text },
    () => null,
  );
  expect(shelf.curatedNamed("local-v-obra")?.tramite).toBe(tramite);
  expect(shelf.curatedNamed("local-v-otra")).toBeUndefined();
});

it("what files of people are found by is claimed, but from the page that the file is of", async () => {
  const files = {
    async *all() {
      yield { tramite: "padron", procedure: { verificado: true, fuente_url: "p", keywords: ["padron"] } };
      yield { tramite: "paro", procedure: { verificado: true, keywords: ["paro", "sepe"] } };
      yield { tramite: "local-v-obra", procedure: { verified_by: null, version: 1, keywords: ["obra"] } };
    },
  };
  const claims = ({ keywords }: Readonly<Record<string, unknown>>) => keywords as string[];
  const digestOf = (text: string) => `<${text}>`;
  const rules = { describe: () => null, isAsWritten: () => true, claims, digestOf };
  const shelf = await ProcedureShelf.read(files, rules, (url) => url);
  expect(shelf.claimsBut(undefined).words).toEqual(["padron", "paro", "sepe"]);
  expect(shelf.claimsBut(shelf.curatedOf("p"))).toEqual({
    words: ["paro", "sepe"],
    mark: "<paro\nsepe>",
  });
});
