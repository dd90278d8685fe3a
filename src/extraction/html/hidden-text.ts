/**
 * Text that nobody sees on a page, and what of it is content. A panel that a script opens is; what is said to those who
 * hear a page rather than see it ("opens in a new window"), what waits for something to happen ("loading", "an error
 * has occurred") and what stands far outside of the screen is not.
 */
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";
import { HELPER_PHRASES } from "./noise-rules.ts";
import { without } from "./pruning.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";
import { folded } from "./trimming.ts";

/** Characters; longer ones say something of their own. */
const MAX_HELPER = 160;
const FOR_HEARING =
  /(?:^|\s)(?:sr-only(?:-focusable)?|visually-?hidden|screen-?reader(?:-?text)?|element-invisible|oculto-?visual|u-hidden-visually|a11y-hidden|hide-accessible|accessibility-hidden|only-screen-reader|solo-lectores?)(?=\s|$)/i;
const CLIPPED = /clip:\s*rect\(\s*[01](?:px)?[\s,]|clip-path:\s*inset\((?:50|100)%/i;
const HIDDEN = /display:\s*none|visibility:\s*(?:hidden|collapse)/i;
const OFF_SCREEN =
  /(?:^|;)\s*(?:left|right|top|text-indent|margin-left|margin-top):\s*-\d{3,}(?:\.\d+)?(?:px|em|rem)/i;
const WAITING_ROLES = new Set(["alert", "alertdialog", "dialog", "status", "progressbar", "tooltip", "log"]);
const WAITING_NAMES =
  /(?:^|[\s_-])(?:errors?|errores|alert[as]?|alerts|loading|loader|cargando|spinner|espera|preloader|overlay|toast|snackbar|tooltip|template|plantilla|modal|popup|dialog|dialogo|lightbox|mensaje-?error|success|exito)(?=$|[\s_-])/i;
const LABELS = new Set(["th", "td", "dt", "legend", "caption", "summary"]);
const HELPER = new RegExp(`^[^\\p{L}]*(?:${HELPER_PHRASES.join("|")})`, "u");

/** Takes out what is hidden and no content. */
export function withoutHelperTexts(root: PageElement): void {
  const opened = openedIn(root);
  without(root, (element) => {
    if (element.attributes.size === 0 || LABELS.has(element.name) || HEADINGS.has(element.name)) return false;
    return !opened.has(element.get("id")) && (isOffScreen(element) || isHelper(element));
  });
}

/** What is hidden and stayed is hidden no more: Readability would leave it out. */
export function shown(root: PageElement): void {
  for (const element of elementsOf(root)) if (isHidden(element)) show(element);
}

export function isHidden(element: PageElement): boolean {
  if (element.has("hidden") || element.get("aria-hidden") === "true") return true;
  return element.has("style") && HIDDEN.test(element.get("style"));
}

/** What something on the page opens. */
function openedIn(root: PageElement): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of elementsOf(root)) {
    for (const name of ["aria-controls", "href", "data-target", "data-bs-target"]) {
      const value = element.get(name);
      if (value !== "" && (name !== "href" || value.startsWith("#"))) ids.add(value.replace(/^#/, ""));
    }
  }
  ids.delete("");
  return ids;
}

function isOffScreen(element: PageElement): boolean {
  return element.has("style") && element.get("role") !== "tabpanel" && OFF_SCREEN.test(element.get("style"));
}

function isHelper(element: PageElement): boolean {
  const style = element.get("style");
  if (INLINE.has(element.name) && isNoteOnLink(element)) return true;
  if (FOR_HEARING.test(element.get("class")) || CLIPPED.test(style)) return isShortHelp(element);
  return (element.has("hidden") || HIDDEN.test(style)) && isWaiting(element);
}

/** "(abre en ventana nueva)", said beside a link to everybody. */
function isNoteOnLink(element: PageElement): boolean {
  const text = squeezed(textOf(element));
  return text.length <= MAX_HELPER && /^[([].*[)\]]$/.test(text) && ON_LINK.test(folded(text));
}

const ON_LINK =
  /^.(?:(?:el|l['’]|o|este|aquest) ?)?(?:enlace|enllac|ligazon|link|esteka|lotura)\P{L}.*(?:extern|exterior|kanpo)|^.(?:se |s['’])?(?:abre|obre|abrira|obrira|abrese|irekitzen|irekiko|leiho berri|ventana nueva|nueva ventana|finestra nova|nova finestra|opens in)/u;

/** A heading or a label that is only heard ("Plazo:") still heads what is seen. */
function isShortHelp(element: PageElement): boolean {
  const text = squeezed(textOf(element));
  return text.length <= MAX_HELPER && !text.endsWith(":") && !holdsHeading(element);
}

function isWaiting(element: PageElement): boolean {
  if (WAITING_ROLES.has(element.get("role"))) return true;
  const text = squeezed(textOf(element));
  if (text.length > MAX_HELPER) return false;
  return HELPER.test(folded(text)) || WAITING_NAMES.test(`${element.get("class")} ${element.get("id")}`);
}

function holdsHeading(element: PageElement): boolean {
  for (const { name } of elementsOf(element)) if (HEADINGS.has(name)) return true;
  return false;
}

function show(element: PageElement): void {
  const attributes = new Map(element.attributes);
  for (const name of ["hidden", "aria-hidden", "style"]) attributes.delete(name);
  element.attributes = attributes;
}
