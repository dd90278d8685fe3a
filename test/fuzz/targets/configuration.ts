/** Files that the user writes. */
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MisuseError } from "../../../src/domain/errors.ts";
import { readConfig, readRateLimits } from "../../../src/infrastructure/files/config-files.ts";
import { parseRegistry } from "../../../src/sources/tramites/source-registry.ts";
import { ensureWebUrl } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";

const YAML_WORDS = [
  ..."&a *a <<: !!binary !!js/function !!set !!omap !!timestamp --- ... | > ? : - {} [] {a: null ~ true .nan .inf 0o7 1_000 '' \"\\u0000\" # %YAML".split(
    " ",
  ),
  "\n  ",
  "- ",
  "[[[[[[[[",
  "{a: {a: {a: ",
  "- - - - ",
  "*a, *a, *a, *a",
  "__proto__: {x: 1}",
];

const SHIPPED = join(import.meta.dirname, "../../../src/sources/tramites/registry.yaml");

const REGISTRY = `version: 1
sources:
  - id: age-sepe
    name: SEPE
    jurisdiction: age
    portal_url: https://sepe.example.es/
    access_method: sitemap
    sitemap_urls: [https://sepe.example.es/sitemap.xml]
    languages: [es]
    rate_limit_rps: 0.5
    priority: P0
  - &x {id: b, name: B, jurisdiction: local, portal_url: "http://b.es", access_method: api, api_url: https://b.es/api/3, languages: [ca, es]}
`;

/** Whatever is wrong is told in the one way that the user knows. */
async function misuse<T>(read: () => T | Promise<T>, look: (value: T) => void = () => {}): Promise<unknown> {
  let value: T;
  try {
    value = await read();
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    ensure(error.message.length < 2000, "a message that nobody reads");
    return null;
  }
  look(value);
  return value;
}

const registry: FuzzTarget = {
  name: "registry",
  dictionary: [
    ...YAML_WORDS,
    ..."id: portal_url: access_method: extends: default sources: sitemap_urls: languages: rate_limit_rps:".split(
      " ",
    ),
  ],
  seeds: () => [REGISTRY, "extends: default\nsources: []\n", readFileSync(SHIPPED).subarray(0, 3000)],
  run: (input) =>
    misuse(
      () => parseRegistry(new TextDecoder().decode(input), "registry.yaml", REGISTRY),
      (sources) => {
        for (const { portalUrl, sitemapUrls, delayMs } of sources) {
          for (const url of [portalUrl, ...sitemapUrls]) ensureWebUrl(new URL(url.trim()).href, "an address");
          ensure(delayMs === null || delayMs >= 1, `a delay of ${delayMs}`);
        }
      },
    ),
};

const CONFIG = `network: {allow_private: false, user_agent: "Levada/1", max_body_bytes: 64MiB}
politeness: {delay_ms: 1000, breaker_threshold: 5}
health: {inactive_after: 7d}
hooks: {on_run_end: {command: [echo, x], timeout_ms: 1000}, on_alert: {webhook: "https://a.es/"}}
sources:
  usgs: {base_url: https://a.es, catalogs: [{kind: csv, url: "https://a.es/c.csv", states: [TX]}]}
  wiki: {api_url: "https://w.org/api.php", namespaces: [0, 14]}
schedule: {timezone: Europe/Madrid, tasks: {feeds: "0 3 * * 1", mine: {cron: "*/5 * * * *", run: "ingest wiki"}}}
`;
const RATES = `default: {delay_ms: 1000, concurrency: 1}\nhosts: {"a.es": {delay_ms: 0}, "127.0.0.1:8080": {obey_robots: false}, "::1": {}}\n`;

const FILE = join(tmpdir(), `levada-fuzz-${process.pid}.yaml`);

const config: FuzzTarget = {
  name: "config",
  dictionary: [
    ...YAML_WORDS,
    ...'network: sources: hosts: default: delay_ms: schedule: tasks: 64MiB 1e999 7d "0 3 * * 1" refetch:'.split(
      " ",
    ),
  ],
  seeds: () => [CONFIG, RATES],
  async run(input) {
    writeFileSync(FILE, input);
    return [
      await misuse(() => readConfig(FILE, { required: true })),
      await misuse(() => readRateLimits(FILE)),
    ];
  },
};

export const configurationTargets: readonly FuzzTarget[] = [registry, config];
