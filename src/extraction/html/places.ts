/** Where in the page an element stands: what the elements above it are, and what they are called. */
import { PageElement } from "./element.ts";
import type { Found } from "./found-content.ts";
import type { Measures } from "./measure.ts";
import { namingOf } from "./naming.ts";
import type { Noise } from "./pruning.ts";
import { type Trim, trimOf } from "./trimming.ts";
import { flag } from "./wording.ts";

export interface Place {
  readonly noise: Noise | null;
  readonly trim: Trim | null;
  readonly container: boolean;
  readonly lead: boolean;
  readonly rest: boolean;
  readonly loose: boolean;
  readonly article: boolean;
  readonly main: boolean;
  readonly bodyProperty: boolean;
  readonly aside: boolean;
  readonly figure: boolean;
  readonly list: boolean;
  readonly namesContent: boolean;
  readonly namesDoubtful: boolean;
  readonly namesNoise: boolean;
}

const NOWHERE: Place = {
  noise: null,
  trim: null,
  container: false,
  lead: false,
  rest: false,
  loose: false,
  article: false,
  main: false,
  bodyProperty: false,
  aside: false,
  figure: false,
  list: false,
  namesContent: false,
  namesDoubtful: false,
  namesNoise: false,
};

export function placesIn(
  root: PageElement,
  measures: Measures,
  noise: ReadonlyMap<PageElement, Noise>,
  found: Found,
): ReadonlyMap<PageElement, Place> {
  const lead = new Set(found.lead);
  const rest = new Set(found.rest);
  const below = (element: PageElement, above: Place): Place => ({
    ...withNames(element, above),
    noise: noise.get(element) ?? above.noise,
    trim: above.trim ?? trimOf(element, measures),
    container: above.container || element === found.container,
    lead: above.lead || lead.has(element),
    rest: above.rest || rest.has(element),
    loose: above.loose || element === found.loose,
  });
  const places = new Map<PageElement, Place>([[root, below(root, NOWHERE)]]);
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const above = places.get(element) ?? NOWHERE;
    for (const child of element.children) {
      if (!(child instanceof PageElement)) continue;
      places.set(child, below(child, above));
      stack.push(child);
    }
  }
  return places;
}

function withNames(element: PageElement, above: Place): Place {
  const { name } = element;
  const naming = name === "body" || name === "html" ? null : namingOf(element);
  return {
    ...above,
    article: above.article || name === "article",
    main: above.main || name === "main" || element.get("role") === "main",
    bodyProperty: above.bodyProperty || /articleBody/i.test(element.get("itemprop")),
    aside: above.aside || name === "aside",
    figure: above.figure || name === "figure",
    list: above.list || name === "ul" || name === "ol",
    namesContent: above.namesContent || naming?.content === true,
    namesDoubtful: above.namesDoubtful || naming?.doubtful === true || naming?.list === true,
    namesNoise: above.namesNoise || naming?.noise === true,
  };
}

export function ofPlace(place: Place): Record<string, number> {
  return {
    noise_role: flag(place.noise === "role"),
    noise_name: flag(place.noise === "name"),
    noise_list: flag(place.noise === "list"),
    noise_doubtful: flag(place.noise === "doubtful"),
    noise_caption: flag(place.noise === "caption"),
    in_container: flag(place.container),
    in_lead: flag(place.lead),
    in_rest: flag(place.rest),
    in_loose: flag(place.loose),
    in_article: flag(place.article),
    in_main: flag(place.main),
    in_body_prop: flag(place.bodyProperty),
    in_aside: flag(place.aside),
    in_figure: flag(place.figure),
    in_list: flag(place.list),
    names_content: flag(place.namesContent),
    names_doubtful: flag(place.namesDoubtful),
    names_noise: flag(place.namesNoise),
  };
}
