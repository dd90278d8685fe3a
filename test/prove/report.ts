import type { Figure } from "../kit/figures.ts";
import type { Guarantee } from "./promises.ts";

export interface Proved {
  readonly guarantee: Guarantee;
  /** All its tests were run, and passed. */
  readonly holds: boolean;
  /** Those whose tests failed, or were not run. */
  readonly missing: readonly string[];
  readonly figures: readonly Figure[];
}

export function proved(
  guarantee: Guarantee,
  passed: ReadonlySet<string>,
  figures: readonly Figure[],
): Proved {
  const missing = Object.values(guarantee.files)
    .flat()
    .filter((file) => !passed.has(file));
  const own = figures.filter(({ promise }) => promise === guarantee.promise);
  // A test that is run twice says its figure twice; the last counts.
  const last = new Map(own.map((figure) => [figure.what, figure]));
  return { guarantee, holds: missing.length === 0, missing, figures: [...last.values()] };
}

/** For the eye. */
export function table(results: readonly Proved[]): string {
  return results
    .flatMap(({ guarantee: { promise, words, target }, holds, missing, figures }) => [
      `${holds ? "holds " : "BROKEN"} ${promise.padEnd(4)}${words}`,
      `            target: ${target}`,
      ...missing.map((file) => `            not seen to pass: ${file}`),
      ...figures.map(({ what, value }) => `            ${what}: ${String(value)}`),
    ])
    .join("\n");
}

const BEGIN = "<!-- figures: written by `npm run prove -- --write` -->";
const END = "<!-- end of figures -->";

/** The page with the figures of these results; those of other promises stay. */
export function withFigures(page: string, results: readonly Proved[]): string {
  const [before, rest] = cut(page, BEGIN);
  const [block, after] = cut(rest, END);
  const lines = new Map(
    block
      .split("\n")
      .filter((line) => /^\| R\d/.test(line))
      .map((line) => [/R\d+/.exec(line)?.[0] ?? "", line]),
  );
  for (const result of results) lines.set(result.guarantee.promise, rowOf(result));
  const rows = [...lines]
    .toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(([, row]) => row);
  const head = "| | promise | target | seen |\n| --- | --- | --- | --- |";
  return `${before}${BEGIN}\n\n${head}\n${rows.join("\n")}\n\n${END}${after}`;
}

function rowOf({ guarantee: { promise, words, target }, holds, figures }: Proved): string {
  const seen = figures.map(({ what, value }) => `${what}: ${String(value)}`.replaceAll("|", "\\|"));
  const told = [holds ? "holds" : "**broken**", ...seen].join("; ");
  return `| ${promise} | ${words} | ${target} | ${told} |`;
}

function cut(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  if (index < 0) throw new Error(`docs/guarantees.md has no line ${at}`);
  return [text.slice(0, index), text.slice(index + at.length)];
}
