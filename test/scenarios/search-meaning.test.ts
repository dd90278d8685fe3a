/** Search by meaning (P35), with a model made for the test: words of one group have one vector. */
import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { levada } from "../../src/cli/testing/memory-io.ts";
import { collectSite } from "../kit/offices.ts";
import { openSearch, search } from "../../src/index.ts";
import { EmbeddingRetriever } from "../../src/infrastructure/search/embedding-retriever.ts";
import { SearchReader } from "../../src/infrastructure/search/search-reader.ts";
import { loadStaticModel } from "../../src/infrastructure/search/static-model-file.ts";
import { type ProcedureJson, writeProcedures } from "../kit/procedure-files.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import { writeStaticModel } from "../kit/static-model.ts";

const GROUPS = [
  ["desempleo", "despedido", "paro", "trabajo"],
  ["vivienda", "alquiler", "piso", "casa"],
  ["beca", "estudios", "universidad"],
];

const file = (tramite: string, nombre: string, descripcion: string, idioma = "es"): ProcedureJson => ({
  version: 1,
  tramite,
  nombre,
  descripcion,
  keywords: [],
  idioma,
});

const FILES = [
  file("empleo", "Subsidio por desempleo", "Cantidad mensual."),
  file("piso", "Ayuda de alquiler", "Pago mensual.", "ca"),
  file("beca", "Beca general", "Para estudios."),
  file("nada", "Otra cosa", "Sin nada que ver."),
];

function hybridRoot(files: readonly ProcedureJson[] = FILES, groups = GROUPS): TestRoot {
  const root = newRoot();
  writeProcedures(root, files);
  writeStaticModel(root.file("models/tiny"), groups);
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nsearch: {retriever: hybrid, model: models/tiny}\n",
  );
  return root;
}

const idsOf = async (root: TestRoot, query: string, options = {}) =>
  (await search(query, { root: root.path, ...options })).hits.map(({ id }) => id);

describe("a hybrid search", () => {
  it("finds what shares no word with the question, and says how it searched", async () => {
    const root = hybridRoot();
    const answer = await search("me han despedido", { root: root.path });
    expect(answer).toMatchObject({ retriever: "hybrid", total: 1 });
    expect(answer.hits[0]).toMatchObject({ id: "empleo", snippet: "Cantidad mensual.", highlights: [] });
  });

  it("places what both ways find above what one finds", async () => {
    const root = hybridRoot([
      ...FILES,
      file("casa", "Casa de la cultura", "Aforo de la casa."),
      file("otro", "Oferta de piso", "Vivienda."),
    ]);
    const ids = await idsOf(root, "casa");
    expect(ids[0]).toBe("casa");
    expect(ids).toEqual(expect.arrayContaining(["piso", "otro"]));
  });

  it("takes filters before it looks at meanings", async () => {
    const root = hybridRoot();
    expect(await idsOf(root, "casa", { filters: { lang: "ca" } })).toEqual(["piso"]);
    expect(await idsOf(root, "casa", { filters: { lang: "es" } })).toEqual([]);
  });

  it("finds by words alone what the model does not know", async () => {
    const root = hybridRoot();
    expect(await idsOf(root, "subsidio")).toEqual(["empleo"]);
    expect(await idsOf(root, "¿?")).toEqual([]);
  });

  it("sees documents that come and go, and a passage deep in a long text", async () => {
    const root = hybridRoot();
    expect(await idsOf(root, "piso")).toEqual(["piso"]);
    const filler = "Texto largo sin nada que importe a nadie. ".repeat(100);
    writeProcedures(root, [file("largo", "Documento largo", `${filler}Aquí se habla del paro. ${filler}`)]);
    const { hits } = await search("despedido", { root: root.path });
    expect(hits.map(({ id }) => id).toSorted()).toEqual(["empleo", "largo"]);
    expect(hits.find(({ id }) => id === "largo")?.snippet.startsWith("…")).toBe(true);
    rmSync(root.file("data/tramites/empleo.json"));
    expect(await idsOf(root, "despedido")).toEqual(["largo"]);
  });

  it("makes all vectors anew for another model, and none for the same", async () => {
    const root = hybridRoot();
    expect(await idsOf(root, "despedido")).toEqual(["empleo"]);
    const before = root.listing()["data/state/search.db"];
    expect(await idsOf(root, "despedido")).toEqual(["empleo"]);
    expect(root.listing()["data/state/search.db"]).toBe(before);
    writeStaticModel(root.file("models/tiny"), [["despedido", "beca"], ["desempleo"]]);
    expect(await idsOf(root, "despedido")).toEqual(["beca"]);
  });

  it("is made ready by a run", async () => {
    const root = hybridRoot([]);
    const page = (about: string) =>
      `<html lang="es"><title>${about}</title><main><h1>${about}</h1><p>${`Todo sobre ${about} y más. `.repeat(30)}</p></main>`;
    const site = await startPages((path, _, { headers: { host } }) =>
      path === "/sitemap.xml"
        ? `<urlset><url><loc>http://${host}/a</loc></url><url><loc>http://${host}/b</loc></url></urlset>`
        : path === "/a" || path === "/b"
          ? {
              headers: { "content-type": "text/html; charset=utf-8" },
              body: page(path === "/a" ? "vivienda" : "beca"),
            }
          : undefined,
    );
    await collectSite(root, site.url);
    const before = root.listing()["data/state/search.db"];
    const { hits } = await search("piso", { root: root.path });
    expect(hits[0]).toMatchObject({
      source: "site",
      title: "vivienda",
      path: expect.stringMatching(/\.md$/),
    });
    expect(root.listing()["data/state/search.db"]).toBe(before);
  });

  it("answers the same by meaning alone, behind the same call", async () => {
    const root = hybridRoot();
    await (await openSearch({ root: root.path })).close();
    const reader = SearchReader.open(root.path);
    const model = await loadStaticModel(root.file("models/tiny"));
    const retriever = reader === null ? null : new EmbeddingRetriever(reader.sql, model);
    expect(await retriever?.retrieve("casa", { limit: 1 })).toMatchObject({
      total: 1,
      hits: [{ id: "piso" }],
    });
    expect(await retriever?.retrieve("xyz")).toEqual({ total: 0, hits: [] });
    reader?.close();
  });
});

