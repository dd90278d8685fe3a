import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Offices, startOffices } from "./offices.ts";

/** A Sunday. */
const TODAY = "2026-03-08";
const DAYS = { sunday: "20260308", saturday: "20260307", friday: "20260306", wednesday: "20260304" };

let offices: Offices;
const ask = (path: string, accept?: string) =>
  fetch(`${offices.boe.url}${path}`, accept === undefined ? {} : { headers: { accept } });
const sumario = (day: string, accept?: string) => ask(`/datosabiertos/api/boe/sumario/${day}`, accept);

/** What tests look at; the rest of the answer is any. */
interface Summary {
  readonly status: { readonly code: unknown };
  readonly data: { readonly sumario: { readonly diario: unknown } };
}
const json = async (day: string) => (await (await sumario(day, "application/json")).json()) as Summary;

/** Every value under a name, with lists opened. */
function valuesOf(node: unknown, name: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesOf(value, name),
  ]);
}

beforeAll(async () => {
  offices = await startOffices({ today: TODAY });
});
afterAll(() => offices.close());

it("forbids the XML of documents, and nothing of the interface", async () => {
  expect(await (await ask("/robots.txt")).text()).toBe(
    "User-agent: *\nDisallow: /diario_boe/xml.php?\nAllow: /datosabiertos/api/\n",
  );
});

describe("the summary of a day", () => {
  it.each([
    ["application/json", "application/json"],
    ["application/json, application/xml;q=0.9", "application/json"],
    ["application/json;q=0.5, application/xml", "application/xml"],
    ["application/xml", "application/xml"],
    ["*/*", "application/xml"],
  ])("for Accept: %s is %s", async (accept, type) => {
    expect((await sumario(DAYS.friday, accept)).headers.get("content-type")).toContain(type);
  });

  it("is an object where there is one of everything", async () => {
    const { status, data } = await json(DAYS.saturday);
    expect(status.code).toBe("200");
    for (const name of ["diario", "seccion", "departamento", "item"]) {
      expect(valuesOf(data, name).map(Array.isArray), name).toEqual([false]);
    }
  });

  it("has lists and objects side by side on a full day, and items with and without a heading", async () => {
    const { data } = await json(DAYS.friday);
    for (const name of ["departamento", "item"]) {
      expect(new Set(valuesOf(data, name).map(Array.isArray)), name).toEqual(new Set([true, false]));
    }
    const departments = valuesOf(data, "departamento").flat();
    expect(departments.some((one) => Object.hasOwn(one as object, "item"))).toBe(true);
    expect(departments.some((one) => Object.hasOwn(one as object, "epigrafe"))).toBe(true);
  });

  it("has two numbers on a Wednesday", async () => {
    const { data } = await json(DAYS.wednesday);
    expect(data.sumario.diario).toHaveLength(2);
    expect((await (await sumario(DAYS.wednesday)).text()).match(/<diario /g)).toHaveLength(2);
  });

  it("says the same in both forms", async () => {
    const ids = valuesOf(await json(DAYS.wednesday), "item")
      .flat()
      .map((item) => valuesOf(item, "identificador")[0]);
    const xml = await (await sumario(DAYS.wednesday)).text();
    expect([...xml.matchAll(/<item><identificador>([^<]+)/g)].map((match) => match[1])).toEqual(ids);
    expect(ids.length).toBeGreaterThan(8);
  });

  it.each([
    ["a Sunday", DAYS.sunday],
    ["tomorrow", "20260309"],
    ["long ago", "19590101"],
    ["no day", "20261399"],
    ["no date", "ayer"],
  ])("is an error on %s", async (_, day) => {
    const answer = await sumario(day, "application/json");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("<error><descripcion>");
  });

  it("holds titles that only look like help", async () => {
    const days = ["20260302", "20260303", "20260304", "20260305", "20260306"];
    const titles = (await Promise.all(days.map(json))).flatMap((day) => valuesOf(day, "titulo")).join("\n");
    for (const word of ["Presidencia", "ayudante", "Residencia", "beca", "ayuda ", "dependencia"]) {
      expect(titles).toContain(word);
    }
  });
});

describe("a document", () => {
  it("is there in all of its forms, as long as the summary says", async () => {
    const items = valuesOf(await json(DAYS.wednesday), "item").flat() as {
      readonly identificador: string;
      readonly url_pdf: { readonly texto: string; readonly szBytes: string };
      readonly url_html: string;
      readonly url_xml: string;
    }[];
    for (const { identificador, url_pdf: pdf, url_html: html, url_xml: xml } of items) {
      expect((await (await fetch(pdf.texto)).arrayBuffer()).byteLength).toBe(Number(pdf.szBytes));
      expect(await (await fetch(html)).text()).toContain(`<dd>${identificador}</dd>`);
      const document = await (await fetch(xml)).text();
      expect(document).toContain(`<identificador>${identificador}</identificador>`);
      for (const part of ["<metadatos>", "<analisis>", "<texto>", 'class="articulo"'])
        expect(document).toContain(part);
    }
  });

  it("and the summary itself has a PDF", async () => {
    const [summary] = valuesOf(await json(DAYS.saturday), "sumario_diario");
    const [url] = valuesOf(summary, "texto");
    expect((await fetch(String(url))).headers.get("content-type")).toBe("application/pdf");
  });

  it.each([
    "/diario_boe/txt.php?id=BOE-A-2026-9",
    "/diario_boe/txt.php?id=x",
    "/diario_boe/txt.php",
    "/boe/dias/2026/03/04/pdfs/BOE-S-2026-1.pdf",
  ])("%s is not there", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

describe("what is published later", () => {
  it("is in the summary, even on a Sunday, and can be read", async () => {
    const id = offices.publish({ title: "Orden de ayudas al transporte de {d}." });
    expect(valuesOf(await json(DAYS.sunday), "identificador")).toContain(id);
    expect(await (await ask(`/diario_boe/txt.php?id=${id}`)).text()).toContain("ayudas al transporte");
    const other = offices.publish({ title: "Otra", day: "2026-03-06" });
    expect(valuesOf(await json(DAYS.friday), "identificador")).toContain(other);
  });
});

it("has a feed of the last week", async () => {
  const feed = await (await ask("/rss/boe.php?s=1")).text();
  expect(feed.match(/<item>/g)?.length).toBeGreaterThan(30);
});
