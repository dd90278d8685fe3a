import { describe, expect, it } from "vitest";
import { sectionsOf } from "../sections.ts";
import { channelOfProcedure, waysToApply } from "./channels.ts";
import { deadlinesOf } from "./deadlines.ts";
import { descriptionOf } from "./description.ts";
import { feesOf } from "./fees.ts";
import { itemsOf } from "./items.ts";
import { legalBasis, legalReferencesIn } from "./legal-references.ts";
import { overflowOf } from "./overflow.ts";
import { phonesIn } from "./phones.ts";
import { addressesIn, whereToApply, writtenUrls } from "./where.ts";

const sections = (markdown: string) => sectionsOf(markdown, "");

describe("items", () => {
  it.each<[string, string, string[]]>([
    ["of a list", "## Requisitos\n\n- Uno; y dos; y tres\n- Cuatro", ["Uno; y dos; y tres", "Cuatro"]],
    ["of lines", "## Requisitos\n\nUno\n\nDos", ["Uno", "Dos"]],
    [
      "of letters",
      "## Requisitos\n\na) ser mayor de edad; b) vivir aquí, c) pagar",
      ["ser mayor de edad", "vivir aquí", "pagar"],
    ],
    [
      "of clauses",
      "## Requisitos\n\nSer mayor de edad; vivir aquí; estar al corriente.",
      ["Ser mayor de edad", "vivir aquí", "estar al corriente."],
    ],
    [
      "of sentences",
      "## Requisitos\n\nSer mayor de edad. Vivir en la C/ Mayor. No tener deudas.",
      ["Ser mayor de edad.", "Vivir en la C/ Mayor.", "No tener deudas."],
    ],
    [
      "of one sentence or two",
      "## Requisitos\n\nSer mayor de edad. Vivir aquí.",
      ["Ser mayor de edad. Vivir aquí."],
    ],
    [
      "without what only leads to them",
      "## Requisitos\n\nDeben cumplirse los siguientes requisitos:\n\n- Uno\n\nEn caso de menores:\n\n- Dos",
      ["Uno", "En caso de menores:", "Dos"],
    ],
    ["once", "## Requisitos\n\n- Uno\n- UNO.\n- Dos", ["Uno", "Dos"]],
    [
      "of two parts, by their headings",
      "## Requisitos\n\n- Uno\n\n## Requisitos para menores\n\n- Dos",
      ["Uno", "Requisitos para menores:", "Dos"],
    ],
  ])("%s", (_, markdown, items) => {
    expect(itemsOf(sections(markdown))).toEqual(items);
  });
});

describe("deadlines", () => {
  it.each<[string, string, unknown]>([
    ["as a text", "## Plazo\n\nDiez días hábiles.", "Diez días hábiles."],
    ["as several lines", "## Plazo\n\nDiez días.\n\nSin prórroga.", "Diez días.\nSin prórroga."],
    [
      "by label",
      "## Plazos\n\n- Plazo máximo de resolución: 3 meses\n- Silencio administrativo: negativo",
      { resolucion: "3 meses", silencio_administrativo: "negativo" },
    ],
    [
      "by heading",
      "## Plazo de presentación\n\nTodo el año.\n\n## Plazo de resolución\n\n3 meses",
      { presentacion: "Todo el año.", resolucion: "3 meses" },
    ],
    [
      "with a part without a name",
      "## Plazo\n\nTodo el año.\n\n## Silencio administrativo\n\nNegativo",
      { solicitud: "Todo el año.", silencio_administrativo: "Negativo" },
    ],
    ["twice for one thing", "## Plazos\n\n- Pago: 10 días\n- Pago: en junio", { pago: "10 días\nen junio" }],
    [
      "with a colon that labels nothing",
      "## Plazo\n\nEl plazo acaba así: a los diez días.",
      "El plazo acaba así: a los diez días.",
    ],
    [
      "in Basque",
      "## Epeak\n\n- Ebazpena: 3 hilabete\n- Eskaera: urte osoan",
      { ebazpena: "3 hilabete", eskaera: "urte osoan" },
    ],
  ])("%s", (_, markdown, expected) => {
    expect(deadlinesOf(sections(markdown), "")).toEqual(expected);
  });

  it.each([
    [
      "Se presenta en el plazo de 15 días desde la notificación. Es gratis.",
      "Se presenta en el plazo de 15 días desde la notificación.",
    ],
    ["La muralla tiene dos puertas.", null],
  ])("in running text: %s", (body, expected) => {
    expect(deadlinesOf([], body)).toBe(expected);
  });
});

