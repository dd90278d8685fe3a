import type { JsonObject } from "../../domain/json.ts";
import type { Finding } from "../../domain/reference.ts";
import type { Cells } from "./columns.ts";
import { type DocumentName, parseDocumentName } from "./document-name.ts";
import { keyFor } from "./keys.ts";
import { cleaned, present, wellMetadata } from "./metadata.ts";
import { isRoutineCoreAnalysis } from "./rca.ts";
import type { PageLink } from "./report-page.ts";
import { allowsUrl, resolveLink } from "./scope.ts";
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
  const news = candidates.toSorted(byUrl).filter(({ url }) => walk.isNews("document", url.href));
  const reasons = new Map(news.map((candidate) => [candidate, reasonAgainst(candidate, well, walk)]));
  const keys = await keysOf(
    walk,
    well,
    news.filter((candidate) => reasons.get(candidate) === null),
  );
  const metadata = once(() => metadataOf(walk, well));
  for (const [candidate, reason] of reasons) {
    const key = keys.get(candidate);
    if (reason !== null) yield filtered(reason, candidate.url.href);
    // A second address of a document that was found already is no second document.
    else if (key !== undefined && walk.isNews("key", key))
      yield documentOf(walk, well, candidate, key, page, metadata());
  }
}

/** Documents with an id come first: theirs is a key of its own, which no running number may take (`T055-2`). */
async function keysOf(
  walk: Walk,
  { libraryNumber, state }: KnownWell,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, string>> {
  const keys = new Map<Candidate, string>();
  const hasId = ({ name }: Candidate) => name.documentId !== null;
  for (const candidate of [...candidates.filter(hasId), ...candidates.filter((one) => !hasId(one))]) {
    const { documentId } = candidate.name;
    const identity = { libraryNumber, documentId, state, url: candidate.url.href };
    keys.set(candidate, await keyFor(walk.context, identity, (url) => allowsUrl(url, walk.options)));
  }
  return keys;
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
  // What is in an archive is seen when it is opened.
  if (format !== "zip" && !options.formats.includes(format)) return `format_${format}`;
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

function documentOf(
  { options: { formats } }: Walk,
  { libraryNumber, state }: KnownWell,
  { url, link, name }: Candidate,
  key: string,
  page: LinkPage,
  metadata: JsonObject,
): Finding {
  return {
    kind: "document",
    reference: {
      key,
      url: url.href,
      path: `${state}/${key}.${formatOf(name)}.zst`,
      fields: { library_number: libraryNumber, state },
      metadata: {
        ...present([["document_id", name.documentId ?? undefined]]),
        ...metadata,
        ...present([
          ["file_name", cleaned(name.fileName)],
          ["link_text", cleaned(link.text)],
          ["catalog_page", page.url],
        ]),
      },
      ...(formatOf(name) === "zip" && !formats.includes("zip") ? { opens: formats.join(",") } : {}),
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
