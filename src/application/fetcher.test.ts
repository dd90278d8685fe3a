import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type SteppingClock, steppingClock } from "../../test/kit/clock.ts";
import { memoryLedger } from "../../test/kit/memory-ledger.ts";
import type { Failure } from "../domain/failure.ts";
import type { RetryPolicy } from "../domain/judge.ts";
import { Fetcher } from "./fetcher.ts";
import { HostGate } from "./host-gate.ts";
import type { HttpAnswer, HttpRequest, Transport } from "./ports.ts";
import { RobotsGuard } from "./robots-guard.ts";
import { resolveSettings } from "./settings.ts";

type Canned = { status: number; headers?: Record<string, string>; body?: string } | { failure: Failure };

const rule = { attempts: 3, firstWaitMs: 2000, maxWaitMs: 30_000 };
const policy: RetryPolicy = {
  serverError: rule,
  tooManyRequests: rule,
  timeout: { ...rule, attempts: 2, timeoutFactor: 2 },
};

let clock: SteppingClock;
let sent: { readonly path: string; readonly at: number; readonly request: HttpRequest }[];
let answer: (path: string, nth: number) => Canned;

beforeEach(() => {
  clock = steppingClock();
  sent = [];
});

const transport: Transport = {
  close: async () => {},
  exchange: async (request, _, onSent) => {
    onSent?.();
    const path = request.url.pathname;
    sent.push({ path, at: clock.monotonic(), request });
    const canned = answer(path, sent.filter((one) => one.path === path).length);
    return "failure" in canned ? { ok: false, failure: canned.failure } : answered(canned);
  },
};

function answered({ status, headers = {}, body = "" }: Exclude<Canned, { failure: Failure }>): HttpAnswer {
  return {
    ok: true,
    status,
    headers,
    framing: "length",
    latencyMs: 1,
    body: (async function* () {
      yield Buffer.from(body);
    })(),
    discard: async () => {},
    wireBytes: () => body.length,
  };
}

function open(waits = false) {
  const settings = resolveSettings([], { "example.org": { delayMs: 0 } });
  const never = new AbortController().signal;
  const gate = new HostGate("test", { clock, ledger: memoryLedger() }, settings, {
    emit: () => {},
    waits,
    onTrouble: () => {},
  });
  const signals = { stop: never, abort: never };
  const fetcher = new Fetcher({ clock, transport, gate, settings, policy, signals, emit: () => {} });
  const robots = new RobotsGuard({ clock, gate, fetcher, settings, waits });
  const get = (path: string) =>
    fetcher.persist({
      url: `https://example.org${path}`,
      limits: settings.pageLimits,
      inScope: () => true,
      robots: (url) => robots.check(url),
      consume: async () => ({ value: "read" }),
    });
  return { get, fetcher };
}

const ok: Canned = { status: 200, body: "x" };
const pathsSent = () => sent.map(({ path }) => path);

describe("Fetcher", () => {
  it("tries again after doubling waits, and gives up after the policy's attempts", async () => {
    answer = (path) => (path === "/robots.txt" ? { status: 404 } : { status: 503 });
    expect(await open().get("/a")).toMatchObject({ ok: false, failure: { status: 503 } });
    const times = sent.filter(({ path }) => path === "/a").map(({ at }) => at);
    expect(times.slice(1).map((at, i) => at - (times[i] ?? 0))).toEqual([2000, 4000]);
  });

  it("gives a slow server more time where the policy says so", async () => {
    answer = (path) =>
      path === "/robots.txt" ? { status: 404 } : { failure: { kind: "timeout", phase: "headers" } };
    await open().get("/a");
    const [first, second] = sent
      .filter(({ path }) => path === "/a")
      .map(({ request }) => request.deadlines.headersMs);
    expect(second).toBe(2 * (first ?? 0));
  });

  it("leaves a host alone after a 429 without Retry-After, also after the last attempt", async () => {
    answer = (path) => (path === "/a" ? { status: 429 } : path === "/robots.txt" ? { status: 404 } : ok);
    const { get } = open();
    await get("/a");
    const last = clock.monotonic();
    expect(await get("/b")).toMatchObject({ ok: true });
    expect((sent.at(-1)?.at ?? 0) - last).toBeGreaterThanOrEqual(8000);
  });

  it("refuses a second page that leads back to the first", async () => {
    answer = (path) =>
      path === "/robots.txt"
        ? { status: 404 }
        : { status: 302, headers: { location: path === "/a" ? "/b" : "/a" } };
    expect(await open().get("/a")).toMatchObject({
      failure: { kind: "redirect_refused", detail: expect.stringContaining("loop") },
    });
  });
});

