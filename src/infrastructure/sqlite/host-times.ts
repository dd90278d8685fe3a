import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { systemClock } from "../clock.ts";

/** Less than this between two looks is no jump: clocks that are steered drift by so much in a long run. */
const TOLERATED_MS = 2_000;

/** How a process tells the time (`Clock.steady`), held against a clock that counts from the machine's start and is never set. */
export interface ClockReading {
  /** Of the machine's start. */
  readonly boot: string;
  /** Its time less the other, ms: the same for all processes until somebody sets the wall clock. */
  readonly offsetMs: number;
}

/** Of the thread that tells the time of hosts. Null where the system does not say which start it is of. */
export function readClocks(): ClockReading | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // CLOCK_MONOTONIC: of the whole system, so that two processes can compare theirs.
    return { boot, offsetMs: systemClock.steady() - Number(process.hrtime.bigint() / 1_000n) / 1_000 };
  } catch {
    return null;
  }
}

/**
 * Moves what is remembered of hosts along with the wall clock where that was set since the last look, on the evidence of
 * the other clock: a wait that a killed process has left is as long as it was, neither over at once nor a day longer (R13).
 * After a restart of the machine there is no such evidence, and the wall clock is believed.
 */
export function keepTime(db: DatabaseSync, now: ClockReading | null): void {
  if (now === null) return;
  const known = db.prepare("SELECT boot, offset_ms FROM clock").get();
  const moved = known?.["boot"] === now.boot ? now.offsetMs - Number(known["offset_ms"]) : 0;
  if (known !== undefined && known["boot"] === now.boot && Math.abs(moved) < TOLERATED_MS) return;
  db.exec("BEGIN IMMEDIATE");
  if (moved !== 0) move(db, moved);
  db.exec("DELETE FROM clock");
  db.prepare("INSERT INTO clock VALUES (?, ?)").run(now.boot, now.offsetMs);
  db.exec("COMMIT");
}

function move(db: DatabaseSync, ms: number): void {
  const columns = ["last_sent_at", "parked_until", "last_failure", "open_until"];
  const moved = columns.map((column) => `${column} = ${column} + :ms`);
  db.prepare(`UPDATE host SET ${moved.join(", ")}`).run({ ms });
  db.prepare("UPDATE robots SET fetched_at = fetched_at + :ms").run({ ms });
}
