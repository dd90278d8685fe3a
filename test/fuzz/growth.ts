/** How the time of a function grows with its input: the class of trouble that no single deadline shows. */

/** Runs that regular expressions trip over. */
export const RUNS: readonly string[] = [
  ..."a A 1 . , ; : - _ / \\ % & # * + = ~ ^ $ @ ! ? | ` ' \" ( ) [ ] { } < > ñ é € 😀 居".split(" "),
  ..."a. a, 1. 1, .. ../ // a- -a a_ _a %2 %25 &amp; &# &a ;a =a (S( ]( [a []( ![ [[ ]] () (a ** *a a* __ `` ~~ ||".split(
    " ",
  ),
  ..."<a </ <a> <!-- <p <br> http:// https://a.es/ www. a@ @a.es Ã¡ Ã Â jsessionid= ;sid= utm_a=1& \u0301 a\u0301 \u200b \u00ad".split(
    " ",
  ),
  ..."\\[ \\* art. 1º 2026- 10:00: Mon, 12/12/2026".split(" "),
  " ",
  "\t",
  "\n",
  "\r\n",
  "a ",
  " a",
  "a\n",
  "\n\n",
  "- a\n",
  "# a\n",
  "| a ",
  "| a |\n",
  "| --- ",
  "1. a\n",
  "a: ",
  "a:\n",
  "a b. ",
  "\n ",
  " \n",
  ", ",
  ". ",
  "\0",
  "\ud800",
  "\u00a0",
  "\u2028",
];

const SHORT = 4096;
const TIMES = 8;
/** n² would be 64 times as long; the rest is for caches, collectors and busy machines. */
const MOST = 28;
/** Below this nobody can tell. */
const LEAST_MS = 25;

export interface Growth {
  readonly shortMs: number;
  readonly longMs: number;
}

/** Null where time grows with the input and no faster. */
export function tooSteep(run: (text: string) => unknown, unit: string, around = ["", ""]): Growth | null {
  const [before = "", after = ""] = around;
  const textOf = (length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after;
  const [short, long] = [textOf(SHORT), textOf(SHORT * TIMES)];
  run(short);
  for (let tries = 3; ; tries--) {
    const growth = { shortMs: cpuMs(() => run(short)), longMs: cpuMs(() => run(long)) };
    if (growth.longMs <= LEAST_MS + MOST * growth.shortMs) return null;
    if (tries === 0) return growth;
  }
}

/** Of this thread: what others do does not count. */
function cpuMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
