/** Which parts of the code have run, from V8 itself: an input that reaches a new one is worth keeping. */
import { type Profiler, Session } from "node:inspector";
import { sep } from "node:path";
import { pathToFileURL } from "node:url";

/** The fuzzer itself is of no interest; its targets and what they use are. */
const OWN = pathToFileURL(import.meta.dirname + sep).href;
const TARGETS = `${OWN}targets/`;

export class Coverage {
  readonly #session = new Session();
  /** For each function, the characters of it that have run. */
  readonly #known = new Map<string, Uint8Array>();
  blocks = 0;

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** How many new blocks ran since the last look; kept as known with `keep`. */
  news(keep: boolean): number {
    let news = 0;
    for (const script of this.#taken()) {
      if (!isOfInterest(script.url)) continue;
      for (const one of script.functions) news += this.#newsOf(script.scriptId, one, keep);
    }
    if (keep) this.blocks += news;
    return news;
  }

  #taken(): readonly Profiler.ScriptCoverage[] {
    let result: readonly Profiler.ScriptCoverage[] = [];
    // Inspector calls on the own thread are answered before they return.
    this.#session.post("Profiler.takePreciseCoverage", (_, taken) => (result = taken?.result ?? []));
    return result;
  }

  #newsOf(script: string, { ranges }: Profiler.FunctionCoverage, keep: boolean): number {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return 0;
    const start = whole.startOffset;
    const key = `${script}:${start}:${whole.endOffset}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (!keep) return 1;
      known = new Uint8Array(whole.endOffset - start);
      this.#known.set(key, known);
    }
    return newRanges(ranges, start, known, keep);
  }
}

function isOfInterest(url: string): boolean {
  return url.startsWith("file:") && (!url.startsWith(OWN) || url.startsWith(TARGETS));
}

/** Ranges are nested, the outer ones first; a range that did not run takes its characters out of the one around it. */
function newRanges(
  ranges: readonly Profiler.CoverageRange[],
  start: number,
  known: Uint8Array,
  keep: boolean,
): number {
  const ran = new Uint8Array(known.length);
  for (const { startOffset, endOffset, count } of ranges) {
    ran.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
  }
  let news = 0;
  for (let at = 0, before = 0; at < ran.length; at++) {
    const isNew = ran[at] === 1 && known[at] === 0 ? 1 : 0;
    if (isNew === 1 && before === 0) news++;
    before = isNew;
    if (isNew === 1 && keep) known[at] = 1;
  }
  return news;
}
