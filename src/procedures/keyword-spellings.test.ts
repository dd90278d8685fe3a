import { describe, expect, it } from "vitest";
import { timesHeard } from "./testing/keywords-of-name.ts";

describe("a word of two spellings", () => {
  it.each(["Renovación del carné de conducir", "Título de familia numerosa", "Carnet joven"])(
    "is heard as loud in both: %s",
    (name) => {
      for (const said of ["me caduca el carne", "el carne de conducir", "el carne de familia", "carne joven"])
        expect(timesHeard(name, said.replace("carne", "carnet"))).toBe(timesHeard(name, said));
    },
  );
});
