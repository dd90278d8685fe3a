import { describe, expect, it } from "vitest";
import { squeezed, textOf } from "./element.ts";
import { sheetIn } from "./sheet-labels.ts";
import { treeOf } from "./tree-builder.ts";

const PARTS = ["Uno", "Dos", "Tres", "Cuatro", "Cinco", "Seis"];
const VALUE = "Se presenta en la oficina, sin cita";
const OF_PROCEDURE = "Solicitud, certificado, tasa y plazo del trámite";

function labelsOf(written: (label: string, at: number) => string, around = ""): string[] | null {
  const root = treeOf(`<body>${around}<div>${PARTS.map(written).join("")}</div></body>`);
  return sheetIn(root)?.map((label) => squeezed(textOf(label))) ?? null;
}

describe("labels of a sheet", () => {
  it.each<[string, (label: string, at: number) => string]>([
    ["headings", (label) => `<h2>${label}</h2><p>${VALUE}</p>`],
    ["divisions", (label) => `<div class=a>${label}</div><div class=b>${VALUE}</div>`],
    ["columns", (label) => `<div><div class=col-3>${label}</div><div class=col-9>${VALUE}</div></div>`],
    ["cells", (label) => `<tr><td>${label}</td><td>${VALUE}</td></tr>`],
    ["bold words", (label) => `<p><b>${label}</b> ${VALUE}</p>`],
    ["spans", (label) => `<li><span>${label}</span> <span>${VALUE}</span></li>`],
    ["numbered names", (label, at) => `<div class="t${at}">${label}</div><p>${VALUE}</p>`],
    ["links within the page", (label) => `<h3><a href="#x">${label}</a></h3><p>${VALUE}</p>`],
    ["labels of hidden fields", (label) => `<input type=radio><label>${label}</label><div>${VALUE}</div>`],
  ])("are found as %s", (_, written) => {
    expect(labelsOf(written)).toEqual(PARTS);
  });

  it.each<[string, (label: string, at: number) => string]>([
    ["items of a list", (label) => `<li>${label}</li>`],
    ["sentences", (label) => `<p>${label} ${VALUE}.</p>`],
    ["titles of other pages", (label) => `<div><a href="/otra">${label}</a><p>${VALUE}</p></div>`],
    ["the same word again and again", () => `<h3>Responder</h3><p>${VALUE}</p>`],
    ["chapters", (label) => `<h2>${label}</h2><p>${`${VALUE}. `.repeat(30)}</p>`],
  ])("are not %s", (_, written) => {
    expect(labelsOf(written)).toBeNull();
  });

  it("are those of two shapes where each heads a part of the text", () => {
    const labels = labelsOf((label, at) =>
      at < 3
        ? `<h2>${label}</h2><p>${VALUE}</p><h2>${label} a</h2><p>${VALUE}</p>`
        : `<p><b>${label}</b> ${OF_PROCEDURE}</p><p><b>${label} b</b> ${VALUE}</p>`,
    );
    expect(labels).toHaveLength(12);
  });

  it("need less of the text where the page speaks of procedures", () => {
    const written = (label: string) => `<div class=a>${label}</div><div class=b>${VALUE}</div>`;
    const around = (text: string) => `<p>${`${text}. `.repeat(5)}</p>`;
    expect(labelsOf(written, around("Nada de lo que aquí se lee es de interés alguno"))).toBeNull();
    expect(labelsOf(written, around("La solicitud, el certificado, la tasa y el plazo del trámite"))).toEqual(
      PARTS,
    );
  });

  it("are known by three sections of a procedure, however long what they head is", () => {
    const names = ["Requisitos", "Plazo", "Tasas", "Normativa"];
    const body = names.map((name) => `<div class=t>${name}</div><p>${`${VALUE}. `.repeat(30)}</p>`).join("");
    expect(sheetIn(treeOf(`<body>${body}</body>`))?.map(textOf)).toEqual(names);
  });
});
