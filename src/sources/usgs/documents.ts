import type { JsonObject } from "../../domain/json.ts";
import type { Finding } from "../../domain/reference.ts";
import type { Cells } from "./columns.ts";
import { type DocumentName, parseDocumentName } from "./document-name.ts";
import { keyFor } from "./keys.ts";
import { cleaned, present, wellMetadata } from "./metadata.ts";
import { isRoutineCoreAnalysis } from "./rca.ts";
import type { PageLink } from "./report-page.ts";
import { resolveLink } from "./scope.ts";
import { filtered, rejected, type Walk } from "./walk.ts";

/** A well whose names have been checked, as one catalog describes it. */
export interface KnownWell {
  readonly libraryNumber: string;
  readonly state: string;
  readonly analysed: boolean;
  readonly cells: Cells;
}

/** A link and everything said about it that is not in its address. */
export interface FoundLink extends PageLink {
  readonly description?: string;
}

export interface LinkPage {
  /** After redirects. */
  readonly url: string;
  readonly baseHref: string | null;
}

interface Candidate {
  readonly url: URL;
  readonly link: FoundLink;
  readonly name: DocumentName;
}

/** Extensions of programs that serve documents: the link does not say of which format. */
const PROGRAM = /^(asp|aspx|php|jsp|cgi|do|ashx)$/;

/** The findings for the links of one well, in order of URL. */
export async function* documentsOf(
  walk: Walk,
  well: KnownWell,
  links: readonly FoundLink[],
  page: LinkPage,
): AsyncGenerator<Finding> {
  const candidates: Candidate[] = [];
  for (const link of links) {
    const resolved = resolveLink(link.href, page.url, page.baseHref, walk.options);
    if (resolved.ok) {
      candidates.push({ url: resolved.url, link, name: parseDocumentName(resolved.url, well.libraryNumber) });
    } else if (walk.isNews("url", link.href, well.libraryNumber)) {
      yield rejected("url", resolved.reason, link.href, page.url);
    }
  }
  const metadata = once(() => metadataOf(walk, well));
  for (const candidate of candidates.toSorted(byUrl)) {
    if (!walk.isNews("document", candidate.url.href)) continue;
    const reason = reasonAgainst(candidate, well, walk);
    if (reason === null) yield await documentOf(walk, well, candidate, page, metadata());
    else yield filtered(reason, candidate.url.href);
  }
}

function byUrl(a: Candidate, b: Candidate): number {
  if (a.url.href === b.url.href) return 0;
  return a.url.href < b.url.href ? -1 : 1;
}

/** Why a document is not one of those asked for; null where it is. */
function reasonAgainst({ link, name }: Candidate, well: KnownWell, walk: Walk): string | null {
  const { options } = walk;
  if (!options.includeCuttings && isCutting(name, well)) return "cutting";
  const format = formatOf(name);
  if (!options.formats.includes(format)) return `format_${format}`;
  const evidence = {
    fileName: name.fileName,
    typeToken: name.type,
    title: link.title,
    linkText: `${link.text} · ${link.description ?? ""}`,
    analysed: well.analysed,
  };
  return options.allAnalyses || isRoutineCoreAnalysis(evidence) ? null : "not_rca";
}

function isCutting(name: DocumentName, well: KnownWell): boolean {
  return name.kind === "cutting" || /\bcuttings?\b/i.test(well.cells.get("type") ?? "");
}

/** A link that does not say its format is taken for a PDF; the body's first bytes will tell. */
function formatOf(name: DocumentName): string {
  return name.extension === "" || PROGRAM.test(name.extension) ? "pdf" : name.extension;
}

async function documentOf(
  walk: Walk,
  well: KnownWell,
  { url, link, name }: Candidate,
  page: LinkPage,
  metadata: JsonObject,
): Promise<Finding> {
  const { libraryNumber, state } = well;
  const { documentId } = name;
  const key = await keyFor(walk.context, { libraryNumber, documentId, state, url: url.href });
  return {
    kind: "document",
    reference: {
      key,
      url: url.href,
      path: `${state}/${key}.${formatOf(name)}.zst`,
      fields: { library_number: libraryNumber, state },
      metadata: {
        ...present([["document_id", documentId ?? undefined]]),
        ...metadata,
        ...present([
          ["file_name", cleaned(name.fileName)],
          ["link_text", cleaned(link.text)],
          ["catalog_page", page.url],
        ]),
      },
    },
  };
}

function metadataOf(walk: Walk, { cells, libraryNumber }: KnownWell): JsonObject {
  return wellMetadata(cells, (problem) => {
    if (!walk.isNews("well_name", libraryNumber)) return;
    walk.context.warn("name_rejected", `well_name of ${libraryNumber} left out: ${problem}`);
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
