/** A page whose old and new address are both listed, the old one leading to the new one, while both are asked for at once. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HeldPage, type HoldingSite, startHolding } from "../kit/holding-site.ts";
import {
  collect,
  endsOf,
  folderOf,
  hashOf,
  linesOf,
  officesRoot,
  plainRow,
  register,
} from "../kit/offices.ts";
import type { TestRoot } from "../kit/root.ts";

const AT_ONCE = `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`;
const ONE_BY_ONE = `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 1}}`;

interface Place {
  readonly site: HoldingSite;
  readonly path: string;
}

interface Moving {
  readonly root: TestRoot;
  readonly old: Place;
  readonly now: Place;
}

/** Where a page was and where it is: on one host that takes several requests at once, or on two. */
type Hosts = "one host" | "two hosts";

const urlOf = ({ site, path }: Place) => `${site.url}${path}`;

function rowsOf(places: readonly Place[]) {
  const sites = new Set(places.map(({ site }) => site));
  return [...sites].map((site, n) => {
    const seeds = places.filter((place) => place.site === site).map(urlOf);
    return plainRow(`office-${n}`, site.url, { access_method: "seed", seed_urls: seeds });
  });
}

/** Where everything is is told by the test. */
async function moving(hosts: Hosts, rateLimits = AT_ONCE): Promise<Moving> {
  const site = await startHolding({});
  const other = hosts === "one host" ? site : await startHolding({});
  const [old, now] = [
    { site, path: "/old" },
    { site: other, path: "/new" },
  ];
  return { root: officesRoot(rowsOf([old, now]), rateLimits), old, now };
}

const put = ({ site, path }: Place, page: HeldPage) => void (site.pages[path] = page);

/** What is stored, by the address whose name it has. */
function storedAt(root: TestRoot, { site, path }: Place): string | null {
  const file = root.file(folderOf(site), `${hashOf(`${site.url}${path}`)}.html`);
  return existsSync(file) ? readFileSync(file, "utf8").replace("<html>", "") : null;
}

const textsOf = ({ root, old, now }: Moving) => ({ old: storedAt(root, old), now: storedAt(root, now) });

/** Only these are listed and asked for; nothing is held. */
async function runWith({ root, old, now }: Moving, places: readonly Place[]) {
  register(root, rowsOf(places));
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ failed: 0, pending: 0, exit_code: 0 });
  register(root, rowsOf([old, now]));
  for (const { site } of [old, now]) site.forget();
}

type Order = "the old address answers first" | "the new address answers first";

/** Both are asked for before either is answered. */
async function race({ root, old, now }: Moving, order: Order) {
  old.site.hold(old.path);
  now.site.hold(now.path);
  const running = collect(root);
  await old.site.underWay(old.path);
  await now.site.underWay(now.path);
  const [first, second] = order === "the old address answers first" ? [old, now] : [now, old];
  await first.site.letGo(first.path);
  await second.site.letGo(second.path);
  const run = await running;
  expect(run.summary).toMatchObject({ discovered: 2, failed: 0, pending: 0, retired: 0, exit_code: 0 });
  return run;
}

const CASES = (["one host", "two hosts"] as const).flatMap((hosts) =>
  (["the old address answers first", "the new address answers first"] as const).map(
    (order) => [hosts, order] as const,
  ),
);

describe.each(CASES)("P12: a page that has moved, on %s, when %s", (hosts, order) => {
  it("is stored once, by its new address, where nothing was stored", async () => {
    const page = await moving(hosts);
    put(page.old, { to: urlOf(page.now) });
    put(page.now, "uno");
    const { summary } = await race(page, order);
    expect(summary).toMatchObject({ completed: 1, skipped: 1 });
    expect(textsOf(page)).toEqual({ old: null, now: "uno" });
    expect(page.now.site.bodies("/new")).toBe(1);
    await runWith(page, [page.old, page.now]);
    expect(page.now.site.bodies("/new")).toBe(0);
  });

  it("keeps its name where it was stored by its old address, and has the same text", async () => {
    const page = await moving(hosts);
    put(page.old, "uno");
    await runWith(page, [page.old]);
    put(page.old, { to: urlOf(page.now) });
    put(page.now, "uno");
    const run = await race(page, order);
    expect([...endsOf(run).keys()], "what is left out").not.toContain("/old");
    expect(textsOf(page)).toEqual({ old: "uno", now: null });
    expect(page.now.site.bodies("/new")).toBe(1);
  });

  it("has its new text once where it was stored by its old address", async () => {
    const page = await moving(hosts);
    put(page.old, "uno");
    await runWith(page, [page.old]);
    put(page.old, { to: urlOf(page.now) });
    put(page.now, "dos");
    await race(page, order);
    // Who comes to a page first does not know of another's address that leads to it.
    const isKnown = order === "the old address answers first";
    expect(textsOf(page)).toEqual(isKnown ? { old: "dos", now: null } : { old: "uno", now: "dos" });
    expect(page.now.site.bodies("/new")).toBe(1);
    await runWith(page, [page.old, page.now]);
    expect(page.now.site.bodies("/new")).toBe(0);
  });

  it.each([
    ["which has not changed", "uno", 0],
    ["which has changed", "dos", 1],
  ])("stays where it was stored by its new address, %s", async (_, text, bodies) => {
    const page = await moving(hosts);
    put(page.now, "uno");
    await runWith(page, [page.now]);
    put(page.old, { to: urlOf(page.now) });
    put(page.now, text);
    await race(page, order);
    expect(textsOf(page)).toEqual({ old: null, now: text });
    expect(page.now.site.bodies("/new")).toBe(bodies);
  });
});

