import { verify, type VerifyResult } from "../../library/verify.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import { paintFor } from "../paint.ts";
import type { VerifyFlags } from "../definitions/verify.ts";
import { watchRun } from "../run-watch.ts";
import { jsonLine } from "../terminal-text.ts";
import { isSound, verifyText } from "../verify-text.ts";

const COUNT_EVERY = 1000;

/** `levada verify`: exit 0 when every file is as its manifest line says, or was made so. */
export async function verifyCommand(source: string, flags: VerifyFlags, io: Io): Promise<number> {
  const chosen = chooseSource(source, BUILT_IN_SOURCES, ["all"]);
  // With --json stdout holds the one result; the events of a repairing run go to the log.
  const { json, ...quiet } = flags;
  const watch = await watchRun(
    io,
    { ...quiet, ...(json === true ? { logLevel: flags.logLevel ?? "warn" } : {}) },
    () => {},
  );
  const stop = stopOnRequest(io, watch.say);
  try {
    const results = await verify(chosen, {
      ...commonOptions(flags, io),
      repair: flags.repair ?? false,
      onEvent: watch.onEvent,
      onChecked: (name, count) => {
        if (count % COUNT_EVERY === 0 && json !== true) watch.say(`${name}: ${count} files read`);
      },
      signal: stop.signal,
    });
    watch.end();
    const text =
      json === true ? jsonLine({ sources: results }) : verifyText(results, paintFor(io.stdout, io, flags));
    io.stdout.write(text);
    return exitCodeOf(results);
  } finally {
    watch.end();
    stop.end();
  }
}

function exitCodeOf(results: readonly VerifyResult[]): number {
  const unsound = results.filter((result) => !isSound(result));
  return Math.max(0, ...unsound.map(({ repair }) => repair?.summary?.exit_code || 1));
}
