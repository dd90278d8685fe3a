import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { CrawledRoot } from "./crawled-root.ts";
import { Editors, truePages, type TruePage } from "./real-wiki.ts";

const { apiUrl, control, reason } = inject("wiki");

/** Kills, each of a crawl into a root of its own or of the run that goes on after a kill. */
const KILLS = Number(process.env["LEVADA_KILLS"] ?? 8);
const SEED = Number(process.env["LEVADA_SEED"] ?? 20261116);

describe.runIf(apiUrl === null || control === null)("without a MediaWiki that can be changed", () => {
  it(`the suite is left out, and says why: ${reason}`, () => expect(reason).not.toBe(""));
});

if (apiUrl !== null && control !== null) {
  describe("after changes on a real MediaWiki", () => describeChanges(apiUrl, new Editors(control)));
  describe("a real MediaWiki in trouble", () => describeTrouble(apiUrl, new Editors(control)));
}

const LOWERED = "Yarrow basin";

/**
 * A wiki that was made a moment ago has no change older than the minute that a run asks for again: it would be listed
 * whole, and rightly so.
 */
async function untilOldEnough(api: string): Promise<void> {
  const params =
    "action=query&format=json&formatversion=2&list=recentchanges&rcdir=newer&rclimit=1&rcprop=timestamp";
  const answer = (await (await fetch(`${api}?${params}`)).json()) as {
    query: { recentchanges: { timestamp: string }[] };
  };
  const oldest = Date.parse(answer.query.recentchanges[0]?.timestamp ?? new Date().toISOString());
  const wait = oldest + 65_000 - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 70_000)));
}

function describeChanges(api: string, editors: Editors): void {
  const roots = { listing: new CrawledRoot(api), since: new CrawledRoot(api), fresh: new CrawledRoot(api) };
  let before: ReadonlyMap<number, TruePage>;
  let after: ReadonlyMap<number, TruePage>;
  let removed: readonly TruePage[] = [];
  let moved: readonly TruePage[] = [];

  beforeAll(async () => {
    await untilOldEnough(api);
    await editors.edit(LOWERED, "One revision more.\n[[Category:All sites]]");
    const places = Array.from({ length: 5 }, (_, n) => `Passing place ${n} of ${Date.now()}`);
    for (const title of places) await editors.edit(title, `This is ${title}.\n[[Category:All sites]]`);
    await roots.listing.crawl();
    await roots.since.crawl(["--since", "auto"]);
    before = await truePages(api);
    const passing = [...before.values()].filter(({ title }) => places.includes(title));
    [removed, moved] = [passing.slice(0, 3), passing.slice(3)];
    await change(editors, api, removed, moved);
    after = await truePages(api);
    await roots.fresh.crawl();
  }, 300_000);
  afterAll(() => Object.values(roots).forEach((root) => root.remove()));

  const changed = () => {
    const isOther = ({ pageid, revid, title }: TruePage) =>
      before.get(pageid)?.revid !== revid || before.get(pageid)?.title !== title;
    return [...after.values()].filter(isOther).map(({ pageid }) => pageid);
  };

  it("has met a revision that went down, and pages that are gone", () => {
    const lowered = [...after.values()].find(({ title }) => title === LOWERED);
    expect(lowered?.revid).toBeLessThan(before.get(lowered?.pageid ?? 0)?.revid ?? 0);
    expect(removed).toHaveLength(3);
    expect(removed.filter(({ pageid }) => after.has(pageid))).toEqual([]);
    expect(changed().length).toBeGreaterThan(8);
  });

  it.each([
    ["a full listing", "listing", []],
    ["what happened since", "since", ["--since", "auto"]],
  ] as const)("asks for the text of changed pages only, by %s", async (_, name, flags) => {
    const run = await roots[name].crawl(flags);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(roots[name].contentAsked()).toEqual(changed().toSorted((a, b) => a - b));
    const listed = roots[name].calls().filter(({ operation }) => operation === "allpages");
    expect(listed.length > 0).toBe(name === "listing");
  });

  it.each(["listing", "since"] as const)("retires what was deleted or moved away (%s)", (name) => {
    const ids = (files: readonly string[]) => files.map((file) => Number(/_(\d+)\.json$/.exec(file)?.[1]));
    const retired = ids(roots[name].files("retired")).toSorted((a, b) => a - b);
    expect(retired).toEqual(removed.map(({ pageid }) => pageid).toSorted((a, b) => a - b));
    const rows = new Set(roots[name].rows().map((row) => row["page_id"]));
    expect(rows).toEqual(new Set(after.keys()));
  });

  it.each(["listing", "since"] as const)("gives a moved page's file its new name (%s)", (name) => {
    for (const { pageid, title } of moved) {
      const doc = roots[name].docs().get(pageid);
      expect(doc?.title).toBe(`Was ${title.toLowerCase()}`);
      expect(doc?.file).toMatch(/^Was/);
    }
  });

  it.each(["listing", "since"] as const)("is then what a fresh crawl gives (%s)", (name) => {
    expect(roots[name].contents()).toEqual(roots.fresh.contents());
    expect(roots[name].rows()).toEqual(roots.fresh.rows());
  });
}

