/**
 * Class A through the engine, the private network not allowed: every address as a catalog, as a link, as the target of
 * a redirect and as the target of a robots.txt that redirects. One run; a canary inside counts connections.
 * addresses.test.ts does the same with the command itself, under strace.
 */
import { isIPv6 } from "node:net";
import { expect, it } from "vitest";
import { type EngineRun, runEngine } from "../kit/engine.ts";
import {
  ADDRESSES,
  DISGUISES,
  ENDS,
  HOSTILE_NAMES,
  pointingInside,
  robotsHost,
  type Target,
  urlOf,
  WAYS,
} from "../kit/hostile-addresses.ts";
import { expectBalanced, expectStored, GOOD } from "../kit/hostile-run.ts";
import { serve } from "../kit/http.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import type { Way } from "./catalogue.ts";
import { met } from "./ledger.ts";

const ANSWERS = new Set(["address_refused", "outside_scope", "redirect_refused", "robots_unavailable"]);

async function run(root: TestRoot, targets: readonly Target[], asCatalogs: boolean): Promise<EngineRun> {
  let site = "";
  const server = await startPages((path, _nth, { headers }) =>
    pointingInside({ targets, site, good: GOOD }, headers.host ?? "", path),
  );
  site = `site.example:${server.host.split(":")[1]}`;
  const hosts = [site, ...targets.map((target) => robotsHost(target, site))];
  const html = (url: string, states?: string[]) => ({ kind: "html", url, ...(states && { states }) });
  return runEngine(root, {
    allowPrivate: false,
    reachable: hosts,
    resolve: async (name) =>
      (HOSTILE_NAMES[name] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    sourceOptions: {
      states: ["TX"],
      catalogs: [
        html(`http://${site}/catalog`),
        // Asked for another state, a catalog brings its host into scope and is not read.
        ...hosts.map((host) => html(`http://${host}/`, ["KS"])),
        ...(asCatalogs ? targets.map(({ url }) => html(url)) : []),
      ],
    },
  });
}

const WAY: Readonly<Record<(typeof WAYS)[number], Way>> = {
  L: "link of a catalog",
  R: "redirect of a document",
  T: "redirect of robots.txt",
};

function endings({ events }: EngineRun): Readonly<Record<string, string>> {
  return Object.fromEntries(
    events.flatMap((event) =>
      event.type === "skipped" || event.type === "failed" || event.type === "pending"
        ? [[event.id, `${event.type} ${event.reason}`] as const]
        : [],
    ),
  );
}

it("addresses that lead inside are refused by name, whoever names them, and nothing connects", async () => {
  const root = newRoot("default: {delay_ms: 0}");
  const canary = await serve((socket) => void socket.end());
  const targets = ADDRESSES.map((address) => ({
    id: address.id,
    url: urlOf(address, canary.port, `/${address.id}.pdf`),
  }));
  const outcome = await run(root, targets, true);
  const expected = targets.flatMap(({ id }) => WAYS.map((way) => [`${id}${way}`, ENDS[way]]));
  expect(endings(outcome)).toEqual(Object.fromEntries(expected));
  const refused = outcome.events.filter(
    (event) => event.type === "warning" && event.code === "address_refused",
  );
  expect(refused).toHaveLength(targets.length);
  const { length } = targets;
  expect(outcome.summary).toMatchObject({ completed: 1, skipped: 2 * length, pending: length, exit_code: 3 });
  expectBalanced(outcome.summary);
  expectStored(root, [GOOD]);
  expect(canary.connections()).toBe(0);
  for (const { id } of targets) {
    for (const way of WAYS) met(id, WAY[way], ENDS[way]);
    met(id, "catalog", "warned address_refused");
  }
});

it("links and redirects in disguise are refused, and nothing connects", async () => {
  const root = newRoot("default: {delay_ms: 0}");
  const canary = await serve((socket) => void socket.end());
  const targets = DISGUISES.map(([id, , href]) => ({ id, url: href.replace("{port}", String(canary.port)) }));
  const outcome = await run(root, targets, false);
  const { summary, events } = outcome;
  const links = events.filter((event) => event.type === "warning" && event.code === "rejected_url");
  expect(links).toHaveLength(targets.length);
  expect(summary).toMatchObject({ discovered: 1 + 3 * targets.length, completed: 1 });
  expect(Object.keys(summary.reasons).filter((reason) => !ANSWERS.has(reason))).toEqual([]);
  expectBalanced(summary);
  expectStored(root, [GOOD]);
  expect(canary.connections()).toBe(0);
  const ended = endings(outcome);
  for (const { id } of targets)
    for (const way of WAYS) {
      // A link that is none of this site has been rejected before there was a document.
      const end = ended[`${id}${way}`] ?? (way === "L" ? "warned rejected_url" : "");
      met(id, WAY[way], end);
    }
});
