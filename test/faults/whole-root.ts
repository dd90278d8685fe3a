/** A root in which every source has been twice, things have changed meanwhile, and people have decided something. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageId } from "../../src/domain/hook-message.ts";
import { createOutbox } from "../../src/infrastructure/files/outbox-files.ts";
import { type MediaWikiSandbox, startMediaWikiSandbox } from "../../src/sandbox/mediawiki.ts";
import { startUsgsSandbox, type UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { procedurePage } from "../kit/procedure-root.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";
import { startCommand } from "./command.ts";
import { several } from "./several.ts";
import { type SmallWeb, startSmallWeb } from "./small-web.ts";

export const SOURCES = ["usgs", "wiki", "tramites", "site"] as const;
export type SourceName = (typeof SOURCES)[number];

/** The sites of all sources, on loopback. */
export interface Sites {
  readonly usgs: UsgsSandbox;
  readonly wiki: MediaWikiSandbox;
  readonly tramites: SmallWeb;
  readonly site: SmallWeb;
  close(): Promise<void>;
}

const CURATED = {
  keywords: ["padron", "empadronarse", "volante"],
  tramite: "padron_valdoria",
  nombre: "Alta en el padrón municipal",
  organismo: "Ayuntamiento de Valdoria",
  descripcion: "Inscripción de quien viene a vivir a Valdoria, revisada por el equipo.",
  requisitos: ["Vivir en Valdoria"],
  verificado: true,
  fecha_verificacion: "2026-01-10",
};

/** What a person has written, and nobody else may. */
export const CURATED_FILE = "data/tramites/padron_valdoria.json";

export async function startSites(): Promise<Sites> {
  const [usgs, wiki, tramites, site] = await Promise.all([
    startUsgsSandbox({ states: ["TX"], wells: 2, documentsPerWell: 2, oddities: false }),
    startMediaWikiSandbox({ pages: 6, oddities: false, hugePages: 0 }),
    startSmallWeb({
      "/alquiler": procedurePage(),
      "/copia/alquiler": procedurePage({ more: "<p>Copia.</p>" }),
      "/licencia": procedurePage({ name: "Licencia de obra menor" }),
      "/padron": procedurePage({ name: "Alta en el padrón municipal" }),
      "/vado": procedurePage({ name: "Autorización de vado" }),
      "/feria": procedurePage({ name: "Puesto en la feria" }),
      "/nada": "<html lang=es><title>Nada</title><main><h1>Nada</h1><p>Próximamente.</p></main></html>",
    }),
    startSmallWeb({
      "/": page("Home", 'A quiet place with stones: <a href="/one">one</a>, <a href="/two">two</a>. '),
      "/one": page("One", "Granite and gneiss are old. "),
      "/two": page("Two", "Chalk is soft and white. "),
    }),
  ]);
  const all = [usgs, wiki, tramites, site];
  return {
    usgs,
    wiki,
    tramites,
    site,
    close: async () => void (await Promise.all(all.map((one) => one.close()))),
  };
}

/** The words of `ingest` for a source; the rest is in the root's configuration. */
export function ingestWords(root: TestRoot, source: SourceName, sites: Sites): readonly string[] {
  const own = { usgs: ["--states", "TX"], wiki: [], tramites: [], site: [`${sites.site.url}/`] };
  return ["ingest", source, ...own[source], "--root", root.path, "--json"];
}

export function configureFor(
  root: TestRoot,
  sites: Sites,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { url } = sites.tramites;
  const oficina = {
    id: "oficina",
    name: "Ayuntamiento de Valdoria",
    name_abbrev: "AVD",
    jurisdiction: "local",
    ccaa: "madrid",
    municipio: "valdoria",
    portal_url: url,
    access_method: "sitemap",
    sitemap_urls: [`${url}/sitemap.xml`],
    path_patterns: ["/"],
    languages: ["es"],
  };
  writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [oficina] }));
  const config = {
    network: { allow_private: true },
    extraction: { workers: 1 },
    sources: {
      usgs: { base_url: sites.usgs.url },
      wiki: { api_url: sites.wiki.apiUrl },
      tramites: { registry: "registry.yaml" },
    },
    ...more,
  };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify(config));
}

export function newFolder(): TestRoot {
  return openRoot(mkdtempSync(join(tmpdir(), "levada-damage-")));
}

