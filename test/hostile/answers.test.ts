/**
 * Classes B to D by every way besides the documents and catalogs of `usgs` (alone.test.ts): listings, pages and catalog
 * APIs of `tramites`, the API of a wiki, links that are looked at again, and webhooks.
 */
import { describe, expect, it } from "vitest";
import { framing, redirects, resolveHostile, TIME } from "../kit/hostile-inputs.ts";
import { HASTE } from "../kit/hostile-run.ts";
import { type HostileInput, hostOf, prepareBombs, says } from "../kit/hostile-server.ts";
import {
  checkHealth,
  hrefOf,
  type Listed,
  type ListWay,
  meetLists,
  meetWiki,
  nameOf,
  saidOf,
  soundBody,
  startBehind,
  tellWebhook,
  type WayOptions,
} from "../kit/hostile-ways.ts";
import type { RawServer, Script } from "../kit/raw-server.ts";
import { sideBySide } from "../kit/side-by-side.ts";
import { pageLines } from "../kit/tramites-root.ts";
import { CATALOGUE } from "./catalogue.ts";
import { met } from "./ledger.ts";

const LIST_WAYS = [
  "sitemap",
  "sitemap of an index",
  "feed",
  "catalog API",
  "gazette API",
  "page",
] as const satisfies readonly ListWay[];

const LISTED = new Set(CATALOGUE.flatMap(({ rows }) => rows));
/** Those that the list asks for: the others are met as documents. */
const asked = (inputs: readonly HostileInput[]) => inputs.filter(({ id }) => LISTED.has(id));

const soundFor =
  (way: ListWay): Script =>
  (socket, index, head) =>
    says(soundBody(way, `http://${hostOf(head)}`))(socket, index, head);

const NOBODY = "http://127.0.0.1:1";
const CLASSES: readonly (readonly [
  letter: string,
  inputsFor: (way: ListWay) => readonly HostileInput[],
  options: WayOptions,
])[] = [
  ["B: redirects", (way) => asked(redirects(soundFor(way))), {}],
  ["C: framing", (way) => asked(framing(Buffer.from(soundBody(way, NOBODY)))), {}],
  ["D: time", () => asked(TIME), { deadlines: HASTE, resolve: resolveHostile }],
];

/** Says nothing about who asks, and asks for the whole. */
function expectPlain(server: RawServer): void {
  for (const head of server.requests)
    expect(head).not.toMatch(/^(authorization|cookie|range|referer|x-api-key|x-smuggled):/im);
}

/** What the reason that a document fails for is called where a listing is read. */
const OF_LISTING: Readonly<Record<string, RegExp>> = {
  // A stream that has been read in part is one that was cut, whatever cut it.
  too_large: /^warned (?:too_large|body_broken)$/,
  timeout: /^warned (?:timeout|body_broken)$/,
  body_broken: /^warned (?:body_broken|feed_malformed)$/,
  unexpected_content: /^warned (?:structure_changed|sitemap_not_a_sitemap|unexpected_content)$/,
  connection: /^warned connection$/,
  server_error: /^warned http_status$/,
  too_many_requests: /^warned http_status$/,
  redirect_refused: /^warned redirect_refused$/,
  address_refused: /^warned address_refused$/,
  retry_after: /^held retry_after$/,
  robots_unavailable: /^(?:held robots_unavailable|warned (?:timeout|connection))$/,
};
const TAKEN = /^(?:completed|skipped duplicate)$/;
const OF_PAGE: Readonly<Record<string, RegExp>> = {
  address_refused: /^skipped address_refused$/,
  retry_after: /^pending retry_after$/,
  robots_unavailable: /^pending robots_unavailable$/,
  // It is a page of the web, and stays the page that it is.
  unexpected_content: TAKEN,
};

function expectedOf({ way, input: { id, ends } }: Listed): RegExp {
  if (ends.state === "completed") return TAKEN;
  // Nobody is there: what is asked for first is robots.txt of that host.
  if (ends.reason === "outside_scope")
    return way === "page" ? /^pending robots_unavailable$/ : /^held robots_unavailable$/;
  // Of a feed that is too long the beginning is read, and here that is none.
  if (way === "feed" && ends.reason === "too_large") return /^warned (?:structure_changed|body_broken)$/;
  if (way !== "page") return OF_LISTING[ends.reason] ?? /^$/;
  // A page has no end that could be missed: it is taken, and marked.
  if (id === "C20") return /^completed$/;
  return OF_PAGE[ends.reason] ?? /^failed fetch_failed$/;
}

