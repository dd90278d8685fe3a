import { oneSpace } from "./fields.ts";

/**
 * What extraction and wikis write, as text that can be searched and shown: marks go, words and lines stay. White space is
 * made one space first and every pattern is bounded, so that no text takes longer than it is long.
 */

export function plainMarkdown(markdown: string): string {
  return oneSpace(markdown)
    .replaceAll(
      /!?\[([^\][]{0,500})\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?: "[^"\n]{0,300}")?\)/g,
      "$1",
    )
    .split("\n")
    .map(plainLine)
    .join("\n");
}

function plainLine(line: string): string {
  if (/^[ |:-]+$/.test(line) && line.includes("--")) return "";
  return line
    .replace(/^ ?(?:#{1,6} |> ?|[-*+] )/, "")
    .replace(/^ ?\|/, "")
    .replace(/\| ?$/, "")
    .replaceAll(/ ?\| ?/g, " · ")
    .replaceAll(/\*\*|__|`|\\(?=[\p{P}\p{S}])/gu, "")
    .trim();
}

/** Headings of wikitext: `== History ==`. */
export function wikiHeadings(wikitext: string): readonly string[] {
  const lines = oneSpace(wikitext).matchAll(/^={1,6} ?([^=\n]{1,300})={1,6} ?$/gm);
  return Array.from(lines, ([, heading = ""]) => plainWikitext(heading).trim());
}

/** Not what a wiki would show: templates are left as the words they hold. */
export function plainWikitext(wikitext: string): string {
  return oneSpace(withoutComments(wikitext))
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, " ")
    .replaceAll(/\[\[(?:File|Image|Archivo|Fitxer|Category|Categoría|Categoria):[^\][]{0,500}\]\]/gi, " ")
    .replaceAll(/\[\[(?:[^\][|]{0,300}\|)?([^\][|]{0,300})\]\]/g, "$1")
    .replaceAll(/\[https?:\/\/[^\s\][]{1,1000} ?([^\][\n]{0,300})\]/g, "$1")
    .replaceAll(/^={1,6}|={1,6} ?$/gm, "")
    .replaceAll(/'{2,5}|\{\{|\}\}|^\{\||^\|\}|^\|-[^\n]*$|__[A-Z]{2,20}__/gm, " ")
    .replaceAll(/^[*#:;]+/gm, "")
    .replaceAll(/^!|!!|\|{1,2}/gm, " ")
    .replaceAll(/&(nbsp|lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? " ");
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** One without an end is left as it is. */
function withoutComments(text: string): string {
  let [kept, at] = ["", 0];
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start === -1 ? -1 : text.indexOf("-->", start);
    if (end === -1) return kept + text.slice(at);
    kept += `${text.slice(at, start)} `;
    at = end + 3;
  }
}