describe("fees", () => {
  it.each([
    ["Tasa modelo 790 código 012 (12 €, pago previo)", "Tasa modelo 790 código 012 (12 €, pago previo)"],
    ["El trámite es gratuito. Las citas también.", "El trámite es gratuito."],
    ["Las citas son gratuitas.", null],
    ["30 días desde la solicitud (la Comisión de Asistencia Jurídica Gratuita debe resolver).", null],
    ["La solicitud de justicia gratuita se presenta en el juzgado.", null],
    ["La ayuda es de 300 € al mes.", null],
  ])("in running text: %s", (body, expected) => {
    expect(feesOf([], body)).toBe(expected);
  });

  it("are what their part says", () => {
    expect(feesOf(sections("## Tasas\n\n- Normal: 10 €\n- Urgente: 20 €"), "")).toBe(
      "Normal: 10 €\nUrgente: 20 €",
    );
  });
});

describe("ways to apply", () => {
  it.each<[string, string, Record<string, string> | null]>([
    [
      "by label",
      "## Cómo\n\n- Por internet: con Cl@ve\n- Presencial (Madrid): con cita\n- Teléfono información: 060\n- Por correo: al apartado 3",
      {
        online: "Por internet: con Cl@ve",
        presencial: "Presencial (Madrid): con cita",
        telefono: "Teléfono información: 060",
        correo: "Por correo: al apartado 3",
      },
    ],
    [
      "by heading",
      "## Cómo solicitarlo\n\n### En línea\n\nCon certificado.\n\n### Presencialmente\n\nEn el registro.",
      { online: "En línea: Con certificado.", presencial: "Presencialmente: En el registro." },
    ],
    [
      "by what they say",
      "## Cómo solicitarlo\n\n- Entrar en la sede electrónica.\n- Acudir al ayuntamiento.\n- Esperar.",
      {
        online: "Entrar en la sede electrónica.",
        presencial: "Acudir al ayuntamiento.",
        general: "Esperar.",
      },
    ],
    [
      "in Catalan",
      "## Com fer-ho\n\n- Per internet: amb idCAT\n- Presencialment: a l'oficina",
      { online: "Per internet: amb idCAT", presencial: "Presencialment: a l'oficina" },
    ],
    [
      "in Basque",
      "## Nola eskatu\n\n- Internet bidez: BakQ\n- Aurrez aurre: bulegoan",
      { online: "Internet bidez: BakQ", presencial: "Aurrez aurre: bulegoan" },
    ],
    [
      "by offices without a door",
      "## Cómo solicitarlo\n\n- En la secretaría virtual de la plataforma.\n- En la secretaría del centro.\n- Con el tutor del alumno.",
      {
        online: "En la secretaría virtual de la plataforma.",
        presencial: "En la secretaría del centro.",
        general: "Con el tutor del alumno.",
      },
    ],
    ["not at all", "## Cómo solicitarlo\n\n", null],
  ])("%s", (_, markdown, expected) => {
    expect(waysToApply(sections(markdown))).toEqual(expected);
  });

  it.each([
    [{ online: "x", presencial: "y" }, "", "mixto"],
    [{ online: "Con certificado" }, "", "electronico"],
    [{ presencial: "x" }, "", "presencial"],
    [{ general: "Con certificado digital o en las oficinas" }, "", "mixto"],
    [{ general: "Por la Ventanilla Electrónica de la Dependencia" }, "", "electronico"],
    [{ general: "Por vía electrónica" }, "", "electronico"],
    [{ general: "Por la página web de la compañía", presencial: "x" }, "", "mixto"],
    [{ general: "Por la aplicación móvil municipal" }, "", "electronico"],
    [null, "Se pide en la sede electrónica.", "electronico"],
    [null, "No dice nada.", null],
  ])("make a channel: %j %s", (ways, body, expected) => {
    expect(channelOfProcedure(ways, body)).toBe(expected);
  });
});

