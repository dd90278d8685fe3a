import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../procedures/markdown-blocks.ts";
import { readHtml } from "./html-document.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** What would be a heading, a link, a table, a picture, a tag or a quotation if it were Markdown. */
const PIECES = [
  ..."## - 1. > === --- ** * _ ` ``` ~~ \\ [ ]( <b> <script> plazo &#27; \u202e".split(" "),
  "# ",
  "## a",
  "- ",
  "1. ",
  "> ",
  "| a | b |",
  "| --- |",
  "[a](https://evil.es/)",
  "![x](y)",
  "\n",
  "\n\n",
  " ",
];
const piece = fc.constantFrom(...PIECES);
const prose = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));

/** What is two texts for the page, and one for who reads it. */
const inParts = (text: string, at: number) =>
  `${escaped(text.slice(0, at))}<span>${escaped(text.slice(at))}</span>`;

describe("prose that looks like Markdown", () => {
  it("makes no heading, no table and no link of its own, and lets no tag through", () => {
    fc.assert(
      fc.property(prose, fc.nat(20), (text, at) => {
        const body = `<main><h1>Ayuda</h1><p>Esto es lo que hay que saber: ${inParts(text, at)} fin.</p></main>`;
        const { document } = readHtml({ url: "https://a.es/", body });
        expect(document.headings.map((heading) => heading.text)).toEqual(["Ayuda"]);
        expect([document.tables, document.links]).toEqual([[], []]);
        const headings = blocksOf(document.extracted_text).filter(({ kind }) => kind === "heading");
        expect(headings).toHaveLength(1);
        const rest = document.extracted_text.replaceAll(/\\./g, "");
        expect(rest).not.toMatch(/\]\(/);
        expect(rest).not.toMatch(/<(?:b|script)>|[\0-\x08\x0b-\x1f]/);
      }),
      { numRuns: 150 },
    );
  });
});
