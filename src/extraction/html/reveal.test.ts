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

  it("are known where buttons that look alike stand right before them", () => {
    const part = (title: string) => `<button class=b>${title}</button><div>${title} texto</div>`;
    expect(markdownOf(["A", "B", "C"].map(part).join(""))).toBe(
      "## A\n\nA texto\n\n## B\n\nB texto\n\n## C\n\nC texto",
    );
    expect(markdownOf(part("A"))).not.toContain("#");
  });

  it("leave links to places in the text alone", () => {
    expect(markdownOf("<p><a href=#p>Vea</a></p><p id=p>esto</p>")).toBe("Vea\n\nesto");
  });
});