describe.each(["one host", "two hosts"] as const)(
  "P12: a page that is known to have moved, on %s",
  (hosts) => {
    it.each([
      ["one by one, the old address first", ONE_BY_ONE, false],
      ["one by one, the new address first", ONE_BY_ONE, true],
      ["at once", AT_ONCE, false],
    ])("keeps its name when its addresses are asked %s", async (_, rates, newFirst) => {
      const page = await moving(hosts, rates);
      put(page.old, "uno");
      await runWith(page, [page.old]);
      put(page.old, { to: urlOf(page.now) });
      put(page.now, "dos");
      await runWith(page, [page.old]);
      const both = newFirst ? [page.now, page.old] : [page.old, page.now];
      await runWith(page, both);
      for (const text of ["tres", "tres", "cuatro"]) {
        const isNews = storedAt(page.root, page.old) !== text;
        put(page.now, text);
        register(page.root, rowsOf(both));
        const { summary } = await collect(page.root);
        expect(summary).toMatchObject({ discovered: 2, failed: 0, pending: 0, retired: 0, exit_code: 0 });
        expect(textsOf(page)).toEqual({ old: text, now: null });
        expect(page.now.site.bodies("/new")).toBe(isNews ? 1 : 0);
        page.now.site.forget();
      }
    });
  },
);

describe.each(["one host", "two hosts"] as const)(
  "P12: a redirect that is being followed, on %s",
  (hosts) => {
    /** The new address is asked for by the old one, and its own turn comes meanwhile. */
    async function followed(page: Moving) {
      const before = { site: page.now.site, path: "/before" };
      put(before, "antes");
      put(page.old, { to: urlOf(page.now) });
      put(page.now, "uno");
      register(page.root, rowsOf([page.old, before, page.now]));
      page.old.site.hold("/old");
      page.now.site.hold("/before", "/new");
      const running = collect(page.root);
      await page.old.site.underWay("/old");
      await before.site.underWay("/before");
      return { running, before };
    }
    // One of its two lanes is busy until the redirect is followed.
    const rates = `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: ${hosts === "one host" ? 2 : 1}}}`;

    it("has its page fetched once, though its own turn comes meanwhile", async () => {
      const page = await moving(hosts, rates);
      const { running } = await followed(page);
      await page.old.site.letGo("/old");
      await page.now.site.letGo("/before");
      await page.now.site.letGo("/new");
      const { summary } = await running;
      expect(summary).toMatchObject({ discovered: 3, completed: 2, failed: 0, exit_code: 0 });
      expect(textsOf(page)).toEqual({ old: null, now: "uno" });
      expect(page.now.site.bodies("/new")).toBe(1);
    });

    it("leaves its page to whoever comes next where it fails", async () => {
      const page = await moving(hosts, rates);
      page.now.site.pages["/new 1"] = { status: 404 };
      const { running } = await followed(page);
      await page.old.site.letGo("/old");
      await page.now.site.letGo("/before");
      await page.now.site.letGo("/new");
      await running;
      expect(textsOf(page)).toEqual({ old: null, now: "uno" });
      expect(page.now.site.bodies("/new")).toBe(1);
    });
  },
);

it.each(["one host", "two hosts"] as const)(
  "P12: a redirect takes over, on %s, where the page's own request fails",
  async (hosts) => {
    const page = await moving(hosts);
    put(page.old, { to: urlOf(page.now) });
    put(page.now, "uno");
    page.now.site.pages["/new 1"] = { status: 404 };
    page.old.site.hold("/old");
    page.now.site.hold("/new");
    const running = collect(page.root);
    await page.old.site.underWay("/old");
    await page.now.site.underWay("/new");
    await page.old.site.letGo("/old");
    await page.now.site.letGo("/new");
    const { summary } = await running;
    expect(summary).toMatchObject({ discovered: 2, completed: 1, skipped: 1, failed: 0 });
    expect(textsOf(page)).toEqual({ old: null, now: "uno" });
  },
);

