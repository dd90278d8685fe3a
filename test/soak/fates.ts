/** What the servers of the soak do with each request: random, and the same for the same seed. Pure. */

/** Answers that bring a document. */
export type Good = "plain" | "gzip" | "slow" | "wide_headers" | "moved" | "elsewhere";
/** Answers that say something is wrong with the server: too many in a row open the breaker. */
export type Sick =
  | "server_error"
  | "unavailable"
  | "reset"
  | "cut_gzip"
  | "cut_length"
  | "cut_chunk"
  | "endless_headers"
  | "hang";
export type Other = "too_many" | "not_found" | "gone" | "loop";
export type Answer = Good | Sick | Other;

/** Of how many pages this is the way, of ten thousand; what is left over is plain or gzip. */
const WAYS: readonly (readonly [perTenThousand: number, answers: readonly Answer[]])[] = [
  [200, ["moved"]],
  [100, ["elsewhere"]],
  [100, ["wide_headers"]],
  [100, ["slow"]],
  [150, ["not_found"]],
  [150, ["gone"]],
  [20, ["loop"]],
  [20, ["server_error"]],
  [150, ["server_error", "plain"]],
  [30, ["server_error", "server_error", "gzip"]],
  [30, ["unavailable", "plain"]],
  [30, ["too_many", "gzip"]],
  [80, ["reset", "plain"]],
  [20, ["reset", "cut_gzip", "cut_length", "plain"]],
  [80, ["cut_gzip", "gzip"]],
  [80, ["cut_length", "plain"]],
  [50, ["cut_chunk", "gzip"]],
  [30, ["endless_headers", "plain"]],
];

const GOOD: ReadonlySet<Answer> = new Set<Good>([
  "plain",
  "gzip",
  "slow",
  "wide_headers",
  "moved",
  "elsewhere",
]);
const SICK: ReadonlySet<Answer> = new Set<Sick>([
  "server_error",
  "unavailable",
  "reset",
  "cut_gzip",
  "cut_length",
  "cut_chunk",
  "endless_headers",
  "hang",
]);

export const isGood = (answer: Answer): answer is Good => GOOD.has(answer);
export const isSick = (answer: Answer): answer is Sick => SICK.has(answer);

/** One in fifty pages has the bytes of the page before it. */
const TWINS = 50;

/** What successive requests for a page are answered with; the last one again and again. */
export function answersFor(seed: number, host: number, page: number): readonly Answer[] {
  // Early, so that waiting for it does not lengthen the run.
  if (page === HANGING_PAGE && host % HANGING_HOSTS === 0) return ["hang", "plain"];
  let drawn = random(seed, host, page, 1) % 10_000;
  for (const [share, answers] of WAYS) {
    if (drawn < share) return answers;
    drawn -= share;
  }
  return drawn % 2 === 0 ? ["plain"] : ["gzip"];
}

const HANGING_PAGE = 3;
const HANGING_HOSTS = 20;

/** The page whose bytes this one has. */
export function contentOf(seed: number, host: number, page: number): number {
  return page > 0 && random(seed, host, page, 2) % TWINS === 0 ? contentOf(seed, host, page - 1) : page;
}

/** 32 bits that look like chance (the finalizer of MurmurHash3). */
export function random(...parts: readonly number[]): number {
  let hash = 0x9747b28c;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
