import { describe, expect, it } from "vitest";
import { readingOf } from "./markdown.ts";
import { withoutMarks } from "./markdown-marks.ts";
import { treeOf } from "./tree-builder.ts";

const BASE = "https://sede.example.org/tramites/uno";
const markdownOf = (html: string) => readingOf(treeOf(html), BASE).markdown;

describe("Markdown", () => {
  it.each<[string, string, string]>([
    [
      "header cells of a table that only lays out",
      "<table><tr><th>Uno</th><td><h3>Dos</h3><p>tres</p></td></tr><tr><th>Cuatro</th><td><h3>Cinco</h3></td></tr></table>",
      "**Uno**\n\n### Dos\n\ntres\n\n**Cuatro**\n\n### Cinco",
    ],
    ["headings of every level", "<h1>Uno</h1><h3>Tres</h3><p>x", "# Uno\n\n### Tres\n\nx"],
    ["a heading over several lines", "<h2>Uno<br>dos</h2>", "## Uno dos"],
    ["paragraphs without end tags", "<p>uno<p>dos", "uno\n\ndos"],
    ["a flat list", "<ul><li>uno<li>dos</ul><p>tres", "- uno\n- dos\n\ntres"],
    ["lists in lists", "<ol><li>uno<ul><li>a<li>b</ul><li>dos</ol>", "1. uno\n   - a\n   - b\n2. dos"],
    ["a list that starts later", '<ol start="4"><li>uno<li>dos</ol>', "4. uno\n5. dos"],
    ["two paragraphs in one item", "<ul><li><p>uno</p><p>dos</p></li></ul>", "- uno\n\n  dos"],
    ["emphasis", "<p>a <b>b</b> <i>c</i> <code>d</code>", "a **b** *c* `d`"],
    ["emphasis that would not hug its text", "<p>a<b> b </b>c", "a **b** c"],
    ["emphasis twice", "<p><b><strong>a</strong></b>", "**a**"],
    ["emphasis around blocks", "<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"],
    [
      "links, made absolute",
      '<p><a href="../doc(1).pdf">x</a>',
      "[x](https://sede.example.org/doc%281%29.pdf)",
    ],
    [
      "links to mail and telephone",
      '<p><a href="mailto:a@b.es">a</a> <a href="tel:060">060</a>',
      "[a](mailto:a@b.es) [060](tel:060)",
    ],
    ["no scripts as links", '<p><a href="javascript:x()">x</a> <a href="#y">y</a>', "x y"],
    ["a link without text", '<p>a<a href="/x"><img src="x.gif"></a>', "a"],
    [
      "a link around blocks, once",
      '<a href="/x"><h3>T</h3><p>t</p></a>',
      "### [T](https://sede.example.org/x)\n\nt",
    ],
    ["line breaks", "<p>a<br>b<br><br>c", "a\nb\nc"],
    [
      "definition lists",
      "<dl><dt>Plazo<dd>Un mes<dd>Dos<dt>Tasa<dd>0 €</dl>",
      "**Plazo**\n\n: Un mes\n: Dos\n\n**Tasa**\n\n: 0 €",
    ],
    ["quotations", "<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc"],
    ["preformatted text", "<pre>a\n  b</pre>", "```\na\n  b\n```"],
    [
      "labels beside their values",
      '<div><span class="etiqueta">Plazo</span><span>Un mes</span></div>',
      "Plazo Un mes",
    ],
    [
      "labels that only a style sets apart",
      "<div><span>Plazo</span><span>3 meses</span></div>",
      "Plazo 3 meses",
    ],
    ["a label and its value in small letters", "<li><b>Tasa</b><span>gratuita</span>", "- **Tasa** gratuita"],
    [
      "several beside each other",
      "<p><span>Tramo</span><span>Ayuda</span><span>40 %</span><span>DNI</span><span>Original</span>",
      "Tramo Ayuda 40 % DNI Original",
    ],
    [
      "words that are split over elements",
      "<p><span>Pla</span><span>zo</span> <b>E</b><span>l</span> <span>2</span><span>5</span>",
      "Plazo **E**l 25",
    ],
    ["text that looks like a tag", "<p>a &lt;script&gt; b", String.raw`a \<script> b`],
    [
      "no values of fields",
      '<p>a <input value="secreto"><textarea>secreto</textarea><select><option>x</select> b',
      "a b",
    ],
    [
      "struck text",
      "<p><del>60 €</del> <ins>75 €</ins> <s>a</s> <strike>b</strike>",
      "~~60 €~~ 75 € ~~a~~ ~~b~~",
    ],
    [
      "text struck by its style",
      '<p><span style="color:red; text-decoration: line-through">1 de mayo</span> 9 de mayo',
      "~~1 de mayo~~ 9 de mayo",
    ],
    ["struck emphasis", '<p><b class="line-through">a</b> b', "~~**a**~~ b"],
    ["struck blocks", '<ul><li style="text-decoration:line-through">a<li>b</ul>', "- ~~a~~\n- b"],
    ["struck lines", "<p><del>a<br>b</del>", "~~a~~\n~~b~~"],
    ["a struck heading", "<h2><s>Plazo</s></h2>", "## ~~Plazo~~"],
    ["tildes that strike nothing", "<p>a ~~b~~", String.raw`a \~~b\~~`],
    ["raised digits", "<p>10<sup>3</sup> y 10<sup>-6</sup>, <b>2</b><sup>8</sup>", "10^3 y 10^-6, **2**^8"],
    [
      "a note behind a number",
      '<p>30<sup><a href="#n">1</a></sup> y nota<sup>1</sup>, 10<sub>2</sub>',
      "30^1 y nota1, 10_2",
    ],
    [
      "ordinals and units as they are",
      "<p>3<sup>o</sup> 1.<sup>er</sup> m<sup>2</sup> n<sup>o</sup> 4 CO<sub>2</sub>",
      "3o 1.er m2 no 4 CO2",
    ],
    ["prose that looks like a heading", "<p># uno", String.raw`\# uno`],
    [
      "prose that looks like an item",
      "<p>1. uno<p>2) dos<p>- tres<p>5- cuatro",
      String.raw`1\. uno` + "\n\n" + String.raw`2\) dos` + "\n\n" + String.raw`\- tres` + "\n\n5- cuatro",
    ],
    ["a list that was typed", "<p>- uno<br>- dos<p>1. uno<br>2. dos", "- uno\n- dos\n\n1. uno\n2. dos"],
    ["prose that looks like a quotation", "<p>> uno", String.raw`\> uno`],
    [
      "numbers and dashes that look like nothing else",
      "<p>1.5 kg<p>-3 °C<p>#uno<p>2026.<br>12/05",
      String.raw`1.5 kg` + "\n\n-3 °C\n\n#uno\n\n" + String.raw`2026\.` + "\n12/05",
    ],
    ["a numbered heading as it is", "<h2>1. Objeto</h2>", "## 1. Objeto"],
    ["nothing of what has no width", "<p>pala&#8203;bra &#65279;a&#8288;b&#8205;c", "palabra abc"],
    ["soft hyphens and no-break spaces", "<p>Ver&shy;waltung&nbsp;x", "Verwaltung x"],
  ])("has %s", (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it.each<[string, string, readonly (readonly string[])[]]>([
    [
      "a head",
      "<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2</table>",
      [
        ["A", "B"],
        ["1", "2"],
      ],
    ],
    [
      "columns that are spanned",
      "<table><tr><th colspan=2>A<tr><td>1<td>2</table>",
      [
        ["A", "A"],
        ["1", "2"],
      ],
    ],
    [
      "rows that are spanned",
      "<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3</table>",
      [
        ["A", "B"],
        ["1", "2"],
        ["1", "3"],
      ],
    ],
    [
      "empty rows",
      "<table><tr><th>A<th>B<tr><td><td><tr><td>1<td>2</table>",
      [
        ["A", "B"],
        ["1", "2"],
      ],
    ],
    [
      "rows that are spanned over an empty one",
      "<table><tr><td rowspan=3>A<td colspan=2 rowspan=2>B</tr><tr></tr><tr><td>C<td>D</tr></table>",
      [
        ["A", "B", "B"],
        ["A", "B", "B"],
        ["A", "C", "D"],
      ],
    ],
    [
      "a cell that spans to the end of its group",
      "<table><tbody><tr><th rowspan=0>A<td>1<tr><td>2<tbody><tr><td>B<td>3</table>",
      [
        ["A", "1"],
        ["A", "2"],
        ["B", "3"],
      ],
    ],
    [
      "its foot before its body",
      "<table><thead><tr><th>A<th>B<tfoot><tr><td>Total<td>3<tbody><tr><td>a<td>1</table>",
      [
        ["A", "B"],
        ["a", "1"],
        ["Total", "3"],
      ],
    ],
    [
      "a span beyond its columns",
      "<table><tr><th>A<th>B<tr><td colspan=100000>1</table>",
      [
        ["A", "B"],
        ["1", "1"],
      ],
    ],
    [
      "more rows spanned than a hundred",
      `<table><tr><th>A<th>B<tr><td rowspan=120>1<td>0${Array.from({ length: 119 }, (_, at) => `<tr><td>${at + 1}`).join("")}</table>`,
      [["A", "B"], ...Array.from({ length: 120 }, (_, at) => ["1", String(at)])],
    ],
    [
      "roles instead of elements",
      "<div role=table><div role=row><span role=columnheader>Tramo</span><span role=columnheader>Ayuda</span></div><div role=rowgroup><div role=row><span role=cell>Hasta 10 €</span><span role=cell>40 %</span></div></div></div>",
      [
        ["Tramo", "Ayuda"],
        ["Hasta 10 €", "40 %"],
      ],
    ],
  ])("resolves a table with %s", (_, html, rows) => {
    expect(readingOf(treeOf(html), BASE).tables.map((table) => table.rows)).toEqual([rows]);
  });

  it("writes a table with its caption, its links and what would break it", () => {
    const { markdown, tables, links } = readingOf(
      treeOf(
        '<table><caption>Tasas</caption><tr><th>a|b<th>C<tr><td><p>1</p><p>2</p><td><a href="/x">d</a></table>',
      ),
      BASE,
    );
    const table = "| a\\|b | C |\n| --- | --- |\n| 1<br>2 | [d](https://sede.example.org/x) |";
    expect(markdown).toBe(`**Tasas**\n\n${table}`);
    expect(tables).toEqual([
      {
        caption: "Tasas",
        markdown: table,
        rows: [
          ["a|b", "C"],
          ["1\n2", "d"],
        ],
      },
    ]);
    expect(links).toEqual([{ text: "d", url: "https://sede.example.org/x" }]);
  });

  it("keeps a line behind a list apart from the last of its items, in one cell", () => {
    const cell = "<ul><li>Uno<li>Dos</ul><p>Los dos, en vigor.</p><ol><li>Tres</ol>";
    const { markdown } = readingOf(treeOf(`<table><tr><td>a<td>b<tr><td>Se trae<td>${cell}</table>`), BASE);
    expect(markdown).toContain("| - Uno<br>- Dos<br><br>Los dos, en vigor.<br>1. Tres |");
  });

  it("keeps a table of data with a table in one of its cells, and both in its list", () => {
    const { markdown, tables } = readingOf(
      treeOf(
        "<table><tr><td><b>Renta</b><td><p><b>Ayuda</b></p><tr><td>0<td>60 %<tr><td>9<td><table><tr><td>Con hijos<td>50 %</tr><tr><td>Sin<td>45 %</table></table>",
      ),
      BASE,
    );
    expect(markdown).toBe(
      "| **Renta** | **Ayuda** |\n| --- | --- |\n| 0 | 60 % |\n| 9 | Con hijos: 50 %<br>Sin: 45 % |",
    );
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ["Renta", "Ayuda"],
        ["0", "60 %"],
        ["9", "Con hijos: 50 %\nSin: 45 %"],
      ],
      [
        ["Con hijos", "50 %"],
        ["Sin", "45 %"],
      ],
    ]);
  });

  it("keeps every row of a table whose cells all span", () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => `<tr><td rowspan=65534 colspan=1000>${at}</tr>`);
    const { markdown, tables } = readingOf(treeOf(`<table>${rows.join("")}</table>`), BASE);
    expect(tables[0]?.rows).toHaveLength(2_000);
    expect(tables[0]?.rows.at(-1)).toContain("1999");
    expect(markdown.length).toBeLessThan(10_000_000);
  });

  it.each<[string, string, string]>([
    ["one row", "<table><tr><td>menú<td>texto</table>", "menú\n\ntexto"],
    [
      "a table within",
      "<table><tr><td>a<td><table><tr><th>B<th>C<tr><td>1<td>2</table></table>",
      "a\n\n| B | C |\n| --- | --- |\n| 1 | 2 |",
    ],
    [
      "headings in its cells",
      "<table><tr><td><h2>A</h2>a<td>b<tr><td>c<td>d</table>",
      "## A\n\na\n\nb\n\nc\n\nd",
    ],
    [
      "a role that says so",
      "<table role=presentation><tr><th>A<th>B<tr><td>1<td>2</table>",
      "**A**\n\n**B**\n\n1\n\n2",
    ],
  ])("unwraps a table with %s, since it only lays out", (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it.each<[string, string]>([
    ["by its cell", "<td><s>60 €</s>"],
    ["by the style of its cell", '<td style="text-decoration:line-through">60 €'],
  ])("keeps struck what is struck in a table: %s", (_, cell) => {
    const { tables } = readingOf(treeOf(`<table><tr><th>A<th>B<tr><td>1${cell}</table>`), BASE);
    expect(tables[0]?.rows[1]).toEqual(["1", "~~60 €~~"]);
  });

  it.each([
    "<table><tr><th>A<th>B<tr style='text-decoration:line-through'><td>1<td>2</table>",
    "<del><table><tr><th>A<th>B<tr><td>1<td>2</table></del>",
  ])("keeps struck a row and a table: %s", (html) => {
    expect(readingOf(treeOf(html), BASE).tables[0]?.rows[1]).toEqual(["~~1~~", "~~2~~"]);
  });

  it.each(["* uno", "1. uno", "# uno", "a ~~b", "<i> | >"])("comes off again: %s", (text) => {
    const html = `<p>${text.replaceAll("<", "&lt;")}`;
    expect(withoutMarks(markdownOf(html))).toBe(text);
  });

  it("does not let a cell that spans fill the memory", () => {
    const html = `<table>${`<tr><th colspan=100 rowspan=100>${"x".repeat(100_000)}</th><td>y</td></tr>`.repeat(20)}</table>`;
    expect(markdownOf(html).length).toBeLessThan(10_000_000);
  });
});
