/** What HTML says of its elements, as far as a reader of text needs it. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const VOID = words(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
);

/** Stand in a line of text (HTML 3.2.5.2.5, "phrasing content"). */
export const INLINE = words(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small " +
    "span strike strong sub sup time tt u var wbr img br input button select textarea output svg math picture",
);

/** All that a head may hold; with anything else the body begins (HTML 13.2.6.4.4). */
export const IN_HEAD = words(
  "base basefont bgsound link meta title noscript noframes style script template head",
);

/** Inline elements that may hold blocks of their own kind; their end tags close those. */
export const HOLDS_PARTS = words("button select textarea svg math picture ruby");

/** Their start ends an open paragraph (HTML 13.2.6.4.7). */
export const ENDS_PARAGRAPH = words(
  "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 " +
    "h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul",
);

interface Ended {
  readonly ended: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
}

/** Which open elements a start tag ends, and the elements beyond which it does not look. */
export const ENDS: ReadonlyMap<string, Ended> = new Map(
  Object.entries({
    li: { ended: words("li"), within: words("ul ol menu dir") },
    dt: { ended: words("dt dd"), within: words("dl") },
    dd: { ended: words("dt dd"), within: words("dl") },
    option: { ended: words("option"), within: words("select datalist") },
    optgroup: { ended: words("option optgroup"), within: words("select") },
    tr: { ended: words("tr td th caption"), within: words("table") },
    td: { ended: words("td th"), within: words("table tr") },
    th: { ended: words("td th"), within: words("table tr") },
    thead: { ended: words("thead tbody tfoot tr td th caption"), within: words("table") },
    tbody: { ended: words("thead tbody tfoot tr td th caption"), within: words("table") },
    tfoot: { ended: words("thead tbody tfoot tr td th caption"), within: words("table") },
    a: { ended: words("a"), within: words("td th div section article li table") },
    button: { ended: words("button"), within: words("td th div section article li table") },
  }),
);

/** An end tag does not reach beyond these, but for their own (HTML 13.2.4.2, "in scope"). */
export const SCOPES = words("table td th caption template html");
export const TABLE_PARTS = words("table tbody thead tfoot tr td th caption");

export const HEADINGS = words("h1 h2 h3 h4 h5 h6");

/** What they hold is no text of the page. */
export const WITHOUT_TEXT = words(
  "script style noscript template iframe object embed applet svg math canvas audio video map head title frameset noframes datalist",
);
