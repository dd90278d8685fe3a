import { describe, type Failure } from "../domain/failure.ts";
import type { Finding } from "../domain/reference.ts";
import type { DiscoverContext } from "../domain/source.ts";
import { Handover } from "./side-by-side.ts";
import type { NamedPage } from "./page-reference.ts";
import { readSitemap, type SitemapEnd, type SitemapFinding, type SitemapProblemCode } from "./sitemap.ts";
import { type SitemapReading, walkSitemaps, type WalkEnd } from "./sitemap-walk.ts";

type Context = Pick<DiscoverContext<unknown>, "read" | "sitemapsOf" | "warn">;

const LIMITS = "a sitemap of at most 50,000 addresses and 50 MB";

type CatalogFailed = Extract<Finding, { kind: "catalog_failed" }>;

export interface SitemapSearch {
  /** Any page of the site. */
  readonly site: string;
  /** Sitemaps that somebody named, besides those of robots.txt and the usual one. */
  readonly named: readonly string[];
  readonly accepts: (page: URL) => boolean;
}

/** Pages as they come in; sitemaps that could not be read; and last, whether these were all. */
export async function* sitemapPages(
  context: Context,
  { site, named, accepts }: SitemapSearch,
): AsyncGenerator<NamedPage | CatalogFailed | WalkEnd> {
  const failures: CatalogFailed[] = [];
  const robotsSitemaps = await context.sitemapsOf(site);
  const usual = new URL("/sitemap.xml", site).href;
  const isGuess = ![...named, ...robotsSitemaps].includes(usual);
  const read = async (url: string): Promise<SitemapReading> => {
    const reading = await readStreamed(context, url, isGuess && url === usual);
    if (!reading.ok && !reading.missing)
      failures.push({ kind: "catalog_failed", url, failure: reading.failure });
    return reading;
  };
  for await (const step of walkSitemaps({ site, named, robotsSitemaps, accepts, read })) {
    yield* failures.splice(0);
    if (step.kind === "end") {
      yield* failuresOf(step, [...named, ...robotsSitemaps]);
      warnOf(step, site, context);
      yield step;
    } else yield { url: step.url, method: "sitemap", evidence: step.sitemap, lastmod: step.lastmod };
  }
}

/**
 * A file that breaks off or is beyond the limits, or that somebody named and that is no sitemap: what was read is used, but
 * the run did not see all.
 */
function* failuresOf({ reasons }: WalkEnd, named: readonly string[]): Generator<CatalogFailed> {
  for (const { code, sitemap: url } of reasons) {
    if (code === "cut")
      yield {
        kind: "catalog_failed",
        url,
        failure: { kind: "body_broken", detail: "the sitemap breaks off" },
      };
    if (code === "too_large" || code === "too_many_urls")
      yield {
        kind: "catalog_failed",
        url,
        failure: { kind: "structure_changed", expected: LIMITS, seen: code.replaceAll("_", " ") },
      };
    if ((code === "not_a_sitemap" || code === "empty") && named.some((one) => URL.parse(one)?.href === url))
      yield {
        kind: "catalog_failed",
        url,
        failure: { kind: "structure_changed", expected: "a sitemap", seen: "something else" },
      };
  }
}

/** What was read is used; that something is missing is said. */
function warnOf({ reasons, refused }: WalkEnd, site: string, { warn }: Context): void {
  if (refused > 0)
    warn("sitemap_left_out", `${site}: ${refused} addresses in its sitemaps lead elsewhere and are left out`);
  for (const { code, sitemap, detail } of reasons)
    if (code !== "unreadable" && code !== "no_sitemap")
      warn(`sitemap_${code}`, `${sitemap}: ${code} (${detail})`);
}

type StreamedReading =
  | Extract<SitemapReading, { ok: true }>
  | (Extract<SitemapReading, { ok: false }> & { readonly failure: Failure });

/** Resolves when the body begins; a guess need not be there. A second attempt goes on in the same stream: what comes twice is known. */
async function readStreamed({ read }: Context, url: string, isGuess: boolean): Promise<StreamedReading> {
  const findings = new Handover<SitemapFinding>();
  const began = Promise.withResolvers<StreamedReading>();
  const parse = async (body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) => {
    began.resolve({ ok: true, url, findings: findings.values() });
    let end: SitemapEnd | null = null;
    for await (const finding of readSitemap(body, { url, contentType: headers["content-type"] })) {
      if (finding.kind === "end") end = finding;
      if (!(await findings.put(finding))) return null;
    }
    return end;
  };
  const reading = read(url, parse, { takesNo: isGuess, remember: isSound });
  void reading.then(
    async (result) => {
      if (!result.ok) {
        began.resolve({
          ok: false,
          missing: isGuess && isNo(result.failure),
          reason: describe(result.failure),
          failure: result.failure,
        });
        await findings.put(CUT);
      }
      findings.end();
    },
    (error: unknown) => {
      began.reject(error);
      findings.end({ error });
    },
  );
  return began.promise;
}

/** With these, a file was read to its end all the same. */
const HARMLESS: ReadonlySet<SitemapProblemCode> = new Set(["bad_lastmod", "relative_urls", "bad_lines"]);

/** Null: nobody wanted all of it. */
function isSound(end: SitemapEnd | null): boolean {
  return end !== null && end.recognised && end.problems.every(({ code }) => HARMLESS.has(code));
}

/** The end of a file that broke off, however often it was asked for. */
const CUT: SitemapFinding = {
  kind: "end",
  recognised: true,
  format: null,
  urls: 0,
  problems: [{ code: "cut", count: 1 }],
};

/** The server has answered that there is nothing for us here; robots.txt may say the same. */
function isNo(failure: Failure): boolean {
  if (failure.kind === "robots_disallowed") return true;
  return failure.kind === "http_status" && failure.status < 500 && failure.status !== 429;
}
