/** `levada search` from outside (P33–P35): files as people write them, runs as people start them. */
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type Ended, levada } from "../../src/cli/testing/memory-io.ts";
import { openSearch, reextract, search } from "../../src/index.ts";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";
import { KNOWN_PROCEDURES } from "../kit/known-procedures.ts";
import { collect, officesRoot, openOffices, registryRows } from "../kit/offices.ts";
import { KNOWN_FILES, type ProcedureJson, writeProcedures } from "../kit/procedure-files.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { ingestUsgs, startSite as startUsgs } from "../kit/usgs.ts";
import { crawl, startWiki } from "../kit/wiki.ts";

interface Answer {
  readonly query: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly retriever: string;
  readonly total: number;
  readonly took_ms: number;
  readonly hits: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly title: string;
    readonly snippet: string;
    readonly highlights: readonly [number, number][];
  })[];
}

const run = (root: TestRoot, ...argv: readonly string[]): Promise<Ended> =>
  levada(["search", "--root", root.path, ...argv]);

async function ask(root: TestRoot, ...argv: readonly string[]): Promise<Answer> {
  const ended = await run(root, "--json", ...argv);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.out.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(ended.out) as Answer;
}

const idsOf = ({ hits }: Answer) => hits.map(({ id }) => id);

const file = (tramite: string, more: Readonly<Record<string, unknown>> = {}): ProcedureJson => ({
  version: 1,
  tramite,
  nombre: `Trámite ${tramite}`,
  keywords: [tramite],
  descripcion: "Un trámite cualquiera de la administración.",
  ...more,
});

function rootWith(...files: readonly ProcedureJson[]): TestRoot {
  const root = newRoot();
  writeProcedures(root, files);
  return root;
}

