import { describe, expect, it } from "vitest";
import { stem } from "./stem.ts";
import { fold } from "./words.ts";

const stemOf = (word: string) => stem(fold(word));

describe("stems", () => {
  it.each([
    "prestación prestaciones prestació prestacions",
    "pensión pensiones pensió pensions",
    "ayuda ayudas",
    "ajuda ajudes",
    "beca becas",
    "solicitud solicitudes solicitar solicito solicita solicitante solicitantes solicitada solicitarlo",
    "renovar renovación renovació renovarse",
    "empadronamiento empadronarse empadronar empadronado empadronada",
    "residencia residente residentes residir",
    "licencia licencias",
    "certificado certificada certificación certificat certificats",
    "subvención subvenció subvencións",
    "empadronat empadronado",
    "trabajador trabajadora trabajadores",
    "joven jóvenes",
    "autónomo autónomos autònom",
    "llicència llicències",
    "targeta targetes",
    "mujer mujeres",
    "ley leyes",
    "vez veces",
    "base bases",
    "clase clases",
    "clave claves",
    "país países",
    "mes meses",
    "interés intereses",
    "alquiler alquileres alquilar",
    "familia familias familiar familiares",
    "numeroso numerosa numerosos numerosas",
    "jubilación jubilado jubiladas jubilar",
    "dependencia dependiente dependientes",
    "nie nies",
    "título títulos",
    "axuda axudas",
    "persona personas persones",
  ])("are the same for %s", (words) => {
    expect(new Set(words.split(" ").map(stemOf)).size).toBe(1);
  });

  it.each(["paro para", "casa caso", "número numerosa", "imv nie", "2021 2022"])("differ for %s", (words) => {
    const [one = "", other = ""] = words.split(" ");
    expect(stemOf(one)).not.toBe(stemOf(other));
  });

  it.each(["de", "la", "para", "ab", "1a2b", "居留", "دخل"])("leave %s as it is", (word) => {
    expect(stemOf(word)).toBe(fold(word));
  });

  it("are never empty, and begin as the word does", () => {
    for (const word of [
      "ares",
      "aria",
      "acion",
      "mente",
      "amiento",
      "iones",
      "eses",
      "ciones",
      "idades",
      "antes",
    ]) {
      expect(stem(word).length).toBeGreaterThanOrEqual(2);
      expect(word.startsWith(stem(word).slice(0, 2))).toBe(true);
    }
  });
});
