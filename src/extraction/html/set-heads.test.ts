import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const TEXT =
  "Autoriza reformas sencillas que no tocan la estructura del edificio, como cambiar suelos, cocinas, baños o ventanas.";
const read = (body: string, head = "") =>
  readHtml({
    url: "https://www.villa.es/tramites/obra",
    body: `<html lang="es"><head><title>Licencia de obra - Villa</title>${head}</head><body>${body}</body></html>`,
  }).document;
const PARTS = ["Te lo explicamos", "Ojo con el calendario", "Requisitos", "Documentación", "Plazo"];
const UNKNOWN = ["Te lo explicamos", "Ojo con el calendario", "Lo que nos traes", "La letra pequeña"];
const laidOut = (part: (title: string, at: number) => string) =>
  PARTS.map((title, at) => `${part(title, at)}<div>${TEXT} ${at}</div>`).join("");
const laidOutUnknown = (part: (title: string, at: number) => string) =>
  UNKNOWN.map((title, at) => `${part(title, at)}<div>${TEXT} ${at}</div>`).join("");
const headings = (body: string, head = "") => read(body, head).headings.map(({ text }) => text);

describe("lines in large letters", () => {
  it.each<[string, (title: string) => string]>([
    ["by a style", (title) => `<div><span style="font-size:22px;font-weight:700">${title}</span></div>`],
    ["by a style of their block", (title) => `<p style="font: bold 15pt Arial">${title}</p>`],
    ["by a share of what is around", (title) => `<div style="font-size:140%">${title}</div>`],
    ["by name", (title) => `<div style="font-size: x-large">${title}</div>`],
    ["by the tag for letters", (title) => `<p><font size="+1"><b>${title}</b></font></p>`],
    ["by a tag of old", (title) => `<p><big>${title}</big></p>`],
    ["in a line that is broken by hand", (title) => `<div><font size=5>${title}</font><br>${TEXT}</div>`],
  ])("head parts where several are alike, whatever they say: %s", (_, part) => {
    expect(headings(laidOut(part))).toEqual(PARTS);
  });

  it("are those of a rule in the page, too", () => {
    const body = laidOut((title) => `<div class="tt">${title}</div>`);
    const style = "<style>/* .tt{} */ @media screen { div.tt, .x { font-size: 1.5em } }</style>";
    expect(headings(body, style)).toEqual(PARTS);
  });

  it("stand one below the other by their size; hardly smaller ones stand beside each other", () => {
    const sizes = [24, 18, 18, 18];
    const levels = (first: number) =>
      read(
        [...PARTS, ...PARTS.map((title) => `${title} bis`)]
          .map((title, at) => {
            const size = at % 2 === 0 ? first : (sizes[1] ?? 0);
            return `<div style="font-size:${size}px">${title}</div><p>${TEXT} ${at}</p>`;
          })
          .join(""),
      ).headings.map(({ level }) => level);
    expect(new Set(levels(24))).toEqual(new Set([2, 3]));
    expect(new Set(levels(20))).toEqual(new Set([2]));
  });

  it("name the page where the last of them stands before the parts, and is no site's", () => {
    const large = (text: string, size: number) => `<div style="font-size:${size}px">${text}</div>`;
    const site = `${large("Ayuntamiento de Villa", 40)}`;
    const document = read(
      `${site}${large("Licencia de obra menor", 30)}${laidOut((title) => large(title, 22))}`,
    );
    expect(document.title).toBe("Licencia de obra menor");
    expect(document.headings.map(({ text }) => text)).toEqual(["Licencia de obra menor", ...PARTS]);
  });

  it.each<[string, string]>([
    ["none of them is known", laidOutUnknown((title) => `<p style="font-size:22px">${title}</p>`)],
    [
      "they are two",
      UNKNOWN.slice(0, 2)
        .map((title) => `<p style="font-size:22px">${title}</p><p>${TEXT}</p>`)
        .join(""),
    ],
    [
      "they all say the same",
      UNKNOWN.map(() => `<p style="font-size:22px">Importante</p><p>${TEXT}</p>`).join(""),
    ],
    ["they stand over nothing", UNKNOWN.map((title) => `<p style="font-size:22px">${title}</p>`).join("")],
    ["they are sentences", laidOutUnknown((title) => `<p style="font-size:22px">${title} a las tres.</p>`)],
    ["they are numbers", laidOutUnknown((_, at) => `<p style="font-size:22px">${at + 1}</p>`)],
    ["they lead away", laidOutUnknown((title) => `<p style="font-size:22px"><a href="/x">${title}</a></p>`)],
    ["all is as large", `<div style="font-size:22px">${laidOutUnknown((title) => `<p>${title}</p>`)}</div>`],
  ])("head nothing where %s", (_, body) => {
    expect(headings(`<p>${TEXT}</p>${body}`)).toEqual([]);
  });

  it("say what is important in parts that tags head", () => {
    const part = (title: string, value: string) =>
      `<h2>${title}</h2><div style="font-size:24px">${value}</div><p>Sin más.</p>`;
    const body = `${part("Plazo", "Hasta el verano")}${part("Tasas", "Doce euros")}${part("Requisitos", "Mayores de edad")}`;
    expect(headings(body)).toEqual(["Plazo", "Tasas", "Requisitos"]);
  });

  it("leave a cell beside another one to the table", () => {
    const rows = PARTS.map((title) => `<tr><td><font size=5>${title}</font></td><td>${TEXT}</td></tr>`).join(
      "",
    );
    expect(headings(`<table>${rows}</table>`)).toEqual([]);
  });
});

describe("what a style sets in bold", () => {
  it.each<[string, string]>([
    ["a label in its line", `<div><span style="font-weight:600">Pago:</span> <span>al mes</span></div>`],
    ["a block", `<div style="font-weight:bold">Pago:</div> al mes`],
    ["a font", `<p><font style="font: bold 12px Arial">Pago:</font> al mes</p>`],
  ])("is bold: %s", (_, html) => {
    expect(read(html).extracted_text).toContain("**Pago:**");
  });

  it("is not where it is set back, is bold already, or is a whole text", () => {
    const text = read(
      `<p style="font-weight:bold"><b>Uno</b></p><div style="font-weight:normal">Dos</div><p style="font-weight:700">${TEXT} ${TEXT}</p>`,
    ).extracted_text;
    expect(text).toContain("**Uno**");
    expect(text).not.toMatch(/\*\*\*|\*\*Dos|\*\*Autoriza/);
  });
});
