import { createHash } from "node:crypto";
import { canonicalUrl } from "../domain/canonical-url.ts";
import { domainFolder } from "../domain/domain-folder.ts";

export interface PageIdentity {
  readonly canonicalUrl: string;
  /** The first 16 hex digits of the SHA-256 of the canonical URL (P11). */
  readonly key: string;
  /** The folder of its host. */
  readonly folder: string;
}

/** Null for what is no address of the web. */
export function identifyPage(url: string): PageIdentity | null {
  const canonical = canonicalUrl(url);
  if (canonical === null) return null;
  // Written out as 16 digits: a slice of all 64 would keep all 64, for every page of a run.
  const key = createHash("sha256").update(canonical).digest().toString("hex", 0, 8);
  return { canonicalUrl: canonical, key, folder: domainFolder(new URL(canonical)) };
}
