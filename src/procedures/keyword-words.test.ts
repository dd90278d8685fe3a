import { describe, expect, it } from "vitest";
import { tellsNothing } from "./keyword-words.ts";
import { timesHeard } from "./testing/keywords-of-name.ts";

describe("words that tell nothing", () => {
  it.each(["mi hijo", "la empresa", "el permiso", "cuanto tarda", "de madrid"])(
    "tell nothing with small ones and in a question: %s",
    (said) => {
      expect(tellsNothing(said)).toBe(true);
    },
  );

  it.each(["semanas de permiso", "madre sola", "hijo de madre"])("tell something together: %s", (said) => {
    expect(tellsNothing(said)).toBe(false);
  });

  it("are heard together where the lists have them so", () => {
    const name = "Prestación por nacimiento y cuidado de menor";
    expect(timesHeard(name, "cuantas semanas de permiso me tocan")).toBeGreaterThan(0);
  });
});
