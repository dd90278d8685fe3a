/** What curated files from before v1 call the fields of today: `documentos`, `quien_tiene_derecho`, `como_hacerlo_madrid` … */

type Fields = Readonly<Record<string, unknown>>;

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const named = (file: Fields, pattern: RegExp) =>
  Object.entries(file).filter(([field]) => pattern.test(field));

export function olderRequirements(file: Fields): string[] | null {
  return itemsUnder(named(file, /^(?:requisitos_|quien(?:es)?_)/));
}

export function olderDocuments(file: Fields): string[] | null {
  return itemsUnder(named(file, /^documentos(?:$|_(?!necesarios$))|^documentacion(?:$|_)/));
}

export function olderImportant(file: Fields): string[] | null {
  return itemsUnder(named(file, /^(?:importante|avisos?|a_tener_en_cuenta|notas)$/));
}

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
export function olderWays(file: Fields): Way[] | null {
  const steps = named(file, /^como_/).flatMap(([, value]) =>
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

export function olderPhone(file: Fields): string | null {
  const phones = named(file, /^telefonos?_|^telefonos$/).flatMap(([, value]) => textsIn(value));
  return phones.length === 0 ? null : phones.join(" / ");
}
