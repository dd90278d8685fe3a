import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boeSummaryUrl } from "./boe-days.ts";
import { datosGobUrl } from "./datos-gob.ts";
import { whyNotFetched } from "./registry-selection.ts";
import { CURATED_SEEDS } from "./seeds.ts";
import { parseRegistry } from "./source-registry.ts";

const sources = parseRegistry(
  readFileSync(new URL("./registry.yaml", import.meta.url), "utf8"),
  "registry.yaml",
);
const byId = new Map(sources.map((source) => [source.id, source]));
const communities = sources.filter((source) => source.jurisdiction === "ccaa");

describe("the registry that ships", () => {
  it("has every source once, named for its jurisdiction", () => {
    expect(byId.size).toBe(sources.length);
    for (const { id, jurisdiction } of sources) expect(id).toMatch(new RegExp(`^${jurisdiction}-[a-z-]+$`));
  });

  it("has only https addresses, each portal with its language, abbreviation and priority", () => {
    for (const source of sources) {
      const urls = [source.portalUrl, source.sedeUrl, source.apiUrl, ...source.feedUrls, ...source.seedUrls];
      for (const url of urls) if (url !== null) expect(new URL(url).protocol).toBe("https:");
      expect(source.languages.length).toBeGreaterThan(0);
      expect([source.nameAbbrev, source.priority]).not.toContain(null);
    }
  });

  it("has the seventeen communities and the two autonomous cities", () => {
    expect(communities).toHaveLength(19);
    expect(new Set(communities.map((source) => source.ccaa)).size).toBe(19);
  });

  it.each([
    ["ccaa-cataluna", ["ca", "es"]],
    ["ccaa-balears", ["ca", "es"]],
    ["ccaa-valencia", ["es", "ca"]],
    ["ccaa-galicia", ["gl", "es"]],
    ["ccaa-pais-vasco", ["es", "eu"]],
    ["ccaa-navarra", ["es", "eu"]],
    ["ccaa-madrid", ["es"]],
  ])("expects of %s the languages %j", (id, languages) => {
    expect(byId.get(id)?.languages).toEqual(languages);
  });

  it("places every city in a community that it lists", () => {
    const known = new Set(communities.map((source) => source.ccaa));
    const cities = sources.filter((source) => source.jurisdiction === "local");
    expect(cities.length).toBeGreaterThanOrEqual(10);
    for (const { ccaa, municipio } of cities) {
      expect(known).toContain(ccaa);
      expect(municipio).not.toBeNull();
    }
  });

  it("lists what it does not fetch", () => {
    expect(sources.filter((source) => whyNotFetched(source) !== null).map(({ id }) => id)).toEqual([
      "age-sia",
      "age-importass",
      "age-ine",
      "age-clave",
      "age-carpeta-ciudadana",
    ]);
  });

  it("leads to the gazette and to the catalog", () => {
    expect(boeSummaryUrl(byId.get("age-boe")?.apiUrl ?? "", "2026-03-03")).toBe(
      "https://www.boe.es/datosabiertos/api/boe/sumario/20260303",
    );
    expect(datosGobUrl(byId.get("age-datos-gob")?.apiUrl ?? "")).toMatch(
      /^https:\/\/datos\.gob\.es\/apidata\/catalog\/dataset\//,
    );
  });

  it.each(CURATED_SEEDS.map(({ tramite, url }) => [tramite, url]))(
    "has the page of %s in one place",
    (_, url) => {
      const owners = sources.filter((source) => source.seedUrls.includes(url));
      expect(owners).toHaveLength(1);
      expect(new URL(owners[0]?.portalUrl ?? "").host).toBe(new URL(url).host);
    },
  );

  it("has eight curated procedures, and no other seed", () => {
    expect(new Set(CURATED_SEEDS.map(({ tramite }) => tramite)).size).toBe(8);
    expect(sources.flatMap((source) => source.seedUrls)).toHaveLength(8);
  });
});
