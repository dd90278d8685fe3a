import { describe, expect, it } from "vitest";
import { areColumnNames } from "./column-names.ts";

describe("rows that name columns", () => {
  it.each([
    ["Concepto", "Importe"],
    ["Tipo de licencia", "Tarifa (€)"],
    ["**Modalidad**", "**Precio público**"],
    ["Concepte", "Import"],
    ["Kontzeptua", "Zenbatekoa"],
    ["Documento", "Descripción", "Observaciones"],
  ])("are known: %s, %s", (...cells) => {
    expect(areColumnNames(cells)).toBe(true);
  });

  it.each([
    ["Ordinaria", "Gratuita"],
    ["Importe", "12 €"],
    ["Tipo", "Subvención"],
    ["Concepto:", "Importe de la tasa"],
    ["Plazo", "Tres meses"],
    ["Concepto"],
    ["Familia numerosa", "Bonificada"],
  ])("are not: %s, %s", (...cells) => {
    expect(areColumnNames(cells.filter((cell) => cell !== undefined))).toBe(false);
  });
});
