import type { LevadaEvent, Summary } from "../../domain/events.ts";
import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { chooseSource, sourceOptions, targetOption } from "../option-values.ts";
import { paintFor } from "../paint.ts";
import { PlanLines } from "../plan-text.ts";
import type { IngestFlags } from "../definitions/ingest.ts";
import { type RunWatch, watchRun } from "../run-watch.ts";
import { commandLine } from "../shell-words.ts";
import { RunNotes, summaryText } from "../summary-text.ts";

/** `levada ingest` and `levada plan`: runs, shows, accounts. */
export async function ingestCommand(
  asked: Asked,
  flags: IngestFlags,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const report = createReport(flags, argv, io);
  const watch = await watchRun(io, flags, (event) => report.see(event, watch));
  const stop = stopOnRequest(io, watch.say);
  try {
    const summary = await runSource(asked, flags, io, watch, stop.signal);
    return summary.exit_code;
  } finally {
    watch.end();
    // Also when storage broke: what was stored until then is told before the error.
    report.end(watch);
    stop.end();
  }
}

/** What stands after the command: a source, and what it is to look at where it takes that. */
export interface Asked {
  readonly source: string;
  readonly target: string | undefined;
}

async function runSource(
  { source: name, target }: Asked,
  flags: IngestFlags,
  io: Io,
  watch: RunWatch,
  signal: AbortSignal,
): Promise<Summary> {
  const { BUILT_IN_SOURCES, builtInSource } = await import("../../sources/index.ts");
  const source = builtInSource(chooseSource(name, BUILT_IN_SOURCES));
  const own = {
    ...sourceOptions(source, BUILT_IN_SOURCES, flags as unknown as Record<string, unknown>),
    ...targetOption(source, target),
  };
  const { limit, dryRun, resume, revisit, retryFailed, wait, allowMassRemoval, render, ocr, concurrency } =
    flags;
  const { ingest } = await import("../../library/ingest.ts");
  return ingest(source, {
    ...commonOptions(flags, io),
    sourceOptions: own,
    ...(limit === undefined ? {} : { limit }),
    ...(concurrency === undefined ? {} : { concurrency }),
    dryRun: dryRun ?? false,
    resume: resume ?? true,
    ...(revisit === undefined || revisit === "all" ? {} : { revisit }),
    retryFailed: retryFailed ?? false,
    wait: wait ?? false,
    allowMassRemoval: allowMassRemoval ?? false,
    render: render ?? false,
    ocr: ocr ?? false,
    onEvent: watch.onEvent,
    signal,
  });
}

interface Report {
  see(event: LevadaEvent, watch: RunWatch): void;
  end(watch: RunWatch): void;
}

/** The result for people: the lines of a plan as they come, and the account at the end. */
function createReport(flags: IngestFlags, argv: readonly string[], io: Io): Report {
  const notes = new RunNotes();
  const plan = new PlanLines();
  let last: (Summary & LevadaEvent) | null = null;
  return {
    see(event, watch) {
      notes.note(event);
      if (event.type === "planned") watch.print(plan.line(event));
      if (event.type === "summary") last = event;
    },
    end() {
      if (last === null) return;
      const again = commandLine(argv);
      if (flags.dryRun === true) {
        const advice = notes.lasting.advice(last.source, again);
        return io.stdout.write(plan.totals(last, io.now(), advice));
      }
      const context = {
        source: last.source,
        root: commonOptions(flags, io).root ?? ".",
        notes,
        again,
        now: io.now(),
        paint: paintFor(io.stdout, io, flags),
      };
      io.stdout.write(summaryText(last, context));
    },
  };
}