describe("a page of a site", () => {
  it("is found as it is now, and leaves with its document", async () => {
    const root = newRoot();
    writeFileSync(root.file("levada.config.yaml"), "network: {allow_private: true}\n");
    const pages: Record<string, string> = { "/a": "becas", "/b": "alquileres", "/c": "licencias" };
    const site = await startPages((path, _, { headers: { host } }) => {
      if (path === "/sitemap.xml")
        return `<urlset>${Object.keys(pages)
          .map((one) => `<url><loc>http://${host}${one}</loc></url>`)
          .join("")}</urlset>`;
      const about = pages[path];
      if (about === undefined) return undefined;
      const body = `<title>Sobre ${about}</title><main><h1>${about}</h1><p>${`Aquí se habla de ${about}. `.repeat(30)}</p></main>`;
      return { headers: { "content-type": "text/html; charset=utf-8" }, body };
    });
    await collectSite(root, site.url);
    expect((await search("beca", { root: root.path })).total).toBe(1);
    pages["/a"] = "pasaportes";
    delete pages["/b"];
    await collectSite(root, site.url, { resume: false, allowMassRemoval: true });
    const totals = await Promise.all(
      ["beca", "pasaporte", "alquiler", "licencia"].map(
        async (word) => (await search(word, { root: root.path })).total,
      ),
    );
    expect(totals).toEqual([0, 1, 0, 1]);
  });
});

describe("a model that cannot be used", () => {
  it.each<[string, (root: TestRoot) => void, string]>([
    [
      "missing",
      (root) => rmSync(root.file("models"), { recursive: true }),
      "tokenizer.json cannot be read (ENOENT)",
    ],
    [
      "without vectors",
      (root) => rmSync(root.file("models/tiny/model.safetensors")),
      "model.safetensors cannot be read",
    ],
    [
      "broken",
      (root) => writeFileSync(root.file("models/tiny/model.safetensors"), "x".repeat(50)),
      "header longer than the file",
    ],
    [
      "of another kind",
      (root) => writeFileSync(root.file("models/tiny/tokenizer.json"), '{"model":{"type":"BPE"}}'),
      "WordPiece and Unigram",
    ],
    [
      "not named",
      (root) => writeFileSync(root.file("levada.config.yaml"), "search: {retriever: hybrid}"),
      "set search.model",
    ],
    [
      "of no known retriever",
      (root) => writeFileSync(root.file("levada.config.yaml"), "search: {retriever: magic}"),
      "lexical or hybrid",
    ],
    [
      "a folder for a file",
      (root) => {
        rmSync(root.file("models/tiny/tokenizer.json"));
        writeStaticModel(root.file("models/tiny/tokenizer.json"), GROUPS);
      },
      "tokenizer.json is no file",
    ],
  ])("(%s) is named in one line, with what to do", async (_, spoil, message) => {
    const root = hybridRoot();
    spoil(root);
    const { code, err, out } = await levada(["search", "beca", "--root", root.path]);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toContain(message);
  });

  it("does not fail a run: what was stored is stored, and the run warns", async () => {
    const root = hybridRoot([]);
    rmSync(root.file("models"), { recursive: true });
    const site = await startPages((path, _, { headers: { host } }) =>
      path === "/sitemap.xml"
        ? `<urlset><url><loc>http://${host}/a</loc></url></urlset>`
        : path === "/a"
          ? { headers: { "content-type": "text/html" }, body: "<title>Una beca</title><p>beca" }
          : undefined,
    );
    const { summary, events } = await collectSite(root, site.url);
    expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
    expect(events).toContainEqual(expect.objectContaining({ type: "warning", code: "search_index" }));
  });
});
