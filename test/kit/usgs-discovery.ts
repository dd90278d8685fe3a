/** What the tests of the source `usgs` share: loopback sites, and a discovery context that reads by `fetch`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { Failure } from "../../src/domain/failure.ts";
import type { Finding } from "../../src/domain/reference.ts";
import type { DiscoverContext } from "../../src/domain/source.ts";
import { startUsgsSandbox, type UsgsSandbox, type UsgsSandboxOptions } from "../../src/sandbox/usgs.ts";
import { usgs, type UsgsOptions } from "../../src/sources/usgs/source.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

export async function sandbox(options: UsgsSandboxOptions = {}): Promise<UsgsSandbox> {
  const site = await startUsgsSandbox(options);
  closers.push(site.close);
  return site;
}

/** A site of fixed pages, by path (with query, or without). */
export async function pages(content: Record<string, string>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const body = content[path] ?? content[path.split("?")[0] ?? ""];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export interface Run {
  readonly context: DiscoverContext<UsgsOptions>;
  readonly warnings: string[];
  readonly claims: Map<string, { url: string; about: string }>;
}

export function newRun(
  options: UsgsOptions,
  claims: Run["claims"] = new Map(),
  refuse: (url: string) => Failure | null = () => null,
  signal = new AbortController().signal,
): Run {
  const warnings: string[] = [];
  const get = async (url: string) => {
    const failure = refuse(url);
    if (failure !== null) return { ok: false as const, failure };
    const response = await fetch(url);
    if (response.ok && response.body !== null) return { ok: true as const, response, body: response.body };
    await response.body?.cancel();
    return { ok: false as const, failure: { kind: "http_status" as const, status: response.status } };
  };
  const context: DiscoverContext<UsgsOptions> = {
    options,
    signal,
    runId: "run",
    resume: true,
    readable: () => {},
    async readText(url) {
      const got = await get(url);
      return got.ok
        ? { ok: true, value: await got.response.text(), url: got.response.url, headers: {} }
        : got;
    },
    async read(url, parse) {
      const got = await get(url);
      return got.ok
        ? { ok: true, value: await parse(got.body, {}), url: got.response.url, headers: {} }
        : got;
    },
    claim(key, url, about) {
      const holder = claims.get(key) ?? { url, about };
      claims.set(key, holder);
      return Promise.resolve(holder);
    },
    keyOf: (url) => Promise.resolve([...claims].find(([, holder]) => holder.url === url)?.[0] ?? null),
    warn: (code, message) => warnings.push(`${code}: ${message}`),
    now: () => Date.now(),
    stored: async function* () {},
    foreign: async function* () {},
    isInPlace: async () => true,
    record: async () => {},
    cursor: async () => null,
    pageOf: async () => null,
    mayFetch: async () => true,
    mostBytes: (own) => own,
    sitemapsOf: async () => [],
    noted: async () => null,
    note: () => {},
    advance: () => {},
  };
  return { context, warnings, claims };
}

export async function discover(run: Run, limit = Infinity): Promise<Finding[]> {
  const findings: Finding[] = [];
  let documents = 0;
  for await (const finding of usgs.discover(run.context)) {
    findings.push(finding);
    if (finding.kind === "document" && ++documents >= limit) break;
  }
  return findings;
}

export const paths = (findings: readonly Finding[]) =>
  findings.flatMap((finding) => (finding.kind === "document" ? [finding.reference.path] : []));

export const others = (findings: readonly Finding[]) =>
  findings.filter((finding) => finding.kind !== "document");

export const reasons = (findings: readonly Finding[]) =>
  findings.flatMap((finding) => (finding.kind === "filtered" ? [finding.reason] : [])).toSorted();

export const pathsAsked = (site: { requests: readonly { path: string }[] }) =>
  site.requests.map(({ path }) =>
    path.replace(/\?.*state=(\w\w).*/, "?$1").replace(/\?.*resultOffset=(\d+).*/, "?$1"),
  );
