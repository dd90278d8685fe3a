/** What curated files from before v1 call the fields of today: `documentos`, `quien_tiene_derecho`, `como_hacerlo_madrid` … */
import { isDeepStrictEqual } from "node:util";
import { isFilled } from "./completeness.ts";

type Fields = Readonly<Record<string, unknown>>;

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const named = (file: Fields, pattern: RegExp) =>
  Object.entries(file).filter(([field]) => pattern.test(field));

const OLDER_NAMES = {
  requisitos: /^(?:requisitos_|quien(?:es)?_)/,
  documentos_necesarios: /^documentos(?:$|_(?!necesarios$))|^documentacion(?:$|_)/,
  como_solicitar: /^como_/,
  telefono: /^telefonos?_|^telefonos$/,
  datos_importantes: /^(?:importante|avisos?|a_tener_en_cuenta|notas)$/,
} as const;

type OlderField = keyof typeof OLDER_NAMES;

/** What the older fields of a file say, by the names of today; null where they say nothing. */
export function olderContent(file: Fields): Readonly<Record<OlderField, unknown>> {
  const under = (field: OlderField) => named(file, OLDER_NAMES[field]);
  return {
    requisitos: itemsUnder(under("requisitos")),
    documentos_necesarios: itemsUnder(under("documentos_necesarios")),
    como_solicitar: olderWays(under("como_solicitar")),
    telefono: olderPhone(under("telefono")),
    datos_importantes: itemsUnder(under("datos_importantes")),
  };
}

/** The older fields of a file that say what a field of today says: in its place, or beside it in the same words. */
export function olderNamesOf(field: string, file: Fields): string[] {
  if (!isOlder(field)) return [];
  const { [field]: today, ...others } = file;
  const said = olderContent(others)[field];
  if (said === null || (isFilled(today) && !isDeepStrictEqual(said, today))) return [];
  const names = named(others, OLDER_NAMES[field]).map(([name]) => name);
  return names.filter((name) => olderContent({ [name]: others[name] })[field] !== null);
}

const isOlder = (field: string): field is OlderField => Object.hasOwn(OLDER_NAMES, field);

/** Several groups are told apart by their names. */
function itemsUnder(groups: readonly (readonly [string, unknown])[]): string[] | null {
  const parts = groups.flatMap(([field, value]) =>
    isObject(value) ? Object.entries(value) : [[field, value] as const],
  );
  const items = parts.flatMap(([name, value]) => [
    ...(parts.length > 1 ? [`${wording(name)}:`] : []),
    ...textsIn(value),
  ]);
  return items.length === 0 ? null : items;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function wording(field: string): string {
  const words = field.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

interface Way {
  readonly via: string;
  readonly detalle: string;
  readonly [more: string]: unknown;
}

/** Steps are ways too: what is to be done, and how. */
function olderWays(groups: readonly (readonly [string, unknown])[]): Way[] | null {
  const steps = groups.flatMap(([, value]) =>
    Array.isArray(value) ? value : isObject(value) ? [value] : [],
  );
  const ways = steps.flatMap((step): Way[] => {
    if (typeof step === "string") return [{ via: "general", detalle: step }];
    if (!isObject(step)) return [];
    const { accion, via, detalle, ...more } = step;
    const what = [via, accion].find((value) => typeof value === "string");
    return [
      {
        ...more,
        via: String(what ?? "general"),
        detalle: typeof detalle === "string" ? detalle : String(what ?? ""),
      },
    ];
  });
  return ways.length === 0 ? null : ways;
}

function olderPhone(groups: readonly (readonly [string, unknown])[]): string | null {
  const phones = groups.flatMap(([, value]) => textsIn(value));
  return phones.length === 0 ? null : phones.join(" / ");
}
