import { reextract, type ReextractSummary } from "../../library/reextract.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import { type Paint, paintFor } from "../paint.ts";
import type { ReextractFlags } from "../definitions/extract.ts";
import { counted, durationText } from "../quantities.ts";
import { watchRun } from "../run-watch.ts";
import { procedureLines } from "../summary-text.ts";
import { pairs } from "../table.ts";
import { jsonLine } from "../terminal-text.ts";

const COUNT_EVERY = 1000;

/** `levada reextract`: reads everything that is stored again. */
export async function reextractCommand(source: string, flags: ReextractFlags, io: Io): Promise<number> {
  const chosen = chooseSource(source, BUILT_IN_SOURCES);
  const watch = await watchRun(io, flags, () => {});
  const stop = stopOnRequest(io, watch.say);
  let read = 0;
  try {
    const summary = await reextract(chosen, {
      ...commonOptions(flags, io),
      ocr: flags.ocr ?? false,
      onEvent: (event) => {
        watch.onEvent(event);
        if (++read % COUNT_EVERY === 0 && flags.json !== true) watch.say(`${chosen}: ${read} documents read`);
      },
      signal: stop.signal,
    });
    watch.end();
    const text =
      flags.json === true ? summaryJson(summary) : summaryText(summary, paintFor(io.stdout, io, flags));
    io.stdout.write(text);
    return summary.exitCode;
  } finally {
    watch.end();
    stop.end();
  }
}

function summaryJson({ exitCode: exit_code, durationMs, ...counts }: ReextractSummary): string {
  return jsonLine({ type: "summary", ...counts, exit_code, duration_ms: Math.round(durationMs) });
}

function summaryText(summary: ReextractSummary, paint: Paint): string {
  const { source, documents, accept, review, reject, failed, reasons, durationMs } = summary;
  const title = `${source}: ${counted(documents, "document")} read in ${durationText(durationMs)}`;
  return `${paint.strong(title)}\n${pairs([
    ["read", `${accept} good, ${review} to be reviewed, ${reject} of little use, ${failed} not readable`],
    ...procedureLines(summary.procedures),
    ...Object.entries(reasons).map(([reason, count]) => ["reason", `${reason}: ${count}`] as const),
  ])}`;
}
