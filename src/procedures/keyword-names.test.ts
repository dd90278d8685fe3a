import { describe, expect, it } from "vitest";
import { ofName } from "./keyword-names.ts";
import { keywordsOfName, timesHeard } from "./testing/keywords-of-name.ts";

const abbreviationsOf = (name: string, text: string) =>
  ofName(name, text).flatMap((said) => (said.origin === "abbreviation" ? [said.text] : []));

describe("the initials of a name", () => {
  it("are what people say of it where a list has them", () => {
    expect(timesHeard("Renta garantizada de ciudadanía", "la rgc")).toBeGreaterThan(1);
  });

  it.each([
    ["Bono térmico vecinal", "El Bono Térmico Vecinal (BTV) se pide una vez.", ["btv"]],
    ["Bono térmico vecinal", "El bono se pide una vez.", []],
    ["Certificado de vida laboral", "Informe de cvl.", []],
    ["Fondo de desarrollo territorial", "", []],
  ])("of %s are none unless its page writes them: %s", (name, text, initials) => {
    expect(abbreviationsOf(name, text)).toEqual(initials);
  });

  it("are none where a word might begin so", () => {
    expect(
      keywordsOfName("Entrega de nuevos equipos").filter((keyword) => /(?:^| )ene$/.test(keyword)),
    ).toEqual([]);
  });
});
