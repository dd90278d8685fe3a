import { expect, it } from "vitest";
import { headBoldLines } from "./bold-heads.ts";
import { readingOf } from "./html/markdown.ts";
import { treeOf } from "./html/tree-builder.ts";

const text = "<p>Ser mayor de edad.</p>";
const bold = (line: string) => `<p><strong>${line}</strong></p>`;

it.each([
  ["the first line is the title", bold("Ayuda") + text, ["1 Ayuda"]],
  ["others head parts", text + bold("Requisitos:") + text, ["2 Requisitos:"]],
  ["also one behind another", text + bold("Plazo") + bold("Renovación") + text, ["2 Plazo", "2 Renovación"]],
  ["also over a table or a list", `${text}${bold("Plazo")}<ul><li>Un mes</li></ul>`, ["2 Plazo"]],
  ["also below a title that is one", `<h1>Ayuda</h1>${bold("Plazo")}${text}`, ["1 Ayuda", "2 Plazo"]],
  ["not where there are headings", `${text}<h2>Plazo</h2>${text}${bold("Ojo")}${text}`, ["2 Plazo"]],
  ["sentences are none", text + bold("No se admite otra.") + text, []],
  ["lines that begin in bold are none", `${text}<p><strong>Plazo</strong> un mes</p>${text}`, []],
  ["a text in bold has none", text + "abcd".replaceAll(/./g, bold("Aviso")) + text, []],
  ["what stands last heads nothing", text + bold("La directora"), []],
  ["lines in cells are none", `${text}<table><tr><td>${bold("Plazo")}</td></tr></table>${text}`, []],
])("of lines in bold, %s", (_, html, headings) => {
  const tree = treeOf(html);
  headBoldLines(tree);
  const read = readingOf(tree, "https://sede.example/").headings;
  expect(read.map(({ level, text: words }) => `${level} ${words}`)).toEqual(headings);
});