describe("redirects", () => {
  const SECRETS = { authorization: "Bearer canary", cookie: "s=canary", "X-Api-Key": "canary" };
  const START = "https://example.org/start";

  /** Follows what `locations` say, in order, the last one for ever; tells what was asked, of whom, and with what. */
  async function follow(locations: readonly string[], status = 302) {
    sent = [];
    answer = (_path, _nth) => {
      const location = locations[Math.min(sent.length, locations.length) - 1];
      return location === undefined ? ok : { status, headers: { location } };
    };
    const scoped: string[] = [];
    const robots: string[] = [];
    const { fetcher } = open();
    const fetched = await fetcher.attempt({
      url: START,
      headers: SECRETS,
      limits: { maxBodyBytes: 1000, maxDecodedBytes: 1000 },
      inScope: (url) => (scoped.push(url.href), url.hostname !== "elsewhere.example"),
      robots: async (url) => (robots.push(url.href), null),
      attempt: 1,
      consume: async () => ({ value: "read" }),
    });
    return { fetched, scoped, robots, asked: sent.map(({ request }) => request) };
  }

  const origin = fc.constantFrom(
    "https://example.org",
    "http://example.org",
    "https://example.org:8443",
    "https://other.example",
    "https://elsewhere.example",
    "http://127.0.0.1",
    "http://user:password@example.org",
    "//other.example",
    "file://",
    "javascript:",
    "",
  );
  const path = fc.oneof(
    fc.constantFrom(
      "/start",
      "/a",
      "../b",
      "?q",
      "#f",
      "",
      ".",
      "/%0d%0aX-Smuggled:%201",
      "\\\\other.example\\x",
    ),
    fc.webPath(),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const location = fc.tuple(origin, path).map((parts) => parts.join(""));
  const locations = fc.array(location, { minLength: 1, maxLength: 8 });

  it("whatever Location says: at most 5 are followed, each is admitted anew, no secret leaves its origin", async () => {
    await fc.assert(
      fc.asyncProperty(locations, async (said) => {
        const { asked, scoped, robots } = await follow(said);
        expect(asked.length).toBeLessThanOrEqual(6);
        for (const { url, headers } of asked) {
          expect([url.protocol, url.username, url.password]).toEqual([
            expect.stringMatching(/^https?:$/),
            "",
            "",
          ]);
          expect(["127.0.0.1", "elsewhere.example"]).not.toContain(url.hostname);
          expect(scoped).toContain(url.href);
          expect(robots).toContain(url.href);
          expect(headers["user-agent"]).toMatch(/^Levada/);
          const mayKnow = url.origin === "https://example.org";
          expect(JSON.stringify(headers).includes("canary")).toBe(mayKnow);
        }
        expect(new Set(asked.map(({ url }) => url.href)).size).toBe(asked.length);
      }),
    );
  });

  it.each([
    ["another host", "https://other.example/x"],
    ["another port", "https://example.org:8443/x"],
    ["http", "http://example.org/x"],
  ])("secrets are not told to %s, and are told again on the way back", async (_what, elsewhere) => {
    const { asked } = await follow([elsewhere, "https://example.org/back", "https://example.org/end"]);
    const told = asked.map(({ headers }) => Object.keys(headers).length > 1);
    expect(told.slice(0, 3)).toEqual([true, false, true]);
  });

  it("a URL that grows is followed five times", async () => {
    const growing = Array.from({ length: 9 }, (_, i) => `/${"x".repeat(i + 1)}`);
    const { fetched, asked } = await follow(growing);
    expect(fetched).toMatchObject({ failure: { kind: "redirect_refused", detail: "more than 5 redirects" } });
    expect(asked).toHaveLength(6);
  });
});

describe("RobotsGuard", () => {
  it("asks once, however many requests wait for the answer", async () => {
    answer = (path) => (path === "/robots.txt" ? { status: 200, body: "User-agent: *\nDisallow: /x" } : ok);
    const { get } = open();
    const results = await Promise.all(["/a", "/b", "/x", "/c"].map(get));
    expect(results.map((result) => result.ok)).toEqual([true, true, false, true]);
    expect(pathsSent().filter((path) => path === "/robots.txt")).toHaveLength(1);
  });

  it("asks again after 24 hours, also in the middle of a run", async () => {
    answer = (path, nth) => {
      if (path !== "/robots.txt") return ok;
      return { status: 200, body: nth === 1 ? "" : "User-agent: *\nDisallow: /" };
    };
    const { get } = open();
    expect(await get("/a")).toMatchObject({ ok: true });
    clock.advance(23 * 3_600_000);
    expect(await get("/b")).toMatchObject({ ok: true });
    clock.advance(3_600_001);
    expect(await get("/c")).toMatchObject({ ok: false, failure: { kind: "robots_disallowed" } });
    expect(pathsSent()).toEqual(["/robots.txt", "/a", "/b", "/robots.txt"]);
  });

  it("that redirects to where nobody may go is unavailable: the host's documents wait, they are not refused", async () => {
    answer = (path) =>
      path === "/robots.txt" ? { status: 302, headers: { location: "http://127.0.0.1/robots.txt" } } : ok;
    expect(await open().get("/a")).toMatchObject({
      failure: { kind: "robots_unavailable", detail: expect.stringContaining("127.0.0.1") },
    });
    expect(pathsSent()).toEqual(["/robots.txt"]);
  });

  it.each<[string, Canned, boolean]>([
    ["404", { status: 404 }, true],
    ["401", { status: 401 }, true],
    ["204", { status: 204 }, true],
    ["500", { status: 500 }, false],
    ["429", { status: 429 }, false],
    ["a connection that fails", { failure: { kind: "connection", code: "ECONNREFUSED" } }, false],
    ["a redirect without target", { status: 301 }, false],
  ])("takes %s as an answer: allowed %s", async (_, canned, allowed) => {
    answer = (path) => (path === "/robots.txt" ? canned : ok);
    expect((await open().get("/a")).ok).toBe(allowed);
  });

  it("with --wait asks again after a while when robots.txt was unavailable", async () => {
    answer = (path, nth) => (path === "/robots.txt" ? { status: nth <= 3 ? 500 : 404 } : ok);
    const { get } = open(true);
    expect(await get("/a")).toMatchObject({
      ok: false,
      failure: { kind: "robots_unavailable", host: "example.org" },
    });
    expect(await get("/a")).toMatchObject({ ok: false });
    clock.advance(60_000);
    expect(await get("/a")).toMatchObject({ ok: true });
  });
});
