/** Pages that hold little but the program that would write them (P22). */
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";

const FEW_WORDS = 50;
const MUCH_SCRIPT = 500;
const ROOT_IDS =
  /^(?:root|app|__next|__nuxt|___gatsby|ng-app|main-app|app-root|react-root|react-app|vue-app|q-app|svelte|ember-app)$/i;
const ASKS_FOR_SCRIPT = /javascript/i;

/** Has to see the page before its scripts are taken out. */
export function isScriptShell(root: PageElement, words: number): boolean {
  if (words >= FEW_WORDS) return false;
  let inline = 0;
  let files = 0;
  let data = 0;
  let hasRoot = false;
  let asks = false;
  for (const element of elementsOf(root)) {
    if (element.name === "script") {
      const type = element.get("type");
      if (/ld\+json/i.test(type)) continue;
      // What the program would show: __NEXT_DATA__ and its kin. A program that is put there later is not seen.
      if (/json/i.test(type)) data += textOf(element).length;
      else if (element.has("src")) files++;
      else inline += textOf(element).length;
    }
    if (
      element.name === "app-root" ||
      (ROOT_IDS.test(element.get("id")) && squeezed(textOf(element)).length < 200)
    )
      hasRoot = true;
    if (element.name === "noscript" && ASKS_FOR_SCRIPT.test(textOf(element))) asks = true;
  }
  return (
    (hasRoot && files + inline + data > 0) ||
    (asks && files + inline > 0) ||
    files >= 2 ||
    inline >= MUCH_SCRIPT
  );
}
