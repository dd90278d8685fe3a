import { describe, expect, it } from "vitest";
import { nameLinks } from "./link-names.ts";
import { readingOf } from "./markdown.ts";
import { treeOf } from "./tree-builder.ts";

const BASE = "https://sede.example.org/tramites/uno";

describe("links without text", () => {
  it.each<[string, string, string]>([
    [
      "are named by their picture",
      '<a href="/m.pdf"><img src="pdf.png" alt="El modelo"></a>',
      "[El modelo](https://sede.example.org/m.pdf)",
    ],
    [
      "are named by their title",
      '<a href="/s.pdf" title="Bases"><i class="icon"></i></a>',
      "[Bases](https://sede.example.org/s.pdf)",
    ],
    [
      "are named by what they say of themselves",
      '<a href="/t" aria-label="Iniciar el trámite"><svg></svg></a>',
      "[Iniciar el trámite](https://sede.example.org/t)",
    ],
    ["have no name where they only lead elsewhere", '<a href="/n"><img alt="Noticias de hoy"></a>', ""],
    ["have no name in that of a file", '<a href="/z.pdf"><img alt="logo.png"></a>', ""],
    ["have no name where they lead nowhere", '<a href="#" title="Descargar"><i></i></a>', ""],
    [
      "are not those that have some",
      '<a href="/x.pdf" title="y"><img alt="PDF"> Modelo</a>',
      "[Modelo](https://sede.example.org/x.pdf)",
    ],
  ])("%s", (_, html, expected) => {
    const tree = treeOf(`<p>${html}</p>`);
    nameLinks(tree, BASE);
    expect(readingOf(tree, BASE).markdown).toBe(expected);
  });
});
