/** Links that show a picture instead of text: their name is what the picture shows, or what they say of themselves. */
import { webUrl } from "../../finders/web-url.ts";
import { elementsOf, hasText, type PageElement, squeezed } from "./element.ts";

/** Pictures are mostly the way to other pages; those that lead to a file or say what they are for belong to the text. */
export function nameLinks(root: PageElement, base: string): void {
  for (const element of elementsOf(root)) {
    if (element.name !== "a" || !element.has("href") || hasText(element)) continue;
    const url = webUrl(element.get("href"), base);
    const name = url === null || element.get("href").startsWith("#") ? "" : nameOf(element, url);
    if (name !== "") element.children.push(name);
  }
}

function nameOf(element: PageElement, url: string): string {
  const parts = [...elementsOf(element)];
  const named = (attribute: string) =>
    parts
      .map((part) => squeezed(part.get(attribute)))
      .filter((name) => !NO_NAME.test(name))
      .join(" ");
  const name = named("aria-label") || named("alt") || named("title");
  return FILE.test(url) || TELLING.test(name) ? name : "";
}

/** Nothing, or the name of a file. */
const NO_NAME = /^(?:\s*|\S+\.(?:gif|jpe?g|png|svg|webp|ico|bmp))$/i;
const FILE = /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|zip|xsig|xml)(?:[?#]|$)/i;
const TELLING =
  /(?:^|[^\p{L}])(?:descarg|baixa|download|deskarga|jaitsi|formulari|sol·?licitud|solicitud|eskaera|eskabide|inprimaki|impreso|modelo|model\b|tramita|trámite|izapide|iniciar|presentar|anexo|annex|eranskin|convocatoria|pdf\b)/iu;
