import { describe, expect, it } from "vitest";
import { readingOf } from "./markdown.ts";
import { revealed } from "./reveal.ts";
import { treeOf } from "./tree-builder.ts";

function markdownOf(html: string): string {
  const tree = treeOf(html);
  revealed(tree);
  return readingOf(tree, "https://example.org/").markdown;
}

describe("collapsed parts", () => {
  it.each<[string, string]>([
    ["details", "<details><summary>Plazo</summary><p>Un mes</details>"],
    [
      "a button and its panel",
      "<button aria-expanded=false aria-controls=p>Plazo</button><div id=p style='display:none'>Un mes</div>",
    ],
    [
      "a link and its panel",
      "<div><a data-toggle=collapse href=#p>Plazo</a></div><div id=p class=collapse>Un mes</div>",
    ],
    ["a button in a heading", "<h2><button aria-controls=p>Plazo</button></h2><div id=p hidden>Un mes</div>"],
    [
      "tabs",
      "<div role=tablist><a role=tab aria-controls=p>Plazo</a></div><div role=tabpanel id=p hidden>Un mes</div>",
    ],
    [
      "tabs that the panels name",
      "<div role=tablist><a role=tab id=t>Plazo</a></div><div role=tabpanel aria-labelledby=t>Un mes</div>",
    ],
    ["tabs as a list", "<ul class=nav-tabs><li><a href=#p>Plazo</a></li></ul><div id=p>Un mes</div>"],
    [
      "tabs whose panels repeat the title",
      "<ul class=tabs><li><a href=#p>Plazo</a></li></ul><div id=p><h2>Plazo</h2>Un mes</div>",
    ],
    [
      "a link that acts like a button, and what follows",
      "<div><a href=#o role=button>Plazo</a><div class=panel-body style='display:none'>Un mes</div></div>",
    ],
    [
      "the heading of a panel",
      "<div class=panel><div class=panel-heading>Plazo</div><div class=x>Un mes</div></div>",
    ],
    [
      "a link that is the heading of a panel",
      "<div class=panel><a class=panel-heading role=button>Plazo</a><div style='display:none'>Un mes</div></div>",
    ],
    [
      "a button in the header of an item",
      "<div class=item><div class=head><button type=button>Plazo</button></div><div hidden>Un mes</div></div>",
    ],
    [
      "the header of an accordion with a button in it",
      "<div class='accordion-header b'><button>Plazo</button></div><div>Un mes</div>",
    ],
    [
      "what a script opens, with its mark",
      "<div onclick='t(this)'><span>Plazo</span><span>+</span></div><div style='display:none'>Un mes</div>",
    ],
    [
      "a link to a script",
      "<a role=button href='javascript:void(0)'>Plazo</a><div class='contenido collapse'>Un mes</div>",
    ],
  ])("become sections: %s", (_, html) => {
    expect(markdownOf(html)).toBe("## Plazo\n\nUn mes");
  });

  it("stand one level below the heading before them", () => {
    expect(
      markdownOf(
        "<h2>A</h2><details><summary>B</summary>b</details><details><summary>C</summary>c</details>",
      ),
    ).toBe("## A\n\n### B\n\nb\n\n### C\n\nc");
  });

  it("all stand on one level, whatever is headed in them", () => {
    const panel = (title: string) =>
      `<div class=panel><div class=panel-heading>${title}</div><div class=panel-body><h4>${title}1</h4>x</div></div>`;
    expect(markdownOf(`<h2>A</h2>${panel("B")}${panel("C")}`)).toBe(
      "## A\n\n### B\n\n#### B1\n\nx\n\n### C\n\n#### C1\n\nx",
    );
  });

  it.each([
    ["shown", ""],
    ["hidden", "hidden"],
    ["named a panel", "class=panel"],
  ])("below buttons that only look alike become sections of one level: %s", (_, attributes) => {
    const parts = ["B", "C", "D"].map(
      (title) => `<button class=b>${title}</button><div ${attributes}><h4>${title}1</h4>x</div>`,
    );
    expect(markdownOf(`<h2>A</h2><div>${parts.join("")}</div>`)).toBe(
      "## A\n\n### B\n\n#### B1\n\nx\n\n### C\n\n#### C1\n\nx\n\n### D\n\n#### D1\n\nx",
    );
  });

  it.each([
    ["a tool of the page", "<a role=button href=#>Imprimir</a><div hidden>x</div>"],
    ["what opens nothing that is collapsed", "<button>Sí</button><div>x</div>"],
    ["a link to another page", "<div class=card-title><a href=/b>Otra</a></div><div>x</div>"],
    ["what is followed by text", "<div class=panel-heading>Uno</div>dos"],
    ["what follows text in a box", "<div>uno <a role=button>dos</a></div><div hidden>x</div>"],
    ["a sentence", "<div class=panel-title>Esto es una frase.</div><div>x</div>"],
  ])("have no title in %s", (_, html) => {
    expect(markdownOf(html)).not.toContain("#");
  });

  it("have the tabs for titles that stand before them, as many as they are", () => {
    const tabs = "<div><div><a href=''>Papeles</a></div><div><a href=''>Plazo</a></div></div>";
    const panels = "<div><div>El DNI y dos fotos</div><div hidden>Un mes</div></div>";
    expect(markdownOf(`<div>${tabs}${panels}</div>`)).toBe(
      "## Papeles\n\nEl DNI y dos fotos\n\n## Plazo\n\nUn mes",
    );
  });

  it.each([
    ["nothing is hidden", "<div><p>A</p><p>B</p></div><div><p>uno</p><p>dos</p></div>"],
    [
      "there are more of them",
      "<div><p>A</p><p>B</p></div><div><p>uno</p><p hidden>dos</p><p hidden>tres</p></div>",
    ],
    [
      "what stands before them is hidden",
      "<div hidden><p>A</p><p>B</p></div><div><p>uno</p><p hidden>dos</p></div>",
    ],
    [
      "they have titles of their own",
      "<div><p>A</p><p>B</p></div><div><p onclick=t()>uno</p><p hidden>dos</p></div>",
    ],
  ])("take no tab for a title by its place where %s", (_, html) => {
    expect(markdownOf(`<div>${html}</div>`)).not.toMatch(/# [AB]/);
  });

  it("leave links to places in the text alone", () => {
    expect(markdownOf("<p><a href=#p>Vea</a></p><p id=p>esto</p>")).toBe("Vea\n\nesto");
  });

  it("have titles of one level, whatever they are written as", () => {
    const html =
      "<h1>Ayuda</h1><details><summary>Uno</summary><p>a</details>" +
      "<h3><a class=collapsed data-toggle=collapse href=#p>Dos</a></h3><div id=p class=collapse>b</div>" +
      "<h4 class=ui-accordion-header>Tres</h4><div>c</div>" +
      "<div><button aria-expanded=false aria-controls=q>Cuatro</button><div id=q hidden>d</div></div>";
    expect(markdownOf(html).match(/^#.*$/gm)).toEqual([
      "# Ayuda",
      "## Uno",
      "## Dos",
      "## Tres",
      "## Cuatro",
    ]);
  });

  it("have titles below the heading that they stand under", () => {
    const html =
      "<h1>Ayuda</h1><h2>Más</h2><details><summary>Uno</summary><p>a</details>" +
      "<h4><button aria-controls=p>Dos</button></h4><div id=p hidden>b</div>" +
      "<h2><button aria-controls=q>Tres</button></h2><div id=q hidden>c</div>";
    expect(markdownOf(html).match(/^#.*$/gm)).toEqual(["# Ayuda", "## Más", "### Uno", "### Dos", "## Tres"]);
  });

  it("make titles of the terms beside them, and of no others", () => {
    const html =
      "<h1>Ayuda</h1><details><summary>Uno</summary><dl><dt>En él<dd>a</dl></details>" +
      "<dl><dt>Dos<dd>b</dl><p>Texto.</p><dl><dt>Apartado<dd>c</dl>";
    const markdown = markdownOf(html);
    expect(markdown.match(/^#.*$/gm)).toEqual(["# Ayuda", "## Uno", "## Dos"]);
    expect(markdown).toContain("**En él**");
    expect(markdown).toContain("**Apartado**");
  });
});