describe("telephone numbers", () => {
  it.each<[string, string[]]>([
    ["Llame al 919 26 79 70 o al 901 119 999.", ["919 26 79 70", "901 119 999"]],
    ["Tel. 91 000 46 41, fax no.", ["91 000 46 41"]],
    ["+34 915 298 210", ["+34 915 298 210"]],
    ["Información en el teléfono 012 y en el 060.", ["012", "060"]],
    ["Truqueu al 010.", ["010"]],
    ["Cita médica: 900 102 112\nInformación: 012 (Madrid)", ["900 102 112", "012"]],
    ["Tasa modelo 790 código 012", []],
    ["IBAN ES91 2100 0418 4502 0005 1332", []],
    ["Real Decreto 888/2022 y 1.225,80 €", []],
    ["900 20 22 22 (gratuito), 900202222", ["900202222"]],
  ])("%s", (text, expected) => {
    expect(phonesIn(text)).toEqual(expected);
  });
});

describe("laws", () => {
  it.each<[string, string[]]>([
    ["según la Ley 39/2015, de 1 de octubre, del Procedimiento", ["Ley 39/2015, de 1 de octubre"]],
    ["Ley Orgánica 4/2000 y Real Decreto 557/2011", ["Ley Orgánica 4/2000", "Real Decreto 557/2011"]],
    ["Real Decreto-ley 20/2020, de 29 de mayo", ["Real Decreto-ley 20/2020, de 29 de mayo"]],
    ["Real Decreto Legislativo 8/2015", ["Real Decreto Legislativo 8/2015"]],
    ["(BOE-A-2015-10565)", ["BOE-A-2015-10565"]],
    [
      "Decreto 12/2019, de 3 de mayo; Orden FAM/6/2018, de 11 de enero",
      ["Decreto 12/2019, de 3 de mayo", "Orden FAM/6/2018, de 11 de enero"],
    ],
    ["Reglamento (UE) 2016/679 y Directiva 2004/38/CE", ["Reglamento (UE) 2016/679", "Directiva 2004/38/CE"]],
    ["Llei 25/2010, del 29 de juliol", ["Llei 25/2010"]],
    ["Lei 9/2007, do 13 de xuño", ["Lei 9/2007, do 13 de xuño"]],
    ["39/2015 Legea eta 42/2012 Errege Dekretua", ["39/2015 Legea", "42/2012 Errege Dekretua"]],
    ["La ley de la calle, expediente 12/2020", []],
  ])("%s", (text, expected) => {
    expect(legalReferencesIn(text)).toEqual(expected);
  });

  it("are listed once, first as their part has them", () => {
    const body = "Ley 39/2015, de 1 de octubre, y Ley 40/2015";
    expect(legalBasis(["Ley 39/2015, de 1 de octubre, del Procedimiento"], body)).toEqual([
      "Ley 39/2015, de 1 de octubre, del Procedimiento",
      "Ley 40/2015",
    ]);
  });
});

