import { startMediaWikiSandbox } from "../sandbox/mediawiki.ts";
import { startUsgsSandbox } from "../sandbox/usgs.ts";

/** A site of the demo, on loopback, and how it is ingested. */
export interface DemoSite {
  readonly source: string;
  /** In a sentence: "a USGS-like catalog". */
  readonly title: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Requests so far, and whether each was for a document or for a list of them. */
  readonly requests: readonly { readonly forDocument: boolean }[];
  close(): Promise<void>;
}

/** One a source. A site keeps its port: at another one it would be another site. */
export const DEMO_SITES: Readonly<Record<string, (port: number) => Promise<DemoSite>>> = {
  async usgs(port) {
    const site = await startUsgsSandbox({ wells: 4, port });
    return {
      source: "usgs",
      title: "a USGS-like catalog",
      url: site.url,
      options: { baseUrl: site.url },
      get requests() {
        return site.requests.map(({ path }) => ({ forDocument: path.startsWith("/crc-data/") }));
      },
      close: () => site.close(),
    };
  },
  async wiki(port) {
    const site = await startMediaWikiSandbox({ pages: 12, hugePages: 0, port });
    return {
      source: "wiki",
      title: "a MediaWiki",
      url: site.url,
      options: { apiUrl: site.apiUrl },
      get requests() {
        return site.requests.map(({ params }) => ({
          forDocument: (params["rvprop"] ?? "").includes("content"),
        }));
      },
      close: () => site.close(),
    };
  },
};
