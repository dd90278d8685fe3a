import { MarkupReader } from "./markup.ts";

/** The text of a piece of HTML, without tags, entities opened. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  let text = "";
  const append = (piece: string) => {
    text += piece;
  };
  const reader = new MarkupReader({ open() {}, close() {}, text: append }, { xml: false });
  reader.write(html);
  reader.end();
  return text;
}
