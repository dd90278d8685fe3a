import { describe, expect, it } from "vitest";
import { formsOfPhrase } from "./keyword-stems.ts";

describe("a phrase of people", () => {
  it.each(["testamento vital", "me echan del curro", "de golpe"])(
    "has three forms or more, each inside of it, whatever its last word: %s",
    (phrase) => {
      const forms = formsOfPhrase(phrase).flat();
      expect(new Set(forms).size).toBeGreaterThanOrEqual(3);
      expect(forms.filter((form) => !phrase.includes(form))).toEqual([]);
    },
  );

  it("is not begun to less than three letters of its last word", () => {
    expect(formsOfPhrase("sin luz").flat()).toEqual(["sin luz"]);
  });
});
