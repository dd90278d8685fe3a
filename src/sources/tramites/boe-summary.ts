import { bodyText } from "./body-text.ts";
import { type Branch, childOf, childrenOf, fieldOf, outlineOf, textOf } from "./branch.ts";
import { calendarDay } from "../../finders/calendar-day.ts";
import { writtenUrl } from "../../finders/web-url.ts";
import { readJsonBranch } from "./json-branch.ts";
import { bodyBroken, excerpt, found, type Parsed, structureChanged } from "./parsed.ts";
import { readXml } from "./xml-branch.ts";

/** One act or announcement in the gazette of a day. */
export interface BoeItem {
  /** `BOE-A-2024-10849` */
  readonly identifier: string;
  readonly title: string;
  readonly department: string | null;
  readonly departmentCode: string | null;
  /** `1`, `2A`, `3`, `5B` … */
  readonly section: string | null;
  readonly sectionName: string | null;
  /** The `epigrafe`. */
  readonly heading: string | null;
  readonly urlPdf: string | null;
  readonly urlHtml: string | null;
  readonly urlXml: string | null;
  /** The number of the gazette; a day can have two. */
  readonly gazetteNumber: string | null;
  /** `2024-05-29` */
  readonly date: string | null;
}

export interface BoeSummary {
  /** `2024-05-29`; null where the answer does not say. */
  readonly date: string | null;
  readonly items: readonly BoeItem[];
  /** Entries that were there and could not be read (no identifier): more than none is worth a warning. */
  readonly unreadable: number;
}

/** There is no gazette of that day: Sundays, or a day still to come. */
export interface NoBoe {
  readonly kind: "no_boe";
  readonly detail: string;
}

export interface AnswerContext {
  /** What relative addresses are relative to: the URL that was asked. */
  readonly baseUrl: string;
  readonly contentType?: string | null;
  readonly status?: number;
}

const EXPECTED = "a BOE summary (sumario, diario, seccion, departamento, item)";
/** It becomes a key and part of a file's name. */
const OWN_IDENTIFIER = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/i;
const IDENTIFIER = /\bBO[A-Z]*-[A-Z]-\d{4}-\d+\b/i;

/**
 * Reads the gazette of a day in any of the forms it has had: the open data API as XML and as JSON, the older XML
 * (`sumario/meta/diario@nbo/…/item@id/urlPdf`, with relative addresses) and JSON made from that. What the bytes are
 * decides, not what the header says.
 */
export function readBoeSummary(body: string | Uint8Array, context: AnswerContext): Parsed<BoeSummary, NoBoe> {
  const text = bodyText(body, context.contentType).trim();
  if (context.status === 404) return noBoe(spokenDetail(text) ?? "the server answered 404");
  const tree = readTree(text);
  return tree.ok ? summaryIn(tree.value, context.baseUrl) : tree;
}

