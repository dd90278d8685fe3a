import { describe, expect, it } from "vitest";
import { procedureRules } from "./procedure-rules.ts";

describe("the row of a file that a person wrote", () => {
  const short = { nombre: "Terrazas", verificado: true, fuente_url: "https://sede.villa.es/terrazas" };

  it("is there for one that is short of today's form, and tells what it has", () => {
    expect(procedureRules.describe(short)).toMatchObject({
      source_url: "https://sede.villa.es/terrazas",
      source_domain: "sede.villa.es",
      filled: ["nombre", "organismo", "fuente_url"],
      section_count: 0,
    });
  });

  it("changes with what the file says, so that its proposal is compared anew", () => {
    const hashOf = (file: object) => procedureRules.describe({ ...file })?.content_hash;
    expect(hashOf({ ...short, plazos: "10 días" })).not.toBe(hashOf(short));
    expect(hashOf({ ...short })).toBe(hashOf(short));
  });

  it.each([{}, { nombre: "" }, { name: "package", version: "1.0.0" }])("is none for %j", (file) => {
    expect(procedureRules.describe(file)).toBeNull();
  });

  it.each([{ fuente_url: 5 }, { extracted_at: [] }, { source_type: null, territorio: "x" }])(
    "has words where words belong, whatever stands in the file: %j",
    (odd) => {
      const row = procedureRules.describe({ ...short, ...odd });
      const words = [row?.source_url, row?.source_domain, row?.source_type, row?.extracted_at ?? ""];
      expect(words.every((value) => typeof value === "string")).toBe(true);
    },
  );

  it.each([
    [{}, null],
    [{ fecha_verificacion: "2026-01-10" }, "2026-01-10T00:00:00Z"],
    [{ extracted_at: "2026-02-03T04:05:06Z" }, "2026-02-03T04:05:06Z"],
  ])("says when it was read where the file does: %j", (dates, at) => {
    expect(procedureRules.describe({ ...short, ...dates })?.extracted_at).toBe(at);
  });
});
