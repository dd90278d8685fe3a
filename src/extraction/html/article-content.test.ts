import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const sentence = (about: string) =>
  `${about} se trató en la sesión de ayer, que fue larga, y se volverá a tratar en la próxima, como dijo la alcaldesa al salir.`;
const BODY = Array.from(
  { length: 6 },
  (_, at) => `<p>${sentence(`El punto ${at}`)} ${sentence("Lo demás")}</p>`,
).join("");
const read = (body: string) =>
  readHtml({ url: "https://example.org/n", body: `<title>Noticia</title>${body}` }).document.extracted_text;

describe("an article", () => {
  it("keeps the lead that stands before its body", () => {
    const text = read(
      `<article><h1>El pleno aprueba</h1><div class=lead><p>${sentence("El presupuesto")}</p></div><div class=body>${BODY}</div></article>`,
    );
    expect(text).toContain("El presupuesto");
  });

  it("keeps what goes on beside its body", () => {
    const text = read(
      `<div><h1>El pleno aprueba</h1><div class=text>${BODY}${BODY}</div><div><p>${sentence("El cierre")} ${sentence("Y el fin")}</p></div></div>`,
    );
    expect(text).toContain("El cierre");
  });

  it("keeps a table among its paragraphs whole", () => {
    const table = "<table><tr><th>Partida<th>Importe<tr><td>Obras<td>1.000 €<tr><td>Total<td>1.000 €</table>";
    expect(read(`<article><h1>El pleno aprueba</h1>${BODY}${table}${BODY}</article>`)).toContain(
      "| Obras | 1.000 € |",
    );
  });

  it.each<[string, string]>([
    [
      "links to other pages",
      "<ul class=related-posts><li><a href=/a>Otra nota</a><li><a href=/b>Y otra nota</a></ul>",
    ],
    ["lines that lead away", "<p>Lea también: <a href=/a>Otra nota</a></p>"],
    [
      "credits of pictures",
      "<figure><img src=a.jpg><figcaption>Otra nota. Foto: Agencia</figcaption></figure>",
    ],
    [
      "comments",
      "<div class=comments><p>Otra nota de una lectora, que no está de acuerdo con nada.</p></div>",
    ],
    [
      "what asks for a subscription",
      "<div class=newsletter><p>Otra nota cada día en su correo. Suscríbase ahora.</p></div>",
    ],
  ])("drops %s", (_, html) => {
    expect(read(`<article><h1>El pleno aprueba</h1>${BODY}${html}</article>`)).not.toContain("tra nota");
  });

  it("stays an article where much that has headings stands beside it", () => {
    const box = (at: number) =>
      `<div class=box><h3>Caja ${at}</h3><ul><li>Nota ${at} de otra gente</li></ul></div>`;
    const boxes = Array.from({ length: 30 }, (_, at) => box(at)).join("");
    const { strategy, document } = readHtml({
      url: "https://example.org/n",
      body: `<title>Noticia</title><div class=text><h1>El pleno aprueba</h1>${BODY}</div><div>${boxes}</div>`,
    });
    expect(strategy).toBe("article");
    expect(document.extracted_text).not.toContain("otra gente");
  });
});
