import { startMediaWikiSandbox } from "../sandbox/mediawiki.ts";
import { type OfficeName, registryOf, startOffices } from "../sandbox/offices.ts";
import { startUsgsSandbox } from "../sandbox/usgs.ts";

/** A site of the demo, on loopback, and how it is ingested. */
export interface DemoSite {
  readonly source: string;
  /** In a sentence: "a USGS-like catalog". */
  readonly title: string;
  readonly url: string;
  /** By the name it had them under when it was started. */
  readonly ports: Ports;
  readonly options: Readonly<Record<string, unknown>>;
  /** Requests so far, and whether each brought a document (a list of them, or a "not modified", does not). */
  readonly requests: readonly { readonly forDocument: boolean }[];
  close(): Promise<void>;
}

/** Ports by name; those of a new folder are free ones. */
export type Ports = Readonly<Record<string, number>>;

const portOf = (url: string) => Number(new URL(url).port);

/** One a source. A site keeps its port: at another one it would be another site. */
export const DEMO_SITES: Readonly<Record<string, (ports: Ports) => Promise<DemoSite>>> = {
  async usgs(ports) {
    const site = await startUsgsSandbox({ wells: 4, port: ports["usgs"] ?? 0 });
    return {
      source: "usgs",
      title: "a USGS-like catalog",
      url: site.url,
      ports: { usgs: portOf(site.url) },
      options: { baseUrl: site.url },
      get requests() {
        return site.requests.map(({ path }) => ({ forDocument: path.startsWith("/crc-data/") }));
      },
      close: () => site.close(),
    };
  },
  async tramites(ports) {
    const offices = await startOffices({ ports: ports as Readonly<Record<OfficeName, number>> });
    return {
      source: "tramites",
      title: "Spanish e-offices and an official gazette",
      url: offices.sede.url,
      ports: Object.fromEntries(offices.all.map(({ name, url }) => [name, portOf(url)])),
      options: {
        registry: { path: "the demo's registry", text: registryOf(offices) },
        only: ["sede", "comunidad", "boe"],
      },
      get requests() {
        return offices.all
          .flatMap(({ requests }) => requests)
          .toSorted((a, b) => a.at - b.at)
          .map(({ path, status }) => ({ forDocument: status === 200 && PROCEDURE.test(path) }));
      },
      close: () => offices.close(),
    };
  },
  async wiki(ports) {
    const site = await startMediaWikiSandbox({ pages: 12, hugePages: 0, port: ports["wiki"] ?? 0 });
    return {
      source: "wiki",
      title: "a MediaWiki",
      url: site.url,
      ports: { wiki: portOf(site.url) },
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

const PROCEDURE = /^\/(?:tramites|ca\/tramits|gl\/tramites|eu\/izapideak|procedimientos|diario_boe)\//;
