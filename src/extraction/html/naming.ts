/** What the class names and the id of an element say about it. */
import type { PageElement } from "./element.ts";
import {
  CAPTION_WORDS,
  CONTENT_WORDS,
  DOUBTFUL_WORDS,
  FIRM_WORDS,
  LIST_WORDS,
  NOISE_WORDS,
  ASIDE_WORDS,
  SITE_WORDS,
} from "./noise-rules.ts";

/** Words, and beginnings of words by their first three letters. */
class WordSet {
  readonly #whole = new Set<string>();
  readonly #beginnings = new Map<string, string[]>();

  constructor(words: readonly string[]) {
    for (const word of words) {
      if (word.endsWith("*")) this.#addBeginning(word.slice(0, -1));
      else this.#whole.add(word.replaceAll("-", ""));
    }
  }

  #addBeginning(beginning: string): void {
    const key = beginning.slice(0, 3);
    this.#beginnings.set(key, [...(this.#beginnings.get(key) ?? []), beginning]);
  }

  has(word: string): boolean {
    if (this.#whole.has(word)) return true;
    return this.#beginnings.get(word.slice(0, 3))?.some((beginning) => word.startsWith(beginning)) ?? false;
  }
}

const NOISE = new WordSet(NOISE_WORDS);
const FIRM = new WordSet(FIRM_WORDS);
const DOUBTFUL = new WordSet(DOUBTFUL_WORDS);
const LIST = new WordSet(LIST_WORDS);
const CAPTION = new WordSet(CAPTION_WORDS);
const CONTENT = new WordSet(CONTENT_WORDS);

const SITE = new WordSet([...SITE_WORDS, ...NOISE_WORDS, ...LIST_WORDS]);
const ASIDE = new WordSet([...ASIDE_WORDS, ...DOUBTFUL_WORDS]);

export interface Naming {
  readonly noise: boolean;
  /** Noise, whatever it reads like. */
  readonly firm: boolean;
  readonly list: boolean;
  readonly doubtful: boolean;
  readonly caption: boolean;
  readonly content: boolean;
}

const NONE: Naming = {
  noise: false,
  firm: false,
  list: false,
  doubtful: false,
  caption: false,
  content: false,
};
const MAX_KNOWN = 20_000;
const known = new Map<string, Naming>();

export function namingOf(element: PageElement): Naming {
  const names = `${element.get("class")} ${element.get("id")}`;
  if (names === " ") return NONE;
  const before = known.get(names);
  if (before !== undefined) return before;
  const naming = judged(names.slice(0, 400));
  // Names come again and again, within a page and between pages of a site.
  if (known.size > MAX_KNOWN) known.clear();
  known.set(names, naming);
  return naming;
}

/** `articleBody post-share_bar` → article, body, articlebody, post, share, bar */
function judged(names: string): Naming {
  const words = wordsIn(names);
  return {
    noise: words.some((word) => NOISE.has(word)),
    firm: words.some((word) => FIRM.has(word)),
    list: words.some((word) => LIST.has(word)),
    doubtful: words.some((word) => DOUBTFUL.has(word)),
    caption: words.some((word) => CAPTION.has(word)),
    content: words.some((word) => CONTENT.has(word)),
  };
}

/**
 * Builders of pages and frameworks call all that they set a widget, the text of the page first of all; what kind of one it
 * is comes after: `elementor-widget-text-editor`, `ui-widget-content`, `elementor-widget-share-buttons`.
 */
const OF_BUILDERS =
  /^(?:elementor|siteorigin|so|vc|wpb|et_pb|fl|brz|wp-block|ui|yui\d?|k|dijit)[-_]+widgets?(?=[-_]|$)/;
const SITE_ORIGIN = /\bso-panel\b/;

/** The foot of a card is a part of the card. */
const FOOT_OF_BOX = /^(?:card|panel|box|tile|accordion|collapse|well)[-_]+footer$/i;

function withoutBuilder(name: string, isPanel: boolean): string {
  if (FOOT_OF_BOX.test(name)) return "";
  if (isPanel && /^widget(?:_|$)/.test(name)) return "";
  return name.replace(OF_BUILDERS, "");
}

function wordsIn(names: string): string[] {
  // WordPress hangs the categories and tags of a post on the post itself.
  const isPost = /\b(?:hentry|type-post|type-page)\b/.test(names);
  const isPanel = SITE_ORIGIN.test(names);
  return names.split(/\s+/).flatMap((name) => {
    if (isPost && /^(?:category|tag|type|status|format|author|has)-/.test(name)) return [];
    const parts = withoutBuilder(name, isPanel)
      .replaceAll(/([a-z]{3})([A-Z])(?=[a-z]{2})/g, "$1-$2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((part) => part !== "");
    const joined = parts.slice(1).map((part, at) => (parts[at] ?? "") + part);
    return [...parts, ...joined];
  });
}

export type SiteNaming = "site" | "aside" | "none";
const knownOfSite = new Map<string, SiteNaming>();

/** Of a box between the parts of a sheet: what its names say, where nothing stands but a line or two. */
export function siteNaming(element: PageElement): SiteNaming {
  if (element.attributes.size === 0) return "none";
  const names = `${element.get("class")} ${element.get("id")}`;
  if (names === " ") return "none";
  const before = knownOfSite.get(names);
  if (before !== undefined) return before;
  const words = wordsIn(names.slice(0, 400));
  const isAside = words.some((word) => ASIDE.has(word));
  const naming = words.some((word) => SITE.has(word)) ? "site" : isAside ? "aside" : "none";
  if (knownOfSite.size > MAX_KNOWN) knownOfSite.clear();
  knownOfSite.set(names, naming);
  return naming;
}
