import { MisuseError } from "../../domain/errors.ts";
import { defineSource } from "../../domain/source.ts";
import { identifyPage } from "../../finders/page-identity.ts";
import { extensionOf } from "../../finders/page-kind.ts";
import { isSameSite, siteOf } from "../../finders/site-scope.ts";
import { WEB_POLICY } from "../../finders/web-policy.ts";

export interface SiteOptions {
  readonly url: string;
  /** What its documents are known by among those of other sites: the registrable domain, with the port if it has one. */
  readonly id: string;
}

/** Any site: its sitemaps, the feeds of its first page, and where it has no sitemap, its links. */
export const site = defineSource<SiteOptions>({
  name: "site",
  summary:
    "Any site: what its sitemaps and feeds list, or where its links lead; pages as Markdown, and as they came",
  argument: { name: "url", description: "any page of the site", option: "url" },
  examples: [
    "levada ingest site https://example.org/",
    "levada ingest site https://example.org/ --limit 50 --dry-run",
  ],
  resolveOptions: resolveSiteOptions,
  policy: WEB_POLICY,
  pages: { identify: identifyPage, extension: extensionOf },
  extraction: {
    duringIngest: true,
    stem: ({ localPath }) => localPath.replace(/^data\/raw\//, "data/extracted/").replace(/\.[^./]+$/, ""),
    markdown: true,
    languages: [],
  },
  allows: (url, options) => /^https?:$/.test(url.protocol) && isSameSite(url, new URL(options.url)),
  wants: (fields, { id }) => fields["source_id"] === id,
  optionsOf: ({ url }) => ({ url }),
  // Loaded when it is wanted: parsers take time, and most commands need none.
  async *discover(context) {
    const { findPages } = await import("./finding.ts");
    yield* findPages(context);
  },
});

function resolveSiteOptions({ url }: Readonly<Record<string, unknown>>): SiteOptions {
  if (url === undefined)
    throw new MisuseError("which site? give its address: levada ingest site https://example.org/");
  const given = typeof url === "string" && /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (given === null)
    throw new MisuseError(
      `${JSON.stringify(url)} is no address of a site; give one such as https://example.org/`,
    );
  if (given.username !== "" || given.password !== "")
    throw new MisuseError("an address with a user and a password is not taken; give it without them");
  given.hash = "";
  return { url: given.href, id: idOf(given) };
}

function idOf(url: URL): string {
  const [domain, port] = [siteOf(url), url.port === "" ? "" : `:${url.port}`];
  return domain.endsWith(port) ? domain : `${domain}${port}`;
}
