import type { Clock } from "../../src/application/ports.ts";

export interface SteppingClock extends Clock {
  /** Time passes. */
  advance(ms: number): void;
  /** The wall clock is set to another time; the monotonic one is not. */
  jump(ms: number): void;
  readonly sleeps: readonly number[];
}

/** A clock that moves only when somebody sleeps: tests of waiting without waiting. */
export function steppingClock(start = Date.UTC(2026, 0, 1)): SteppingClock {
  let elapsed = 0;
  let offset = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    steady: () => start + elapsed,
    advance: (ms) => void (elapsed += ms),
    jump: (ms) => void (offset += ms),
    async sleep(ms, signal) {
      await Promise.resolve();
      if (signal?.aborted === true || ms <= 0) return;
      sleeps.push(ms);
      elapsed += ms;
    },
  };
}