describe("procedures", () => {
  it("are found by what people ask, in their own languages", async () => {
    const root = rootWith(...KNOWN_FILES);
    const searcher = await openSearch({ root: root.path });
    const places: number[] = [];
    for (const { name, questions } of KNOWN_PROCEDURES)
      for (const question of questions) {
        const { hits } = await searcher.search(question);
        places.push(hits.findIndex(({ title }) => title === name));
      }
    await searcher.close();
    expect(places.every((place) => place >= 0 && place < 3)).toBe(true);
    expect(places.filter((place) => place === 0).length / places.length).toBeGreaterThanOrEqual(0.95);
  });

  it("are found by each of their own keywords", async () => {
    const odd = file("imv", {
      keywords: ["604", "imv", "no tengo dinero", "ajut econòmic", "دخل", "最低收入", "de la"],
    });
    const root = rootWith(...KNOWN_FILES, odd);
    const searcher = await openSearch({ root: root.path });
    for (const { tramite, keywords } of [...KNOWN_FILES, odd])
      for (const keyword of keywords as readonly string[]) {
        const { hits } = await searcher.search(keyword, { limit: 50 });
        expect(
          hits.map(({ id }) => id),
          keyword,
        ).toContain(tramite);
      }
    await searcher.close();
  });

  it("are found whatever the accents, the case, the number", async () => {
    const root = rootWith(
      file("con", { descripcion: "La prestación económica del año." }),
      file("sin", { descripcion: "LA PRESTACION ECONOMICA DEL ANO." }),
    );
    for (const query of ["prestación", "prestacion", "PRESTACIONES", "econòmica", "año", "ano", "prestac"])
      expect(idsOf(await ask(root, query)).toSorted(), query).toEqual(["con", "sin"]);
  });

  it("come in the order of how much they are about it", async () => {
    const root = rootWith(
      file("cuerpo", { descripcion: `Algo sobre becas. ${"Otra cosa distinta. ".repeat(30)}` }),
      file("nombre", { nombre: "Beca de estudios" }),
      file("otra", { nombre: "Licencia de obra" }),
    );
    expect(idsOf(await ask(root, "beca"))).toEqual(["nombre", "cuerpo"]);
  });

  it("of any age and form are taken; what is no JSON object is named and left out", async () => {
    const root = rootWith(file("buena"));
    const put = (name: string, text: string) => writeFileSync(root.file(`data/tramites/${name}`), text);
    put(
      "vieja.json",
      JSON.stringify({
        nombre: "Cartilla antigua",
        documentos: ["cupón amarillo"],
        cuantias_2024: { adulto_solo: "604" },
      }),
    );
    put("bom.json", `\uFEFF${JSON.stringify({ tramite: "bom", nombre: "Con marca de orden" })}`);
    put("lista.json", "[1, 2]");
    put("rota.json", "{");
    put("notas.txt", "cupón amarillo");
    mkdirSync(root.file("data/tramites/carpeta.json"));
    const ended = await run(root, "cupón", "amarillo", "--json");
    expect(idsOf(JSON.parse(ended.out) as Answer)).toEqual(["vieja"]);
    expect(ended.err).toContain("lista.json is not in the index");
    expect(ended.err).toContain("rota.json");
    expect(idsOf(await ask(root, "marca de orden"))).toEqual(["bom"]);
    expect(idsOf(await ask(root, "adulto solo"))).toEqual(["vieja"]);
  });

  it("that are written, changed or removed between two searches are seen", async () => {
    const root = rootWith(file("uno", { descripcion: "primero" }));
    expect(idsOf(await ask(root, "primero"))).toEqual(["uno"]);
    writeProcedures(root, [file("dos", { descripcion: "primero también" })]);
    expect(idsOf(await ask(root, "primero")).toSorted()).toEqual(["dos", "uno"]);
    const path = root.file("data/tramites/uno.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("primero", "segundo"));
    expect(idsOf(await ask(root, "primero"))).toEqual(["dos"]);
    rmSync(root.file("data/tramites/dos.json"));
    expect(idsOf(await ask(root, "primero"))).toEqual([]);
    expect(idsOf(await ask(root, "segundo"))).toEqual(["uno"]);
  });
});

describe("filters", () => {
  const place = (nivel: string, ccaa: string | null, municipio: string | null = null) => ({
    territorio: { nivel, ccaa, municipio },
  });
  const FILES = [
    file("a", {
      ...place("estatal", null),
      organismo: "Servicio Público de Empleo",
      organismo_abrev: "SEPE",
      tipo: "prestacion",
      canal: "electronico",
      idioma: "es",
    }),
    file("b", {
      ...place("autonomico", "cataluna"),
      organismo: "Generalitat de Catalunya",
      tipo: "prestacion",
      canal: "presencial",
      idioma: "ca",
      idioma_secundario: "es",
    }),
    file("c", {
      ...place("local", "cataluna", "sant_cugat"),
      organismo: "Ajuntament",
      tipo: "certificado",
      canal: "mixto",
      idioma: "ca",
    }),
    file("d", {
      ...place("local", "galicia", "vigo"),
      organismo: "Concello",
      tipo: "certificado",
      canal: "mixto",
      idioma: "gl",
    }),
  ];

  it.each<[string, readonly string[]]>([
    ["", ["a", "b", "c", "d"]],
    ["--level local", ["c", "d"]],
    ["--ccaa Cataluña", ["b", "c"]],
    ["--ccaa catalunya", ["b", "c"]],
    ["--ccaa cataluna --level local", ["c"]],
    ["--municipio VIGO", ["d"]],
    ["--organism sepe", ["a"]],
    ["--organism GENERALITAT", ["b"]],
    ["--organism público", ["a"]],
    ["--type prestación", ["a", "b"]],
    ["--channel mixto --lang gl", ["d"]],
    ["--lang es", ["a", "b"]],
    ["--lang ca --type certificado --ccaa cataluna --channel mixto --level local", ["c"]],
    ["--level estatal --ccaa galicia", []],
    ["--source tramites", ["a", "b", "c", "d"]],
    ["--source wiki", []],
  ])("%s", async (flags, ids) => {
    const root = rootWith(...FILES);
    const answer = await ask(root, "trámite", ...flags.split(" ").filter((word) => word !== ""));
    expect(idsOf(answer).toSorted()).toEqual(ids);
    expect(answer.total).toBe(ids.length);
  });

  it("take a word with a dash for a word", async () => {
    const root = rootWith(...FILES);
    expect(idsOf(await ask(root, "-trámite"))).toEqual(idsOf(await ask(root, "trámite")));
  });

  it("apply before the best are taken", async () => {
    const many = Array.from({ length: 40 }, (_, nth) =>
      file(`x${nth}`, { nombre: "Beca beca beca", idioma: "es" }),
    );
    const root = rootWith(...many, file("gl", { descripcion: "Una beca", idioma: "gl" }));
    expect(idsOf(await ask(root, "beca", "--lang", "gl", "--limit", "1"))).toEqual(["gl"]);
  });

  it.each([
    ["--level nacional", "estatal, autonomico, local"],
    ["--ccaa Catalunia", "cataluna"],
    ["--municipio Vigos", "vigo"],
    ["--organism SEPES", "SEPE"],
    ["--type certificadoo", "certificado"],
    ["--channel paloma", "electronico, presencial, mixto"],
    ["--lang klingon", "es"],
    ["--source wikii", "usgs, tramites, wiki, site"],
    ["--limit 0", "whole number"],
    ["--limit many", "whole number"],
    ["--colour red", "unknown option"],
  ])("mistyped (%s) are one line that says what is accepted", async (flags, accepted) => {
    const ended = await run(rootWith(...FILES), "trámite", ...flags.split(" "));
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
    expect(ended.err).toContain(accepted);
  });
});

describe("the library", () => {
  it.each([
    [{ limit: 0 }, "whole number"],
    [{ limit: 1.5 }, "whole number"],
    [{ limit: Number.NaN }, "whole number"],
    [{ filters: { colour: "red" } }, "unknown filter"],
    [{ filters: { level: "nacional" } }, "estatal"],
    [{ filters: { channel: "paloma" } }, "presencial"],
  ])("refuses %j before anything is written", async (options, message) => {
    const root = rootWith(file("a"));
    const before = root.listing();
    await expect(search("a", { root: root.path, ...(options as object) })).rejects.toThrow(message);
    expect(root.listing()).toEqual(before);
  });

  it("takes a source in trouble as far as it goes, and finds the others", async () => {
    const root = rootWith(file("beca"));
    mkdirSync(root.file("data/raw/usgs"), { recursive: true });
    writeFileSync(root.file("data/raw/usgs/manifest.jsonl"), `${"no line at all\n".repeat(3)}{"torn`);
    const { hits } = await search("beca", { root: root.path });
    expect(hits.map(({ id }) => id)).toEqual(["beca"]);
  });
});

describe("a question", () => {
  it.each([
    '"',
    '""',
    "''",
    "NEAR(beca, 2)",
    "beca*",
    "title:beca",
    "(beca",
    "beca)",
    "^beca",
    "beca AND",
    "NOT beca",
    "{beca}",
    "beca\0nul",
    "'; DROP TABLE term; --",
    "😀",
    "¿?",
    "...",
    "beca 😀",
    "%",
    "\\",
    "\ud800",
    "a".repeat(100_000),
    "beca ".repeat(20_000),
    "=beca",
    "==beca",
    "beca_beca",
  ])("may be anything (%#): it is text", async (query) => {
    const ended = await run(rootWith(file("beca")), "--json", "--", query);
    expect(ended.code).toBe(0);
    const answer = JSON.parse(ended.out) as Answer;
    expect(idsOf(answer)).toEqual(/beca/.test(query) ? ["beca"] : []);
    expect(answer.query).toBe(query);
  });

  it("may be given in several words without quotes", async () => {
    const root = rootWith(
      file("uno", { descripcion: "familia numerosa" }),
      file("dos", { descripcion: "familia" }),
    );
    expect(idsOf(await ask(root, "familia", "numerosa"))).toEqual(["uno"]);
  });

  it("without an answer ends well, with a hint", async () => {
    const ended = await run(rootWith(file("beca")), "xyzzy");
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toMatch(/^nothing found for "xyzzy"; try .+\n$/);
    expect((await run(rootWith(file("beca")), "xyzzy", "--level", "local")).out).toContain("fewer filters");
  });

  it("to a root that has nothing finds nothing, and writes nothing", async () => {
    const root = newRoot();
    const before = root.listing();
    expect(await ask(root, "beca")).toMatchObject({ total: 0, hits: [] });
    expect(root.listing()).toEqual(before);
  });

  it("that was asked before is answered the same, without a byte written", async () => {
    const root = rootWith(...KNOWN_FILES);
    const first = await ask(root, "ayuda");
    const before = root.listing();
    expect({ ...(await ask(root, "ayuda")), took_ms: 0 }).toEqual({ ...first, took_ms: 0 });
    expect(root.listing()).toEqual(before);
  });
});

describe("the answer", () => {
  const root = () =>
    rootWith(
      file("beca", {
        nombre: "Beca\u001b[31m \u202e",
        descripcion: "La Solicitud de la beca.",
        fuente_url: "https://example.org/beca",
      }),
    );

  it("as JSON has every key, null for what is not known", async () => {
    const answer = await ask(root(), "solicitudes");
    expect(Object.keys(answer)).toEqual(["query", "filters", "retriever", "total", "took_ms", "hits"]);
    expect(answer).toMatchObject({ query: "solicitudes", filters: {}, retriever: "lexical", total: 1 });
    const [hit] = answer.hits;
    expect(hit).toEqual({
      rank: 1,
      score: expect.any(Number),
      source: "tramites",
      id: "beca",
      title: "Beca\u001b[31m \u202e",
      url: "https://example.org/beca",
      path: "data/tramites/beca.json",
      snippet: "La Solicitud de la beca.",
      highlights: [[3, 12]],
      lang: null,
      level: null,
      ccaa: null,
      municipio: null,
      organism: null,
      type: null,
      channel: null,
    });
  });

  it("for people shows rank, title, address, file and the words in their text, and obeys nobody's escapes", async () => {
    const { out } = await levada(["search", "solicitud", "--root", root().path], {
      terminals: ["stdout"],
      columns: 40,
    });
    expect(out).toContain("\u001b[1mBeca\\x1b[31m \\u202e\u001b[0m");
    expect(out).toContain("La \u001b[33mSolicitud\u001b[0m de la beca.");
    expect(out).toContain("https://example.org/beca");
    expect(out).toContain("data/tramites/beca.json");
    expect(out).not.toContain("\u202e");
  });

  it("says how many there are where it does not show all", async () => {
    const many = rootWith(...["a", "b", "c"].map((name) => file(name)));
    expect((await run(many, "trámite", "--limit", "2")).out).toContain("2 of 3 documents");
  });
});

describe("the index", () => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ["missing", (path) => rmSync(path)],
    ["empty", (path) => truncateSync(path, 0)],
    [
      "something else",
      (path) => writeFileSync(path, "this is no database, whatever its name says. ".repeat(200)),
    ],
    ["cut", (path) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
    ["of another version", (path) => change(path, "PRAGMA user_version = 77")],
    ["without a table", (path) => change(path, "DROP TABLE body")],
    ["full of noise", (path) => scramble(path)],
  ];

  function change(path: string, sql: string): void {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  }

  function scramble(path: string): void {
    const bytes = readFileSync(path);
    for (let at = 4096; at < bytes.length; at += 7) bytes[at] = (at * 31) & 0xff;
    writeFileSync(path, bytes);
  }

  it.each(damages)("that is %s is made anew", async (_, damage) => {
    const root = rootWith(...KNOWN_FILES);
    const before = await ask(root, "certificado ayuda beca");
    damage(root.file("data/state/search.db"));
    const after = await ask(root, "certificado ayuda beca");
    expect(idsOf(after)).toEqual(idsOf(before));
  });

  it("that is missing while another process writes is said to be", async () => {
    const root = rootWith(file("beca"));
    const held = await createRootLock(root.path).acquire("ingest tramites");
    try {
      const ended = await run(root, "beca");
      expect(ended).toMatchObject({ code: 4, out: "" });
      expect(ended.err).toContain("no search index yet");
    } finally {
      await held.release();
    }
  });

  it("that is behind while another process writes answers as far as it goes, and says so", async () => {
    const root = rootWith(file("beca"));
    await ask(root, "beca");
    const held = await createRootLock(root.path).acquire("ingest tramites");
    try {
      writeProcedures(root, [file("beca2", { descripcion: "beca" })]);
      const ended = await run(root, "beca", "--json");
      expect(idsOf(JSON.parse(ended.out) as Answer)).toEqual(["beca"]);
      expect(ended.err).toContain("may be behind");
    } finally {
      await held.release();
    }
    expect(idsOf(await ask(root, "beca"))).toHaveLength(2);
  });

  it("is not fooled by a file whose time was set back", async () => {
    const root = rootWith(file("uno", { descripcion: "alfa" }));
    await ask(root, "alfa");
    const path = root.file("data/tramites/uno.json");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, "utf8").replace("alfa", "beta"));
    utimesSync(path, atime, mtime);
    expect(idsOf(await ask(root, "beta"))).toEqual(["uno"]);
  });
});