describe("places", () => {
  it.each<[string, string[]]>([
    ["En la C/ Serrano 9, o en los juzgados", ["C/ Serrano 9"]],
    ["Calle Gran Vía, 3, 28013 Madrid.", ["Calle Gran Vía, 3, 28013 Madrid"]],
    ["Carrer del Foc, 57, 08038 Barcelona", ["Carrer del Foc, 57, 08038 Barcelona"]],
    ["Ramiro Maeztu kalea, 10, 01008 Gasteiz", ["Ramiro Maeztu kalea, 10, 01008 Gasteiz"]],
    ["En la calle hace frío", []],
  ])("of the street: %s", (text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["Entre en sede.sepe.gob.es.", ["https://sede.sepe.gob.es"]],
    ["Online en madrid.es/padron o por teléfono", ["https://madrid.es/padron"]],
    ["Escriba a ayuda@madrid.es", []],
    ["De lunes a viernes.Es gratis", []],
  ])("of the web: %s", (text, expected) => {
    expect(writtenUrls(text)).toEqual(expected);
  });

  it("are gathered from links, text and parts, with the address of the appointment", () => {
    const markdown =
      "## Cómo solicitarlo\n\n- [Iniciar el trámite](https://sede.x.es/iniciar), con el [modelo](https://sede.x.es/m.pdf)\n- Pida [cita previa](https://citas.x.es/reserva)\n\n## Dónde\n\n- Plaza Mayor, 1, 37001 Salamanca\n- Registro de entrada";
    const all = sections(markdown);
    expect(whereToApply({ how: all.slice(0, 1), where: all.slice(1), links: [], body: "" })).toEqual({
      urls: ["https://sede.x.es/iniciar", "https://citas.x.es/reserva"],
      direcciones: ["Plaza Mayor, 1, 37001 Salamanca", "Registro de entrada"],
      cita_previa_url: "https://citas.x.es/reserva",
    });
  });

  it("are no links that say what to do there", () => {
    const where = sections(
      "## Dónde\n\n- [Registro General](https://x.es/registro)\n- [Pedir cita previa](https://x.es/cita)\n- [Solicite su plaza en la calle Mayor, 3](https://x.es/plaza) o en el registro\n\n[Hasi eskaera online](https://x.es/online)",
    );
    expect(whereToApply({ how: [], where, links: [], body: "" })?.direcciones).toEqual([
      "Registro General",
      "Solicite su plaza en la calle Mayor, 3 o en el registro",
    ]);
  });

  it("are found in running text: the appointment behind its word", () => {
    const found = whereToApply({
      how: [],
      where: [],
      links: [],
      body: "Solicitar cita previa en sede.sepe.gob.es o llamando.",
    });
    expect(found?.cita_previa_url).toBe("https://sede.sepe.gob.es");
    expect(whereToApply({ how: [], where: [], links: [], body: "Nada." })).toBeNull();
  });
});

describe("nothing is lost", () => {
  it("of a definition that goes on below its first line", () => {
    const described = descriptionOf(
      sections("**Qué es**\n\n: Un permiso para pescar en el río.\n\n  Dura un año."),
    );
    expect(described?.text).toBe("Un permiso para pescar en el río. Dura un año.");
  });

  it("of a short sentence behind the first paragraph of a page", () => {
    const described = descriptionOf(
      sections(
        "Recoge por escrito qué cuidados quiere recibir una persona.\n\nMucha gente lo llama testamento vital.\n\n## Tasas\n\nNinguna",
      ),
    );
    expect(described?.text).toMatch(/persona\. Mucha gente lo llama testamento vital\.$/);
  });

  it("of what a page says first under what one should know, and no part else says", () => {
    const told = sections(
      "## Què has de saber?\n\nPermet pescar als rius de la comarca durant tot l'any.\n\n## Requisits\n\n- Tenir 14 anys",
    );
    expect(descriptionOf(told)?.text).toBe("Permet pescar als rius de la comarca durant tot l'any.");
    expect(
      descriptionOf(
        sections(
          "## Requisitos\n\n- Ser mayor\n\n## Qué debes saber\n\nCaduca al año de haberla recibido en su casa.",
        ),
      ),
    ).toBeNull();
  });

  it("of a link below a heading that nobody knows", () => {
    const context = { nombre: "Alta", described: null, kept: new Set<never>() };
    const told = sections(
      "## Xirimiri\n\n[Eskaera egin](https://e.eus/x)\n\n[Uno](https://e.eus/1) [Dos](https://e.eus/2)",
    );
    expect(overflowOf(told, context)).toEqual({ Xirimiri: "Eskaera egin (https://e.eus/x)\nUno Dos" });
  });

  it("of a fee that is none, said as a heading is", () => {
    const feesIn = (markdown: string) =>
      feesOf(
        sections(markdown).filter(({ kind }) => kind === "tasas"),
        "",
      );
    expect(feesIn("**Taxas**\n\nNon ten custo\n\n**Prazos**\n\nUn mes")).toBe("Non ten custo");
    expect(feesIn("## Tasas\n\n## No tiene coste\n\n## Plazos\n\nUn mes")).toBe("No tiene coste");
  });

  it("of a part on whom to call that says more than numbers", () => {
    const context = { nombre: "Alta", described: null, kept: new Set<never>() };
    const told = sections(
      "## Teléfono\n\n010\n\nLlame antes de las dos.\n\n## Teléfono de ayuda\n\n900 100 200",
    );
    expect(overflowOf(told, context)).toEqual({ Teléfono: "Llame antes de las dos." });
  });
});
