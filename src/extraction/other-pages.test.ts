import { describe, expect, it } from "vitest";
import { headsOtherPages, surelyHeadsOtherPages } from "./other-pages.ts";

describe("heads of lists of other pages", () => {
  it.each(
    "Quizá también te interese|Te puede interesar|También le puede interesar|Podría interesarte|Enlaces relacionados|Trámites relacionados:|Servicios similares|Otros trámites|Otros servicios municipales|Más trámites|Ver también|Véase también|Consulte también:|Lo más visitado|Trámites más frecuentes|Los usuarios también consultaron|Accesos directos|Servicios destacados|Últimas noticias|Agenda de actividades|Potser també t'interessa|Et pot interessar|Altres tràmits|Enllaços relacionats|Vegeu també|El més consultat|Tamén che pode interesar|Outros trámites|Ligazóns relacionadas|Véxase tamén|Interesa dakizuke|Beste izapide batzuk|Ikusi ere|Erlazionatutako estekak|Gehien bisitatuak".split(
      "|",
    ),
  )("are known: %s", (line) => {
    expect(headsOtherPages(line)).toBe(true);
  });

  it.each(
    "Requisitos|Cómo solicitarlo|Normativa relacionada|Documentos relacionados|Formularios|Legislación relacionada|Documentación|Personas interesadas|Interesados|Enlaces de interés|Más información|Ayudas|Trámite|Servicios sociales|Otros documentos|Otros requisitos|Plazo de presentación|Persones interessades|Otras ayudas compatibles que se pueden pedir a la vez en la misma oficina".split(
      "|",
    ),
  )("are not: %s", (line) => {
    expect(headsOtherPages(line)).toBe(false);
  });
});

describe("heads below which nothing is of the procedure, link or not", () => {
  it.each(
    "También le puede interesar|Trámites relacionados|Véase también|Lotutako tramiteak|Ikus, gainera|Lo más visitado|Últimas noticias|Noticias breves|Entradas recientes|Entradas relacionadas|Accesos directos|Darreres notícies".split(
      "|",
    ),
  )("are known: %s", (line) => {
    expect(surelyHeadsOtherPages(line)).toBe(true);
  });

  it.each(
    "Otras ayudas incompatibles|Enlaces de interés|Más servicios|Destacados|Novedades del plazo|Documentación relacionada".split(
      "|",
    ),
  )("are not: %s", (line) => {
    expect(surelyHeadsOtherPages(line)).toBe(false);
  });
});
