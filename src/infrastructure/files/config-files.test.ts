import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { readConfig, readRateLimits } from "./config-files.ts";

const folder = mkdtempSync(join(tmpdir(), "levada-config-"));
const file = join(folder, "levada.config.yaml");

afterAll(() => rmSync(folder, { recursive: true }));

async function config(text: string | Uint8Array) {
  await writeFile(file, text);
  return readConfig(file, { required: true });
}

async function rates(text: string) {
  await writeFile(file, text);
  return readRateLimits(file);
}

describe("levada.config.yaml", () => {
  it.each([
    ["7d", 604_800_000],
    ["36h", 129_600_000],
    ["90 m", 5_400_000],
  ])("takes %s for a time", async (text, inactiveAfter) => {
    expect(await config(`health: {inactive_after: ${text}}`)).toEqual({ health: { inactiveAfter } });
  });

  it("is read whole, in camelCase", async () => {
    const text = `
network: { allow_private: true, user_agent: "levada/1.0 (+https://example.org)", max_body_bytes: 1000, max_decoded_bytes: "64MiB" }
politeness: { delay_ms: 0, retry_after_wait_ms: 60000, breaker_threshold: 5, breaker_reset_ms: 300000 }
sources:
  usgs:
    base_url: http://127.0.0.1:8080
    catalogs:
      - { kind: csv, url: "https://example.org/a.csv" }
      - { kind: html, url: "https://example.org/{state}", states: [TX, OK] }
    max_body_bytes: 1 GB
  wiki: { api_url: "https://wiki.example.org/w/api.php", max_decoded_bytes: 1.5MiB }
  tramites: { registry: registry.yaml }
  site: { max_body_bytes: 5, max_listing_bytes: 16MiB }
database: { url: "postgres://user:secret@db/levada" }
storage: { url: "s3://bucket/prefix" }
`;
    expect(await config(text)).toEqual({
      network: {
        allowPrivate: true,
        userAgent: "levada/1.0 (+https://example.org)",
        maxBodyBytes: 1000,
        maxDecodedBytes: 67_108_864,
      },
      politeness: { delayMs: 0, retryAfterWaitMs: 60_000, breakerThreshold: 5, breakerResetMs: 300_000 },
      sources: {
        usgs: {
          baseUrl: "http://127.0.0.1:8080",
          catalogs: [
            { kind: "csv", url: "https://example.org/a.csv" },
            { kind: "html", url: "https://example.org/{state}", states: ["TX", "OK"] },
          ],
          maxBodyBytes: 1_000_000_000,
        },
        wiki: { apiUrl: "https://wiki.example.org/w/api.php", maxDecodedBytes: 1_572_864 },
        tramites: { registry: "registry.yaml" },
        site: { maxBodyBytes: 5, maxListingBytes: 16_777_216 },
      },
      database: { url: "postgres://user:secret@db/levada" },
      storage: { url: "s3://bucket/prefix" },
    });
  });

  it.each([
    ["nothing", "", {}],
    ["only comments", "# nothing yet\n", {}],
    ["an empty section", "network:\nsources:\n  usgs:\n", { network: {}, sources: { usgs: {} } }],
    ["a byte order mark", "\ufeffnetwork: {allow_private: false}", { network: { allowPrivate: false } }],
    ["JSON", '{"database":{"url":"postgres://db/x"}}', { database: { url: "postgres://db/x" } }],
    ["CRLF", "network:\r\n  allow_private: true\r\n", { network: { allowPrivate: true } }],
    [
      "an anchor",
      "network: &a {max_body_bytes: 7}\nsources: {site: *a}\n",
      { network: { maxBodyBytes: 7 }, sources: { site: { maxBodyBytes: 7 } } },
    ],
    ["no catalogs", "sources: {usgs: {catalogs: []}}", { sources: { usgs: { catalogs: [] } } }],
  ])("may hold %s", async (_, text, expected) => {
    expect(await config(text)).toEqual(expected);
  });

  it.each([
    [
      "an unknown section",
      "netwrok: {}",
      ":1: unknown key netwrok; accepted here: network, politeness, extraction, ",
    ],
    [
      "an unknown key",
      "network:\n  allow_privat: true",
      ":2: unknown key network.allow_privat; accepted here: allow_private, user_agent, max_body_bytes, max_decoded_bytes",
    ],
    [
      "an unknown source",
      "sources:\n\n  usgz: {}",
      ":3: unknown key sources.usgz; accepted here: usgs, wiki, tramites, site",
    ],
    [
      "a key of another source",
      "sources: {wiki: {base_url: x}}",
      "unknown key sources.wiki.base_url; accepted here: api_url,",
    ],
    [
      "an unknown key in a list",
      "sources:\n  usgs:\n    catalogs:\n      - kind: csv\n        url: http://a/\n        stats: []",
      ":6: unknown key sources.usgs.catalogs[0].stats; accepted here: kind, url, states",
    ],
    [
      "keys in keys without end",
      `x: [k ${"csv: ".repeat(20_000)}\n  y: ] z: `,
      "nests too deeply to be read",
    ],
    ["a prototype's name", "__proto__: {}", "unknown key __proto__"],
    ["a method's name", "network: {toString: 1}", "unknown key network.toString"],
    ["a merge key", "network: {<<: {allow_private: true}}", "unknown key network.<<"],
    [
      "a text for a boolean",
      "network: {allow_private: 'yes'}",
      ":1: network.allow_private should be true or false, not this text",
    ],
    [
      "an empty boolean",
      "network: {allow_private: }",
      "network.allow_private should be true or false, not empty",
    ],
    ["a list for a section", "network: [1]", "network should be keys and values, not a list"],
    ["a text for the file", "hello", "the file should be keys and values, not this text"],
    [
      "a map for a list",
      "sources: {usgs: {catalogs: {kind: csv}}}",
      "sources.usgs.catalogs should be a list, not keys and values",
    ],
    [
      "a fraction of bytes",
      "network: {max_body_bytes: 1.5}",
      "network.max_body_bytes should be a positive number of bytes",
    ],
    ["no bytes", "network: {max_body_bytes: 0}", "not the number 0"],
    [
      "an unknown unit",
      "network: {max_body_bytes: 64MiBs}",
      "network.max_body_bytes should be a positive number of bytes",
    ],
    ["too many bytes", "network: {max_body_bytes: 99999999TiB}", "network.max_body_bytes should be"],
    [
      "a negative delay",
      "politeness: {delay_ms: -1}",
      "politeness.delay_ms should be a number of milliseconds, 0 or more, not the number -1",
    ],
    ["an endless delay", "politeness: {delay_ms: .inf}", "politeness.delay_ms should be"],
    ["a threshold of 0", "politeness: {breaker_threshold: 0}", "a whole number, 1 or more"],
    [
      "a header with a line break",
      'network: {user_agent: "a\\r\\nX: y"}',
      "network.user_agent should be a text of printable ASCII",
    ],
    ["an empty user agent", 'network: {user_agent: ""}', "not an empty text"],
    [
      "a URL of another scheme",
      "sources: {usgs: {base_url: 'file:///etc'}}",
      "sources.usgs.base_url should be an http or https URL",
    ],
    [
      "a URL without a scheme",
      "sources: {wiki: {api_url: example.org}}",
      "sources.wiki.api_url should be an http or https URL",
    ],
    [
      "another kind of catalog",
      "sources: {usgs: {catalogs: [{kind: xml, url: 'http://a/'}]}}",
      "sources.usgs.catalogs[0].kind should be csv or html",
    ],
    [
      "a catalog without a URL",
      "sources:\n  usgs:\n    catalogs:\n      - kind: csv",
      ":4: sources.usgs.catalogs[0] lacks the key url",
    ],
    [
      "a number for a state",
      "sources: {usgs: {catalogs: [{kind: csv, url: 'http://a/', states: [1]}]}}",
      "sources.usgs.catalogs[0].states[0] should be a text, not the number 1",
    ],
    [
      "a time without a unit",
      "health: {inactive_after: 7}",
      "health.inactive_after should be a time such as 7d",
    ],
    [
      "a time of nothing",
      "health: {inactive_after: 0d}",
      "health.inactive_after should be a time such as 7d",
    ],
    ["the same key twice", "network: {}\nnetwork: {}", ":2: not valid YAML: Map keys must be unique"],
    ["broken YAML", "network:\n  allow_private: [", "not valid YAML"],
    ["two documents", "network: {}\n---\nsources: {}", "not valid YAML"],
    ["an alias of nothing", "network: *nothing", "Unresolved alias"],
    ["brackets without end", "[".repeat(100_000), "not valid YAML"],
  ])("is refused with %s", async (_, text, message) => {
    const reading = config(text);
    await expect(reading).rejects.toBeInstanceOf(MisuseError);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(file);
  });

  it("never shows a secret in a message", async () => {
    const reading = config("database: {url: 'secret-without-a-scheme'}");
    await expect(reading).rejects.toThrow("database.url should be a URL, not this text");
    await expect(reading).rejects.not.toThrow("secret");
  });

  it("is refused when its aliases are a bomb", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inside = level === 0 ? "x" : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array(10).fill(inside).join(", ")}]`;
    });
    await expect(config(levels.join("\n"))).rejects.toThrow("Excessive alias count");
  });

  it("is refused when it is too large or not text", async () => {
    await expect(config("#".repeat(1024 * 1024 + 1))).rejects.toThrow("is larger than 1048576 bytes");
    await expect(config(Buffer.from([0x61, 0xff]))).rejects.toThrow("is not UTF-8 text");
    const nested = join(folder, "nested");
    await mkdir(nested);
    await expect(readConfig(nested, { required: true })).rejects.toThrow(`cannot read ${nested}`);
  });

  it("may be missing unless the user named it", async () => {
    const missing = join(folder, "missing.yaml");
    expect(await readConfig(missing, { required: false })).toEqual({});
    await expect(readConfig(missing, { required: true })).rejects.toThrow(
      `${missing} does not exist; check --config`,
    );
    expect(await readRateLimits(missing)).toEqual({});
  });
});

describe("rate_limits.yaml", () => {
  it("is read with its hosts as URLs spell them", async () => {
    const text = `
default: { delay_ms: 1000, concurrency: 1 }
hosts:
  "Sede.Example.es": { delay_ms: 5000 }
  127.0.0.1: { delay_ms: 0, concurrency: 8 }
  "127.0.0.1:8080": { obey_robots: false }
  "::1": { concurrency: 2 }
  "[::1]:8080": {}
  "año.example": { delay_ms: 2.5 }
  localhost:
  "a.example:443": { delay_ms: 1 }
  "b.example:80": { delay_ms: 2 }
`;
    expect(await rates(text)).toEqual({
      default: { delayMs: 1000, concurrency: 1 },
      hosts: {
        "sede.example.es": { delayMs: 5000 },
        "127.0.0.1": { delayMs: 0, concurrency: 8 },
        "127.0.0.1:8080": { obeyRobots: false },
        "[::1]": { concurrency: 2 },
        "[::1]:8080": {},
        "xn--ao-zja.example": { delayMs: 2.5 },
        localhost: {},
        "a.example": { delayMs: 1 },
        "b.example": { delayMs: 2 },
      },
    });
  });

  it.each([
    ["an unknown key", "delay_ms: 5", "unknown key delay_ms; accepted here: default, hosts"],
    [
      "an unknown key of a host",
      "hosts:\n  a.example:\n    delay: 5",
      ":3: unknown key hosts.a.example.delay; accepted here: delay_ms, concurrency, obey_robots",
    ],
    [
      "no concurrency",
      "default: {concurrency: 0}",
      "default.concurrency should be a whole number, 1 or more, not the number 0",
    ],
    ["half a request", "default: {concurrency: 1.5}", "default.concurrency should be a whole number"],
    [
      "a negative delay",
      "hosts: {a: {delay_ms: -1}}",
      "hosts.a.delay_ms should be a number of milliseconds, 0 or more",
    ],
    ["a text for a delay", "hosts: {a: {delay_ms: 1s}}", "hosts.a.delay_ms should be"],
    ["a URL for a host", "hosts:\n  http://a.example/: {}", ":2: hosts.http://a.example/ is not a host"],
    ["a pattern for a host", 'hosts: {"*.example": {}}', "is not a host"],
    ["a host with a user", 'hosts: {"me@a.example": {}}', "is not a host"],
    ["nothing for a host", 'hosts: {"": {}}', "is not a host"],
    ["a port that is none", 'hosts: {"a:99999": {}}', "is not a host"],
    [
      "a host in two spellings",
      "hosts:\n  A.example: {}\n  a.example: {}",
      ":3: hosts.a.example is given twice",
    ],
    ["a list of hosts", "hosts: [a]", "hosts should be keys and values, not a list"],
    ["a number for a host", "hosts: {a: 5}", "hosts.a should be keys and values, not the number 5"],
  ])("is refused with %s", async (_, text, message) => {
    const reading = rates(text);
    await expect(reading).rejects.toBeInstanceOf(MisuseError);
    await expect(reading).rejects.toThrow(message);
  });
});
