import { describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { selectedIds, selectSources, whyNotFetched } from "./registry-selection.ts";
import { parseRegistry } from "./source-registry.ts";

const source = (fields: Record<string, unknown> = {}, without: readonly string[] = []) => {
  const whole = {
    id: "age-uno",
    name: "Uno",
    jurisdiction: "age",
    portal_url: "https://uno.example.es/",
    access_method: "crawl",
    languages: ["es"],
    ...fields,
  };
  const kept = Object.entries(whole).filter(([key]) => !without.includes(key));
  return kept
    .map(([key, value], index) => `${index === 0 ? "  - " : "    "}${key}: ${JSON.stringify(value)}\n`)
    .join("");
};

const registry = (...sources: readonly string[]) => `sources:\n${sources.join("")}`;

function refusalOf(text: string, shipped?: string): string {
  try {
    parseRegistry(text, "registry.yaml", shipped);
  } catch (error) {
    if (error instanceof MisuseError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("a registry", () => {
  it("has complete sources, whatever was left out", () => {
    expect(parseRegistry(registry(source()), "r.yaml")).toEqual([
      {
        id: "age-uno",
        name: "Uno",
        nameAbbrev: null,
        jurisdiction: "age",
        ccaa: null,
        municipio: null,
        portalUrl: "https://uno.example.es/",
        sedeUrl: null,
        accessMethod: "crawl",
        sitemapUrls: [],
        feedUrls: [],
        apiUrl: null,
        apiKind: null,
        seedUrls: [],
        pathPatterns: [],
        languages: ["es"],
        delayMs: null,
        priority: null,
      },
    ]);
  });

  it("takes every key of its contract", () => {
    const fields = {
      name_abbrev: "U",
      jurisdiction: "local",
      ccaa: "Madrid",
      municipio: "Madrid",
      sede_url: "https://sede.example.es/",
      access_method: "api",
      sitemap_urls: ["https://uno.example.es/sitemap.xml"],
      feed_urls: ["https://uno.example.es/rss"],
      api_url: "http://127.0.0.1:8080/x",
      api_kind: "sia",
      seed_urls: ["https://uno.example.es/1"],
      path_patterns: ["/tramites/"],
      languages: ["es", "ca-valencia"],
      rate_limit_rps: 0.3,
      priority: "P1",
    };
    expect(parseRegistry(registry(source(fields)), "r.yaml")[0]).toMatchObject({
      nameAbbrev: "U",
      apiKind: "sia",
      delayMs: 3334,
      pathPatterns: ["/tramites/"],
      priority: "P1",
    });
  });

  it("may carry what registries elsewhere carry", () => {
    const extras = {
      tier: 1,
      content_formats: ["html"],
      update_frequency: "monthly",
      coverage: "x",
      notes: "y",
      ccaa_code: "madrid",
      catalogo_url: "https://uno.example.es/c",
      access_method: "rss",
    };
    const text = `version: '1.0'\ngenerated_at: '2026-02-18'\n${registry(source(extras))}`;
    expect(parseRegistry(text, "r.yaml")).toMatchObject([{ ccaa: "madrid", accessMethod: "feed" }]);
  });

  it.each([
    ["https://www.boe.es/datosabiertos/api", "boe"],
    ["https://boe.es/datosabiertos/api/boe/sumario/", "boe"],
    ["http://127.0.0.1:81/boe/sumario/{fecha}", "boe"],
    ["https://www.boe.es/datosabiertos/api/legislacion-consolidada", null],
    ["https://datos.gob.es/apidata/catalog/dataset", "datos_gob"],
    ["https://d.example.es/api/3", "ckan"],
    ["https://d.example.es/api/3/action/package_search?q=x", "ckan"],
    ["https://servicios.example.es/wstempus/js/ES/", null],
  ])("tells the kind of the API at %s by its address: %s", (api_url, apiKind) => {
    expect(parseRegistry(registry(source({ access_method: "api", api_url })), "r.yaml")).toMatchObject([
      { apiKind },
    ]);
  });

  it.each([
    [
      "an unknown key",
      source({ portal: "x" }),
      "registry.yaml:8: unknown key sources[0].portal (source age-uno); accepted here: id, name, ",
    ],
    [
      "a missing key",
      source({}, ["portal_url"]),
      "registry.yaml:2: sources[0] (source age-uno) lacks the key portal_url",
    ],
    ["a missing id", source({}, ["id"]), "registry.yaml:2: sources[0] lacks the key id"],
    ["no languages", source({}, ["languages"]), "sources[0] (source age-uno) lacks the key languages"],
    [
      "an unknown method",
      source({ access_method: "scrape" }),
      "registry.yaml:6: sources[0].access_method (source age-uno) should be one of sitemap, feed, api, crawl, seed, informational, auth_only, not this text",
    ],
    [
      "an unknown jurisdiction",
      source({ jurisdiction: "eu" }),
      "should be one of age, ccaa, local, not this text",
    ],
    ["an unknown kind", source({ api_kind: "soap" }), "should be one of boe, ckan, datos_gob, sia"],
    ["an unknown priority", source({ priority: 0 }), "should be one of P0, P1, P2, not the number 0"],
    [
      "a bad URL",
      source({ portal_url: "uno.example.es" }),
      "registry.yaml:5: sources[0].portal_url (source age-uno) should be an http or https URL, not this text",
    ],
    ["a URL of another kind", source({ sede_url: "file:///etc/passwd" }), "should be an http or https URL"],
    [
      "a URL with a password",
      source({ api_url: "https://a:secreto@b.example/" }),
      "should be an http or https URL, not this text",
    ],
    [
      "a bad URL in a list",
      source({ feed_urls: ["https://a.example/", "ftp://b.example/"] }),
      "sources[0].feed_urls[1] (source age-uno) should be an http or https URL",
    ],
    [
      "one URL where a list belongs",
      source({ sitemap_urls: "https://a.example/" }),
      "sources[0].sitemap_urls (source age-uno) should be a list, not this text",
    ],
    [
      "a rate of nothing",
      source({ rate_limit_rps: 0 }),
      "should be a number of requests per second, more than 0 and at most 1000, not the number 0",
    ],
    [
      "a rate in words",
      source({ rate_limit_rps: "1" }),
      "should be a number of requests per second, more than 0, not this text",
    ],
    ["an empty name", source({ name: " " }), "should be a text that is not empty, not this text"],
    [
      "an id that is a path",
      source({ id: "../x" }),
      "sources[0].id should be letters, digits and - . _ (at most 64), not this text",
    ],
    ["an id that is a number", source({ id: 7 }), "sources[0].id should be a text, not the number 7"],
    [
      "a bad language",
      source({ languages: ["español"] }),
      "should be a language code such as es or ca, not this text",
    ],
    [
      "an API without an address",
      source({ access_method: "api" }),
      "sources[0] (source age-uno) lacks the key api_url, which access_method api needs",
    ],
    [
      "an id twice",
      source() + source({ name: "Dos" }),
      "registry.yaml:8: the id age-uno is given twice; keep one",
    ],
    [
      "a source that is a text",
      "  - uno\n",
      "registry.yaml:2: sources[0] should be keys and values, not this text",
    ],
    ["a source that is empty", "  -\n", "sources[0] should be keys and values, not empty"],
    [
      "a key that JavaScript reserves",
      `${source()}    constructor: x\n`,
      "unknown key sources[0].constructor",
    ],
  ])("is refused with %s, in one line", (_, sources, message) => {
    const refusal = refusalOf(registry(sources));
    expect(refusal).toContain(message);
    expect(refusal).not.toMatch(/\n|secreto/);
    expect(refusal).toMatch(/^registry\.yaml:\d+: /);
  });

  it.each([
    ["nothing", "", /registry\.yaml: it lists no sources/],
    ["an empty list", "sources: []", /lists no sources/],
    ["a list", "- a\n- b\n", /the file should be keys and values, not a list/],
    ["a text", "hola", /the file should be keys and values, not this text/],
    [
      "an unknown key at the top",
      `fuentes: []\n${registry(source())}`,
      /registry\.yaml:1: unknown key fuentes; accepted here: extends, sources/,
    ],
    ["sources that are no list", "sources: {a: 1}", /sources should be a list, not keys and values/],
    ["something else to extend", "extends: otro\n", /extends should be default/],
    ["broken YAML", "sources: [\n", /registry\.yaml:\d+: not valid YAML: /],
    ["a key twice", `${registry(source())}    name: x\n`, /not valid YAML: Map keys must be unique/],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`,
      /aliases cannot be resolved/,
    ],
    ["too much of it", `#${"x".repeat(4 * 1024 * 1024)}`, /is larger than/],
  ])("is refused when the file holds %s", (_, text, message) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain("\n");
  });

  it("adds to the shipped one where it extends it, and takes the place of a source of the same id", () => {
    const shipped = registry(source({ id: "a", name: "A" }), source({ id: "b", name: "B" }));
    const own = `extends: default\n${registry(source({ id: "b", name: "Mía" }), source({ id: "c" }))}`;
    expect(parseRegistry(own, "r.yaml", shipped).map(({ id, name }) => [id, name])).toEqual([
      ["a", "A"],
      ["b", "Mía"],
      ["c", "Uno"],
    ]);
    expect(parseRegistry("extends: default", "r.yaml", shipped)).toHaveLength(2);
    expect(refusalOf(own)).toBe("registry.yaml:1: there is nothing that this registry could extend");
    expect(parseRegistry(registry(source()), "r.yaml", shipped)).toHaveLength(1);
  });

  it("names the line also where a source is an alias", () => {
    const row =
      "{id: a, name: A, jurisdiction: age, portal_url: https://a.example, access_method: crawl, languages: [es]}";
    expect(refusalOf(`sources:\n  - &uno ${row}\n  - *uno\n`)).toBe(
      "registry.yaml:3: the id a is given twice; keep one",
    );
  });

  it("does not overlook a key named __proto__", () => {
    expect(refusalOf(registry(`${source()}    __proto__: {id: b}\n`))).toContain(
      "unknown key sources[0].__proto__",
    );
  });
});

describe("a selection of sources", () => {
  const sources = parseRegistry(
    registry(
      source({ id: "age-sepe" }),
      source({ id: "age-sia", access_method: "informational" }),
      source({ id: "age-clave", access_method: "auth_only" }),
      source({ id: "age-ine", access_method: "api", api_url: "https://ine.example.es/x" }),
      source({ id: "d", access_method: "api", api_url: "https://d.example.es/api/3" }),
    ),
    "r.yaml",
  );

  it("is everything without --only, and keeps the registry's order", () => {
    expect(selectSources(sources, null)).toBe(sources);
    expect(selectSources(sources, ["d", " age-sepe ", "d"]).map(({ id }) => id)).toEqual(["age-sepe", "d"]);
  });

  it("knows the user's own seeds", () => {
    expect(selectSources(sources, ["seed"])).toEqual([]);
    expect(selectedIds(sources, ["seed", "d"])).toEqual(new Set(["seed", "d"]));
  });

  it.each([
    [
      ["sepe"],
      'unknown source id "sepe" (did you mean age-sepe?); accepted: age-sepe, age-sia, age-clave, age-ine, d, seed',
    ],
    [["AGE_SIA"], 'unknown source id "AGE_SIA" (did you mean age-sia?)'],
    [["d", "nada"], 'unknown source id "nada"; accepted: age-sepe'],
    [["a\nb"], 'unknown source id "a\\nb"; accepted'],
    [["", " "], "--only names no source; accepted: age-sepe"],
  ])("refuses %j", (only, message) => {
    expect(() => selectSources(sources, only)).toThrow(MisuseError);
    expect(() => selectSources(sources, only)).toThrow(message);
  });

  it("says why a source is not fetched", () => {
    expect(sources.map((one) => [one.id, whyNotFetched(one)])).toEqual([
      ["age-sepe", null],
      ["age-sia", expect.stringContaining("informational")],
      ["age-clave", expect.stringContaining("login")],
      ["age-ine", expect.stringContaining("api_kind")],
      ["d", null],
    ]);
  });
});
