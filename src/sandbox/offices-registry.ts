import { SIA_ORGANISM } from "./offices-datos.ts";
import type { Offices } from "./offices.ts";

/** A `registry.yaml` of the procedures, for these hosts. */
export function registryOf({ sede, comunidad, ayuntamiento, boe, datos }: Offices): string {
  const sources = [
    {
      ...common("sede", "Ministerio de Servicios Sociales y Ciudadanía", "MSSC", "age", sede.url),
      access_method: "sitemap",
      sitemap_urls: [`${sede.url}/sitemap.xml`],
      path_patterns: ["/tramites/", "/ca/tramits/", "/gl/tramites/", "/eu/izapideak/"],
      languages: ["es", "ca", "gl", "eu"],
      priority: "P0",
    },
    {
      ...common("comunidad", "Junta de Valdoria", "JV", "ccaa", comunidad.url),
      ccaa: "Valdoria",
      access_method: "feed",
      feed_urls: ["/rss/novedades.xml", "/atom/procedimientos.xml", "/rdf/anuncios.rdf"].map(
        (path) => `${comunidad.url}${path}`,
      ),
      path_patterns: ["/procedimientos/"],
      languages: ["es"],
      priority: "P0",
    },
    {
      ...common("ayuntamiento", "Ayuntamiento de Villaclara del Monte", "AVM", "local", ayuntamiento.url),
      ccaa: "Valdoria",
      municipio: "Villaclara del Monte",
      access_method: "crawl",
      path_patterns: ["/tramites/"],
      languages: ["es"],
      priority: "P1",
    },
    api("boe", "Boletín Oficial del Estado", "BOE", boe.url, "boe", "/datosabiertos/api"),
    api("datos-ckan", "Catálogo de datos abiertos", "CDA", datos.url, "ckan", "/api/3/action/package_search"),
    api(
      "datos-gob",
      "Catálogo nacional de datos abiertos",
      "CNDA",
      datos.url,
      "datos_gob",
      "/apidata/catalog/dataset.json",
    ),
    api(
      "sia",
      "Sistema de información administrativa",
      "SIA",
      datos.url,
      "sia",
      `/sia/procedimientos?organismo=${SIA_ORGANISM}`,
    ),
  ];
  return `sources:\n${sources.map(yamlOf).join("")}`;
}

function common(
  id: string,
  name: string,
  abbreviation: string,
  jurisdiction: "age" | "ccaa" | "local",
  url: string,
) {
  return { id, name, name_abbrev: abbreviation, jurisdiction, portal_url: `${url}/` };
}

function api(id: string, name: string, abbreviation: string, url: string, kind: string, path: string) {
  return {
    ...common(id, name, abbreviation, "age", url),
    access_method: "api",
    api_url: `${url}${path}`,
    api_kind: kind,
    languages: ["es"],
    priority: "P1",
  };
}

/** JSON values are YAML values (YAML 1.2.2, 1.3). */
function yamlOf(source: object): string {
  const lines = Object.entries(source).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `  - ${lines.join("    ")}`;
}
