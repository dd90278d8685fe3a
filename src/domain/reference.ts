import type { Failure } from "./failure.ts";
import type { JsonObject } from "./json.ts";

/** A document that a source knows of: enough to fetch it, name it and file it. */
export interface Reference {
  /** Identity inside the source; never changes for a URL once given. */
  readonly key: string;
  readonly url: string;
  /** Where the file goes, relative to `data/raw/{source}/`, `/` between parts, codec suffix included. */
  readonly path: string;
  /** Fields of the source's own in the manifest line (`library_number`, `state` …). */
  readonly fields: JsonObject;
  /** Everything else worth keeping; the line's `metadata`. */
  readonly metadata: JsonObject;
  /** What the listing says about the version: a revision id, a lastmod. Equal token = unchanged (E13). */
  readonly token?: string;
  /** Wall clock, ms: an equal token says nothing of changes before this, where what is stored is older. */
  readonly tokenCoversUntil?: number;
  /** For the link to an archive, what is wanted of it: one that had nothing is asked again for something else only. */
  readonly opens?: string;
  /** The archive this document was taken out of. */
  readonly archive?: ArchivePlace;
  /** Its stored bytes still hold; only what others say of it has changed. Together with `Source.together`. */
  readonly keeps?: boolean;
  /** The key of the address that was asked, where that redirects to the document's own. */
  readonly alias?: string;
  /** Where the document was until now, where its name has changed: that file has to go. A local path. */
  readonly formerPath?: string;
}

/** The version of an archive that a document belongs to. */
export interface ArchiveVersion {
  /** The key of the link to the archive. */
  readonly key: string;
  /** Of the archive as it came, hex. */
  readonly sha256: string;
  /** How many documents were taken out of it: it is stored when all of them are. */
  readonly documents: number;
}

export interface ArchivePlace extends ArchiveVersion {
  /** The entry's name, cleaned; never a path. */
  readonly entry: string;
}

/** What discovery yields. Every finding is counted in exactly one place of the summary. */
export type Finding =
  | {
      readonly kind: "document";
      readonly reference: Reference;
      /** What is stored of it is no longer in its place: it is fetched whatever its token says. */
      readonly again?: boolean;
    }
  /** Hostile or impossible data in a catalog: dropped with a warning that names the field. Counts `skipped`. */
  | {
      readonly kind: "rejected";
      readonly reason: string;
      readonly field: string;
      readonly value: string;
      readonly where: string;
    }
  /** Not one of those asked for (other format, other subject): counted aside, not discovered. */
  | { readonly kind: "filtered"; readonly reason: string; readonly url: string }
  /** An item that exists but whose page could not be read. Counts by its verdict, under this key. */
  | { readonly kind: "unreadable"; readonly key: string; readonly url: string; readonly failure: Failure }
  /** Proof that a stored document is no longer there (E14): a delete entry, or absence from a complete listing. */
  | {
      readonly kind: "gone";
      readonly key: string;
      readonly reason: string;
      /** Other keys that lead to it: where one of them is found, it is not gone. */
      readonly aliases?: readonly string[];
    }
  /** A catalog that could not be read at all: discovery is incomplete and the run says so. */
  | { readonly kind: "catalog_failed"; readonly url: string; readonly failure: Failure };

/** A document whose manifest line is written. */
export interface StoredDocument {
  readonly key: string;
  readonly url: string;
  /** Relative to the root, as in the manifest. */
  readonly localPath: string;
  readonly sha256: string;
  readonly originalSize: number;
  readonly compressedSize: number;
  readonly storedAt: string;
  readonly validators: Validators;
  /** Of the source's own, as in the manifest line. */
  readonly fields: JsonObject;
  /** The file that this document was before, and that has to go. */
  readonly formerPath?: string;
  /** The document is no longer at its source: its file was moved aside, its line is kept. */
  readonly retired?: Retirement;
  /** Where it was taken out of an archive. */
  readonly archive?: ArchiveVersion;
  /** A page of the web: stored once, however many addresses have it. */
  readonly page?: StoredPage;
  /** Another key that led to it: that of an address that redirects to its own. */
  readonly alias?: string;
  /** All such keys, where the registry lists documents. */
  readonly aliases?: readonly string[];
}

/** What is to be known for reading a page. */
export interface StoredPage {
  /** Where it was found in the end: what its links are relative to. */
  readonly url: string;
  /** As the server said. */
  readonly contentType: string;
}

export interface Retirement {
  readonly at: string;
  readonly reason: string;
}

/** What a second request can be compared with. */
export interface Validators {
  readonly token?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** SHA-256 of the bytes the server sent. */
  readonly contentSha256?: string;
  /** The server need not be asked again before this; ISO 8601. */
  readonly freshUntil?: string;
}
