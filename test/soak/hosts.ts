/** The fifty hosts of the soak, and what each of them is there for. */

export const HOSTS = 50;

/** Nothing listens there. */
export const DEAD = 50;
/** Its robots.txt answers 503 for ever. */
export const ROBOTLESS = 49;
/** Answers a few pages, then nothing but 500: its breaker opens. */
export const FAILING = 48;
export const FAILS_AFTER = 10;

/** Pages of each host that is in trouble; all others share the rest of the jobs. */
const PAGES_IN_TROUBLE = 20;
const HEALTHY = HOSTS - 3;

/** Hosts that are asked several things at once, as their user allows; they never ask for silence. */
export const lanesOf = (host: number) => (host % 10 === 0 ? 4 : 1);

export const addressOf = (host: number) => `127.0.1.${host}`;

export function pagesOf(host: number, jobs: number): number {
  if (host >= FAILING) return PAGES_IN_TROUBLE;
  const rest = jobs - (HOSTS - HEALTHY) * PAGES_IN_TROUBLE;
  return Math.floor(rest / HEALTHY) + (host <= rest % HEALTHY ? 1 : 0);
}

export const allHosts: readonly number[] = Array.from({ length: HOSTS }, (_, i) => i + 1);

export const pathOf = (page: number) => `/tramites/${page}`;
export const movedPath = (page: number) => `/tramites/ahora/${page}`;
