import { describe, expect, it } from "vitest";
import { datosGobUrl, readDatosGobPage } from "./datos-gob.ts";

const askedUrl = "https://datos.gob.es/apidata/catalog/dataset.json?_page=3&_pageSize=50&_sort=title";
const read = (body: unknown, url = askedUrl) =>
  readDatosGobPage(typeof body === "string" ? body : JSON.stringify(body), { askedUrl: url });
const answer = (items: unknown, more: object = {}) => ({
  format: "linked-data-api",
  result: { items, ...more },
});

describe("the address of the catalog of datos.gob.es", () => {
  it.each([
    [
      "https://datos.gob.es",
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
    [
      "https://datos.gob.es/apidata/",
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
    [
      "https://datos.gob.es/apidata/catalog",
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
    [
      "https://datos.gob.es/apidata/catalog/dataset",
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
    [
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=9",
      "https://datos.gob.es/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
    [
      "https://datos.gob.es/apidata/catalog/dataset/keyword/becas?_sort=-issued",
      "https://datos.gob.es/apidata/catalog/dataset/keyword/becas?_sort=-issued&_page=2&_pageSize=50",
    ],
    [
      "http://127.0.0.1:81/espejo",
      "http://127.0.0.1:81/espejo/apidata/catalog/dataset.json?_page=2&_pageSize=50&_sort=title",
    ],
  ])("from %s is %s", (apiUrl, url) => {
    expect(datosGobUrl(apiUrl, 2)).toBe(url);
  });

  it("never asks for more on a page than there is", () => {
    expect(datosGobUrl("https://datos.gob.es", 0, 500)).toContain("_pageSize=50");
    expect(datosGobUrl("https://datos.gob.es", 0, 10)).toContain("_pageSize=10");
  });
});

describe("an answer of datos.gob.es", () => {
  const about = "https://datos.gob.es/catalogo/l01-becas";
  const item = {
    _about: about,
    title: [
      { _value: "Beques", _lang: "ca" },
      { _value: "Becas", _lang: "es" },
    ],
    publisher: "http://datos.gob.es/recurso/sector-publico/org/Organismo/L01",
    modified: "Tue, 03 Mar 2026 00:00:00 GMT+0100",
    distribution: {
      accessURL: "https://a.example.es/becas.csv",
      title: { _value: "Tabla", _lang: "es" },
      format: { _about: "x", value: "text/csv" },
    },
  };

  it("gives its entries, whole", () => {
    expect(read(answer([item]))).toEqual({
      ok: true,
      value: {
        entries: [
          {
            id: about,
            title: "Becas",
            url: about,
            resources: [{ url: "https://a.example.es/becas.csv", title: "Tabla", format: "text/csv" }],
            organisation: item.publisher,
            modified: item.modified,
            status: null,
            supplementary: item,
          },
        ],
        unreadable: 0,
        total: null,
        next: null,
      },
    });
  });

  it.each([
    ["a text", "Becas"],
    ["an object", { _value: "Becas", _lang: "es" }],
    ["a list of texts", ["Becas", "Beques"]],
    [
      "a list of objects, Spanish last",
      [
        { _value: "B", _lang: "eu" },
        { _value: "Becas", _lang: "es" },
      ],
    ],
    ["a list without Spanish", [{ _value: "Becas", _lang: "gl" }]],
    [
      "a list with an empty Spanish text",
      [
        { _value: "", _lang: "es" },
        { _value: "Becas", _lang: "gl" },
      ],
    ],
  ])("takes a title that is %s", (_, title) => {
    expect(read(answer({ _about: "https://d.example.es/1", title }))).toMatchObject({
      ok: true,
      value: { entries: [{ title: "Becas" }] },
    });
  });

  it("takes distributions as a list, with formats and publishers in other forms", () => {
    const other = {
      identifier: "urn:1",
      landingPage: "https://d.example.es/1",
      publisher: { _about: "x", prefLabel: [{ _value: "Ayuntamiento", _lang: "es" }] },
      distribution: [{ accessURL: "https://d.example.es/1.pdf", format: "PDF" }, { title: "sin dirección" }],
    };
    expect(read(answer([other]))).toMatchObject({
      value: {
        entries: [
          {
            id: "urn:1",
            url: "https://d.example.es/1",
            organisation: "Ayuntamiento",
            resources: [{ url: "https://d.example.es/1.pdf", title: null, format: "PDF" }],
          },
        ],
      },
    });
  });

  it.each([
    ["another scheme", "http://datos.gob.es/apidata/catalog/dataset?_page=4&_pageSize=50", 4],
    ["another host", "https://interno.local/dataset?_page=4", 4],
    ["an object", { _about: "https://datos.gob.es/apidata/catalog/dataset?_page=4" }, 4],
    ["no number", "https://datos.gob.es/apidata/catalog/dataset?cursor=x", 4],
    ["the same page again", "https://datos.gob.es/apidata/catalog/dataset?_page=3", 3],
  ])("follows the number of the next page where its address has %s", (_, next, number) => {
    expect(read(answer([item], { next }))).toMatchObject({
      value: {
        next: `https://datos.gob.es/apidata/catalog/dataset.json?_page=${number}&_pageSize=50&_sort=title`,
      },
    });
  });

  it.each([
    ["<html>503</html>", "structure_changed"],
    ["{}", "structure_changed"],
    ['{"result":{}}', "structure_changed"],
    ['{"result":{"items":"x"}}', "structure_changed"],
    ['{"result":{"items":[{"titulo":"x"}]}}', "structure_changed"],
    ['{"result":{"items":[{"_about":', "body_broken"],
  ])("is refused by name where it is none: %j", (body, kind) => {
    expect(read(body)).toMatchObject({ ok: false, failure: { kind } });
  });

  it("may be empty", () => {
    expect(read(answer([]))).toMatchObject({ ok: true, value: { entries: [], next: null } });
  });

  it("has no trouble with a title that is nested for ever", () => {
    const deep = `${'{"_value":'.repeat(50_000)}"x"${"}".repeat(50_000)}`;
    expect(read(`{"result":{"items":{"_about":"https://d.example.es/1","title":${deep}}}}`)).toMatchObject({
      value: { entries: [{ title: "https://d.example.es/1" }] },
    });
  });
});
