import { describe, expect, it } from "vitest";
import { keywordsOfName, timesHeard } from "./testing/keywords-of-name.ts";

describe("a name that hardly a line of the lists knows", () => {
  it("is heard by what other lines say of the same", () => {
    expect(timesHeard("Registro de manifestaciones anticipadas", "el testamento vital")).toBeGreaterThan(1);
    expect(timesHeard("Renda valenciana d'inclusió", "no tinc diners")).toBeGreaterThan(0);
  });

  it("is not heard by what lines say that share no more than a name or two", () => {
    expect(keywordsOfName("Registro de manifestaciones anticipadas")).not.toContain("pobre");
  });
});
