import { describe, expect, it } from "vitest";
import { squeezed, textOf } from "./element.ts";
import { withoutHelperTexts } from "./hidden-text.ts";
import { readHtml } from "./html-document.ts";
import { treeOf } from "./tree-builder.ts";

function seen(html: string): string {
  const tree = treeOf(html);
  withoutHelperTexts(tree);
  return squeezed(textOf(tree));
}

describe("text that nobody sees", () => {
  it.each<[string, string]>([
    ["said of a link", "<span class=sr-only>(Se abre en ventana nueva)</span>"],
    ["said to those who hear", "<p class='foo visually-hidden'>Enlace de la sede</p>"],
    ["clipped", "<p style='position:absolute;clip: rect(0, 0, 0, 0)'>Ayuda de la sede</p>"],
    ["of an error to come", "<div style='display:none' id=error-msg>Ha ocurrido un error.</div>"],
    ["of an error, told by its words", "<div hidden>Se ha producido un error. Inténtelo más tarde.</div>"],
    ["of waiting", "<div class=loading hidden>Cargando, espere por favor…</div>"],
    ["of waiting, in another language", "<div style='visibility: hidden'>Carregant…</div>"],
    ["of a dialog", "<div role=dialog style='display:none'><h2>Sesión</h2><p>Va a caducar.</p></div>"],
    ["said beside a link to everybody", "<span class=ext>(el enlace es externo)</span>"],
    ["said beside a link in Catalan", "<small class=n>[S'obre en una finestra nova]</small>"],
    ["off the screen", "<div style='left:-9999px;position:absolute'>casino barato</div>"],
    ["indented off the screen", "<p style='text-indent: -10000px'>casino barato</p>"],
  ])("goes where it is no content: %s", (_, html) => {
    expect(seen(`<p>Ayuda</p>${html}`)).toBe("Ayuda");
  });

  it.each<[string, string]>([
    ["a panel", "<div style='display:none'>Un mes</div>"],
    ["a panel by attribute", "<div hidden><h3></h3>Un mes</div>"],
    ["a panel that something opens", "<a href=#error></a><div id=error hidden>Un mes</div>"],
    ["a heading that is only heard", "<h2 class=sr-only>Un mes</h2>"],
    ["a heading in what is only heard", "<div class=visually-hidden><h2>Un</h2> mes</div>"],
    ["a tab panel out of sight", "<div role=tabpanel style='left:-9999px'>Un mes</div>"],
    ["in brackets", "<span class=n>Un mes</span>"],
    ["a picture's place", "<div style='margin-left:-15px'>Un mes</div>"],
    ["what can be seen, whatever it says", "<p class=error>Un mes</p>"],
  ])("stays where it is content: %s", (_, html) => {
    expect(seen(html)).toBe("Un mes");
  });

  it("keeps a label that is only heard", () => {
    expect(seen("<span class=sr-only>Plazo:</span> Un mes")).toBe("Plazo: Un mes");
  });

  it("is not read from a page", () => {
    const body =
      "<main><h1>Ayudas</h1><p>Ayudas a la contratación de jóvenes, con las cuantías que se publican.</p><p class=sr-only>Se abre en ventana nueva</p><div hidden>Cargando…</div><div style='display:none'><p>Hasta 300 euros al mes.</p></div></main>";
    const { extracted_text } = readHtml({ url: "https://example.org/x", body }).document;
    expect(extracted_text).not.toMatch(/ventana|Cargando/);
    expect(extracted_text).toContain("Hasta 300 euros");
  });
});
