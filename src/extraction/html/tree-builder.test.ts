import { describe, expect, it } from "vitest";
import { elementsOf, PageElement, textOf } from "./element.ts";
import { htmlOf } from "./serialize.ts";
import { treeOf } from "./tree-builder.ts";

function depthOf(root: PageElement): number {
  let deepest = 0;
  for (const element of elementsOf(root)) {
    let depth = 0;
    for (let above = element.parent; above !== null; above = above.parent) depth++;
    deepest = Math.max(deepest, depth);
    if (deepest > 2000) break;
  }
  return deepest;
}

describe("the tree of a page", () => {
  it.each<[string, string, string]>([
    ["paragraphs that a block ends", "<p>a<div>b</div>", "<p>a</p><div>b</div>"],
    [
      "items without end tags",
      "<ul><li>a<ul><li>b</ul><li>c</ul>",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    ],
    [
      "cells without end tags",
      "<table><tr><td>a<td>b<tr><td>c</table>",
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    ],
    [
      "options without end tags",
      "<select><option>a<option>b</select>",
      "<select><option>a</option><option>b</option></select>",
    ],
    ["end tags of what is not open", "<p>a</b></section></p>b", "<p>a</p>b"],
    [
      "an end tag that does not leave its cell",
      "<div><table><tr><td>a</div>b</table>",
      "<div><table><tr><td>ab</td></tr></table></div>",
    ],
    ["an inline end tag that does not close a block", "<b><div>a</b>b</div>c</b>", "<b><div>ab</div>c</b>"],
    ["void elements", "a<br>b<hr/>c</br>", "a<br>b<hr>c<br>"],
    ["a second body", "<body class=a>a<body>b", '<body class="a">ab</body>'],
    [
      "a head without an end tag",
      "<html><head><title>a</title><body>b",
      "<html><head><title>a</title></head><body>b</body></html>",
    ],
    [
      "a head and a body without tags of their own",
      "<head><meta charset=utf-8><title>a</title>\n<p>b",
      '<head><meta charset="utf-8"><title>a</title>\n</head><p>b</p>',
    ],
    ["a head that text ends", "<head><title>a</title> b", "<head><title>a</title></head> b"],
    ["a heading that another level ends", "<h3>a</h2><p>b", "<h3>a</h3><p>b</p>"],
    ["a heading that the next one ends", "<h3>a<h4>b</h4>", "<h3>a</h3><h4>b</h4>"],
    ["entities", "<p title='&quot;'>a &amp; b &lt;", '<p title="&quot;">a &amp; b &lt;</p>'],
  ])("has %s", (_, html, expected) => {
    expect(htmlOf(treeOf(html))).toBe(expected);
  });

  it.each([
    ["divisions", "<div>"],
    ["tables", "<table><tr><td>"],
    ["lists", "<ul><li>"],
    ["emphasis", "<b>"],
  ])("is never deep, however deep %s nest, and keeps the text", (_, tag) => {
    const root = treeOf(`${tag.repeat(20_000)}texto`);
    expect(depthOf(root)).toBeLessThan(600);
    expect(textOf(root)).toBe("texto");
  });
});
