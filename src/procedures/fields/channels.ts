/** `como_solicitar` by channel, and `canal` (P24, P28). */
import { foldedWords } from "../plain-text.ts";
import type { Section, SectionPart } from "../sections.ts";

export type Channel = "online" | "presencial" | "telefono" | "correo";
export type WaysToApply = Record<string, string>;

/** How a label or heading names a channel. */
const NAMED: readonly (readonly [Channel, RegExp])[] = [
  [
    "online",
    / (?:online|on line|internet|telematic[ao]s?|telematicamente|telematicament|electronic[ao]s?|electronicamente|electronicament|en linea|en linia|en lina|en liña|web|sede electronica|seu electronica|egoitza elektronikoa|elektronikoa|elektronikoki|digital|carpeta ciudadana|app) /,
  ],
  [
    "telefono",
    / (?:telefono|telefonica|telefonicamente|telefon|per telefon|telefonoz|telefonoa|telefono bidez|por tlf|llamando) /,
  ],
  ["correo", / (?:correo|correos|postal|correu|correus|por carta|posta|postaz) /],
  [
    "presencial",
    / (?:presencial|presencialmente|presencialment|presenciales|presentziala|presentzialki|presentzialean|en persona|oficinas?|oficines|ventanilla|aurrez aurre|bertaratuta|bulegoan|bulegoak|bulegoetan|registro|registros|registre|rexistro|in situ) /,
  ],
];

/** What tells a channel in running text. */
const IN_TEXT: readonly (readonly [Channel, RegExp])[] = [
  [
    "online",
    / (?:sede electronica|seu electronica|egoitza elektronikoa|egoitza elektronikoan|certificado digital|certificado electronico|certificat digital|ziurtagiri digitala|ziurtagiri digitalarekin|cl ve|idcat|por internet|per internet|internet bidez|online|en linea|en linia|telematicamente|telematicament|electronicamente|electronicament|via telematica|dni electronico|dnie|formulario web|registro electronico|registre electronic|rexistro electronico|via electronica|por medios electronicos|per mitjans electronics|(?:por|mediante|a traves de) (?:la |su )?(?:pagina )?web|aplicacion movil|aplicacio mobil) /,
  ],
  [
    "presencial",
    / (?:presencial|presencialmente|presencialment|oficinas?|oficines|bulegoan|bulegoetan|en persona|ventanilla|acudir|acuda|personarse|ayuntamiento|ajuntament|concello|comisaria|juzgados?|centro de salud|centros? base|aurrez aurre|delegaciones|registro general|registre general|cita previa|plaza|calle|mostrador|secretaria|en mano|entregando|registros? de entrada|registro municipal|dependencias|jefaturas?|xefaturas?|rexistro xeral|idazkaritzan|ikastetxean) /,
  ],
  [
    "telefono",
    / (?:telefono|llamar|llamando|llame|telefonicamente|trucar|truqueu|chamar|chamando|deitu|telefonoz) /,
  ],
  [
    "correo",
    / (?:correo postal|por correo|correo certificado|correu postal|per correu|correos|postaz|posta bidez) /,
  ],
];

export function namedChannel(label: string): Channel | null {
  const words = foldedWords(label);
  return NAMED.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

const ASKED =
  /^ (?:requisito|requisit|baldintza|requisitos? (?:previos?|para ello)|necesitas?|necesitaras?|se necesita|hara falta|requiere|necessites|necessitaras|necessiteu|precisas?|que necesitas|(?:requisitos?|requisits|condiciones|condicions|baldintzak?) (?:de|d|para|per) (?:acceso|acces|acceder|entrar|identificarse)|sarbide(?:aren)? baldintzak|(?:formas?|formes|medios?|mitjans?|sistemas?|sistemes) (?:de|d) (?:acceso|acces|identificacion|identificacio)|identificacion|identificacio|identifikazioa) $/;
/** They head parts as well: only where what is asked stands beside them. */
const ASKED_BESIDE =
  /^ (?:requisitos|requisits|baldintzak|(?:que )?(?:necesito|necessito|preciso|necessites|precisas)|que (?:se necesita|hace falta|cal|fai falta|es necesario|hay que tener)|hace falta|fai falta|cal tenir|zer behar (?:dut|da|duzu)|behar duzu|behar da) $/;

/** What one way to apply asks for, not the procedure. */
export function isAskedOfWay(label: string, beside = ""): boolean {
  const words = foldedWords(label);
  return ASKED.test(words) || (beside !== "" && ASKED_BESIDE.test(words));
}

/** Offices that have no door, though they are called as those that have. */
const WITHOUT_DOOR =
  / (?:ventanilla|secretaria|oficina|finestreta|xanela|idazkaritza) (?:electronic[ao]|virtual|digital|birtual|en linea|en linia)(?= )/g;

function channelsIn(text: string): Channel[] {
  const words = foldedWords(text).replaceAll(WITHOUT_DOOR, " online");
  return IN_TEXT.filter(([, pattern]) => pattern.test(words)).map(([channel]) => channel);
}

export function speaksOfChannel(text: string): boolean {
  return channelsIn(text).length > 0;
}

/** What speaks of one channel is kept under it, what speaks of none or of several under `general`. */
export function waysToApply(sections: readonly Section[]): WaysToApply | null {
  const found = new Map<string, string[]>();
  for (const section of sections) {
    let around = namedChannel(section.heading);
    let sub: string | null = null;
    for (const part of section.parts) {
      if (part.kind === "sub") {
        sub = part.text.replace(/\s*:$/, "");
        around = isAskedOfWay(sub) ? around : namedChannel(sub);
        continue;
      }
      const key = channelOf(part, around);
      const text = sub === null ? part.text : `${sub}: ${part.text}`;
      sub = null;
      const texts = found.get(key);
      if (texts === undefined) found.set(key, [text]);
      else texts.push(text);
    }
  }
  if (found.size === 0) return null;
  return Object.fromEntries([...found].map(([channel, texts]) => [channel, [...new Set(texts)].join("\n")]));
}

function channelOf(part: SectionPart, around: Channel | null): Channel | "general" {
  const named = part.label === null ? null : namedChannel(part.label);
  if (named !== null) return named;
  if (around !== null) return around;
  const told = channelsIn(part.text);
  return told.length === 1 && told[0] !== undefined ? told[0] : "general";
}

/** Sections speak first; where they are silent, the whole text does. */
export function channelOfProcedure(
  ways: WaysToApply | null,
  body: string,
): "electronico" | "presencial" | "mixto" | null {
  const said = new Set([...Object.keys(ways ?? {}), ...channelsIn(Object.values(ways ?? {}).join("\n"))]);
  const told = said.has("online") || said.has("presencial") ? said : new Set<string>(channelsIn(body));
  if (told.has("online") && told.has("presencial")) return "mixto";
  if (told.has("online")) return "electronico";
  return told.has("presencial") ? "presencial" : null;
}
