import { MisuseError } from "../../domain/errors.ts";
import { tellLeftovers } from "../../library/hooks.ts";
import { keepMetrics } from "../../library/keep-metrics.ts";
import {
  loadSchedule,
  type PlannedTask,
  runSchedule,
  type Schedule,
  type ScheduleEvent,
  scheduleRows,
} from "../../library/schedule.ts";
import { commonOptions } from "../common-options.ts";
import type { ScheduleFlags } from "../definitions/schedule.ts";
import { didYouMean } from "../did-you-mean.ts";
import { stopOnRequest } from "../interrupt.ts";
import { interruptedCode, type Io, type StopSignal } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import { buildProgram } from "../program.ts";
import { run } from "../run.ts";
import { eventJson, eventText, rowJson, scheduleText } from "../schedule-text.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** Commands that do not end by themselves, or not on this root. */
const NOT_FOR_TASKS = new Set(["schedule", "serve", "worker", "demo", "help"]);

/** Commands whose first word is a source. */
const OF_A_SOURCE = new Set(["ingest", "plan", "reextract"]);

/** `levada schedule list` and `levada schedule run`. */
export async function scheduleCommand(what: "list" | "run", flags: ScheduleFlags, io: Io): Promise<number> {
  if (what === "list" && flags.once === true)
    throw new MisuseError("--once is for schedule run; schedule list only shows");
  const schedule = await loadSchedule(commonOptions(flags, io));
  await refuseUnknown(schedule.tasks, io);
  return what === "list" ? list(schedule, flags, io) : keep(schedule, flags, io);
}

async function list(schedule: Schedule, flags: ScheduleFlags, io: Io): Promise<number> {
  const now = io.now();
  const rows = await scheduleRows(schedule, now);
  const { timezone } = schedule;
  io.stdout.write(
    flags.json === true ? jsonLine({ timezone, tasks: rows.map(rowJson) }) : scheduleText(rows, timezone),
  );
  return 0;
}

/** A mistyped command is told before anything runs, not at three in the morning. */
async function refuseUnknown(tasks: readonly PlannedTask[], io: Io): Promise<void> {
  const { command } = await buildProgram([], io);
  const names = command.commands.map((one) => one.name()).filter((name) => !NOT_FOR_TASKS.has(name));
  for (const { name, command: words, where } of tasks) {
    const [first = ""] = words;
    if (!names.includes(first))
      throw new MisuseError(
        `${where ?? name}: ${JSON.stringify(first.slice(0, 100))} is not a command that a task can run${didYouMean(first, names)}; it takes ${names.join(", ")}`,
      );
    if (where !== undefined) await refuseMistyped(words, where, io);
  }
}

const UNDERSTOOD = new Error("the command line is understood");

/** The rest of the line is read as it will be when its time comes, up to where it would be run. */
async function refuseMistyped(words: readonly string[], where: string, io: Io): Promise<void> {
  const { command } = await buildProgram(words, io);
  command.hook("preAction", async (_, action) => {
    // Two roots would be two locks, and "never two writers" is promised of one.
    if (action.getOptionValueSourceWithGlobals("root") === "cli")
      throw new MisuseError("a task works on the root of its schedule; leave out --root");
    if (OF_A_SOURCE.has(action.name())) {
      const { BUILT_IN_SOURCES } = await import("../../sources/index.ts");
      chooseSource(String(action.processedArgs[0]), BUILT_IN_SOURCES);
    }
    throw UNDERSTOOD;
  });
  try {
    await command.parseAsync(words, { from: "user" });
  } catch (cause) {
    if (cause === UNDERSTOOD) return;
    const why = (cause instanceof Error ? cause.message : String(cause)).replace(/^error: /, "");
    throw new MisuseError(`${where}: ${why}`, { cause });
  }
}

async function keep(schedule: Schedule, flags: ScheduleFlags, io: Io): Promise<number> {
  const { timezone } = schedule;
  if (schedule.tasks.every(({ times }) => times === null))
    throw new MisuseError("every task of the schedule is switched off: there is nothing to run");
  const level = flags.logLevel ?? (flags.json === true ? "warn" : "info");
  let isWorking = false;
  // A task that is at work says by itself that it stops.
  const stop = stopOnRequest(io, (line) => {
    if (!isWorking && level !== "silent") io.stderr.write(`${line}\n`);
  });
  const onEvent = (event: ScheduleEvent) => {
    if (flags.json === true) io.stdout.write(jsonLine(eventJson(event, io.now())));
    if (level === "debug") io.stderr.write(jsonLine(eventJson(event, io.now())));
    else if (level === "info" || (level === "warn" && isTrouble(event)))
      io.stderr.write(`${eventText(event, timezone)}\n`);
  };
  let metrics: Awaited<ReturnType<typeof keepMetrics>> = null;
  const begins = async () => {
    const say = (_: string, message: string) => {
      if (level !== "silent") io.stderr.write(`${visible(message)}\n`);
    };
    metrics = await keepMetrics(commonOptions(flags, io), say);
    await tellLeftovers(commonOptions(flags, io), say);
    return async () => metrics?.close();
  };
  const runTask = async ({ command }: PlannedTask) => {
    isWorking = true;
    const code = await run([...command, ...globalWords(flags, schedule)], io).finally(
      () => (isWorking = false),
    );
    await metrics?.refresh();
    return code;
  };
  try {
    const once = flags.once ?? false;
    const code = await runSchedule(schedule, { once, begins, run: runTask, signal: stop.signal, onEvent });
    return stop.signal.aborted ? interruptedCode(stop.signal.reason as StopSignal) : code;
  } finally {
    stop.end();
  }
}

function isTrouble(event: ScheduleEvent): boolean {
  return event.type === "task_ended" && event.run.exitCode !== 0;
}

/** What was said of the schedule is said of its tasks, too. */
function globalWords(flags: ScheduleFlags, { root }: Schedule): readonly string[] {
  const { config, allowPrivateNetwork, logLevel, json, color } = flags;
  return [
    "--root",
    root,
    ...(config === undefined ? [] : ["--config", config]),
    ...(allowPrivateNetwork === true ? ["--allow-private-network"] : []),
    ...(logLevel === undefined ? [] : ["--log-level", logLevel]),
    ...(json === true ? ["--json"] : []),
    ...(color === false ? ["--no-color"] : []),
  ];
}
