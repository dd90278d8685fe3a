import type { EventSink, LevadaEvent } from "../domain/events.ts";
import { type EventLevel, eventLine, isShown, levelOf } from "./event-lines.ts";
import { createEventLog } from "./event-log.ts";
import type { Io } from "./io.ts";
import { type Paint, paintFor } from "./paint.ts";
import type { GlobalFlags, LogLevel } from "./global-flags.ts";
import { ProgressDisplay } from "./progress-display.ts";
import { jsonLine } from "./terminal-text.ts";

/** What people and programs see of a run while it goes on. */
export interface RunWatch {
  readonly onEvent: EventSink;
  /** A line on stderr, above the progress line. */
  say(line: string): void;
  /** Text on stdout, beside the progress line. */
  print(text: string): void;
  /** Clears the progress line; nothing is shown after it. */
  end(): void;
}

/** `human` sees each event when the output is for people; it writes results by `print`. */
export async function watchRun(
  io: Io,
  flags: GlobalFlags,
  human: (event: LevadaEvent) => void,
): Promise<RunWatch> {
  const level = flags.logLevel ?? (flags.json === true ? "warn" : "info");
  const display = showsProgress(io, flags, level) ? new ProgressDisplay(io) : null;
  const write = (output: Io["stdout"], text: string) => {
    if (display === null) output.write(text);
    else display.interrupt(() => output.write(text));
  };
  const log = level === "debug" ? await createEventLog(io.stderr, io.now) : null;
  const say = (line: string) => {
    if (log !== null) log.say(line);
    else if (level !== "silent") write(io.stderr, `${line}\n`);
  };
  const note = log?.event ?? lineLog(io, flags, say, lineLevel(level, display !== null));
  return {
    onEvent(event) {
      if (flags.json === true) io.stdout.write(jsonLine(event));
      else human(event);
      note(event);
      display?.update(event);
    },
    say,
    print: (text) => write(io.stdout, text),
    end: () => display?.end(),
  };
}

/** Events as JSON on the same terminal would be torn apart by a line that is redrawn. */
function showsProgress(io: Io, flags: GlobalFlags, level: LogLevel): boolean {
  const shared = flags.json === true && io.stdout.isTerminal;
  return io.stderr.isTerminal && !shared && (flags.logLevel ?? "info") === "info" && level !== "debug";
}

/** Where a progress line counts documents, each of them needs no line of its own. */
function lineLevel(level: LogLevel, hasProgress: boolean): LogLevel {
  return hasProgress && level === "info" ? "warn" : level;
}

function lineLog(io: Io, flags: GlobalFlags, say: (line: string) => void, level: LogLevel): EventSink {
  const paint = paintFor(io.stderr, io, flags);
  return (event) => {
    const eventLevel = levelOf(event);
    if (!isShown(eventLevel, level)) return;
    const line = eventLine(event, io.now());
    if (line !== null) say(colored(line, eventLevel, paint));
  };
}

function colored(line: string, level: EventLevel, paint: Paint): string {
  const what = line.slice(0, 10);
  if (level === "error") return paint.bad(what) + line.slice(10);
  return level === "warn" ? paint.caution(what) + line.slice(10) : line;
}
