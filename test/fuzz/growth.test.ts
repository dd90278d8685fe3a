import { expect, it } from "vitest";
import { visible } from "../../src/cli/terminal-text.ts";
import { canonicalUrl } from "../../src/domain/canonical-url.ts";
import { wordCount } from "../../src/domain/extracted-document.ts";
import { parseRetryAfter } from "../../src/domain/retry-after.ts";
import { parseRobots } from "../../src/domain/robots.ts";
import { nextHop } from "../../src/domain/redirect.ts";
import { shownName } from "../../src/domain/unpacking.ts";
import { withoutMarks, withStartsEscaped } from "../../src/extraction/html/markdown-marks.ts";
import { squeezed } from "../../src/extraction/html/element.ts";
import { detectLanguage } from "../../src/extraction/language/detect-language.ts";
import { repairMojibake } from "../../src/extraction/text/mojibake.ts";
import { isoDate } from "../../src/finders/dates.ts";
import { plainText } from "../../src/finders/plain-text.ts";
import { decodeWhole } from "../../src/finders/text-decoding.ts";
import { labelOf } from "../../src/procedures/labels.ts";
import { blocksOf } from "../../src/procedures/markdown-blocks.ts";
import { decodedEntities, linksIn, plainLine, sentencesOf, slugOf } from "../../src/procedures/plain-text.ts";
import { slugOfName } from "../../src/procedures/procedure-id.ts";
import { plainMarkdown } from "../../src/search/documents/plain-markdown.ts";
import { parseDocumentName } from "../../src/sources/usgs/document-name.ts";
import { hostility, sanitizePathComponent } from "../../src/sources/usgs/names.ts";
import { makeFilename } from "../../src/sources/wiki/naming.ts";
import { RUNS, tooSteep } from "./growth.ts";

const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ["text for a terminal", visible],
  ["a canonical address", (text) => canonicalUrl(`https://a.es/${text}?${text}`)],
  ["a count of words", wordCount],
  ["Retry-After", (text) => parseRetryAfter(text, 0)],
  [
    "robots.txt",
    (text) => parseRobots(`User-agent: *\nDisallow: /${text}`, "L").allows(`https://a.es/${text}`),
  ],
  ["a redirect", (text) => nextHop(text, ["https://a.es/"])],
  ["the name of an entry", shownName],
  ["Markdown without its marks", withoutMarks],
  ["a line that looks like Markdown", withStartsEscaped],
  ["squeezed text", squeezed],
  ["a language", (text) => detectLanguage(text, null)],
  ["mojibake", repairMojibake],
  ["a date", isoDate],
  ["text of HTML", plainText],
  ["bytes of any encoding", (text) => decodeWhole(Buffer.from(text, "latin1"))],
  ["a label", labelOf],
  ["blocks of Markdown", blocksOf],
  ["entities", decodedEntities],
  ["links in Markdown", linksIn],
  ["a plain line", plainLine],
  ["sentences", sentencesOf],
  ["a slug", slugOf],
  ["the slug of a name", slugOfName],
  ["text for the search", plainMarkdown],
  ["the name of a document", (text) => parseDocumentName(text)],
  ["a hostile name", (text) => [hostility(text.slice(0, 999)), sanitizePathComponent(text, 100)]],
  ["the name of a page's file", (text) => makeFilename(text, 1)],
];

it.each(READERS)("%s takes time that grows with the text and no faster", (_, read) => {
  const steep = RUNS.flatMap((unit) => {
    const growth = tooSteep(read, unit);
    return growth === null ? [] : [{ unit, ...growth }];
  });
  expect(steep).toEqual([]);
});
