export type FeedFormat = "rss" | "rdf" | "atom" | "json";

/** An entry as the feed writes it: nothing resolved, no date read. */
export interface RawFeedEntry {
  /** The best first. */
  readonly links: readonly string[];
  readonly base: string | null;
  readonly title: string;
  /** The title may hold tags and entities. */
  readonly titleIsHtml: boolean;
  readonly published: string;
  readonly updated: string;
  readonly id: string;
}

export interface RawFeed {
  readonly format: FeedFormat;
  /** `xml:base`. */
  readonly base: string | null;
  /** The page that the feed belongs to. */
  readonly home: string | null;
  readonly entries: readonly RawFeedEntry[];
}
