import { escaped } from "./escaped.ts";

export interface FeedEntry {
  readonly link: string;
  readonly title: string;
  readonly date: Date;
}

export interface FeedHead {
  readonly title: string;
  readonly link: string;
}

/** RSS 2.0; dates as RFC 822 has them. */
export function rss2({ title, link }: FeedHead, entries: readonly FeedEntry[]): string {
  const items = entries.map(
    (entry) => `<item><title>${escaped(entry.title)}</title><link>${escaped(entry.link)}</link>
<guid isPermaLink="false">${escaped(entry.link.replace(/[?;].*$/s, ""))}</guid><pubDate>${entry.date.toUTCString()}</pubDate>
<description><![CDATA[<p>${entry.title}</p>]]></description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escaped(title)}</title><link>${escaped(link)}</link><description>${escaped(title)}</description><language>es</language>
${items.join("\n")}
</channel></rss>
`;
}

/** RFC 4287. */
export function atom({ title, link }: FeedHead, entries: readonly FeedEntry[]): string {
  const items = entries.map(
    (
      entry,
    ) => `<entry><id>${escaped(entry.link.replace(/[?;].*$/s, ""))}</id><title>${escaped(entry.title)}</title>
<link rel="alternate" type="text/html" href="${escaped(entry.link)}"/><updated>${entry.date.toISOString()}</updated></entry>`,
  );
  const updated = new Date(Math.max(0, ...entries.map(({ date }) => date.getTime()))).toISOString();
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>${escaped(link)}</id><title>${escaped(title)}</title><updated>${updated}</updated>
<link rel="self" href="${escaped(link)}"/>
${items.join("\n")}
</feed>
`;
}

/** RSS 1.0: the items stand beside the channel. */
export function rss1({ title, link }: FeedHead, entries: readonly FeedEntry[]): string {
  const list = entries.map((entry) => `<rdf:li rdf:resource="${escaped(entry.link)}"/>`);
  const items = entries.map(
    (
      entry,
    ) => `<item rdf:about="${escaped(entry.link)}"><title>${escaped(entry.title)}</title><link>${escaped(entry.link)}</link>
<dc:date>${entry.date.toISOString().replace(/\.\d+Z$/, "+00:00")}</dc:date></item>`,
  );
  return `<?xml version="1.0" encoding="ISO-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="${escaped(link)}"><title>${escaped(title)}</title><link>${escaped(link)}</link><description>${escaped(title)}</description>
<items><rdf:Seq>${list.join("")}</rdf:Seq></items></channel>
${items.join("\n")}
</rdf:RDF>
`;
}
