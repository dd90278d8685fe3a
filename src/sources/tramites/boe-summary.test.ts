import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type BoeItem, readBoeSummary } from "./boe-summary.ts";

const baseUrl = "https://www.boe.es/datosabiertos/api/boe/sumario/20260310";
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");

function itemsOf(body: string | Uint8Array, contentType?: string): readonly BoeItem[] {
  const read = readBoeSummary(body, { baseUrl, contentType: contentType ?? null });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value.items;
}

const failureOf = (body: string | Uint8Array, status = 200) => {
  const read = readBoeSummary(body, { baseUrl, status });
  return read.ok ? `${read.value.items.length} items` : read.failure;
};

const item = (id: string, title: string, more = "") =>
  `<item><identificador>${id}</identificador><titulo>${title}</titulo>${more}</item>`;
const summary = (inside: string) =>
  `<sumario><metadatos><fecha_publicacion>20260310</fecha_publicacion></metadatos><diario numero="60">${inside}</diario></sumario>`;

describe("a summary of the BOE", () => {
  it.each(["boe-api.json", "boe-api.xml", "boe-old.xml"])("is the same day in the form of %s", (name) => {
    const read = readBoeSummary(fixture(name), { baseUrl });
    expect(read).toMatchObject({ ok: true, value: { date: "2026-03-10", unreadable: 0 } });
    expect(itemsOf(fixture(name))).toEqual(itemsOf(fixture("boe-api.json")));
  });

  it("gives every item what stands above it", () => {
    const items = itemsOf(fixture("boe-api.json"));
    expect(items.map((one) => [one.identifier, one.gazetteNumber, one.section, one.heading])).toEqual([
      ["BOE-A-2026-5001", "60", "1", "Ayudas & subvenciones"],
      ["BOE-B-2026-7001", "60", "5B", null],
      ["BOE-B-2026-7002", "60", "5B", null],
      ["BOE-B-2026-7003", "60", "5B", null],
      ["BOE-A-2026-5002", "61", "1", "Medidas urgentes"],
    ]);
    expect(items[0]).toEqual({
      identifier: "BOE-A-2026-5001",
      title: 'Ley 1/2026, de 9 de marzo, de ayudas al alquiler para jóvenes "emancipados" < 30 años.',
      department: "JEFATURA DEL ESTADO",
      departmentCode: "7723",
      section: "1",
      sectionName: "I. Disposiciones generales",
      heading: "Ayudas & subvenciones",
      gazetteNumber: "60",
      date: "2026-03-10",
      urlPdf: "https://www.boe.es/boe/dias/2026/03/10/pdfs/BOE-A-2026-5001.pdf",
      urlHtml: "https://www.boe.es/diario_boe/txt.php?id=BOE-A-2026-5001",
      urlXml: "https://www.boe.es/diario_boe/xml.php?id=BOE-A-2026-5001",
    });
  });

  it("does not pass a heading on to the next department", () => {
    const inside = `<seccion codigo="1" nombre="I"><departamento nombre="A"><epigrafe nombre="E">${item("BOE-A-2026-1", "uno")}</epigrafe>${item("BOE-A-2026-2", "dos")}</departamento>${item("BOE-A-2026-3", "tres")}</seccion>`;
    expect(itemsOf(summary(inside)).map((one) => [one.department, one.heading])).toEqual([
      ["A", "E"],
      ["A", null],
      [null, null],
    ]);
  });

  it.each([
    ["an object with its text under texto", { texto: "/a.pdf", szBytes: 12 }],
    ["an object with its text under _", { _: "/a.pdf", szBytes: "12" }],
    ["a plain text", "/a.pdf"],
    ["a list of one", ["/a.pdf"]],
  ])("takes an address that is %s", (_, urlPdf) => {
    const one = { identificador: "BOE-A-2026-1", titulo: { texto: "uno" }, url_pdf: urlPdf };
    const body = { data: { sumario: { diario: { numero: 60, seccion: { departamento: { item: one } } } } } };
    expect(itemsOf(JSON.stringify(body))).toMatchObject([
      { title: "uno", urlPdf: "https://www.boe.es/a.pdf", gazetteNumber: "60", date: null },
    ]);
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.es", "http://[", ""])(
    "has no address where %j stands",
    (address) => {
      const one = { id: "BOE-A-2026-1", titulo: "uno", urlPdf: address };
      expect(itemsOf(JSON.stringify({ diario: { seccion: { departamento: { item: one } } } }))).toMatchObject(
        [{ urlPdf: null }],
      );
    },
  );

  it("finds an identifier in the address where the item has none, and counts what has neither", () => {
    const inside = `<seccion><item><titulo>uno</titulo><url_xml>/diario_boe/xml.php?id=BOE-A-2026-9</url_xml></item><item><titulo>dos</titulo></item><item><identificador>../../etc/x</identificador><titulo>tres</titulo></item></seccion>`;
    expect(readBoeSummary(summary(inside), { baseUrl })).toMatchObject({
      ok: true,
      value: { items: [{ identifier: "BOE-A-2026-9" }], unreadable: 2 },
    });
  });

  const accented = summary(item("BOE-A-2026-1", "Señalización y ayuda a la pyme «Ñ»"));
  it.each([
    ["the header", accented, "application/xml; charset=ISO-8859-1"],
    ["its declaration", `<?xml version="1.0" encoding="iso-8859-1"?>${accented}`, undefined],
    ["nobody", accented, undefined],
    ["a header with a name nobody knows", accented, "application/xml; charset=x-unknown"],
  ])("in latin-1 keeps its letters when %s names the encoding", (_, body, contentType) => {
    const [one] = itemsOf(Buffer.from(body, "latin1"), contentType);
    expect(one?.title).toBe("Señalización y ayuda a la pyme «Ñ»");
  });

  it("may begin with a byte order mark", () => {
    expect(itemsOf(Buffer.from(`\uFEFF${fixture("boe-api.json")}`))).toHaveLength(5);
    expect(itemsOf(`\uFEFF${fixture("boe-api.xml")}`)).toHaveLength(5);
    expect(itemsOf(Buffer.from(`\uFEFF${fixture("boe-api.xml")}`, "utf16le"))).toHaveLength(5);
  });

  it("is read by what it is, not by what the header says", () => {
    expect(itemsOf(fixture("boe-api.json"), "application/xml")).toHaveLength(5);
    expect(itemsOf(fixture("boe-api.xml"), "application/json")).toHaveLength(5);
  });

  it("keeps a title to one line that cannot move a cursor", () => {
    const inside = item("BOE-A-2026-1", "uno\n\tdos &#27;[2J&#x202E;tres&#173;cientos");
    expect(itemsOf(summary(inside))[0]?.title).toBe("uno dos [2J trescientos");
  });

  it("has no trouble with names that JavaScript reserves", () => {
    const inside = `<__proto__ constructor="x"><item id="BOE-A-2026-1" __proto__="y"><titulo>uno</titulo></item></__proto__>`;
    expect(itemsOf(summary(inside))).toHaveLength(1);
    const json = `{"diario":{"__proto__":{"item":{"id":"BOE-A-2026-1","titulo":"uno","__proto__":"z"}}}}`;
    expect(itemsOf(json)).toHaveLength(1);
    expect(({} as Record<string, unknown>)["item"]).toBeUndefined();
  });
});

describe("an answer without a summary", () => {
  it.each([
    ["a 404", "", 404, "the server answered 404"],
    ["a 404 page", "<html><body>No</body></html>", 404, "the server answered 404"],
    [
      "an error body",
      "<error><descripcion>No se encontró el sumario.</descripcion></error>",
      200,
      "No se encontró el sumario.",
    ],
    [
      "an error body with 404",
      "<?xml version='1.0'?><error><descripcion>No existe</descripcion></error>",
      404,
      "No existe",
    ],
    ["a status of 404 inside", '{"status":{"code":"404","text":"no existe"},"data":""}', 200, "no existe"],
    ["a 404 with a status", '{"status":{"code":"404","text":"no existe"},"data":{}}', 404, "no existe"],
    [
      "a status of 404 in XML",
      "<response><status><code>404</code><text>no existe</text></status><data/></response>",
      200,
      "no existe",
    ],
  ])("means no BOE that day: %s", (_, body, status, detail) => {
    expect(failureOf(body, status)).toEqual({ kind: "no_boe", detail });
  });

  it.each([
    ["400", false],
    ["500", true],
    ["429", true],
  ])("with the status %s inside is an error of the API", (code, retryable) => {
    const body = JSON.stringify({ status: { code, text: "algo falló" } });
    expect(failureOf(body)).toEqual({ kind: "api_error", code, detail: "algo falló", retryable });
  });

  it.each([
    ["a page", "<!DOCTYPE html><html><body><p>Mantenimiento</p></body></html>", /HTML page/],
    ["a page without a type", "<html><body><br></body></html>", /HTML page/],
    ["plain words", "Service unavailable", /Service unavailable/],
    ["other XML", "<rss><channel><title>BOE</title></channel></rss>", /<rss> with channel/],
    ["other JSON", '{"status":{"code":"200"},"data":{"boletin":[{}]}}', /boletin/],
    ["no data", '{"status":{"code":"200"},"data":""}', /with status, data|with data, status/],
    ["a gazette without items", summary("<seccion codigo='1'/>"), /no item/],
    ["items that cannot be read", summary("<entrada>x</entrada>"), /no item/],
    ["a list", "[]", /nothing in it/],
    ["null inside", '{"data":null}', /nothing in it/],
  ])("is a changed structure: %s", (_, body, seen) => {
    expect(failureOf(body)).toMatchObject({
      kind: "structure_changed",
      expected: expect.any(String),
      seen: expect.stringMatching(seen),
    });
  });

  it.each(["boe-api.json", "boe-api.xml", "boe-old.xml"])("is a broken body wherever %s is cut", (name) => {
    const whole = fixture(name).trim();
    for (let length = 0; length < whole.length; length += 97) {
      expect([length, failureOf(whole.slice(0, length))]).toMatchObject([length, { kind: "body_broken" }]);
    }
  });
});

describe("hostile XML", () => {
  const laughs = `<!DOCTYPE s [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;">]>${summary(item("BOE-A-2026-1", "&b;"))}`;
  it.each([
    ["entities that grow", laughs],
    [
      "an external entity",
      `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${summary(item("BOE-A-2026-1", "&x;"))}`,
    ],
    ["100,000 nested tags", "<sumario>".repeat(100_000)],
    ["100,000 nested objects", `${'{"diario":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["a million elements", `<sumario>${"<a/>".repeat(1_000_000)}</sumario>`],
    ["a million values", `{"diario":[${"1,".repeat(1_000_000)}1]}`],
  ])("is refused: %s", (_, body) => {
    expect(failureOf(body)).toMatchObject({ kind: "structure_changed" });
  });

  it("may hold a million numeric references", () => {
    const [one] = itemsOf(summary(item("BOE-A-2026-1", "&#65;".repeat(1_000_000))));
    expect(one?.title).toHaveLength(1_000_000);
  });

  it("keeps a reference that nobody declared as it stands", () => {
    const [one] = itemsOf(summary(item("BOE-A-2026-1", "a &desconocida; b")));
    expect(one?.title).toBe("a &desconocida; b");
  });
});
