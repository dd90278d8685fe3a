import { framed } from "./offices-frame.ts";
import type { Answer, Office } from "./offices-office.ts";
import { Choices } from "./offices-random.ts";
import type { ReplyContent } from "./offices-replies.ts";
import { MINISTRY_PROCEDURES, siaPath } from "./offices-sede.ts";
import { daysBefore, inventedText, portalPage, procedurePage, type Setting } from "./offices-setting.ts";
import { DATASET_SUBJECTS, PROCEDURE_DATASETS } from "./offices-texts-datasets.ts";
import { MINISTRY } from "./offices-texts-voices.ts";

export interface Dataset {
  readonly name: string;
  readonly title: string;
  readonly modified: Date;
  readonly resources: readonly { readonly format: string; readonly url: string }[];
}

const DATASETS = 47;
/** As servers do that are asked for too many rows. */
const MAX_ROWS = 20;
const MAX_PAGE_SIZE = 50;
const SIA_PAGE_SIZE = 15;

/** The organism whose procedures a catalog of all offices lists. */
export const SIA_ORGANISM = "E05000101";

/** A portal of open data with two interfaces, and a catalog of procedures. */
export function fillDatos(office: Office, setting: Setting, added: readonly Dataset[]): void {
  const own = datasetsOf(setting);
  const all = () => [...own, ...added];
  const answer: Answer = (url) =>
    ckanAt(url, all()) ??
    datosGobAt(url, all()) ??
    siaAt(url, setting) ??
    landingAt(url, all()) ??
    csvAt(url, all());
  office.pages.put(portalPage("Datos abiertos", setting));
  office.furnish({
    robots: "User-agent: *\nDisallow: /usuario/\n",
    answer,
    invent: ({ path, title }) =>
      procedurePage({ setting, voice: MINISTRY, path, text: inventedText(path, title), index: 0 }),
  });
}

function datasetsOf(setting: Setting): readonly Dataset[] {
  const { datos, sede } = setting.origins;
  const about = PROCEDURE_DATASETS.map(
    ([title, path], index): Dataset => ({
      name: `tramites-${index + 1}`,
      title,
      modified: daysBefore(setting, 10 + index, "dataset"),
      resources: [{ format: "HTML", url: `${sede}${path}` }],
    }),
  );
  const statistics = Array.from({ length: DATASETS - about.length }, (_, index): Dataset => {
    const name = `conjunto-${index + 1}`;
    const subject = DATASET_SUBJECTS[index % DATASET_SUBJECTS.length] ?? "";
    return {
      name,
      title: `${subject} (${2015 + Math.floor(index / DATASET_SUBJECTS.length)})`,
      modified: daysBefore(setting, 30 + index, "dataset"),
      resources: [{ format: "CSV", url: `${datos}/descargas/${name}.csv` }],
    };
  });
  return [...statistics.slice(0, 12), ...about, ...statistics.slice(12)];
}

function ckanAt({ pathname, searchParams, origin }: URL, all: readonly Dataset[]): ReplyContent | undefined {
  if (pathname !== "/api/3/action/package_search") return undefined;
  const rows = Number(searchParams.get("rows") ?? 10);
  const start = Number(searchParams.get("start") ?? 0);
  if (!isCount(rows) || !isCount(start))
    return { ...json({ success: false, error: { __type: "Validation Error" } }), status: 409 };
  const found = matching(all, searchParams.get("q") ?? "");
  const results = found
    .slice(start, start + Math.min(rows, MAX_ROWS))
    .map((dataset) => ckanPackage(dataset, origin));
  return tagged({
    help: `${origin}/api/3/action/help_show?name=package_search`,
    success: true,
    result: { count: found.length, sort: "metadata_modified desc", facets: {}, results },
  });
}

function ckanPackage({ name, title, modified, resources }: Dataset, origin: string): object {
  return {
    id: `00000000-0000-4000-8000-${new Choices(name).digits(12)}`,
    name,
    title,
    notes: `${title}. Datos ficticios.`,
    url: `${origin}/dataset/${name}`,
    state: "active",
    metadata_modified: modified.toISOString().replace("Z", ""),
    organization: { name: "junta-valdoria", title: "Junta de Valdoria" },
    resources: resources.map(({ format, url }, index) => ({
      id: `${name}-${index}`,
      name: title,
      format,
      url,
    })),
    tags: [{ name: "sandbox" }],
  };
}

