import { describe, expect, it } from "vitest";
import { readSiaPage } from "./sia.ts";

const askedUrl = "https://sia.example.es/api/procedimientos?organismo=E001&page=1";
const read = (body: unknown, url = askedUrl) =>
  readSiaPage(typeof body === "string" ? body : JSON.stringify(body), { askedUrl: url });

const row = {
  codigoSIA: "201234",
  denominacion: "Ayuda al alquiler",
  organismo: "Ministerio de Pruebas",
  urlTramite: "https://sede.example.es/tramites/alquiler",
  fechaActualizacion: "2026-03-01",
  estado: "Vigente",
};

describe("a listing of procedures", () => {
  it("gives its procedures, whole", () => {
    expect(read([row])).toEqual({
      ok: true,
      value: {
        entries: [
          {
            id: "201234",
            title: "Ayuda al alquiler",
            url: "https://sede.example.es/tramites/alquiler",
            resources: [],
            organisation: "Ministerio de Pruebas",
            modified: "2026-03-01",
            status: "Vigente",
            supplementary: row,
          },
        ],
        unreadable: 0,
        total: null,
        next: null,
      },
    });
  });

  it.each([
    ["a list", [row]],
    ["an object with a list", { procedimientos: [row] }],
    ["an object with one", { procedimiento: 1, tramites: row }],
    ["one procedure alone", row],
    ["wrapped twice", { data: { resultados: [row] } }],
    [
      "other capitals and accents",
      { TRÁMITES: [{ Código_SIA: "201234", Denominación: "Ayuda al alquiler" }] },
    ],
    ["other names", { items: [{ id: 201234, titulo: "Ayuda al alquiler", enlace: "/t/1" }] }],
  ])("is known as %s", (_, body) => {
    expect(read(body)).toMatchObject({
      ok: true,
      value: { entries: [{ id: "201234", title: "Ayuda al alquiler" }], unreadable: 0 },
    });
  });

  it("takes organism, state and address as objects", () => {
    const organismo = { codigo: "E001", denominacion: "Ministerio" };
    const body = [
      { codigo: "1", nombre: "Uno", organismo, estado: { descripcion: "Baja" }, enlace: { href: "/t/1" } },
    ];
    expect(read(body)).toMatchObject({
      value: { entries: [{ organisation: "Ministerio", status: "Baja", url: "https://sia.example.es/t/1" }] },
    });
  });

  it("is keyed by the page where there is no code", () => {
    expect(read([{ titulo: "Uno", url: "https://sede.example.es/1" }, { titulo: "Dos" }])).toMatchObject({
      value: { entries: [{ id: "https://sede.example.es/1" }], unreadable: 1 },
    });
  });

  it.each([
    ["by a link", { items: [row], next: "/api/procedimientos?cursor=2" }, "/api/procedimientos?cursor=2"],
    [
      "by a link of HAL",
      { items: [row], _links: { next: { href: "?page=2" } } },
      "/api/procedimientos?page=2",
    ],
    ["by a link with http", { items: [row], siguiente: "http://sia.example.es/x?p=2" }, "/x?p=2"],
    [
      "by the number of pages",
      { items: [row], pagina: 1, totalPaginas: 3 },
      "/api/procedimientos?organismo=E001&page=2",
    ],
    [
      "by Spring's page",
      { content: [row], number: 0, totalPages: 2, last: false },
      "/api/procedimientos?organismo=E001&page=2",
    ],
    ["by a total", { items: [row], total: 3 }, "/api/procedimientos?organismo=E001&page=2"],
    [
      "by a total beside it",
      { items: [row], paginacion: { total: "3" } },
      "/api/procedimientos?organismo=E001&page=2",
    ],
    ["inside of what wraps it", { data: { items: [row], next: "/n?p=2" } }, "/n?p=2"],
  ])("goes on %s", (_, body, next) => {
    expect(read(body)).toMatchObject({ ok: true, value: { next: `https://sia.example.es${next}` } });
  });

  it.each([
    ["on the last page", { items: [row], pagina: 3, totalPaginas: 3 }],
    ["when it says that it is the last", { content: [row], number: 0, totalPages: 9, last: true }],
    ["when all are there", { items: [row], total: 1 }],
    ["when a page is empty", { items: [], total: 3 }],
    ["when there is no next", { items: [row], next: null }],
    ["when nothing is said", { items: [row] }],
  ])("ends %s", (_, body) => {
    expect(read(body)).toMatchObject({ ok: true, value: { next: null } });
  });

  it("is not followed to another host, and is then not whole", () => {
    expect(read({ items: [row], next: "https://otro.example/2" })).toMatchObject({
      value: { next: null, unreadable: 1 },
    });
  });

  it("counts on from the first page where the address names none", () => {
    expect(read({ items: [row], total: 3 }, "https://sia.example.es/lista")).toMatchObject({
      value: { next: "https://sia.example.es/lista?page=2" },
    });
  });

  it.each([
    ["<html>no</html>", "structure_changed"],
    ["{}", "structure_changed"],
    ['{"mensaje":"hola"}', "structure_changed"],
    ['[{"color":"rojo"}]', "structure_changed"],
    ["[1,2]", "structure_changed"],
    ['{"data":{"data":{"data":{"data":{"data":[]}}}}}', "structure_changed"],
    ['[{"codigo":', "body_broken"],
  ])("is refused by name where it is none: %j", (body, kind) => {
    expect(read(body)).toMatchObject({ ok: false, failure: { kind } });
  });

  it.each([[[]], [{ procedimientos: [] }], [{ procedimientos: null, total: 0 }]])(
    "may be empty: %j",
    (body) => {
      expect(read(body)).toMatchObject({ ok: true, value: { entries: [], next: null, unreadable: 0 } });
    },
  );
});
