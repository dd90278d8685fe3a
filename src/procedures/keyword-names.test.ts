import { describe, expect, it } from "vitest";
import { keywordsOfName, timesHeard } from "./testing/keywords-of-name.ts";

describe("the initials of a name", () => {
  it.each([
    ["Renta garantizada de ciudadanía", "la rgc"],
    ["Bono térmico vecinal", "el btv"],
  ])("are what people say of it: %s", (name, said) => {
    expect(timesHeard(name, said)).toBeGreaterThan(1);
  });

  it("are none where a word might begin so", () => {
    expect(
      keywordsOfName("Entrega de nuevos equipos").filter((keyword) => /(?:^| )ene$/.test(keyword)),
    ).toEqual([]);
  });
});