function datosGobAt(
  { pathname, searchParams, origin }: URL,
  all: readonly Dataset[],
): ReplyContent | undefined {
  const asked = /^\/apidata\/catalog\/dataset(?:\/title\/([^/]+?))?(?:\.json)?$/.exec(pathname);
  if (asked === null) return undefined;
  const page = Number(searchParams.get("_page") ?? 0);
  const size = Math.min(Number(searchParams.get("_pageSize") ?? 10), MAX_PAGE_SIZE);
  if (!isCount(page) || !isCount(size) || size === 0)
    return { ...json({ error: "parámetros no válidos" }), status: 400 };
  const found = matching(all, decodeURIComponent(asked[1] ?? ""));
  const address = (number: number) => `${origin}${pathname}?_page=${number}&_pageSize=${size}`;
  const items = found
    .slice(page * size, (page + 1) * size)
    .map((dataset, index) => datosGobItem(dataset, origin, index));
  const more = (page + 1) * size < found.length ? { next: address(page + 1) } : {};
  const result = {
    _about: address(page),
    first: address(0),
    itemsPerPage: size,
    items,
    ...more,
    page,
    startIndex: page * size,
    type: ["ListEndpoint", "Page"],
  };
  return tagged({ format: "linked-data-api", version: "0.2", result });
}

/** A title is a text, or a list of texts with their languages; a distribution is one, or a list. */
function datosGobItem({ name, title, modified, resources }: Dataset, origin: string, index: number): object {
  const distribution = resources.map(({ format, url }) => ({
    accessURL: url,
    format: { value: format },
    title,
  }));
  return {
    _about: `${origin}/catalogo/${name}`,
    identifier: name,
    title: index % 2 === 0 ? title : [{ _value: title, _lang: "es" }],
    description: [{ _value: `${title}. Datos ficticios.`, _lang: "es" }],
    distribution: distribution.length === 1 ? distribution[0] : distribution,
    issued: modified.toISOString(),
    modified: modified.toUTCString(),
    publisher: `${origin}/recurso/sector-publico/org/Organismo/A00000001`,
  };
}

/** By organism; the links go to the office by way of an address that only this catalog uses. */
function siaAt({ pathname, searchParams, origin }: URL, setting: Setting): ReplyContent | undefined {
  if (pathname !== "/sia/procedimientos") return undefined;
  const organism = searchParams.get("organismo");
  const page = Number(searchParams.get("pagina") ?? 1);
  if (organism !== SIA_ORGANISM || !isCount(page))
    return { ...json({ error: "organismo desconocido" }), status: 404 };
  const pages = Math.ceil(MINISTRY_PROCEDURES.length / SIA_PAGE_SIZE);
  const start = (page - 1) * SIA_PAGE_SIZE;
  const rows = MINISTRY_PROCEDURES.slice(start, start + SIA_PAGE_SIZE).map(({ name }, index) =>
    siaRow(name, start + index, setting),
  );
  const more =
    page < pages
      ? { siguiente: `${origin}/sia/procedimientos?organismo=${organism}&pagina=${page + 1}` }
      : {};
  return json({
    organismo: { codigo: organism, nombre: MINISTRY.organism },
    total: MINISTRY_PROCEDURES.length,
    pagina: page,
    paginas: pages,
    ...more,
    procedimientos: rows,
  });
}

function siaRow(name: string, index: number, setting: Setting): object {
  return {
    codigoSIA: String(992_000 + index),
    denominacion: name,
    organismo: MINISTRY.organism,
    estado: index % 19 === 18 ? "Baja" : "Activo",
    nivelAdministracionElectronica: 4,
    enlace: `${setting.origins.sede}${siaPath(index)}`,
    fechaActualizacion: daysBefore(setting, 20 + ((index * 7) % 300))
      .toISOString()
      .slice(0, 10),
  };
}

function landingAt({ pathname }: URL, all: readonly Dataset[]): ReplyContent | undefined {
  const name = /^\/(?:dataset|catalogo)\/([^/]+)$/.exec(pathname)?.[1];
  const dataset = all.find((one) => one.name === name);
  if (dataset === undefined) return undefined;
  const links = dataset.resources
    .map(({ format, url }) => `<li><a href="${url}">${format}</a></li>`)
    .join("");
  const main = `<h1>${dataset.title}</h1><p>Conjunto de datos ficticio.</p><ul>${links}</ul>`;
  return {
    type: "text/html; charset=utf-8",
    body: framed({ language: "es", office: "Datos abiertos", title: dataset.title, main }),
  };
}

function csvAt({ pathname }: URL, all: readonly Dataset[]): ReplyContent | undefined {
  const name = /^\/descargas\/([^/]+)\.csv$/.exec(pathname)?.[1];
  if (!all.some((one) => one.name === name)) return undefined;
  return {
    type: "text/csv; charset=utf-8",
    body: "municipio;anio;valor\nVillaclara del Monte;2026;42\n",
    etag: "strong",
  };
}

function matching(all: readonly Dataset[], words: string): readonly Dataset[] {
  const wanted = words.toLowerCase().replace(/^\*:\*$/, "");
  return all.filter(({ title }) => title.toLowerCase().includes(wanted));
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** As by a cache that stands in front of the interface. */
function tagged(value: object): ReplyContent {
  return { ...json(value), etag: "weak" };
}

function json(value: object): ReplyContent {
  return { type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}
