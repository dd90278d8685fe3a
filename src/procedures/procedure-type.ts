/** What kind of procedure a name speaks of (P24): what it says first. */
import { foldedWords } from "./plain-text.ts";

const TYPES: readonly (readonly [string, RegExp])[] = [
  [
    "reclamacion",
    / (?:reclamacion(?:es)?|denuncias?|quejas?|recurso|alegaciones|hoja de reclamaciones|reclamacio|queixa|erreklamazioa|salaketa|kexa) /,
  ],
  [
    "subvencion",
    / (?:subvencion(?:es)?|subvencions|becas?|beques|beca|bekak?|ayudas?|ajuts?|ajudes|axudas?|laguntzak?|bono|bolsas|incentivos|bonificacion(?:es)?|bonificacio|bonificacions|hobaria|hobariak|descuentos?|descomptes?|desconto|precios? reducidos?|exencion|exempcio) /,
  ],
  [
    "prestacion",
    / (?:prestacion(?:es)?|prestacio|prestacions|subsidio|subsidi|pension(?:es)?|pensio|ingreso minimo|renta minima|renta garantizada|renda|dependencia|mendekotasun(?:a|eko)?|desempleo|asistencia juridica|justicia gratuita|prestazioa) /,
  ],
  [
    "licencia",
    / (?:licencias?|llicencia|llicencies|licenza|lizentzia|autorizacion(?:es)?|autoritzacio|permisos?|permis|vado|gual|vao|baimena|declaracion responsable|nie|tie|residencia) /,
  ],
  [
    "inscripcion",
    / (?:inscripcion|inscripcio|inscricion|inskripzioa|registro|registre|rexistro|erregistroa|empadronamiento|padron|padro|errolda|alta|matricula|matriculacion|preinscripcio|admision|pareja de hecho|parella de fet|matrimonio|matrimoni|ezkontza) /,
  ],
  [
    "certificado",
    / (?:certificados?|certificat|certificacion|volante|volant|informe|ziurtagiria|ziurtagiriak|nota simple|acreditacion|fe de vida|antecedentes) /,
  ],
  [
    "tarjeta",
    / (?:tarjetas?|targeta|tarxeta|txartela|carne|carnet|titulo|titol|titulua|abono|pasaporte|dni) /,
  ],
  ["homologacion", / (?:homologacion|homologacio|homologazioa|convalidacion|equivalencia|convalidacio) /],
  ["pago", / (?:pago|pagament|autoliquidacion|impuesto|impost|imposto|tasa|liquidacion|ordainketa|zerga) /],
  ["renovacion", / (?:renovacion|renovacio|duplicado|prorroga|berritzea) /],
];

export function procedureTypeOf(name: string): string {
  const words = foldedWords(name);
  const found = TYPES.flatMap(([type, pattern]) => {
    const at = words.search(pattern);
    return at === -1 ? [] : [{ type, at }];
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.type ?? "solicitud";
}
