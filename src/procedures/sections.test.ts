import { describe, expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

const read = (markdown: string, title = "Ayuda de prueba") =>
  sectionsOf(markdown, title).map(({ kind, heading, parts }) => [
    kind,
    heading,
    parts.map(({ text }) => text),
  ]);

describe("the parts of a document", () => {
  it.each<[string, string, unknown]>([
    [
      "headings",
      "# Ayuda de prueba\n\n## Requisitos\n\n- Uno\n- Dos\n\n## Plazo\n\nDiez días.",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos"]],
        ["plazos", "Plazo", ["Diez días."]],
      ],
    ],
    [
      "labels behind bullets that were typed by hand",
      "**Interesados:**\n- Residir aquí\n- Carecer de ingresos\nOtra línea\n**Plazo de inicio:** Todo el año\n**Tasa:** No procede",
      [
        ["requisitos", "Interesados", ["Residir aquí", "Carecer de ingresos", "Otra línea"]],
        ["plazos", "Plazo de inicio", ["Todo el año"]],
        ["tasas", "Tasa", ["No procede"]],
      ],
    ],
    [
      "a bullet typed by hand that goes on in the next line",
      "**Interesados:**\n- Estar afiliado a la\nSeguridad Social\n- Carecer de ingresos",
      [["requisitos", "Interesados", ["Estar afiliado a la Seguridad Social", "Carecer de ingresos"]]],
    ],
    [
      "a sheet in bands, loud ones, with what sounds like a head below them",
      "| REQUISITOS | REQUISITOS |\n| --- | --- |\n| - Uno<br>- Dos | - Uno<br>- Dos |\n| DOCUMENTACIÓN | DOCUMENTACIÓN |\n| 1 | DNI |\n| 2 | Justificante |\n| COSTE | COSTE |\n| Gratuito | Gratuito |\n| DÓNDE SE PRESENTA | DÓNDE SE PRESENTA |\n| Registro General, Plaza Mayor, 1 | Registro General, Plaza Mayor, 1 |\n| Otra ventanilla | Otra ventanilla |",
      [
        ["requisitos", "REQUISITOS", ["Uno", "Dos"]],
        ["documentos_necesarios", "DOCUMENTACIÓN", ["DNI", "Justificante"]],
        ["tasas", "COSTE", ["Gratuito"]],
        ["donde_solicitar", "DÓNDE SE PRESENTA", ["Registro General, Plaza Mayor, 1", "Otra ventanilla"]],
      ],
    ],
    [
      "ways that are headed as high as what they are ways of",
      "## Elige cómo hacerlo\n\n## En una jefatura\n\nCon cita.\n\n## En mostrador\n\nDe 9 a 14.\n\n## Encuentra tu oficina\n\nCalle Real, 5",
      [
        [
          "como_solicitar",
          "Elige cómo hacerlo",
          ["En una jefatura", "Con cita.", "En mostrador", "De 9 a 14."],
        ],
        ["donde_solicitar", "Encuentra tu oficina", ["Calle Real, 5"]],
      ],
    ],
    [
      "heads before a colon that something of the site follows",
      "Dirigido a:\nAquello que no se sabe\n* Tener carné\n\nDocumentación exigida:\n* DNI\n\nManera de solicitarlo:\na) En línea. Con clave.\n\nOficina donde se entrega: Calle Real, 5",
      [
        ["requisitos", "Dirigido a", ["Aquello que no se sabe", "Tener carné"]],
        ["documentos_necesarios", "Documentación exigida", ["DNI"]],
        ["como_solicitar", "Manera de solicitarlo", ["En línea. Con clave."]],
        ["donde_solicitar", "Oficina donde se entrega", ["Calle Real, 5"]],
      ],
    ],
    [
      "a number to call in a line of its own, which heads nothing",
      "## Datos de contacto\n\nTeléfono 925 11 22 33\n\n## Vías de recurso\n\nContra la resolución cabe recurso.",
      [
        ["donde_solicitar", "Datos de contacto", ["Teléfono 925 11 22 33"]],
        ["resolucion", "Vías de recurso", ["Contra la resolución cabe recurso."]],
      ],
    ],
    [
      "a number to call set as a heading",
      "## Requisitos\n\n- Uno\n\n## Teléfono 925 11 22 33\n\nDe lunes a viernes.",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["telefono", "Teléfono 925 11 22 33", ["925 11 22 33", "De lunes a viernes."]],
      ],
    ],
    [
      "numbers that stand before headings",
      "1\n\n## Requisitos\n\nUno.\n\n2\n\n## Tasas\n\n12 €",
      [
        ["requisitos", "Requisitos", ["Uno."]],
        ["tasas", "Tasas", ["12 €"]],
      ],
    ],
    [
      "links to begin it, which head nothing",
      "## Lugar de presentación\n\nCalle Mayor 1\n\n[Acceso al trámite](https://a.es/x)\n\n## Disposiciones legales aplicables\n\n- Ley 7/1999",
      [
        ["donde_solicitar", "Lugar de presentación", ["Calle Mayor 1", "Acceso al trámite"]],
        ["base_legal", "Disposiciones legales aplicables", ["Ley 7/1999"]],
      ],
    ],
    [
      "a list of terms in what a term is said to be",
      "**Cómo se presenta**\n\n: **Ante el funcionario**\n  : Reserve hora.\n\n  **Ante testigos**\n  : Fírmelo con tres.\n\n  **Registro electrónico**\n  : Remita la escritura.\n\n**Tasa**\n\n: Ninguna",
      [
        [
          "como_solicitar",
          "Cómo se presenta",
          [
            "Ante el funcionario",
            "Reserve hora.",
            "Ante testigos",
            "Fírmelo con tres.",
            "Registro electrónico",
            "Remita la escritura.",
          ],
        ],
        ["tasas", "Tasa", ["Ninguna"]],
      ],
    ],
    [
      "bold lines in what a term is said to be",
      "**Formas de presentación**\n\n: **Por internet**\n\n  En la sede.\n\n  **Ante el tribunal**\n\n  Con el recibo.\n\n**Tasa**\n\n: Ninguna",
      [
        [
          "como_solicitar",
          "Formas de presentación",
          ["Por internet", "En la sede.", "Ante el tribunal", "Con el recibo."],
        ],
        ["tasas", "Tasa", ["Ninguna"]],
      ],
    ],
    [
      "a line that is the title, before what is said over it",
      "Los libros se compran cada año, y son caros.\n\nAyuda de prueba\n\nPaga los libros.\n\n## Tasas\n\nNinguna",
      [
        [null, "", ["Paga los libros."]],
        [null, "", ["Los libros se compran cada año, y son caros."]],
        ["tasas", "Tasas", ["Ninguna"]],
      ],
    ],
    [
      "places that are one of the ways to apply",
      "## Formas de presentación\n\n**Por internet**\n\n- En la sede.\n\n**Puntos de información juvenil**\n\n- Con la foto.\n\n## Dónde se presenta\n\nCalle Mayor 1",
      [
        [
          "como_solicitar",
          "Formas de presentación",
          ["Por internet", "En la sede.", "Puntos de información juvenil", "Con la foto."],
        ],
        ["donde_solicitar", "Dónde se presenta", ["Calle Mayor 1"]],
      ],
    ],
    [
      "a table with names of columns",
      "## Tasas\n\n| Concepto | Importe |\n| --- | --- |\n| Alta | 12 € |\n| Baja | Gratuita |",
      [["tasas", "Tasas", ["Alta: 12 €", "Baja: Gratuita"]]],
    ],
    [
      "a table without names of columns",
      "## Tasas\n\n| Ordinaria | Gratuita |\n| --- | --- |\n| Urgente | 12 € |",
      [["tasas", "Tasas", ["Ordinaria: Gratuita", "Urgente: 12 €"]]],
    ],
    [
      "bold lines",
      "**Requisitos**\nUno\nDos\n\n**Plazo:**\n\nDiez días.",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos"]],
        ["plazos", "Plazo", ["Diez días."]],
      ],
    ],
    [
      "bold words before a text",
      "**Plazo:** diez días\n\n**Tasas**: nada",
      [
        ["plazos", "Plazo", ["diez días"]],
        ["tasas", "Tasas", ["nada"]],
      ],
    ],
    [
      "a way to apply that asks for something itself",
      "### Cómo solicitarlo\n\n#### Online\n\nEn la sede.\n\nRequisito: Certificado digital\n\n#### Presencial\n\nEn la oficina.\n\n**Requisito:** Cita previa obligatoria\n\n#### Teléfono\n\nEn el 010.\n\nRequisito: Ninguno",
      [
        [
          "como_solicitar",
          "Cómo solicitarlo",
          [
            "Online",
            "En la sede.",
            "Requisito: Certificado digital",
            "Presencial",
            "En la oficina.",
            "Requisito: Cita previa obligatoria",
            "Teléfono",
            "En el 010.",
            "Requisito: Ninguno",
          ],
        ],
      ],
    ],
    [
      "ways that have their text beside them, below a line that has none",
      "**Forma de presentación**\n\n**En el centro**: Entregando el impreso.\n**Cajeros**: En los de la ciudad.\n\n**Plazo**: Un mes.",
      [
        [
          "como_solicitar",
          "Forma de presentación",
          ["En el centro: Entregando el impreso.", "Cajeros: En los de la ciudad."],
        ],
        ["plazos", "Plazo", ["Un mes."]],
      ],
    ],
    [
      "ways behind what leads to them",
      "**Tasas**\n\nSe paga según la edad:\n\n**Adultos**: 12 €\n**Menores**: 6 €",
      [["tasas", "Tasas", ["Se paga según la edad:", "Adultos: 12 €", "Menores: 6 €"]]],
    ],
    [
      "what nobody knows, in its line as all the others are",
      "**Tasas:** 12 €\n\n**Apostilla:** Pídala después.",
      [
        ["tasas", "Tasas", ["12 €"]],
        [null, "Apostilla", ["Pídala después."]],
      ],
    ],
    [
      "offices beside the ways to apply",
      "## Tramitación\n\n- Por internet: en la sede\n- Presencial: en el registro\n\n## Oficinas\n\nEdificio San Caetano, s/n",
      [
        ["como_solicitar", "Tramitación", ["Por internet: en la sede", "Presencial: en el registro"]],
        ["donde_solicitar", "Oficinas", ["Edificio San Caetano, s/n"]],
      ],
    ],
    [
      "offices in bold beside the ways to apply",
      "**Tramitación**\n\n- Por internet: en la sede\n\n**Oficinas**\n\nEdificio San Caetano, s/n",
      [
        ["como_solicitar", "Tramitación", ["Por internet: en la sede"]],
        ["donde_solicitar", "Oficinas", ["Edificio San Caetano, s/n"]],
      ],
    ],
    [
      "offices below the ways to apply",
      "## Tramitación\n\n### Oficinas\n\nEn cualquiera.\n\n### Online\n\nEn la sede.",
      [["como_solicitar", "Tramitación", ["Oficinas", "En cualquiera.", "Online", "En la sede."]]],
    ],
    [
      "offices among ways that all stand at the level of their part",
      "## Tramitación\n\n## Online\n\nEn la sede.\n\n## Oficinas\n\nEn cualquiera.",
      [["como_solicitar", "Tramitación", ["Online", "En la sede.", "Oficinas", "En cualquiera."]]],
    ],
    [
      "the office that runs it, in its line",
      "## Plazo\n\nUn mes.\n\n**Unidad tramitadora:** Negociado de Montes",
      [
        ["plazos", "Plazo", ["Un mes."]],
        ["organismo", "Unidad tramitadora", ["Negociado de Montes"]],
      ],
    ],
    [
      "the body that decides",
      "## Plazo\n\nUn mes.\n\n## Órgano que resuelve\n\nLa alcaldía.",
      [
        ["plazos", "Plazo", ["Un mes."]],
        ["organismo", "Órgano que resuelve", ["La alcaldía."]],
      ],
    ],
    [
      "nothing of the foot of a site",
      "## Documentación\n\n- DNI\n\n- [Facebook](https://f.example)\n- Twitter\n- Aviso legal\n- [Accesibilidad](https://villa.example/a)",
      [["documentos_necesarios", "Documentación", ["DNI"]]],
    ],
    [
      "a numbered line below a heading that is known",
      "#### Plazos\n\n- Presentación: todo el año\n\n**4. CÓMO SOLICITARLO**\n• Online: en la sede\n• Presencial: en la oficina",
      [
        ["plazos", "Plazos", ["Presentación: todo el año"]],
        ["como_solicitar", "4. CÓMO SOLICITARLO", ["Online: en la sede", "Presencial: en la oficina"]],
      ],
    ],
    [
      "what a deadline is for",
      "### Termini\n\n**Presentació**\n\n: Durant tot l'any\n\n**Resolució**\n\n: Tres mesos",
      [["plazos", "Termini", ["Presentació", "Durant tot l'any", "Resolució", "Tres mesos"]]],
    ],
    [
      "labels that end in a full stop and a dash, and what is said in one line",
      "**ORGANISMO RESPONSABLE.-** Ayuntamiento\n\nAyuda para quien la pide y la necesita.\n\n**Plazo.-** Diez días",
      [
        ["organismo", "ORGANISMO RESPONSABLE", ["Ayuntamiento"]],
        [null, "", ["Ayuda para quien la pide y la necesita."]],
        ["plazos", "Plazo", ["Diez días"]],
      ],
    ],
    [
      "signs that are drawn beside items, and the way back",
      "## Requisitos\n\n✔\n\nSer mayor de edad\n\n✔\n\nVivir aquí\n\n[Volver al listado de trámites](https://a.es/t)",
      [["requisitos", "Requisitos", ["Ser mayor de edad", "Vivir aquí"]]],
    ],
    [
      "steps that nothing heads",
      "## Requisitos\n\n- Uno\n\n## Paso 1\n\nIr a la oficina.\n\n## Paso 2: firmar\n\nFirmar.",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["como_solicitar", "Paso 1", ["Ir a la oficina."]],
        ["como_solicitar", "Paso 2: firmar", ["Firmar."]],
      ],
    ],
    [
      "the call and the payment among deadlines",
      "Requisitos\n\na) Uno\n\nPlazo\n\nConvocatoria: se abre cada año.\n\nPago: al mes siguiente.\n\nTramitación\n\nEn la sede.\n\nRecursos\n\nDe alzada.\n\nOficinas\n\nCalle Mayor, 1.",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["Convocatoria: se abre cada año.", "Pago: al mes siguiente."]],
        ["como_solicitar", "Tramitación", ["En la sede."]],
        ["resolucion", "Recursos", ["De alzada."]],
        ["donde_solicitar", "Oficinas", ["Calle Mayor, 1."]],
      ],
    ],
    [
      "the name of the page as a line of it",
      "**Ayuda de prueba**\n\nSirve para probar.\n\n**Plazo:** diez días",
      [
        [null, "", ["Sirve para probar."]],
        ["plazos", "Plazo", ["diez días"]],
      ],
    ],
    [
      "headings that say it all, and items that are numbered by hand",
      "#### REQUISITOS\n\n1.- Uno\n\n2.- Dos\n\n#### Plazo: 15 días hábiles\n\n#### ORGANISMO RESPONSABLE: Concello de Lugo\n\n#### Paso 1: firmar\n\nFirmar.",
      [
        ["requisitos", "REQUISITOS", ["Uno", "Dos"]],
        ["plazos", "Plazo", ["15 días hábiles"]],
        ["organismo", "ORGANISMO RESPONSABLE", ["Concello de Lugo"]],
        ["como_solicitar", "Paso 1: firmar", ["Firmar."]],
      ],
    ],
    [
      "definition lists",
      "**Requisitos**\n\n: Uno\n: Dos\n\n**Plazo**\n\n: Diez días",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos"]],
        ["plazos", "Plazo", ["Diez días"]],
      ],
    ],
    [
      "a question over its answer in one paragraph",
      "## Requisitos\n\n- Uno\n\n¿Hasta cuándo hay tiempo?\nHasta mayo\n\n¿Quién lo lleva?\nLa Concejalía de Obras",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "¿Hasta cuándo hay tiempo?", ["Hasta mayo"]],
        ["organismo", "¿Quién lo lleva?", ["La Concejalía de Obras"]],
      ],
    ],
    [
      "a line of the site with a label between two papers",
      "## Documentación\n\n- DNI\n\n**Lee también:** Recetas de otoño\n\n- Contrato",
      [
        ["documentos_necesarios", "Documentación", ["DNI", "Contrato"]],
        ["boilerplate", "Lee también", ["Recetas de otoño"]],
      ],
    ],
    [
      "everyday words as headings among laws",
      "## Normativa\n\nLey 7/1996\n\n### Observaciones\n\nEs personal.",
      [
        ["base_legal", "Normativa", ["Ley 7/1996"]],
        ["datos_importantes", "Observaciones", ["Es personal."]],
      ],
    ],
    [
      "a cry in bold over the lines of its paragraph, and what is no law among laws",
      "## Tasas\n\nDoce euros.\n\n**¡OJO!**\nEs personal.\n\n## Normativa\n\nLey 7/1996\n\n### Resolución y efectos del silencio\n\nTres meses.",
      [
        ["tasas", "Tasas", ["Doce euros."]],
        ["datos_importantes", "¡OJO!", ["Es personal."]],
        ["base_legal", "Normativa", ["Ley 7/1996"]],
        ["resolucion", "Resolución y efectos del silencio", ["Tres meses."]],
      ],
    ],
    [
      "notes and questions within a part, which goes on behind them",
      "## Documentación\n\n- DNI\n\n### Atención\n\nCon traducción.\n\n¿Qué plazo hay para aportarla?\nDiez días.\n\nLibro de familia\n\n## Plazos\n\n### Solicitud\n\nUn mes.\n\n### Importe\n\nDoce euros.\n\n### Resolución\n\nTres meses.",
      [
        [
          "documentos_necesarios",
          "Documentación",
          ["DNI", "Atención", "Con traducción.", "Libro de familia"],
        ],
        ["plazos", "¿Qué plazo hay para aportarla?", ["Diez días."]],
        ["plazos", "Plazos", ["Solicitud", "Un mes.", "Resolución", "Tres meses."]],
        [null, "Importe", ["Doce euros."]],
      ],
    ],
    [
      "a heading that only opens what the one above it says",
      "## Cómo se pide\n\n## Ver los pasos\n\n1. Pedir cita\n2. Ir",
      [["como_solicitar", "Cómo se pide", ["Pedir cita", "Ir"]]],
    ],
    [
      "a name in bold below its head",
      "**DENOMINACIÓN DEL TRÁMITE**\n\n**Certificado de discapacidad**\n\n**REQUISITOS**\n\n- Uno",
      [
        ["nombre", "DENOMINACIÓN DEL TRÁMITE", ["Certificado de discapacidad"]],
        ["requisitos", "REQUISITOS", ["Uno"]],
      ],
    ],
    [
      "the names of bodies, of what to mind and of whom it is for",
      "## DEPENDENCIA MUNICIPAL\n\nUrbanismo\n\n## Te puede ayudar saber que\n\nEs personal.\n\n## ¿Es para mí?\n\nSer mayor de edad.",
      [
        ["organismo", "DEPENDENCIA MUNICIPAL", ["Urbanismo"]],
        ["datos_importantes", "Te puede ayudar saber que", ["Es personal."]],
        ["requisitos", "¿Es para mí?", ["Ser mayor de edad."]],
      ],
    ],
    [
      "tables in a definition and in an item",
      "**Requisitos**\n\n: Uno\n\n**Cómo solicitarlo**\n\n: | Por internet | Con certificado |\n  | --- | --- |\n  | En persona | En la oficina |\n\n**Tasas**\n\n- | Adultos | 12 € |\n  | --- | --- |\n  | Menores | 6 € |",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        [
          "como_solicitar",
          "Cómo solicitarlo",
          ["Por internet: Con certificado", "En persona: En la oficina"],
        ],
        ["tasas", "Tasas", ["Adultos: 12 €", "Menores: 6 €"]],
      ],
    ],
    [
      "sheets",
      "| Requisitos | - Uno<br>- Dos |\n| --- | --- |\n| Plazo | Diez días |\n| Otra cosa | Algo |",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos"]],
        ["plazos", "Plazo", ["Diez días"]],
        [null, "Otra cosa", ["Algo"]],
      ],
    ],
    [
      "a sheet that a line of the site cuts in two",
      "| Requisitos | Uno |\n| --- | --- |\n| Plazo | Diez días |\n| Tasas | 12 € |\n\nAyúdanos a mejorar esta página web.\n\n| Documentación | DNI |\n| --- | --- |\n| Normativa | Ley 39/2015 |",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["Diez días"]],
        ["tasas", "Tasas", ["12 €"]],
        ["documentos_necesarios", "Documentación", ["DNI"]],
        ["base_legal", "Normativa", ["Ley 39/2015"]],
      ],
    ],
    [
      "a sheet, and below it a table of its last part",
      "| Requisitos | Uno |\n| --- | --- |\n| Plazo | Diez días |\n| Tasas | Según la clase |\n\n| Normal | 10 € |\n| --- | --- |\n| Urgente | 20 € |",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["Diez días"]],
        ["tasas", "Tasas", ["Según la clase", "Normal: 10 €", "Urgente: 20 €"]],
      ],
    ],
    [
      "a list in a cell and the line behind it",
      "| Requisitos | - Uno<br>- Dos<br><br>Además, tres. |\n| --- | --- |\n| Plazo | Diez días |\n| Tasas | 12 € |",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos", "Además, tres."]],
        ["plazos", "Plazo", ["Diez días"]],
        ["tasas", "Tasas", ["12 €"]],
      ],
    ],
    [
      "a line of the site below the name of the body, which stays",
      "## Organismo\n\nConcello de Lugo\n\nLos vídeos de este sitio llevan subtítulos.\n\n## Plazo\n\nUn mes",
      [
        ["organismo", "Organismo", ["Concello de Lugo"]],
        ["plazos", "Plazo", ["Un mes"]],
      ],
    ],
    [
      "a line of the site that is labelled like a part",
      "**Plazo:** Un mes\n\n**Tiempo de lectura:** 3 minutos\n\n**Tasas:** Ninguna",
      [
        ["plazos", "Plazo", ["Un mes"]],
        [null, "Tiempo de lectura", []],
        ["tasas", "Tasas", ["Ninguna"]],
      ],
    ],
    [
      "sheets that lie on their side",
      "| Requisitos | Documentación | Plazo | Tasas |\n| --- | --- | --- | --- |\n| Uno | Dos | Tres | Nada |",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["documentos_necesarios", "Documentación", ["Dos"]],
        ["plazos", "Plazo", ["Tres"]],
        ["tasas", "Tasas", ["Nada"]],
      ],
    ],
    [
      "items that are labels",
      "1. **Requisitos**\n   - Uno\n2. **Plazo**\n   - Diez días",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["Diez días"]],
      ],
    ],
    [
      "lines without marks",
      "Requisitos\n\n- Uno\n\nPlazo de presentación\n\n- Diez días",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo de presentación", ["Diez días"]],
      ],
    ],
    [
      "numbered lines without marks",
      "1. Requisitos\n\nUno\n\n2. Plazo\n\nDiez días.",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["Diez días."]],
      ],
    ],
    [
      "labels without marks",
      "Requisitos: ser mayor de edad\nPlazo: diez días\nTasas: ninguna",
      [
        ["requisitos", "Requisitos", ["ser mayor de edad"]],
        ["plazos", "Plazo", ["diez días"]],
        ["tasas", "Tasas", ["ninguna"]],
      ],
    ],
    [
      "headings inside a part",
      "## Documentación\n\n### Identidad\n\n- DNI\n\n### Solicitud\n\n- Impreso",
      [["documentos_necesarios", "Documentación", ["Identidad", "DNI", "Solicitud", "Impreso"]]],
    ],
    [
      "parts inside a part",
      "## Información general\n\nTexto.\n\n### Requisitos\n\n- Uno",
      [
        ["descripcion", "Información general", ["Texto."]],
        ["requisitos", "Requisitos", ["Uno"]],
      ],
    ],
    [
      "channels inside the part on how",
      "## Cómo solicitarlo\n\n**Presencial:** en la oficina\n\n- **Teléfono:** 012\n- **Plazo:** hoy",
      [["como_solicitar", "Cómo solicitarlo", ["Presencial: en la oficina", "Teléfono: 012", "Plazo: hoy"]]],
    ],
    [
      "a table inside a part",
      "## Plazos\n\n| Resolución | 3 meses |\n| --- | --- |\n| Recurso | 1 mes |",
      [["plazos", "Plazos", ["Resolución: 3 meses", "Recurso: 1 mes"]]],
    ],
    [
      "a table of several columns",
      "## Tasas\n\n| Clase | Importe | Modelo |\n| --- | --- | --- |\n| Normal | 10 € | 790 |\n| Urgente | 20 € |  |",
      [["tasas", "Tasas", ["Normal; Importe: 10 €; Modelo: 790", "Urgente; Importe: 20 €"]]],
    ],
    [
      "channels in a table",
      "## Cómo solicitarlo\n\n| Vía | Detalle | Requisito |\n| --- | --- | --- |\n| Online | En la sede | Certificado |\n| Presencial | En la oficina | Cita |\n| Teléfono | 060 | Ninguno |",
      [
        [
          "como_solicitar",
          "Cómo solicitarlo",
          [
            "Online; Detalle: En la sede; Requisito: Certificado",
            "Presencial; Detalle: En la oficina; Requisito: Cita",
            "Teléfono; Detalle: 060; Requisito: Ninguno",
          ],
        ],
      ],
    ],
    [
      "what nobody knows",
      "## Requisitos\n\nUno\n\n## Historia del edificio\n\nDos",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        [null, "Historia del edificio", ["Dos"]],
      ],
    ],
    [
      "text before all parts",
      "# Ayuda de prueba\n\nPara todos.\n\n## Plazo\n\nHoy",
      [
        [null, "", ["Para todos."]],
        ["plazos", "Plazo", ["Hoy"]],
      ],
    ],
    [
      "lines that end in a colon, where parts are headed so",
      "Descripción:\n\nUna ayuda.\n\nCuándo:\n\nEn mayo.\n\nCómo se hace:\n\nPor internet:\n\nEn la sede.\n\nDónde presentarlo:\n\nPlaza Mayor, 1\n\nRequisitos:\n\nSe pide a quien venga:\n\n- Edad\n\nApostilla:\n\nPídala después.\n\nTasas:\n\n3 €",
      [
        ["descripcion", "Descripción", ["Una ayuda."]],
        ["plazos", "Cuándo", ["En mayo."]],
        ["como_solicitar", "Cómo se hace", ["Por internet:", "En la sede."]],
        ["donde_solicitar", "Dónde presentarlo", ["Plaza Mayor, 1"]],
        ["requisitos", "Requisitos", ["Se pide a quien venga:", "Edad"]],
        [null, "Apostilla", ["Pídala después."]],
        ["tasas", "Tasas", ["3 €"]],
      ],
    ],
    [
      "where to go, below how, at any level",
      "## Cómo solicitarlo\n\n##### Presencial\n\nCon cita.\n\n#### Dónde presentarlo\n\nPlaza Mayor, 1",
      [
        ["como_solicitar", "Cómo solicitarlo", ["Presencial", "Con cita."]],
        ["donde_solicitar", "Dónde presentarlo", ["Plaza Mayor, 1"]],
      ],
    ],
    [
      "no menu over the title",
      "#### Sede electrónica\n\n- [El municipio](/m)\n- [Áreas](/a)\n\n[Entrar](/e)\n\n# Ayuda de prueba\n\n## Plazo\n\nHoy",
      [["plazos", "Plazo", ["Hoy"]]],
    ],
    [
      "what is said over the title",
      "#### Plazo\n\nHasta mayo.\n\n# Ayuda de prueba\n\n## Tasas\n\n3 €",
      [
        ["plazos", "Plazo", ["Hasta mayo."]],
        [null, "Ayuda de prueba", []],
        ["tasas", "Tasas", ["3 €"]],
      ],
    ],
    [
      "other help that is told of, and no list of links",
      "## Plazo\n\nHoy\n\n## Otras ayudas incompatibles\n\nLas del Estado.\n\n## Otros trámites\n\n- [Padrón](/p)",
      [
        ["plazos", "Plazo", ["Hoy"]],
        [null, "Otras ayudas incompatibles", ["Las del Estado."]],
        ["boilerplate", "Otros trámites", ["Padrón"]],
      ],
    ],
    [
      "numbers that are all a part says",
      "## Requisitos\n\n- Uno\n\n## Número de plazas\n\n25\n\n## Tasas\n\n3 €",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        [null, "Número de plazas", ["25"]],
        ["tasas", "Tasas", ["3 €"]],
      ],
    ],
    [
      "marks and short words in cells beside others",
      "## Documentación\n\n| Papel | Titular | Otros |\n| --- | --- | --- |\n| DNI | X | |\n| Inicio | ✔ | ✔ |",
      [["documentos_necesarios", "Documentación", ["DNI; Titular: X", "Inicio; Titular: ✔; Otros: ✔"]]],
    ],
    [
      "a title that begins like a part",
      "# Solicitud de plaza\n\n## Plazo\n\nHoy",
      [["plazos", "Plazo", ["Hoy"]]],
    ],
    [
      "what a way asks for, labelled as a part is",
      "## Requisitos\n\n- Uno\n\n## Cómo se hace\n\n### Online\n\nEn la sede.\n\n**Requisitos de acceso:** Certificado digital\n\n### Presencial\n\nEn el registro.\n\n¿Qué necesito?: Cita previa\n\n### Teléfono\n\n012",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        [
          "como_solicitar",
          "Cómo se hace",
          [
            "Online",
            "En la sede.",
            "Requisitos de acceso: Certificado digital",
            "Presencial",
            "En el registro.",
            "¿Qué necesito?: Cita previa",
            "Teléfono",
            "012",
          ],
        ],
      ],
    ],
    [
      "a row as wide as a sheet that says something and names nothing",
      "| Requisits | Ser veí. |\n| --- | --- |\n| Documents | DNI. |\n| Termini | Deu dies. |\n| L'adreça no es farà servir mai. | L'adreça no es farà servir mai. |\n| Cost | Cap. |",
      [
        ["requisitos", "Requisits", ["Ser veí."]],
        ["documentos_necesarios", "Documents", ["DNI."]],
        ["plazos", "Termini", ["Deu dies.", "L'adreça no es farà servir mai."]],
        ["tasas", "Cost", ["Cap."]],
      ],
    ],
    [
      "a label that nobody knows in a paragraph of deadlines",
      "## Requisitos\n\nUno\n\n**Plazo:** 30 días\n**Designación provisional:** Si hay urgencia, antes\n**Recursos:** Ante el juzgado",
      [
        ["requisitos", "Requisitos", ["Uno"]],
        ["plazos", "Plazo", ["30 días", "Designación provisional: Si hay urgencia, antes"]],
        ["resolucion", "Recursos", ["Ante el juzgado"]],
      ],
    ],
    [
      "when something is paid, among deadlines, with a line of the site between them",
      "**PLAZOS**\n\n**Solicitud:** Todo el año\n\nCompártelo\n\n**Designación provisional:** En cinco días\n\n**Pago:** Al mes siguiente\n\n**REQUISITOS**\n\n- Uno\n\n## Lugar de presentación\n\nEn la sede.\n\nRequisito: Certificado digital",
      [
        [
          "plazos",
          "PLAZOS",
          ["Solicitud: Todo el año", "Designación provisional: En cinco días", "Pago: Al mes siguiente"],
        ],
        ["requisitos", "REQUISITOS", ["Uno"]],
        ["donde_solicitar", "Lugar de presentación", ["En la sede.", "Requisito: Certificado digital"]],
      ],
    ],
    [
      "items behind ticks and small pictures",
      "## Requisitos\n\n✅ Uno\n\n✔ Dos\n\n## ¿Tienes dudas? Llámanos\n\n📞 012",
      [
        ["requisitos", "Requisitos", ["Uno", "Dos"]],
        ["telefono", "¿Tienes dudas? Llámanos", ["012"]],
      ],
    ],
    [
      "what every site has",
      "## Plazo\n\nHoy\n\nCompartir en Facebook\n\nImprimir\n\n## Trámites relacionados\n\n- [Otro](/o)",
      [
        ["plazos", "Plazo", ["Hoy"]],
        ["boilerplate", "Trámites relacionados", ["Otro"]],
      ],
    ],
    [
      "sentences in bold",
      "## Requisitos\n\n**No se admiten solicitudes fuera de plazo**\n\n**El plazo es de diez días.**",
      [
        [
          "requisitos",
          "Requisitos",
          ["No se admiten solicitudes fuera de plazo", "El plazo es de diez días."],
        ],
      ],
    ],
    [
      "parts in Catalan",
      "## Requisits\n\n- Un\n\n## Documentació\n\n- DNI\n\n## Termini\n\nDeu dies",
      [
        ["requisitos", "Requisits", ["Un"]],
        ["documentos_necesarios", "Documentació", ["DNI"]],
        ["plazos", "Termini", ["Deu dies"]],
      ],
    ],
    [
      "parts in Galician",
      "## Que é\n\nUnha axuda.\n\n## Prazo\n\nDez días",
      [
        ["descripcion", "Que é", ["Unha axuda."]],
        ["plazos", "Prazo", ["Dez días"]],
      ],
    ],
    [
      "parts in Basque",
      "## Baldintzak\n\n- Bat\n\n## Epea\n\nHamar egun",
      [
        ["requisitos", "Baldintzak", ["Bat"]],
        ["plazos", "Epea", ["Hamar egun"]],
      ],
    ],
  ])("are told: %s", (_, markdown, expected) => {
    const titles: Readonly<Record<string, string>> = { "# Solicitud": "Solicitud de plaza" };
    expect(read(markdown, titles[markdown.slice(0, 11)])).toEqual(expected);
  });

  it("go on over a line with a colon that comes before anything is said in them", () => {
    const markdown =
      "**Plazo:** un mes\n\n**REQUISITOS:**\n\nSegún el caso: vea lo que sigue\n\n- Ser mayor de edad\n- Vivir aquí";
    expect(read(markdown).find(([kind]) => kind === "requisitos")?.[2]).toContain("Vivir aquí");
  });

  it("end with an everyday word that heads another one among deadlines", () => {
    const markdown = "## Plazos\n\nUn mes.\n\n### Importe\n\nDoce euros.";
    expect(read(markdown, "Puesto de mercadillo")).toEqual([
      ["plazos", "Plazos", ["Un mes."]],
      ["tasas", "Importe", ["Doce euros."]],
    ]);
  });

  it("keep a paragraph that the page says twice once, and a short line wherever it stands", () => {
    const long =
      "Este párrafo de más de sesenta letras lo dice dos veces quien lo escribió, y no se sabe por qué.";
    const markdown = `## Requisitos\n\n${long}\n\n- DNI\n\n## Documentación\n\n${long}\n\n- DNI`;
    expect(read(markdown)).toEqual([
      ["requisitos", "Requisitos", [long, "DNI"]],
      ["documentos_necesarios", "Documentación", ["DNI"]],
    ]);
  });

  it("do not mind a paragraph of two hundred thousand lines", () => {
    expect(sectionsOf(`## Plazo\n\n${"a\n".repeat(200_000)}`, "x")[0]?.parts.length).toBe(200_000);
  });

  it("do not mind a page of a hundred thousand lines", () => {
    const many = "## Requisitos\n\n- Uno\n\n[a\n\n**b\n\n".repeat(12_000);
    expect(sectionsOf(many, "x").length).toBeGreaterThan(1_000);
  });
});
