/** `levada ingest tramites`: pages, their readings, procedures, proposals beside a file written by hand, catalog, index. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TestRoot } from "../../kit/root.ts";
import type { Phase, Stage, Subject } from "../subject.ts";
import { openPages, settledPages } from "./pages.ts";
import { reading } from "./site.ts";

export const tramites: Subject = {
  source: "tramites",
  phases: ["new", "replace", "repair", "reextract"],
  open: openTramites,
};

const CURATED = "data/tramites/padron_valdoria.json";
const REGISTRY = "registry.yaml";
const CONFIG = `sources: {tramites: {registry: ${REGISTRY}}}\n`;

async function openTramites(): Promise<Stage> {
  const pages = await openPages();
  const { host } = new URL(pages.url);
  return {
    ...pages,
    furnish: (root) => furnish(root, pages.url),
    readNothing: (root) => reading(root, 0, CONFIG),
    words: wordsFor,
    stranger: `data/raw/${host.replace(":", "_")}/stranger.html`,
    curated: [CURATED],
    settled: (root) => settledPages(root),
  };
}

function furnish(root: TestRoot, url: string): void {
  reading(root, 1, CONFIG);
  writeFileSync(
    root.file(REGISTRY),
    `sources:\n  - {id: oficina, name: Ayuntamiento de Valdoria, name_abbrev: AVD, jurisdiction: local, ccaa: madrid, municipio: valdoria, portal_url: "${url}", access_method: sitemap, sitemap_urls: ["${url}/sitemap.xml"], path_patterns: ["/"], languages: [es]}\n`,
  );
  mkdirSync(dirname(root.file(CURATED)), { recursive: true });
  writeFileSync(root.file(CURATED), JSON.stringify(curated(url), null, 3));
}

const curated = (url: string) => ({
  keywords: ["padron", "empadronarse", "volante"],
  tramite: "padron_valdoria",
  nombre: "Alta en el padrón municipal",
  organismo: "Ayuntamiento de Valdoria",
  descripcion: "Inscripción de quien viene a vivir a Valdoria, revisada por el equipo.",
  requisitos: ["Vivir en Valdoria"],
  fuente_url: `${url}/padron`,
  verificado: true,
  fecha_verificacion: "2026-01-10",
});

function wordsFor(phase: Phase): readonly string[] {
  if (phase === "repair") return ["verify", "tramites", "--repair"];
  if (phase === "reextract") return ["reextract", "tramites"];
  return ["ingest", "tramites", "--only", "oficina", "--allow-mass-removal"];
}
