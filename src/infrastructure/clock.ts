import type { Clock } from "../application/ports.ts";

/** setTimeout takes 32 bits; longer waits wake up in between, and whoever waits looks again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const STARTED = Date.now() - performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  steady: () => STARTED + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true || ms <= 0) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
      signal?.addEventListener("abort", end, { once: true });
    }),
};
