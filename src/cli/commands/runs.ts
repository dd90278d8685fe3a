import { MisuseError } from "../../domain/errors.ts";
import { compareRuns, listRuns, showRun, type RunsOptions } from "../../library/runs.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import { commonOptions } from "../common-options.ts";
import type { RunsFlags } from "../definitions/runs.ts";
import type { Io } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import { comparisonJson, comparisonText } from "../run-comparison-text.ts";
import { rowJson, runJson, runsText, runText } from "../runs-text.ts";
import { jsonLine } from "../terminal-text.ts";

const IDS: Readonly<Record<string, number>> = { list: 0, show: 1, compare: 2 };

/** `levada runs`: what runs did. */
export async function runsCommand(
  what: string,
  ids: readonly string[],
  flags: RunsFlags,
  io: Io,
): Promise<number> {
  refuse(what, ids, flags);
  io.stdout.write(await answer(what, ids, flags, io));
  return 0;
}

async function answer(what: string, ids: readonly string[], flags: RunsFlags, io: Io): Promise<string> {
  const options = optionsOf(flags, io);
  const isJson = flags.json === true;
  const [first = "", second = ""] = ids;
  if (what === "show") {
    const run = await showRun(first, options);
    return isJson ? jsonLine(runJson(run)) : runText(run, flags, io);
  }
  if (what === "compare") {
    const comparison = await compareRuns(first, second, options);
    return isJson ? jsonLine(comparisonJson(comparison)) : comparisonText(comparison, flags, io);
  }
  const runs = await listRuns(options);
  return isJson ? jsonLine({ runs: runs.map(rowJson) }) : runsText(runs);
}

function optionsOf({ source, limit, all, ...flags }: RunsFlags, io: Io): RunsOptions {
  return {
    ...commonOptions(flags, io),
    ...(source === undefined ? {} : { source: chooseSource(source, BUILT_IN_SOURCES) }),
    ...(all === true ? { limit: Infinity } : limit === undefined ? {} : { limit }),
  };
}

function refuse(what: string, ids: readonly string[], { all, limit }: RunsFlags): void {
  if (all === true && limit !== undefined) throw new MisuseError("--all and --limit: one of them");
  const wanted = IDS[what] ?? 0;
  if (ids.length === wanted) return;
  const takes = ["no id", "one run", "two runs"][wanted];
  const given = ids.length === 0 ? "none was given" : `${ids.length} were given`;
  throw new MisuseError(
    `levada runs ${what} takes ${takes}, and ${given}; a run is an id that levada runs lists, the beginning of one, last, or last~1`,
  );
}
