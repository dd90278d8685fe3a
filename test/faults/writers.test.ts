/** One writer per root (E6, R6): processes that start at the same instant, and one that is killed while another waits. */
import { expect, it } from "vitest";
import { brokenPromises, keyOf, type TestRoot } from "../kit/root.ts";
import { askedFor, freshRoot, numberOf, startIngest, startSlowSite } from "./command.ts";
import { chance, POINTS, SEED } from "./points.ts";

const HOURS = 3_600_000;
const ROUNDS = Math.max(4, Math.ceil(POINTS / 40));
const DOCUMENTS = 6;

const linesOf = (root: TestRoot) => root.manifest().map(({ local_path }) => keyOf(local_path));

/** Two at a time, these documents keep the winner busy for a second: whoever is refused is so before the winner ends. */
const DELAY_MS = 1000 / (DOCUMENTS / 2);

it(
  `of two that start at the same instant one writes and one is told who, ${ROUNDS} times`,
  async () => {
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [site, root] = [await startSlowSite(DELAY_MS), freshRoot()];
      const started = [startIngest(root, site), startIngest(root, site)];
      const ended = await Promise.all(started.map((one) => one.ended));
      const winner = ended.findIndex(({ code }) => code === 0);
      expect(ended.map(({ code }) => code).toSorted(), ended.map(({ stderr }) => stderr).join()).toEqual([
        0, 4,
      ]);
      const loser = ended[1 - winner];
      expect(loser?.stderr).toContain(
        `another levada process (pid ${started[winner]?.child.pid}, "ingest usgs"`,
      );
      expect(loser?.events).toEqual([]);
      const slack = (ended[winner]?.ms ?? 0) - (loser?.ms ?? Infinity);
      expect(slack, "the refusal came after a second").toBeGreaterThan(0);
      slowest = Math.max(slowest, loser?.ms ?? 0);
      expect(askedFor(site).toSorted()).toEqual([...new Set(askedFor(site))].toSorted());
      expect(linesOf(root)).toHaveLength(DOCUMENTS);
      expect(new Set(linesOf(root)).size).toBe(DOCUMENTS);
      expect(brokenPromises(root)).toEqual([]);
    }
    console.log(`refused ${Math.round(slowest)} ms after the start at the latest`);
  },
  HOURS,
);

it(
  `one that is killed is followed by the next without a hand, ${ROUNDS} times (seed ${SEED})`,
  async () => {
    const site = await startSlowSite(20);
    const usualMs = (await startIngest(freshRoot(), site).ended).ms;
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const root = freshRoot();
      const first = startIngest(root, site);
      setTimeout(() => first.child.kill("SIGKILL"), usualMs * chance(`takeover ${round}`));
      const { signal, acknowledged } = await first.ended;
      if (signal === "SIGKILL") kills++;
      const [stored, sent] = [new Set(linesOf(root).map(numberOf)), site.requests.length];
      expect(acknowledged.filter((id) => !stored.has(numberOf(id)))).toEqual([]);
      const second = await startIngest(root, site).ended;
      expect(second, second.stderr).toMatchObject({ code: 0 });
      expect(askedFor(site, sent).filter((number) => stored.has(number))).toEqual([]);
      expect(linesOf(root)).toHaveLength(DOCUMENTS);
      expect(new Set(linesOf(root)).size).toBe(DOCUMENTS);
      expect(brokenPromises(root)).toEqual([]);
    }
    console.log(`seed ${SEED}: ${kills} of ${ROUNDS} were killed before their end`);
    expect(kills).toBeGreaterThan(0);
  },
  HOURS,
);