function readTree(text: string): Parsed<Branch> {
  if (text === "") return bodyBroken("the answer is empty");
  if (/^[{[]/.test(text)) return readJsonBranch(text);
  return text.startsWith("<") ? readXml(text) : structureChanged(EXPECTED, text);
}

function summaryIn(root: Branch, baseUrl: string): Parsed<BoeSummary, NoBoe> {
  const answer = unwrapped(root, "response");
  const refusal = refusalIn(answer);
  if (refusal !== null) return refusal;
  const summary = unwrapped(unwrapped(answer, "data"), "sumario");
  const gazettes = childrenOf(summary, "diario");
  if (gazettes.length === 0) return structureChanged(EXPECTED, outlineOf(summary));
  const date = dateOf(summary);
  const reading: Reading = { baseUrl, items: [], unreadable: 0 };
  for (const gazette of gazettes) readGazette(gazette, date, reading);
  if (reading.items.length === 0) return structureChanged(EXPECTED, `no item in ${outlineOf(summary)}`);
  return found({ date, items: reading.items, unreadable: reading.unreadable });
}

/** The child of that name, where there is one: forms differ in how deep they wrap the same thing. */
function unwrapped(branch: Branch, name: string): Branch {
  return branch.name === name ? branch : (childOf(branch, name) ?? branch);
}

function refusalIn(answer: Branch): Parsed<never, NoBoe> | null {
  const error = answer.name === "error" ? answer : childOf(answer, "error");
  if (error !== undefined) return noBoe(fieldOf(error, "descripcion") ?? textOf(error));
  const status = childOf(answer, "status");
  const code = fieldOf(status, "code") ?? "200";
  if (/^2\d\d$/.test(code)) return null;
  const detail = excerpt(fieldOf(status, "text") ?? "");
  if (code === "404") return noBoe(detail);
  const retryable = /^(?:5\d\d|429)$/.test(code);
  return { ok: false, failure: { kind: "api_error", code: excerpt(code, 40), detail, retryable } };
}

function noBoe(detail: string): { readonly ok: false; readonly failure: NoBoe } {
  return { ok: false, failure: { kind: "no_boe", detail: excerpt(detail) } };
}

/** What a 404 says for itself, if it speaks the API's language. */
function spokenDetail(text: string): string | null {
  const tree = readTree(text);
  const answer = tree.ok ? unwrapped(tree.value, "response") : undefined;
  if (answer === undefined) return null;
  const error = answer.name === "error" ? answer : childOf(answer, "error");
  return fieldOf(error, "descripcion") ?? fieldOf(childOf(answer, "status"), "text");
}

function dateOf(summary: Branch): string | null {
  const meta = childOf(summary, "metadatos", "meta");
  const written = ["fechapublicacion", "fechainv", "fecha"].map((name) => fieldOf(meta, name));
  return written.map(calendarDay).find((day) => day !== null) ?? null;
}

interface Reading {
  readonly baseUrl: string;
  readonly items: BoeItem[];
  unreadable: number;
}

/** What an item inherits from the levels above it. */
type Place = Pick<
  BoeItem,
  "department" | "departmentCode" | "section" | "sectionName" | "heading" | "gazetteNumber" | "date"
>;

const NOWHERE: Place = {
  department: null,
  departmentCode: null,
  section: null,
  sectionName: null,
  heading: null,
  gazetteNumber: null,
  date: null,
};

function readGazette(gazette: Branch, date: string | null, reading: Reading): void {
  readLevel(gazette, { ...NOWHERE, gazetteNumber: fieldOf(gazette, "numero", "nbo"), date }, reading);
}

/** Levels come and go (`item` right under `departamento`, wrappers named `texto`), so every branch is looked into. */
function readLevel(level: Branch, place: Place, reading: Reading): void {
  for (const child of childrenOf(level)) {
    if (child.name === "item") readItem(child, place, reading);
    else readLevel(child, placeIn(child, place), reading);
  }
}

function placeIn(branch: Branch, place: Place): Place {
  switch (branch.name) {
    case "seccion":
      return {
        ...place,
        section: fieldOf(branch, "codigo", "num"),
        sectionName: fieldOf(branch, "nombre"),
      };
    case "departamento":
      return {
        ...place,
        department: fieldOf(branch, "nombre"),
        departmentCode: fieldOf(branch, "codigo", "etq"),
      };
    case "epigrafe":
      return { ...place, heading: fieldOf(branch, "nombre") };
    default:
      return place;
  }
}

function readItem(item: Branch, place: Place, reading: Reading): void {
  const address = (...names: string[]) => writtenUrl(fieldOf(item, ...names), reading.baseUrl);
  const urls = {
    urlPdf: address("urlpdf"),
    urlHtml: address("urlhtml", "urlhtm"),
    urlXml: address("urlxml"),
  };
  const identifier = identifierOf(item, Object.values(urls));
  const title = fieldOf(item, "titulo");
  if (identifier === null || title === null) reading.unreadable++;
  else reading.items.push({ identifier, title, ...place, ...urls });
}

function identifierOf(item: Branch, urls: readonly (string | null)[]): string | null {
  const own = fieldOf(item, "identificador", "id") ?? "";
  if (OWN_IDENTIFIER.test(own)) return own.toUpperCase();
  const inUrl = urls.map((url) => IDENTIFIER.exec(url ?? "")?.[0]).find((id) => id !== undefined);
  return inUrl?.toUpperCase() ?? null;
}
