import { describe, expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

const kindOf = (title: string, heading: string, text: string) =>
  sectionsOf(`# ${title}\n\n## Requisitos\n\n- Vivir aquí\n\n## ${heading}\n\n${text}`, title).find(
    (section) => section.heading === heading,
  )?.kind;

describe("a heading that may be of fees or of what people get", () => {
  it.each([
    ["Ayuda de comedor escolar", "Importe", "Hasta 450 euros por curso."],
    ["Ingreso Mínimo Vital", "Cuantía e importe", "604,21 € al mes para un adulto solo."],
    ["Beca de transporte", "Pago", "En un solo ingreso, en el mes de mayo."],
    ["Programa de empleo joven", "Importes", "La persona percibirá el 75 % del IPREM."],
    ["Ajut per a l'habitatge", "Import", "250 € mensuals com a màxim."],
    ["Axuda de material escolar", "Contía", "90 euros por alumno."],
    ["Ikasketa-bekak", "Zenbatekoa", "1.200 euro ikasturteko."],
  ])("%s, %s: %s is paid out", (title, heading, text) => {
    expect(kindOf(title, heading, text)).toBeNull();
  });

  it.each([
    ["Escuela infantil municipal", "Importe", "45 € al mes."],
    ["Ayuda a domicilio", "Importe", "El precio público es de 4,20 € la hora."],
    ["Beca de comedor", "Tasas", "No tiene."],
    ["Duplicado del carné de conducir", "Pago", "20,81 €, con el modelo 791."],
    ["Subvención de carriles", "Importe", "Gratuito."],
    ["Licencia de obras", "Importe", "3 % del presupuesto."],
  ])("%s, %s: %s is a fee", (title, heading, text) => {
    expect(kindOf(title, heading, text)).toBe("tasas");
  });
});
