import type { LinkHealth, LinkState } from "../../domain/link-health.ts";

/** A link and its health. */
export interface LinkRecord extends LinkHealth {
  /** Of its page. */
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** The run that has looked at it last: one run looks once. */
  readonly run: string;
  /** The curated file that names it as its source; empty where there is none. */
  readonly curated: string;
}

export interface LinkPage {
  readonly links: readonly LinkRecord[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

export interface Certificate {
  readonly host: string;
  /** Wall clock, ms. */
  readonly expiresAt: number;
  readonly seenAt: number;
}

/** Which links: `flagged` are those a person should know of, `news` all of which something has changed since then. */
export type LinkSelection =
  | { readonly kind: "flagged"; readonly changedSince: number }
  | { readonly kind: "news"; readonly since: number }
  /** Those that a run has not looked at; all, or those that are down for this reason. */
  | {
      readonly kind: "host";
      readonly host: string;
      readonly notOfRun: string;
      readonly reason: string | null;
    };

export interface DueLinks {
  /** Wall clock, ms. */
  readonly before: number;
  /** The last of those that were given already; null at the beginning. */
  readonly after: LinkRecord | null;
}

/** The health of known links (P38). What is lost with it is history: links and their pages are known from elsewhere. */
export interface Links {
  find(source: string, keys: readonly string[]): Promise<ReadonlyMap<string, LinkRecord>>;
  note(source: string, links: readonly LinkRecord[]): Promise<void>;
  /** In the order of their keys; `after` starts at "". */
  select(source: string, which: LinkSelection, after: string): Promise<LinkPage>;
  /** Links of stored pages and curated files that were last looked at before, the oldest look first. */
  due(source: string, which: DueLinks, limit: number): Promise<readonly LinkRecord[]>;
  /** Stored pages of which no link is known, some at a time. */
  unknown(
    source: string,
  ): Promise<readonly { readonly key: string; readonly url: string; readonly storedAt: string }[]>;
  /** No link is that of a curated file any more, until it is said again. */
  clearCurated(source: string): Promise<void>;
  /** Links whose page is no longer stored and that are in no curated file go, once what is known of them is older. */
  forget(source: string, olderThan: number): Promise<void>;
  counts(source: string): Promise<Readonly<Record<LinkState, number>>>;
  noteCertificates(certificates: readonly Certificate[]): Promise<void>;
  /** Those of the hosts of these links, of one source or of all. */
  certificates(source?: string): Promise<readonly Certificate[]>;
}