describe.each(CLASSES)("%s, of listings and pages", (_letter, inputsFor, options) => {
  it("each ends by its name, and nothing of a broken one is stored", async () => {
    prepareBombs();
    const listed = LIST_WAYS.flatMap((way) => inputsFor(way).map((input) => ({ way, input })));
    const meeting = await meetLists(listed, options);
    const lines = pageLines(meeting.root);
    for (const one of listed) {
      const server = meeting.servers.get(nameOf(one)) as RawServer;
      expectPlain(server);
      const elsewhere = one.input.ends.state === "skipped" && one.input.ends.reason === "outside_scope";
      const held = meeting.summary.held.some(
        ({ host }) => !host.startsWith("127.0.0.1:") || host === "127.0.0.1:9",
      );
      const said = [
        ...saidOf(meeting, server.port),
        ...(elsewhere && held ? ["held robots_unavailable"] : []),
      ];
      const outcome = said.find((word) => expectedOf(one).test(word));
      expect([nameOf(one), outcome ?? said]).toEqual([nameOf(one), expect.stringMatching(expectedOf(one))]);
      const stored = lines.filter(({ source_url }) => source_url.startsWith(server.url.href));
      if (one.input.id === "C20" && one.way === "page")
        expect(stored[0]?.metadata).toMatchObject({ unframed: true });
      else if (!TAKEN.test(outcome ?? "") && one.way !== "sitemap of an index") expect(stored).toEqual([]);
      met(one.input.id, one.way, outcome ?? "");
    }
    for (const way of LIST_WAYS) met("C33", way, "no request carries a Range");
  });
});

const OF_WIKI: Readonly<Record<string, RegExp>> = {
  ...OF_LISTING,
  outside_scope: /^warned unexpected_content$/,
  body_broken: /^warned (?:body_broken|unexpected_content)$/,
  robots_unavailable: /^warned (?:connection|timeout)$/,
};

describe.each(CLASSES)("%s, of the API of a wiki", (_letter, inputsFor, options) => {
  it("the run fails by its name, and stores nothing", async () => {
    // No API says what a page says: whatever arrives is refused for what it is, and the reason tells what arrived.
    await sideBySide(inputsFor("page"), async (input) => {
      const meeting = await meetWiki(input, options);
      const server = meeting.servers.get(input.id) as RawServer;
      expectPlain(server);
      const said = saidOf(meeting, server.port);
      const wanted =
        input.ends.state === "completed"
          ? /^warned unexpected_content$/
          : (OF_WIKI[input.ends.reason] ?? /^$/);
      const outcome = said.find((word) => wanted.test(word));
      expect([input.id, outcome ?? said]).toEqual([input.id, expect.stringMatching(wanted)]);
      expect(meeting.summary).toMatchObject({ discovered: 0, completed: 0 });
      expect([1, 3]).toContain(meeting.summary.exit_code);
      met(input.id, "wiki API", outcome ?? "");
    });
    met("C33", "wiki API", "no request carries a Range");
  });
});

const OF_HEALTH: Readonly<Record<string, RegExp>> = {
  outside_scope: /^held$/,
  // A name that DNS does not know is a host that is not there.
  robots_unavailable: /^(?:held|failed host_down)$/,
  retry_after: /^(?:held|failed http_503)$/,
  server_error: /^failed http_503$/,
  too_many_requests: /^held$/,
  unexpected_content: /^active$/,
};

describe.each(CLASSES)("%s, of links that are looked at again", (_letter, inputsFor, options) => {
  it("each is told by its name", async () => {
    const servers = new Map<string, RawServer>();
    const urls = new Map<string, string>();
    const inputs = inputsFor("page");
    for (const input of inputs) {
      const server = await startBehind(input);
      servers.set(input.id, server);
      urls.set(input.id, hrefOf(input, server.url));
    }
    const health = await checkHealth(urls, options);
    for (const { id, ends } of inputs) {
      const said = health.get(id) ?? "";
      const failing = ends.state === "completed" ? null : ends.reason;
      const wanted =
        failing === null || id === "C20"
          ? /^active$/
          : (OF_HEALTH[failing] ?? new RegExp(`^failed ${failing}$`));
      expect([id, said]).toEqual([id, expect.stringMatching(wanted)]);
      expectPlain(servers.get(id) as RawServer);
      met(id, "health check", said);
    }
    met("C33", "health check", "no request carries a Range");
  });
});

/** Nothing of the answer is wanted but its status: a body that breaks off after it breaks nothing. */
const TOLD =
  /^(?:told|status \d+|status 30\d: redirects are not followed|the body is broken|larger than|no answer within|connection failed)/;

describe.each(CLASSES.slice(1))("%s, of webhooks", (_letter, inputsFor, options) => {
  it("each is told, or the problem has a name", async () => {
    await Promise.all(
      inputsFor("page").map(async (input) => {
        const server = await startBehind(input);
        const problem = (await tellWebhook(hrefOf(input, server.url), options)) ?? "told";
        expect([input.id, problem]).toEqual([input.id, expect.stringMatching(TOLD)]);
        expect(server.requests.length).toBeLessThanOrEqual(1);
        expectPlain(server);
        met(input.id, "webhook", problem.replace(/[^a-z0-9_:, ].*$/i, ""));
      }),
    );
    met("C33", "webhook", "no request carries a Range");
  });
});
