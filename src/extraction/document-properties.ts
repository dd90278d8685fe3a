/** What a document of an office says about itself: the Dublin Core of `docProps/core.xml` and `meta.xml`. */
import { decodeWhole } from "../finders/text-decoding.ts";
import { childNamed, fieldOf, xmlTreeOf } from "./xml/xml-tree.ts";

export interface DocumentProperties {
  /** Empty where there is none that a person has written. */
  readonly title: string;
  readonly language: string | null;
}

/** What programs and templates put there. */
const NO_TITLE =
  /^(?:microsoft (?:word|office)\b.*|(?:sin|sense|without) t[íi]t(?:ulo|ol|le)\s*\d*|untitled.*|(?:nuevo )?document[oe]?\s*(?:sin t[íi]tulo|\d*)|(?:plantilla|template|normal|t[íi]tulo|t[íi]tol|title|presentaci[óo]n de powerpoint)\s*\d*|.*\.(?:docx?|docm|dotx?|odt|ott|rtf|pdf|tmp))$/i;

export function documentProperties(bytes: Uint8Array): DocumentProperties {
  const { root } = xmlTreeOf(decodeWhole(bytes));
  const outer = root.children.find((child) => typeof child !== "string");
  const properties = childNamed(outer, "meta") ?? outer;
  const title = fieldOf(properties, "title") ?? "";
  const language = fieldOf(properties, "language")?.split(/[-_]/)[0]?.toLowerCase() ?? "";
  return {
    title: NO_TITLE.test(title) ? "" : title,
    language: /^[a-z]{2,3}$/.test(language) ? language : null,
  };
}
