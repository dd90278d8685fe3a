/** Where faults can strike: the calls of a clean run, by what they are done to. */
import { createHash } from "node:crypto";
import { type Call, type CallClass, callsOf, classOf, type LogEntry } from "./call-log.ts";
import type { StruckPhase } from "./subject.ts";

export const POINTS = Number(process.env["LEVADA_FAULT_POINTS"] ?? 40);
export const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);

export interface Point {
  readonly source: string;
  readonly phase: StruckPhase;
  readonly class: CallClass;
  /** Among the calls of its class. Runs differ a little, so it may hit a neighbour of the call it was taken from. */
  readonly at: number;
  readonly after: boolean;
  /** What is struck, for an even spread: "wiki new write wal". */
  readonly group: string;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/search\.db(?:-wal|-shm|-journal)?$/, "index"],
  [/levada\.db-wal$/, "wal"],
  [/levada\.db-shm$/, "shm"],
  [/levada\.db-journal$/, "journal"],
  [/levada\.db$/, "database"],
  [/levada\.lock/, "lock"],
  [/manifest\.jsonl$/, "manifest"],
  [/^data\/state\/\w+\.json/, "checkpoint"],
  [/api_calls_.*\.jsonl$/, "calls"],
  [/^data\/cache\//, "listing"],
  [/fetch_log/, "fetch log"],
  [/discovery_queue/, "queue"],
  [/ingestion_catalog/, "catalog"],
  [/review_queue/, "review queue"],
  [/proposals\//, "proposal"],
  [/^data\/tramites\//, "procedure"],
  [/^data\/ingestion\//, "ingestion"],
  [/^data\/extracted\//, "extract"],
  [/\.meta\.json(?:\.part)?$/, "meta"],
  [/\.(?:part|next)$/, "document"],
];

/** What kind of file a call is about. */
export function kindOf({ path }: Pick<Call, "path">): string {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? "folder";
}

export function pointsOf(
  { source, phase }: Pick<Point, "source" | "phase">,
  log: readonly LogEntry[],
  when: readonly ("before" | "after")[],
): Point[] {
  const counts = new Map<CallClass, number>();
  return callsOf(log).flatMap((call) => {
    const kind = classOf(call);
    const at = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, at);
    const point = { source, phase, class: kind, at, group: `${source} ${phase} ${kind} ${kindOf(call)}` };
    return when.map((moment) => ({ ...point, after: moment === "after" }));
  });
}

/**
 * All points in an order that the seed decides, one of each group in turn: the first n are spread over all groups.
 * A point's rank hangs on its name alone, so that a seed gives the same choice though runs differ by a few calls.
 */
export function inFairOrder(points: readonly Point[]): Point[] {
  const byRank = points
    .map((point) => ({ point, rank: chance(nameOf(point)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ point }) => point);
  const groups = [...Map.groupBy(byRank, ({ group }) => group).values()];
  const longest = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => groups.flatMap((group) => group.slice(i, i + 1))).flat();
}

/** From 0 to 1, the same for the same seed and text. */
export function chance(text: string): number {
  return createHash("sha256").update(`${SEED} ${text}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** `wiki new write 17 after`: what to look for when a failure is replayed. */
export function nameOf({ source, phase, class: kind, at, after }: Point): string {
  return `${source} ${phase} ${kind} ${at}${after ? " after" : ""}`;
}

const REPLAYS = 10;
const NAME = /^(\w+) (new|replace|repair|reextract) (write|fsync|rename|truncate) (\d+)( after)?$/;

/** The one point that `LEVADA_FAULT` names, a few times over; null where it names none. */
export function pointToReplay(): readonly Point[] | null {
  const text = process.env["LEVADA_FAULT"];
  if (text === undefined) return null;
  const [, source, phase, kind, at, after] = NAME.exec(text) ?? [];
  if (phase === undefined)
    throw new Error(`LEVADA_FAULT is ${JSON.stringify(text)}, not like "wiki new write 17 after"`);
  const point = { source, phase, class: kind, at: Number(at), after: after !== undefined, group: text };
  return Array.from({ length: REPLAYS }, () => point as Point);
}

/** The same for the same seed. */
export function inSeededOrder(names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, rank: chance(`order ${name}`) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}
