import type { ProcedureFields } from "../domain/procedure.ts";
import { identifyPage } from "../finders/page-identity.ts";

/**
 * The keys that the page of a procedure may be stored under, its own spelling first: people write http or https
 * whatever the site has. None where it names no page.
 */
export function pageKeysOf({ fuente_url, source_url }: ProcedureFields): readonly string[] {
  const url = fuente_url ?? source_url;
  return typeof url === "string" ? keysOfAddress(url) : [];
}

export function keysOfAddress(url: string): readonly string[] {
  const other = /^http:/i.test(url) ? url.replace(/^http:/i, "https:") : url.replace(/^https:/i, "http:");
  const keys = [url, other].flatMap((spelling) => identifyPage(spelling)?.key ?? []);
  return [...new Set(keys)];
}

/** Equal for procedures of one page, in whatever spelling; null where it names none. */
export function pageOf(procedure: ProcedureFields): string | null {
  return pageKeysOf(procedure).toSorted()[0] ?? null;
}
