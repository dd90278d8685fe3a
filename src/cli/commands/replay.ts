import type { ReplaySummary } from "../../library/replay.ts";
import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { type Paint, paintFor } from "../paint.ts";
import type { ReplayFlags } from "../definitions/wiki.ts";
import { counted, durationText } from "../quantities.ts";
import { watchRun } from "../run-watch.ts";
import { pairs } from "../table.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada replay`: rebuilds, and accounts for all logs together. */
export async function replayCommand(source: string, flags: ReplayFlags, io: Io): Promise<number> {
  const { replay } = await import("../../library/replay.ts");
  const { json, ...quiet } = flags;
  const { run, rawDir, pageDir, registry, allowMassRemoval } = flags;
  const watch = await watchRun(io, { ...quiet, logLevel: flags.logLevel ?? "warn" }, () => {});
  const stop = stopOnRequest(io, watch.say);
  try {
    const summary = await replay(source, {
      ...commonOptions(flags, io),
      ...(run === undefined ? {} : { run }),
      ...(rawDir === undefined ? {} : { rawDir }),
      ...(pageDir === undefined ? {} : { pageDir }),
      ...(registry === undefined ? {} : { registryPath: registry }),
      allowMassRemoval: allowMassRemoval ?? false,
      onEvent: watch.onEvent,
      signal: stop.signal,
    });
    watch.end();
    const text =
      json === true
        ? replayJson(source, summary)
        : replayText(source, summary, paintFor(io.stdout, io, flags));
    io.stdout.write(text);
    return summary.exitCode;
  } finally {
    watch.end();
    stop.end();
  }
}

function replayJson(source: string, summary: ReplaySummary): string {
  const { exitCode: exit_code, durationMs, missing, ...counts } = summary;
  return jsonLine({
    type: "summary",
    source,
    ...counts,
    missing: missing.length,
    missing_pages: missing,
    exit_code,
    duration_ms: Math.round(durationMs),
  });
}

function replayText(source: string, summary: ReplaySummary, paint: Paint): string {
  const { runs, processed, unchanged, failed, retired, problems, missing, durationMs } = summary;
  const title = `${source}: ${counted(processed, "page")} rebuilt from ${counted(runs.length, "log")} in ${durationText(durationMs)}`;
  const lines = [
    [
      "pages",
      `${processed} written, ${unchanged} as they were, ${failed} failed, ${retired} retired`,
    ] as const,
    ...(missing.length === 0 ? [] : [["missing", `${counted(missing.length, "page")} in no log`] as const]),
    ...problems.map(
      ({ run, line, problem }) =>
        ["bad line", visible(`${run}, line ${line}: ${problem.replaceAll("\n", "; ")}`)] as const,
    ),
  ];
  return `${paint.strong(title)}\n${pairs(lines)}`;
}
