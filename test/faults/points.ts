/** Where faults can strike: the calls of a clean run, by what they are done to. */
import { type Call, type CallClass, callsOf, classOf, type LogEntry } from "./call-log.ts";
import type { Phase } from "./lane.ts";

export const POINTS = Number(process.env["LEVADA_FAULT_POINTS"] ?? 40);
export const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);

export interface Point {
  readonly phase: Phase;
  readonly class: CallClass;
  /** Among the calls of its class. Runs differ a little, so it may hit a neighbour of the call it was taken from. */
  readonly at: number;
  readonly after: boolean;
  /** What is struck, for an even spread: "new write wal". */
  readonly group: string;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/levada\.db-wal$/, "wal"],
  [/levada\.db-shm$/, "shm"],
  [/levada\.db-journal$/, "journal"],
  [/levada\.db$/, "database"],
  [/levada\.lock/, "lock"],
  [/manifest\.jsonl$/, "manifest"],
  [/usgs\.json/, "checkpoint"],
  [/\.(part|next)$/, "document"],
];

/** What kind of file a call is about. */
export function kindOf({ path }: Pick<Call, "path">): string {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? "folder";
}

export function pointsOf(
  phase: Phase,
  log: readonly LogEntry[],
  when: readonly ("before" | "after")[],
): Point[] {
  const counts = new Map<CallClass, number>();
  return callsOf(log).flatMap((call) => {
    const at = (counts.get(classOf(call)) ?? 0) + 1;
    counts.set(classOf(call), at);
    const point = { phase, class: classOf(call), at, group: `${phase} ${classOf(call)} ${kindOf(call)}` };
    return when.map((moment) => ({ ...point, after: moment === "after" }));
  });
}

/** All points in a random order that takes one of each group in turn: the first n are spread over all groups. */
export function inFairOrder(points: readonly Point[], random: () => number): Point[] {
  const groups = [...Map.groupBy(points, ({ group }) => group).values()].map((group) =>
    shuffled(group, random),
  );
  const longest = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => groups.flatMap((group) => group.slice(i, i + 1))).flat();
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** Small, fast, and the same numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `new write 17 after`: what to look for when a failure is replayed. */
export function nameOf({ phase, class: kind, at, after }: Point): string {
  return `${phase} ${kind} ${at}${after ? " after" : ""}`;
}
