import type { LevadaEvent, Summary } from "../domain/events.ts";

/** Refusals that `--allow-private-network` lifts, as they are worded; a scheme or a password in a URL is none of them. */
const NOT_PUBLIC = /is not a public address| does not belong to the web| leads to /;

/** Gathers, while a run goes on, the troubles that trying again does not cure. */
export class LastingTrouble {
  readonly #catalogs = new Map<string, string>();
  readonly #refusedHosts = new Set<string>();
  #isNotPublic = false;
  #hasChanged = false;

  note(event: LevadaEvent): void {
    switch (event.type) {
      case "exchange":
        // Also for robots.txt: what becomes of the documents then only says that it is unavailable.
        if (event.outcome === "address_refused") this.#refusedHosts.add(event.host);
        return;
      case "failed":
      case "skipped":
        return this.#see(event.reason, event.error);
      case "warning":
        if (!event.message.startsWith("catalog ")) return;
        this.#catalogs.set(event.code, event.message);
        return this.#see(event.code, event.message);
      default:
    }
  }

  #see(reason: string, error: string): void {
    if (reason === "address_refused" && NOT_PUBLIC.test(error)) this.#isNotPublic = true;
    if (reason === "structure_changed") this.#hasChanged = true;
  }

  /** Whether the same command would meet the same obstacle again. */
  isAll({ exit_code, held }: Summary): boolean {
    if (exit_code === 3) return held.length > 0 && held.every(({ host }) => this.#refusedHosts.has(host));
    return this.#catalogs.size > 0 && [...this.#catalogs.keys()].every((code) => LASTING.has(code));
  }

  /** What each of them means and what can be done about it; text of sites is in it. */
  advice(source: string, again: string): readonly string[] {
    const disallowed = this.#catalogs.get("robots_disallowed");
    return [
      ...(this.#isNotPublic || this.#refusedHosts.size > 0 ? [privateAdvice(again)] : []),
      ...(disallowed === undefined ? [] : [robotsAdvice(disallowed)]),
      ...(this.#hasChanged ? [structureAdvice(source)] : []),
    ];
  }
}

const LASTING = new Set([
  "address_refused",
  "api_error",
  "robots_disallowed",
  "structure_changed",
  "unexpected_content",
]);

function privateAdvice(again: string): string {
  return `only public addresses are asked; if this one is your own, allow it: ${again} --allow-private-network (or network.allow_private: true in levada.config.yaml)`;
}

function robotsAdvice(catalogMessage: string): string {
  const url = /^catalog (\S+): /.exec(catalogMessage)?.[1] ?? "";
  const host = URL.canParse(url) ? new URL(url).host : "the site";
  return `${host} does not want this fetched: its robots.txt says so. With its owner's permission, hosts: {"${host}": {obey_robots: false}} in rate_limits.yaml sets its rules and Crawl-delay aside (never Retry-After)`;
}

function structureAdvice(source: string): string {
  return `the site's pages have changed; what Levada expects of them is in the source's README (src/sources/${source}/README.md): compare, and report it`;
}