async function change(
  editors: Editors,
  api: string,
  [one, two, away]: readonly TruePage[],
  [left, quiet]: readonly TruePage[],
): Promise<void> {
  const title = (page: TruePage | undefined) => page?.title ?? "";
  await editors.mutate();
  await editors.delete([title(one), title(two)]);
  await editors.move(title(away), `Project:${title(away)} of ${Date.now()}`, "nothing");
  await editors.move(title(left), `Was ${title(left).toLowerCase()}`, "a redirect");
  await editors.move(title(quiet), `Was ${title(quiet).toLowerCase()}`, "nothing");
  await editors.deleteAllButFirst(api, LOWERED);
}

function describeTrouble(api: string, editors: Editors): void {
  const newRoot = () => {
    const root = new CrawledRoot(api);
    onTestFinished(() => root.remove());
    return root;
  };

  it("waits as long as the wiki lags, and then goes on", async () => {
    const root = newRoot();
    await editors.lag("on");
    let ended = false;
    const running = root.crawl().finally(() => (ended = true));
    const refused = () => root.calls().filter(({ outcome }) => outcome === "retryable_error");
    try {
      await expect.poll(() => refused().length, { timeout: 60_000, interval: 200 }).toBeGreaterThan(1);
      expect(ended).toBe(false);
      expect(root.files("page")).toEqual([]);
    } finally {
      await editors.lag("off");
    }
    const run = await running;
    expect(run.summary).toMatchObject({ exit_code: 0, failed: 0, discovered: (await truePages(api)).size });
    expect(new Set(refused().map(({ error }) => /maxlag/.test(JSON.stringify(error))))).toEqual(
      new Set([true]),
    );
    expect(run.events.filter(({ type }) => type === "retry").length).toBeGreaterThan(1);
  });

  it(`is crawled whole after kill -9 at ${KILLS} random moments (seed ${SEED})`, async () => {
    const whole = newRoot();
    const started = performance.now();
    await whole.crawl();
    const lasts = performance.now() - started;
    const random = randomFrom(SEED);
    let root = newRoot();
    let killed = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const after = random() * lasts;
      const run = await root.crawl([], (kill) => void setTimeout(kill, after));
      if (run.code === null) killed += 1;
      if (run.code !== null || n % 2 === 1) root = await settled(root, whole, newRoot);
    }
    await settled(root, whole, newRoot);
    expect(killed).toBeGreaterThan(KILLS / 2);
  });
}

/** One run makes it whole. Answers the root for the next kill. */
async function settled(
  root: CrawledRoot,
  whole: CrawledRoot,
  newRoot: () => CrawledRoot,
): Promise<CrawledRoot> {
  const { code, summary } = await root.crawl();
  expect([code, summary?.failed]).toEqual([0, 0]);
  expect(root.contents()).toEqual(whole.contents());
  expect(root.rows()).toEqual(whole.rows());
  root.remove();
  return newRoot();
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
