import type { Freshness, OfficePage } from "./offices-pages.ts";
import { framed, type Frame, type Link } from "./offices-frame.ts";
import { type OfficeVoice, procedureOf, type ProcedureText } from "./offices-procedure.ts";
import { type Layout, LAYOUTS, type LawLink, procedureMain } from "./offices-procedure-page.ts";
import { Choices } from "./offices-random.ts";

export type OfficeName = "sede" | "comunidad" | "ayuntamiento" | "boe" | "datos";

/** What the content of an office depends on. */
export interface Setting {
  readonly seed: number;
  /** `2026-03-02`. */
  readonly today: string;
  readonly origins: Readonly<Record<OfficeName, string>>;
}

export const DAY_MS = 86_400_000;

/** Every combination that a client has to deal with, in turn. */
const FRESHNESS: readonly Freshness[] = [
  { etag: "strong" },
  { lastModified: true },
  { etag: "strong", lastModified: true, cache: "no-cache" },
  {},
  { etag: "weak", lastModified: true },
  { etag: "strong", cache: "max-age" },
  { lastModified: true, cache: "expires" },
  { cache: "max-age" },
];

export function freshnessOf(index: number): Freshness {
  return FRESHNESS[index % FRESHNESS.length] ?? {};
}

export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** A moment in office hours, `days` before today. */
export function daysBefore({ today, seed }: Setting, days: number, key = ""): Date {
  const minutes = new Choices(seed, "hour", days, key).between(8 * 60, 15 * 60);
  return new Date(midnight(today).getTime() - days * DAY_MS + minutes * 60_000);
}

export interface ProcedurePageOptions {
  readonly setting: Setting;
  readonly voice: OfficeVoice;
  readonly path: string;
  readonly text: ProcedureText;
  readonly index: number;
  readonly links?: readonly Link[];
  readonly crumbs?: readonly Link[];
  readonly head?: string;
  /** After the sections. */
  readonly more?: string;
  readonly charset?: string;
  readonly layout?: Layout;
}

export function procedurePage(options: ProcedurePageOptions): OfficePage {
  const { setting, voice, path, text, index } = options;
  const lawLink: LawLink = (id) => `${setting.origins.boe}/diario_boe/txt.php?id=${id}`;
  const layout = options.layout ?? LAYOUTS[index % LAYOUTS.length] ?? "headings";
  return {
    path: encodeURI(path),
    title: text.name,
    changed: daysBefore(setting, 20 + ((index * 7) % 300), path),
    ...freshnessOf(index),
    body: ({ revision, changed }) => {
      const procedure = procedureOf(text, voice, setting.seed, revision);
      const main = procedureMain(procedure, voice, { layout, changed, lawLink }) + (options.more ?? "");
      return framed({ ...framePart(options), title: text.name, main });
    },
  };
}

function framePart({
  voice,
  links,
  crumbs,
  head,
  charset,
}: ProcedurePageOptions): Omit<Frame, "title" | "main"> {
  return {
    language: voice.language,
    office: voice.organism,
    ...(links === undefined ? {} : { links }),
    ...(crumbs === undefined ? {} : { crumbs }),
    ...(head === undefined ? {} : { head }),
    ...(charset === undefined ? {} : { charset }),
  };
}

/** The home page of an office that is not there to be read. */
export function portalPage(office: string, setting: Setting): OfficePage {
  const main = `<h1>${office}</h1><p>Consulte la interfaz de programación.</p>`;
  const body = () => framed({ language: "es", office, title: "Inicio", main });
  return { path: "/", title: "Inicio", changed: daysBefore(setting, 100), listed: false, body };
}

/** What an office says on a page that was added with no more than an address and perhaps a title. */
export function inventedText(path: string, title: string | undefined): ProcedureText {
  const slug = path.split("/").at(-1) ?? path;
  const name = title ?? sentenceOf(slug);
  return {
    slug,
    name,
    about: `${name}: procedimiento que se ha incorporado hace poco al catálogo y que puede iniciar cualquier persona interesada.`,
    requirements: ["Ser mayor de edad.", "Residir en España."],
    documents: ["Solicitud firmada.", "DNI o NIE."],
    deadline: "El plazo de resolución es de {n} días hábiles.",
    laws: ["Ley 39/2015, de 1 de octubre, del procedimiento administrativo"],
  };
}

function sentenceOf(slug: string): string {
  const words = decodeURIComponent(slug).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
