/** One small site a source, each in a world of its own: what is asked of it, when, and what it answers. */
import { writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { startMediaWikiSandbox } from "../../src/sandbox/mediawiki.ts";
import { startUsgsSandbox } from "../../src/sandbox/usgs.ts";
import type { TestRoot } from "../kit/root.ts";
import { procedurePage } from "../kit/procedure-root.ts";
import { startSmallWeb } from "./small-web.ts";
import { newFolder, removeRoot, type SourceName } from "./whole-root.ts";

/** What a site says instead of an answer: a status, with how long to wait. */
export interface Refusal {
  readonly status: number;
  /** Seconds, in the header. */
  readonly retryAfter?: number;
  /** How long it has a right to be left alone, where it does not say so itself. */
  readonly silenceMs?: number;
}

export interface Asked {
  /** When it came, ms of `performance.now()`. */
  readonly at: number;
  readonly refusal: Refusal | undefined;
}

export interface PoliteSite {
  readonly source: SourceName;
  readonly root: TestRoot;
  /** Of `ingest`, with the root. */
  readonly words: readonly string[];
  /** What was asked, in its order. */
  readonly asked: readonly Asked[];
  /** How the n-th request from now on, from 1, is refused; undefined where it is answered. */
  refuse(how: (nth: number) => Refusal | undefined): void;
}

export interface PoliteOptions {
  /** @default 0 */
  readonly delayMs?: number;
  /** Seconds, in robots.txt. @default none */
  readonly crawlDelay?: number;
  /** More of levada.config.yaml. */
  readonly config?: Readonly<Record<string, unknown>>;
}

interface Behaving {
  readonly url: string;
  readonly ownConfig: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/** A site of the source on loopback and a root for it, both gone after the test. */
export async function startPolite(source: SourceName, options: PoliteOptions = {}): Promise<PoliteSite> {
  const asked: Asked[] = [];
  let [refusal, since]: [(nth: number) => Refusal | undefined, number] = [() => undefined, 0];
  const behave = () => {
    const answer = refusal(asked.length + 1 - since);
    asked.push({ at: performance.now(), refusal: answer });
    return answer;
  };
  const root = newFolder();
  onTestFinished(() => removeRoot(root));
  const robots =
    options.crawlDelay === undefined
      ? "User-agent: *\nAllow: /\n"
      : `User-agent: *\nCrawl-delay: ${options.crawlDelay}\n`;
  const { ownConfig, words } = await SITES[source](behave, robots, root);
  const pace = { delay_ms: options.delayMs ?? 0, concurrency: 1 };
  writeFileSync(root.file("rate_limits.yaml"), JSON.stringify({ hosts: { "127.0.0.1": pace } }));
  const config = {
    network: { allow_private: true },
    extraction: { workers: 0 },
    sources: ownConfig,
    ...options.config,
  };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify(config));
  return {
    source,
    root,
    words: ["ingest", source, ...words, "--root", root.path, "--json"],
    asked,
    refuse: (how) => {
      [refusal, since] = [how, asked.length];
    },
  };
}

type Starter = (
  behave: () => Refusal | undefined,
  robots: string,
  root: TestRoot,
) => Promise<Pick<Behaving, "ownConfig" | "words">>;

const headersOf = ({ retryAfter }: Refusal) =>
  retryAfter === undefined ? {} : { headers: { "retry-after": String(retryAfter) } };

const asStatus = (refusal: Refusal | undefined) =>
  refusal === undefined
    ? undefined
    : { kind: "status" as const, status: refusal.status, ...headersOf(refusal) };

const web: (pages: Readonly<Record<string, string>>) => Starter = (pages) => async (behave, robots, root) => {
  const site = await startSmallWeb(pages);
  onTestFinished(() => site.close());
  site.robots = robots;
  site.behave = () => {
    const refusal = behave();
    return refusal === undefined ? undefined : { status: refusal.status, ...headersOf(refusal) };
  };
  const office = {
    id: "oficina",
    name: "Oficina",
    name_abbrev: "OF",
    jurisdiction: "local",
    portal_url: site.url,
    access_method: "sitemap",
    sitemap_urls: [`${site.url}/sitemap.xml`],
    path_patterns: ["/"],
    languages: ["es"],
  };
  writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [office] }));
  return { ownConfig: { tramites: { registry: "registry.yaml" } }, words: [`${site.url}/`] };
};

const PAGES = {
  "/uno": procedurePage({ name: "Uno" }),
  "/dos": procedurePage({ name: "Dos" }),
  "/tres": procedurePage({ name: "Tres" }),
};

const SITES: Readonly<Record<SourceName, Starter>> = {
  async usgs(behave, robots) {
    const site = await startUsgsSandbox({
      states: ["TX"],
      wells: 1,
      documentsPerWell: 2,
      oddities: false,
      robots,
      behave: () => asStatus(behave()),
    });
    onTestFinished(() => site.close());
    return { ownConfig: { usgs: { base_url: site.url } }, words: ["--states", "TX"] };
  },
  async wiki(behave, robots) {
    const site = await startMediaWikiSandbox({
      pages: 2,
      oddities: false,
      hugePages: 0,
      robots,
      behave: () => asStatus(behave()),
    });
    onTestFinished(() => site.close());
    return { ownConfig: { wiki: { api_url: site.apiUrl } }, words: [] };
  },
  tramites: async (...parts) => ({ ...(await web(PAGES)(...parts)), words: [] }),
  site: web({ "/": `<a href="/uno">uno</a>${procedurePage({ name: "Casa" })}`, ...PAGES }),
};