describe("documents of other sources", () => {
  it("are found after a run, and leave when they are gone: the gazette among procedures, pages that are none not", async () => {
    const offices = await openOffices();
    const root = officesRoot(registryRows(offices));
    writeFileSync(
      root.file("levada.config.yaml"),
      readFileSync(root.file("levada.config.yaml"), "utf8").replace("workers: 0", "workers: 2"),
    );
    await collect(root, { only: ["boe"] });
    const answer = await ask(root, "real decreto", "--source", "tramites", "--limit", "100");
    expect(answer.total).toBeGreaterThan(0);
    for (const hit of answer.hits)
      expect(hit).toMatchObject({ id: expect.stringMatching(/^BOE-/), level: "estatal" });
  });

  it("of usgs are found by their catalogue, and by their text once it was read", async () => {
    const site = await startUsgs();
    const root = newRoot();
    await ingestUsgs(root, site, { limit: 5 });
    const before = root.listing()["data/state/search.db"];
    const byCatalog = await ask(root, "wolfcamp", "--source", "usgs");
    expect(byCatalog.total).toBeGreaterThan(0);
    expect(byCatalog.hits[0]).toMatchObject({
      source: "usgs",
      type: "pdf",
      path: expect.stringMatching(/^data\/raw\/usgs\//),
    });
    expect(root.listing()["data/state/search.db"], "the run has made the index").toBe(before);
    await reextract("usgs", { root: root.path });
    expect((await ask(root, "wolfcamp", "--source", "usgs")).total).toBe(byCatalog.total);
  });

  it("of a wiki are found by title and text, redirects by what they lead to", async () => {
    const wiki = await startWiki();
    const root = newRoot();
    await crawl(root, wiki);
    const { hits } = await search("amber ridge", { root: root.path, filters: { source: "wiki" } });
    expect(hits[0]).toMatchObject({
      source: "wiki",
      title: expect.stringContaining("Amber"),
      type: "wikitext",
    });
  });
});
