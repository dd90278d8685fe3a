import { describe, expect, it } from "vitest";
import { CatalogWalk } from "./catalog-page.ts";
import { ckanSearchUrl, readCkanPage } from "./ckan.ts";

const askedUrl = "https://datos.example.es/api/3/action/package_search?rows=2&start=0";
const read = (body: unknown, url = askedUrl) =>
  readCkanPage(typeof body === "string" ? body : JSON.stringify(body), { askedUrl: url });
const answer = (results: unknown, count: unknown = 1) => ({ success: true, result: { count, results } });

describe("the address of CKAN's search", () => {
  it.each([
    ["https://d.example.es", "https://d.example.es/api/3/action/package_search"],
    ["https://d.example.es/catalogo/", "https://d.example.es/catalogo/api/3/action/package_search"],
    ["https://d.example.es/api", "https://d.example.es/api/3/action/package_search"],
    ["https://d.example.es/api/3", "https://d.example.es/api/3/action/package_search"],
    ["https://d.example.es/api/3/", "https://d.example.es/api/3/action/package_search"],
    ["https://d.example.es/api/3/action", "https://d.example.es/api/3/action/package_search"],
    ["https://d.example.es/api/action/", "https://d.example.es/api/action/package_search"],
    ["https://d.example.es/api/3/action/package_search", "https://d.example.es/api/3/action/package_search"],
    ["http://127.0.0.1:81/2/", "http://127.0.0.1:81/2/api/3/action/package_search"],
  ])("from %s is %s", (apiUrl, url) => {
    expect(ckanSearchUrl(apiUrl)).toBe(`${url}?rows=100&start=0`);
  });

  it("keeps the user's own question", () => {
    expect(ckanSearchUrl("https://d.example.es/api/3/action/package_search?q=ayudas&rows=5#x", 10, 20)).toBe(
      "https://d.example.es/api/3/action/package_search?q=ayudas&rows=20&start=10",
    );
  });
});

describe("an answer of CKAN", () => {
  const full = {
    id: "0f1e",
    name: "ayudas-alquiler",
    title: "Ayudas al alquiler",
    url: "https://sede.example.es/tramites/alquiler",
    organization: { name: "org", title: "Consejería de Vivienda" },
    metadata_modified: "2026-03-01T10:00:00.000",
    state: "active",
    resources: [{ url: "/f.pdf", name: "Bases", format: "PDF" }, { url: "" }, { url: "javascript:1" }],
  };

  it("gives its entries, whole", () => {
    expect(read(answer([full]))).toEqual({
      ok: true,
      value: {
        entries: [
          {
            id: "0f1e",
            title: "Ayudas al alquiler",
            url: "https://sede.example.es/tramites/alquiler",
            resources: [{ url: "https://datos.example.es/f.pdf", title: "Bases", format: "PDF" }],
            organisation: "Consejería de Vivienda",
            modified: "2026-03-01T10:00:00.000",
            status: "active",
            supplementary: full,
          },
        ],
        unreadable: 0,
        total: 1,
        next: null,
      },
    });
  });

  it.each([
    ["one entry is an object", answer({ name: "uno" }), "uno"],
    [
      "a title is in several languages",
      answer([{ id: "1", title_translated: { ca: "U", es: "Uno" } }]),
      "Uno",
    ],
    ["its Spanish title is empty", answer([{ id: "1", title_translated: { es: "", ca: "U" } }]), "U"],
    ["the title is missing", answer([{ id: "1", name: "uno" }]), "uno"],
    ["a count is a text", answer([{ id: "1", title: "Uno" }], "1"), "Uno"],
  ])("is read where %s", (_, body, title) => {
    expect(read(body)).toMatchObject({ ok: true, value: { entries: [{ title }], total: 1 } });
  });

  it("points to the portal's own page where an entry names none", () => {
    const url = "https://d.example.es/catalogo/api/3/action/package_search?start=0";
    expect(read(answer([{ id: "1", name: "a b", url: "n/a" }]), url)).toMatchObject({
      value: { entries: [{ url: "https://d.example.es/catalogo/dataset/a%20b" }] },
    });
  });

  it.each([
    ["more were announced", answer([{ id: "1" }, { id: "2" }], 5), 2],
    ["the server gives fewer than asked for", answer([{ id: "1" }], 5), 1],
    ["there is no count", answer([{ id: "1" }], null), 1],
    ["all were given", answer([{ id: "1" }, { id: "2" }], 2), null],
    ["nothing came", answer([], 5), null],
    ["the catalog is empty", answer([], 0), null],
  ])("goes on at the right place when %s", (_, body, start) => {
    const next =
      start === null ? null : `https://datos.example.es/api/3/action/package_search?rows=2&start=${start}`;
    expect(read(body)).toMatchObject({ ok: true, value: { next } });
  });

  it("counts what it cannot read", () => {
    expect(read(answer([{ id: "1" }, { title: "x" }, 7], 3))).toMatchObject({ value: { unreadable: 2 } });
  });

  it.each([
    [
      { success: false, error: { __type: "Validation Error", message: "rows" } },
      "Validation Error",
      "rows",
      false,
    ],
    [{ success: false, error: { __type: "Search Error", message: "Solr" } }, "Search Error", "Solr", true],
    [{ success: false, error: "caído" }, "error", "caído", true],
    [{ success: false }, "error", "", true],
  ])("may be an error: %j", (body, code, detail, retryable) => {
    expect(read(body)).toEqual({ ok: false, failure: { kind: "api_error", code, detail, retryable } });
  });

  it.each([
    ["<html><body>Mantenimiento</body></html>", "structure_changed"],
    ["[]", "structure_changed"],
    ['{"success":true}', "structure_changed"],
    ['{"success":true,"result":[]}', "structure_changed"],
    ['{"success":true,"result":{"count":3}}', "structure_changed"],
    ['{"success":true,"result":{"count":3,"results":"x"}}', "structure_changed"],
    ['{"success":true,"result":{"count":1,"results":[{"titulo":"x"}]}}', "structure_changed"],
    ['{"success":true,"result":{"count":1,"results":[{"na', "body_broken"],
    ["", "body_broken"],
  ])("is refused by name where it is none: %j", (body, kind) => {
    expect(read(body)).toMatchObject({ ok: false, failure: { kind } });
  });

  it("that never moves on ends the walk", () => {
    const walk = new CatalogWalk(askedUrl);
    let url: string | null = askedUrl;
    let end: string | null = null;
    for (let asked = 0; url !== null && asked < 10; asked++) {
      const page = read(answer([{ id: "1" }, { id: "2" }], 100), url);
      if (!page.ok) throw new Error("unreadable");
      ({ next: url, end } = walk.take(page.value));
    }
    expect(end).toBe("repeats");
  });
});
