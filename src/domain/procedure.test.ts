import { describe, expect, it } from "vitest";
import { isCurated } from "./procedure.ts";

describe("a file of a procedure", () => {
  it.each([
    ["a person has checked", { verificado: true }, true],
    ["a person has checked, as today's files say it", { verified_by: "manual" }, true],
    ["a person has checked after we had written it", { verificado: true, verified_by: null }, true],
    ["says nothing of a check", { nombre: "Alta en el padrón" }, true],
    ["has lost a bit in the name of its mark", { verifjcado: true }, true],
    ["has lost a bit in the value of its mark", { verified_by: "mantal" }, true],
    ["we wrote", { verified_by: null }, false],
    ["a program wrote", { verified_by: "auto" }, false],
    ["says that nobody has checked it", { verificado: false }, false],
  ])("that %s", (_, file, curated) => {
    expect(isCurated(file)).toBe(curated);
  });
});
