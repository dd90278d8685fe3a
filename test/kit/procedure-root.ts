/** A root of `tramites` over a small site whose pages a test writes and rewrites. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ingest, type LevadaEvent, type Summary } from "../../src/index.ts";
import { newRoot, type TestRoot } from "./root.ts";
import { startPages } from "./site.ts";

export interface OtherAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface OfficeSite {
  readonly url: string;
  /** By path; what is not here answers 404. */
  readonly pages: Map<string, string>;
  /** What is answered instead, by path; a path that is no page's is not listed. */
  readonly answers: Map<string, OtherAnswer>;
}

const TYPE = { "content-type": "text/html; charset=utf-8" };

/** Its sitemap lists all of its pages. */
export async function startOffice(pages: Readonly<Record<string, string>>): Promise<OfficeSite> {
  const own = new Map(Object.entries(pages));
  const answers: OfficeSite["answers"] = new Map();
  const { url } = await startPages((path, _, { headers: { host } }) => {
    if (path === "/robots.txt") return "User-agent: *\nAllow: /\n";
    if (path !== "/sitemap.xml") {
      const body = own.get(path);
      const answer = answers.get(path);
      if (answer !== undefined) return { ...answer };
      return body === undefined ? undefined : { headers: TYPE, body };
    }
    const locs = [...own.keys()].map((one) => `<url><loc>http://${host}${one}</loc></url>`);
    return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.join("")}</urlset>`;
  });
  return { url, pages: own, answers };
}

export function officeRoot(url: string): TestRoot {
  const root = newRoot("default: {delay_ms: 0}\n");
  writeFileSync(
    root.file("registry.yaml"),
    `sources:\n  - {id: oficina, name: Ayuntamiento de Valdoria, name_abbrev: AVD, jurisdiction: local, ccaa: madrid, municipio: valdoria, portal_url: "${url}", access_method: sitemap, sitemap_urls: ["${url}/sitemap.xml"], path_patterns: ["/"], languages: [es]}\n`,
  );
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 1}\nsources: {tramites: {registry: registry.yaml}}\n",
  );
  return root;
}

export interface CollectedRun {
  readonly summary: Summary;
  /** What became of the pages, by path. */
  readonly outcomes: Readonly<Record<string, LevadaEvent & { type: "normalized" }>>;
}

export async function collect(
  root: TestRoot,
  options: Readonly<Record<string, unknown>> = {},
): Promise<CollectedRun> {
  const outcomes: Record<string, LevadaEvent & { type: "normalized" }> = {};
  const summary = await ingest("tramites", {
    root: root.path,
    sourceOptions: { only: ["oficina"] },
    ...options,
    onEvent: (event) => {
      if (event.type === "normalized") outcomes[new URL(event.url).pathname] = event;
    },
  });
  return { summary, outcomes };
}

export type Fields = Record<string, unknown>;

export function readJson(root: TestRoot, path: string): Fields {
  return JSON.parse(readFileSync(root.file(path), "utf8")) as Fields;
}

export function put(root: TestRoot, path: string, value: object): string {
  const text = JSON.stringify(value, null, 3);
  mkdirSync(dirname(root.file(path)), { recursive: true });
  writeFileSync(root.file(path), text);
  return text;
}

/** Files of stage 5, by path, without the times of the run. */
export function stageFiles(root: TestRoot): Readonly<Record<string, string>> {
  const folders = ["data/tramites", "data/ingestion", "data/extracted"].filter((one) =>
    existsSync(root.file(one)),
  );
  const names = folders.flatMap((folder) =>
    readdirSync(root.file(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(?!fetch_log|discovery_queue).*\.json$/.test(entry.name))
      .map(({ parentPath, name }) => `${parentPath.slice(root.path.length + 1)}/${name}`),
  );
  return Object.fromEntries(
    names
      .toSorted()
      .map((name) => [
        name,
        readFileSync(root.file(name), "utf8").replaceAll(
          /("(?:extracted_at|last_updated|updated_at|last_verified_at|since)": ?)"[^"]*"|("extraction_duration_ms": )\d+/g,
          "$1$2",
        ),
      ]),
  );
}

export interface PageFacts {
  readonly name?: string;
  readonly deadline?: string;
  readonly documents?: readonly string[];
  readonly more?: string;
  /** Headings whose sections it does not have. */
  readonly without?: readonly string[];
}

/** A page of a procedure as offices write them. */
export function procedurePage({
  name = "Ayuda municipal para el alquiler",
  deadline = "15 días hábiles desde la convocatoria",
  documents = ["DNI o NIE en vigor", "Contrato de alquiler", "Certificado de ingresos"],
  more = "",
  without = [],
}: PageFacts = {}): string {
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
  const page = `<!doctype html><html lang="es"><head><title>${name} - Valdoria</title></head><body><header><nav><a href="/">Inicio</a></nav></header>
<main><h1>${name}</h1>
<p>Prestación económica del Ayuntamiento de Valdoria para personas que viven en el municipio y lo necesitan. Se concede una vez al año y se ingresa en la cuenta de quien la pide.</p>
<h2>Requisitos</h2>${list(["Estar empadronado en Valdoria desde hace un año", "No superar los ingresos de la convocatoria", "Ser mayor de edad"])}
<h2>Documentación necesaria</h2>${list(documents)}
<h2>Plazos</h2><p>Plazo de presentación: ${deadline}.</p>
<h2>Tasas</h2><p>Gratuito.</p>
<h2>Cómo solicitarlo</h2>${list(["Por internet: en la sede electrónica con certificado digital", "En persona: en la oficina de atención, con cita previa"])}
<h2>Normativa</h2><p>Ley 39/2015, de 1 de octubre, del Procedimiento Administrativo Común.</p>${more}
<p>Teléfono: 010</p></main><footer>Ayuntamiento de Valdoria. Aviso legal.</footer></body></html>`;
  const isLeft = (line: string) => !without.some((heading) => line.startsWith(`<h2>${heading}</h2>`));
  return page.split("\n").filter(isLeft).join("\n");
}