export const removeRoot = ({ path }: TestRoot) => rmSync(path, { recursive: true, force: true });

/** Everything once, then again after something has changed at every source; at last one that is killed. */
export async function wholeRoot(sites: Sites): Promise<TestRoot> {
  const root = newFolder();
  writeFileSync(root.file("rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`);
  configureFor(root, sites, {
    schedule: { tasks: { usgs: "0 0 1 1 *", reextract: false } },
    hooks: { on_run_end: { command: "true" } },
  });
  mkdirSync(root.file("data/tramites"), { recursive: true });
  const curated = { ...CURATED, fuente_url: `${sites.tramites.url}/padron` };
  writeFileSync(root.file(CURATED_FILE), JSON.stringify(curated, null, 3));
  const where = ["--root", root.path];
  const words = SOURCES.map((source) => [...ingestWords(root, source, sites), "--allow-mass-removal"]);
  await allMustRun(words);
  await changeSites(sites);
  writeFileSync(root.file("data/raw/usgs/TX/stranger.pdf.zst"), "not ours");
  await allMustRun([
    ["seed", "add", `${sites.tramites.url}/semilla`, ...where],
    ...words,
    ["review", "reject", `${sites.tramites.url}/nada`, ...where],
    ["schedule", "run", "--once", ...where],
    ["health", "--report", ...where],
    ["verify", "usgs", "--repair", ...where],
    ...words,
  ]);
  await killedRun(root, sites);
  await untoldHook(root);
  return root;
}

async function allMustRun(lines: readonly (readonly string[])[]): Promise<void> {
  for (const said of await several(lines))
    if (said.code !== 0) throw new Error(`${said.words.join(" ")}: ${said.code} ${said.stderr}`);
}

/** What a kill leaves: the database's log, the word of who had the lock, and what had begun to come. */
async function killedRun(root: TestRoot, sites: Sites): Promise<void> {
  const { pages } = sites.site;
  pages.set("/three", page("Three", "Marl lies under the town. "));
  sites.site.behave = (path) => (path === "/three" ? { delayMs: 60_000 } : undefined);
  const from = sites.site.begun.length;
  const { child, ended } = startCommand(ingestWords(root, "site", sites));
  const waiting = setInterval(() => {
    if (sites.site.begun.slice(from).includes("/three")) child.kill("SIGKILL");
  }, 20);
  const { signal } = await ended;
  if (signal !== "SIGKILL") throw new Error("the run that was to be killed came to its end");
  clearInterval(waiting);
  sites.site.behave = () => undefined;
}

/** What a kill leaves right before a hook is called. */
async function untoldHook({ path }: TestRoot): Promise<void> {
  const [hook, runId] = ["on_run_end", "20260110T080000Z-0a1b2c"] as const;
  const told = { type: "run_end", source: "site", run_id: runId };
  const id = messageId(runId, hook);
  await createOutbox(path).put({ id, hook, tries: 0, source: "site", runId, exitCode: 0, told });
}

async function changeSites({ tramites, site, wiki }: Sites): Promise<void> {
  const { pages } = tramites;
  pages.set("/licencia", procedurePage({ name: "Licencia de obra menor", deadline: "10 días hábiles" }));
  pages.set("/padron", procedurePage({ name: "Alta en el padrón municipal", documents: ["Pasaporte"] }));
  pages.set("/semilla", procedurePage({ name: "Bono social de transporte" }));
  pages.delete("/feria");
  site.pages.set("/two", page("Two", "Chalk is very soft and white. "));
  wiki.wiki.edit("Amber ridge", "Another text.");
  wiki.wiki.delete("Flint ridge");
}

function page(title: string, sentence: string): string {
  return `<html lang=en><title>${title}</title><main><h1>${title}</h1><p>${sentence.repeat(20)}</p></main></html>`;
}

/** With its times to the nanosecond: the registry knows the manifest by them. */
export function copyOf(root: TestRoot): TestRoot {
  const copy = newFolder();
  execFileSync("cp", ["-a", "--reflink=auto", `${root.path}/.`, copy.path]);
  return copy;
}

/** Of all files under a root, below it. */
export function filesOf(root: TestRoot): readonly string[] {
  return readdirSync(root.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.path.length + 1))
    .toSorted();
}
