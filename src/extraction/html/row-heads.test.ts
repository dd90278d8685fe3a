import { expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const row = (label: string, value: string) => `<tr><td><label>${label}</label></td><td>${value}</td></tr>`;
const list = (...items: readonly string[]) =>
  `<table>${items.map((item, at) => `<tr><td>R${at}</td><td>${item}</td></tr>`).join("")}</table>`;
const headings = (rows: string) =>
  readHtml({
    url: "https://www.villa.es/tramites/obra",
    body: `<html lang="es"><body><table>${rows}</table></body></html>`,
  }).document.headings.map(({ text }) => text);

const ROWS = [
  row("Requisitos", list("Ser mayor de edad", "Vivir en el municipio")),
  row("Documentación:", list("DNI en vigor", "Plano de la obra")),
  row("Plazo", "Un mes"),
  row("Canal", "En la sede, con certificado"),
  row("Canal", "En la oficina de la plaza"),
];

it("labels of rows head what stands beside them in a table that lays out a page", () => {
  expect(headings(ROWS.join(""))).toEqual(["Requisitos", "Documentación", "Plazo", "Canal", "Canal"]);
});

it.each([
  [
    "a table of data",
    ["Requisitos", "Documentación", "Plazo", "Tasas"].map((label) => row(label, "Uno")).join(""),
  ],
  ["few rows", ROWS.slice(0, 2).join("")],
  [
    "rows that name no parts",
    ROWS.map((one) => one.replace(/Requisitos|Documentación/, "Apartado")).join(""),
  ],
  [
    "cells that lead away",
    ROWS.map((one) => one.replace(/<label>(.*?)<\/label>/, '<a href="/x">$1</a>')).join(""),
  ],
])("they do not in %s", (_, rows) => {
  expect(headings(rows)).toEqual([]);
});