it("P12: two addresses that lead to a third, which nothing lists, have its page fetched once", async () => {
  const page = await moving("one host");
  const { site } = page.old;
  Object.assign(site.pages, { "/old": { to: "/third" }, "/new": { to: "/third" }, "/third": "tres" });
  site.hold("/old", "/new", "/third");
  const running = collect(page.root);
  await site.underWay("/old");
  await site.underWay("/new");
  await site.letGo("/old");
  await site.letGo("/new");
  await site.letGo("/third");
  const { summary } = await running;
  expect(summary).toMatchObject({ discovered: 2, completed: 1, skipped: 1, failed: 0, exit_code: 0 });
  expect(site.asked("/third")).toBe(1);
});

it.each([
  ["at once", AT_ONCE],
  ["one by one", ONE_BY_ONE],
])("P12: a chain of addresses, all of them listed and asked %s, ends in one page", async (_, rates) => {
  const site = await startHolding({
    "/a": { to: "/b" },
    "/b": { to: "/c" },
    "/c": { to: "/d" },
    "/d": "uno",
  });
  const places = ["/c", "/a", "/d", "/b"].map((path) => ({ site, path }));
  const root = officesRoot(rowsOf(places), rates);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ discovered: 4, completed: 1, failed: 0, pending: 0, exit_code: 0 });
  expect(site.bodies("/d")).toBe(1);
  expect(linesOf(root)).toHaveLength(1);
});

it.each([
  ["two", ["/a", "/b"]],
  ["three", ["/a", "/b", "/c"]],
])("P12: %s addresses that lead to each other wait for nobody for ever", async (_, paths) => {
  const next = (n: number) => paths[(n + 1) % paths.length] ?? "";
  const site = await startHolding(Object.fromEntries(paths.map((path, n) => [path, { to: next(n) }])));
  const root = officesRoot(rowsOf(paths.map((path) => ({ site, path }))), AT_ONCE);
  site.hold(...paths);
  const running = collect(root);
  for (const path of paths) await site.underWay(path);
  for (const path of paths) await site.letGo(path);
  const { summary } = await running;
  expect(summary).toMatchObject({ discovered: paths.length, failed: paths.length, completed: 0, pending: 0 });
});

it("P12: who waits for another's page stops when the run does, and the next run has it", async () => {
  const page = await moving("one host");
  const { site } = page.old;
  put(page.old, { to: "/new" });
  put(page.now, "uno");
  site.hold("/old", "/new");
  const stop = new AbortController();
  const running = collect(page.root, { signal: stop.signal });
  await site.underWay("/old");
  await site.underWay("/new");
  await site.letGo("/old");
  stop.abort("SIGINT");
  await site.letGo("/new");
  const { summary } = await running;
  expect(summary).toMatchObject({ discovered: 2, completed: 1, pending: 1, exit_code: 130 });
  await runWith(page, [page.old, page.now]);
  expect(textsOf(page)).toEqual({ old: null, now: "uno" });
});

it("P12: a kill while one waits for another's page acknowledges neither, and the next run has it once", async () => {
  const page = await moving("one host");
  const { site } = page.old;
  put(page.old, { to: "/new" });
  put(page.now, "uno");
  site.hold("/old", "/new");
  const program = join(import.meta.dirname, "../../bin/levada");
  const child = spawn(program, ["ingest", "tramites", "--root", page.root.path], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  await site.underWay("/old");
  await site.underWay("/new");
  await site.letGo("/old");
  child.kill("SIGKILL");
  await ended;
  expect(textsOf(page)).toEqual({ old: null, now: null });
  await site.letGo("/new");
  site.forget();
  const { summary } = await collect(page.root);
  expect(summary).toMatchObject({ discovered: 2, completed: 1, failed: 0, pending: 0, exit_code: 0 });
  expect(textsOf(page)).toEqual({ old: null, now: "uno" });
  expect(site.bodies("/new")).toBe(1);
});

it("E12: pages that lead to one that hangs on another host do not keep their own host from its work", async () => {
  const [site, slow] = [await startHolding({}), await startHolding({ "/new": "uno" })];
  const olds = ["/old1", "/old2", "/old3"];
  const others = ["/a", "/b", "/c", "/d"];
  for (const path of olds) site.pages[path] = { to: `${slow.url}/new` };
  for (const path of others) site.pages[path] = path;
  const listed = [...olds, ...others].map((path) => ({ site, path }));
  const root = officesRoot(rowsOf([...listed, { site: slow, path: "/new" }]), ONE_BY_ONE);
  site.hold("/old1");
  slow.hold("/new");
  const running = collect(root);
  await slow.underWay("/new");
  await site.letGo("/old1");
  await expect.poll(() => others.map((path) => site.bodies(path)), { timeout: 10_000 }).toEqual([1, 1, 1, 1]);
  await slow.letGo("/new");
  const { summary } = await running;
  expect(summary).toMatchObject({ discovered: 8, completed: 5, skipped: 3, failed: 0, pending: 0 });
  expect(slow.bodies("/new")).toBe(1);
  for (const path of olds) expect(site.asked(path), path).toBeLessThanOrEqual(2);
}, 30_000);
