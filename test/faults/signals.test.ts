/** SIGINT and SIGTERM at moments that the seed decides (E22, R7), alone and twice. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { brokenPromises, keyOf, type TestRoot } from "../kit/root.ts";
import type { UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { askedFor, type Ended, freshRoot, numberOf, startIngest, startSlowSite } from "./command.ts";
import { chance, POINTS, SEED } from "./points.ts";

const HOURS = 3_600_000;
const ROUNDS = Math.max(6, Math.ceil(POINTS / 40));
const DOCUMENTS = 6;
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** The promise itself, in ms: after one signal, and after a second one. */
const [PATIENCE, SECOND_PATIENCE] = [5_000, 1_000];

interface Interrupted {
  readonly ended: Ended;
  readonly signal: keyof typeof CODES;
  /** From the last signal to the end. */
  readonly lateMs: number;
}

async function interrupt(
  root: TestRoot,
  site: UsgsSandbox,
  signal: keyof typeof CODES,
  [at, again]: readonly [number, number | null],
): Promise<Interrupted> {
  const { child, ended } = startIngest(root, site);
  await Promise.race([sleep(at), ended]);
  child.kill(signal);
  if (again !== null) {
    await Promise.race([sleep(again), ended]);
    child.kill(signal);
  }
  const sent = performance.now();
  return { ended: await ended, signal, lateMs: performance.now() - sent };
}

/**
 * Before Node has started, and once it takes itself down, there is nobody to catch a signal: then it ends the process
 * (a shell says 130 or 143 to that too), with nothing begun or everything told. After the last document there is
 * nothing to stop.
 */
function expectItsCode({ ended, signal }: Interrupted): void {
  if (ended.signal === null) return expect([0, CODES[signal]], ended.stderr).toContain(ended.code);
  expect(ended.signal).toBe(signal);
  expect([undefined, "summary"]).toContain(ended.events.at(-1)?.type);
}

/** What was acknowledged is stored, what was in hand is stored or given back, and the account balances. */
function expectAccount(root: TestRoot, { events, acknowledged }: Ended): void {
  const lines = root.manifest().map(({ local_path }) => keyOf(local_path));
  expect(acknowledged.filter((id) => !lines.includes(id))).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
  expect(brokenPromises(root)).toEqual([]);
  const summary = events.find(({ type }) => type === "summary") as Record<string, number> | undefined;
  if (summary === undefined) return;
  const { discovered, completed, failed, skipped, unchanged, pending } = summary as Record<string, number>;
  expect(completed).toBe(acknowledged.length);
  expect(lines).toHaveLength(acknowledged.length);
  expect([completed, failed, skipped, unchanged, pending].reduce<number>((a, b) => a + (b ?? 0), 0)).toBe(
    discovered,
  );
}

it.each([
  ["a signal", false, PATIENCE],
  ["a second signal", true, SECOND_PATIENCE],
] as const)(
  `%s ends a run in time, loses nothing, and the next run fetches nothing twice, ${ROUNDS} times (seed ${SEED})`,
  async (name, isTwice, patience) => {
    const site = await startSlowSite(40);
    const usualMs = (await startIngest(freshRoot(), site).ended).ms;
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const root = freshRoot();
      const at = usualMs * chance(`${name} ${round}`);
      const again = isTwice ? 100 * chance(`again ${round}`) : null;
      const signal = chance(`signal ${name} ${round}`) < 0.5 ? "SIGINT" : "SIGTERM";
      const interrupted = await interrupt(root, site, signal, [at, again]);
      const { ended, lateMs } = interrupted;
      expectItsCode(interrupted);
      expect(lateMs, `${name} at ${at} ms`).toBeLessThan(patience);
      expectAccount(root, ended);
      outcomes.push(String(ended.code ?? ended.signal));

      const [stored, sent] = [
        new Set(root.manifest().map(({ local_path }) => numberOf(keyOf(local_path)))),
        site.requests.length,
      ];
      const next = await startIngest(root, site).ended;
      expect(next, next.stderr).toMatchObject({ code: 0 });
      expect(askedFor(site, sent).filter((number) => stored.has(number))).toEqual([]);
      expect(root.manifest()).toHaveLength(DOCUMENTS);
      expect(root.documents()).toHaveLength(DOCUMENTS);
      expect(brokenPromises(root)).toEqual([]);
    }
    console.log(`seed ${SEED}: ${name}: ${outcomes.toSorted().join(" ")}`);
    expect(outcomes.filter((code) => code === "130" || code === "143").length).toBeGreaterThan(0);
  },
  HOURS,
);
