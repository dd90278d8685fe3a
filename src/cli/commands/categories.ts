import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import type { CategoriesFlags } from "../definitions/wiki.ts";
import { watchRun } from "../run-watch.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada categories`: names on stdout, or nothing and the reason on stderr. */
export async function categoriesCommand(flags: CategoriesFlags, io: Io): Promise<number> {
  const { askCategories } = await import("../../library/crawl.ts");
  // The list is the only result: events would stand between its lines.
  const { json, ...quiet } = flags;
  const watch = await watchRun(io, { ...quiet, logLevel: flags.logLevel ?? "warn" }, () => {});
  const stop = stopOnRequest(io, watch.say);
  try {
    const { names, exitCode } = await askCategories({
      ...commonOptions(flags, io),
      ...(flags.api === undefined ? {} : { apiUrl: flags.api }),
      onEvent: watch.onEvent,
      signal: stop.signal,
    });
    watch.end();
    if (exitCode !== 0) return exitCode;
    io.stdout.write(json === true ? jsonLine(names) : names.map((name) => `${visible(name)}\n`).join(""));
    return 0;
  } finally {
    watch.end();
    stop.end();
  }
}
