import { MAX_LISTING_BYTES } from "../../domain/listing.ts";
import type { Finding } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import { isoDate } from "../../finders/dates.ts";
import type { NamedPage } from "../../finders/page-reference.ts";
import { wholeText } from "./body-text.ts";
import {
  type CatalogEnd,
  type CatalogEntry,
  type CatalogPage,
  CatalogWalk,
  MAX_PAGES,
} from "./catalog-page.ts";
import { ckanSearchUrl, readCkanPage } from "./ckan.ts";
import { datosGobUrl, readDatosGobPage } from "./datos-gob.ts";
import type { Parsed } from "./parsed.ts";
import { readSiaPage } from "./sia.ts";

type Context = Pick<DiscoverContext<unknown>, "read" | "warn">;

type Reader = (body: string, context: { readonly askedUrl: string }) => Parsed<CatalogPage>;

const CATALOGS: Readonly<
  Record<"ckan" | "datos_gob" | "sia", { first(apiUrl: string): string; read: Reader }>
> = {
  ckan: { first: (apiUrl) => ckanSearchUrl(apiUrl), read: readCkanPage },
  datos_gob: { first: (apiUrl) => datosGobUrl(apiUrl), read: readDatosGobPage },
  sia: { first: (apiUrl) => apiUrl, read: readSiaPage },
};

const LEFT: Readonly<Record<Exclude<CatalogEnd, "complete">, string>> = {
  short: "the catalog ended before all that it announced could be read",
  repeats: "the catalog gave a page again, and is left here",
  trickles: "the catalog gives hardly anything new page after page, and is left here",
  limit: `the catalog has more than ${MAX_PAGES} pages, and is left here`,
};

export interface CatalogEnded {
  readonly kind: "catalog_ended";
  /** Everything that the catalog has was seen. */
  readonly complete: boolean;
}

/** The pages that a catalog of procedures or data sets names, answer by answer. */
export async function* catalogPages(
  context: Context,
  kind: keyof typeof CATALOGS,
  apiUrl: string,
): AsyncGenerator<NamedPage | Finding | CatalogEnded> {
  const { first, read } = CATALOGS[kind];
  const start = first(apiUrl);
  const walk = new CatalogWalk(start);
  for (let url: string | null = start; url !== null;) {
    const askedUrl: string = url;
    const answer = await context.read<Parsed<CatalogPage>>(
      askedUrl,
      async (body, headers) => read(await wholeText(body, headers["content-type"] ?? null), { askedUrl }),
      {
        accept: "application/json",
        maxBytes: MAX_LISTING_BYTES,
        remember: (page) => page.ok && page.value.unreadable === 0,
      },
    );
    const page = answer.ok ? answer.value : answer;
    if (!page.ok) {
      yield { kind: "catalog_failed", url: askedUrl, failure: page.failure };
      return;
    }
    const step = walk.take(page.value);
    for (const entry of step.fresh) yield named(entry, askedUrl);
    if (step.end !== null && step.end !== "complete")
      context.warn(
        `catalog_${step.end}`,
        `${askedUrl}: ${LEFT[step.end]}; what it left out is not counted as gone`,
      );
    if (step.end !== null) yield { kind: "catalog_ended", complete: step.end === "complete" };
    url = step.next;
  }
}

function named(entry: CatalogEntry, evidence: string): NamedPage | Finding {
  const url = entry.url ?? entry.resources[0]?.url ?? null;
  if (url === null) return { kind: "filtered", reason: "no_address", url: evidence };
  const { title, modified, supplementary } = entry;
  return { url, method: "api", evidence, lastmod: isoDate(modified), title, supplementary };
}
