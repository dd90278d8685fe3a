import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCatalogHtml } from "./catalog-html.ts";
import { parseReportPage } from "./report-page.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");

describe("a report page", () => {
  it("gives the analysis documents of its report, and nothing else", () => {
    const page = parseReportPage(fixture("report-T055.html"));
    expect(page).toEqual({
      ok: true,
      value: {
        baseHref: null,
        facts: new Map([
          ["Library Number", "T055"],
          ["Operator", "SMITH & SONS"],
        ]),
        links: [
          {
            href: "http://my.usgs.gov/crc-data/core/16121/core_analysis_113056_T055-Data02.pdf",
            text: "T055-Data02(PDF)",
            title: "download analysis document",
          },
          {
            href: "core_analysis_113057_T055-data03.PDF",
            text: "data <03>",
            title: "Download Analysis Document",
          },
          { href: "", text: "no address", title: "download analysis document" },
        ],
      },
    });
  });

  it.each([["<div class=report2></div>"], ["<table class='x report2'></table>"], ["<div class=report2>"]])(
    "without links is a page without documents: %s",
    (html) => {
      expect(parseReportPage(html)).toMatchObject({ ok: true, value: { links: [] } });
    },
  );

  it("may name the base of its links", () => {
    expect(parseReportPage("<base href=/x/><div class=report2>")).toMatchObject({
      value: { baseHref: "/x/" },
    });
  });

  it.each([
    ["", "an empty body"],
    ["<h1>Maintenance\u001b[2J</h1>", "<h1>Maintenance [2J</h1>"],
    ['<div class="report22"><a title="download analysis document" href=x>', '<div class="report22">'],
  ])("%j is none", (html, seen) => {
    expect(parseReportPage(html)).toMatchObject({
      ok: false,
      failure: { kind: "structure_changed", seen: expect.stringContaining(seen) },
    });
  });
});

describe("an HTML catalog", () => {
  it("is read from every table that names columns of the catalog", () => {
    const page = parseCatalogHtml(fixture("catalog-TX.html"));
    if (!page.ok) throw new Error(JSON.stringify(page.failure));
    expect(page.value.baseHref).toBe("/reports/");
    const rows = page.value.rows.map((row) => [
      Object.fromEntries(row.cells),
      row.links.map((link) => `${link.href} ${link.text} ${link.title}`.trim()),
    ]);
    expect(rows).toEqual([
      [{ wellName: "SMITH & CO 1", libraryNumber: "T055", analysis: "T" }, ["T055.pdf porosity"]],
      [{ wellName: "SMITH & CO 1", libraryNumber: "T055", analysis: "T" }, ["T055-more.pdf again"]],
      [{ wellName: "JONES", libraryNumber: "T056", analysis: "F" }, []],
      [{ libraryNumber: "A029 x", state: "Texas" }, ["/other/A029.pdf x Routine core"]],
    ]);
    expect(page.value.rows[0]?.description).toBe("T · porosity");
  });

  it("with nothing but its header has no documents", () => {
    const html = "<table><tr><th>Lib Num<th>State</table>";
    expect(parseCatalogHtml(html)).toEqual({ ok: true, value: { rows: [], baseHref: null } });
  });

  it.each([
    ["", "an empty body"],
    ["<p>Sorry", "<p>Sorry"],
    ["<table><tr><th>Lib Num</table>", "tables with Lib Num"],
    ["<table><tr><th>Year<th>State</table><table></table>", "tables with Year, State | "],
  ])("%j is none", (html, seen) => {
    expect(parseCatalogHtml(html)).toMatchObject({
      ok: false,
      failure: { kind: "structure_changed", seen: expect.stringContaining(seen.trim()) },
    });
  });

  it("does not grow with hostile spans", () => {
    const wide =
      "<table><tr><th>Lib Num<th>State</tr><tr><td colspan=1e9 rowspan=99999999>T1</tr><tr></tr></table>";
    expect(parseCatalogHtml(wide)).toMatchObject({ ok: true, value: { rows: [{}, {}] } });
    const row = `<tr>${"<td colspan=1000>x".repeat(1000)}</tr>`;
    const page = parseCatalogHtml(`<table><tr><th>Lib Num<th>State</tr>${row.repeat(10)}</table>`);
    expect(page).toMatchObject({ ok: true, value: { rows: { length: 10 } } });
  });

  it.each([
    ["cells", "<tr><td>T1<td>TX", 140_000],
    ["rows with nothing in them", "<tr>", 410_000],
    ["tables", "<table><tr><td>T1</table>", 210_000],
    ["links", '<tr><td>T1<td><a href="/a.pdf">a</a>', 51_000],
  ])("refuses more %s than a catalog has", (_, unit, count) => {
    const page = parseCatalogHtml(`<table><tr><th>Lib Num<th>State</tr>${unit.repeat(count)}</table>`);
    expect(page).toMatchObject({
      ok: false,
      failure: { kind: "structure_changed", seen: expect.stringContaining("more than") },
    });
  });

  it("keeps the text of every link in a long cell", () => {
    const link = (nth: number) => `<a href="/${nth}.pdf">Routine Core Analysis, part ${nth}</a>, `;
    const links = Array.from({ length: 200 }, (_, nth) => link(nth)).join("");
    const page = parseCatalogHtml(
      `<table><tr><th>Lib Num<th>State<th>Files</tr><tr><td>T1<td>TX<td>${links}</table>`,
    );
    const texts = page.ok ? page.value.rows[0]?.links.map(({ text }) => text) : [];
    expect(texts?.length).toBe(200);
    expect(texts?.at(-1)).toBe("Routine Core Analysis, part 199");
  });

  it("keeps the beginning of a cell that never ends", () => {
    const page = parseCatalogHtml(
      `<table><tr><th>Lib Num<th>State<th>Well Name</tr><tr><td>T1<td>TX<td>${"a ".repeat(50_000)}</table>`,
    );
    const name = page.ok ? page.value.rows[0]?.cells.get("wellName") : undefined;
    expect(name?.length).toBeGreaterThan(1000);
    expect(name?.length).toBeLessThan(5000);
  });
});

it.each([
  ["catalog", (html: string) => parseCatalogHtml(html)],
  ["report page", (html: string) => parseReportPage(html)],
])("a %s nested 100,000 deep is refused", (_, parse) => {
  const html = `<div class=report2>${"<div>".repeat(100_000)}${"</div>".repeat(100_000)}`;
  expect(parse(html)).toMatchObject({ ok: false, failure: { seen: expect.stringContaining("deep") } });
});
