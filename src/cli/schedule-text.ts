import type { ScheduledTask, TaskRun } from "../domain/schedule.ts";
import type { ScheduleEvent, ScheduleRow } from "../library/schedule.ts";
import { commandLine } from "./shell-words.ts";
import { table } from "./table.ts";
import { visible } from "./terminal-text.ts";

const COLUMNS = [
  { title: "task" },
  { title: "cron" },
  { title: "last run" },
  { title: "outcome" },
  { title: "next run" },
  { title: "command" },
] as const;

export function scheduleText(rows: readonly ScheduleRow[], timezone: string): string {
  const cells = rows.map(({ task, last, isRunning, nextAt, isDue }) => [
    task.name,
    task.isOff ? "off" : (task.cron ?? "on demand"),
    last === null ? "never" : timeText(last.startedAt, timezone),
    last === null ? "" : outcomeOf(last, isRunning).replaceAll("_", " "),
    isDue ? "now" : nextAt === null ? "" : timeText(nextAt, timezone),
    commandLine(task.command),
  ]);
  return `${table(
    COLUMNS,
    cells.map((row) => row.map(visible)),
  )}\nTimes are of ${timezone}. levada schedule run keeps them; each command can be run by hand at any time.\n`;
}

export function rowJson({ task, last, isRunning, nextAt, isDue }: ScheduleRow) {
  return {
    name: task.name,
    enabled: !task.isOff,
    cron: task.cron,
    command: commandLine(task.command),
    last_run: last === null ? null : { ...runJson(last), outcome: outcomeOf(last, isRunning) },
    next_run: nextAt === null ? null : iso(nextAt),
    due: isDue,
  };
}

function runJson({ startedAt, endedAt, exitCode }: TaskRun) {
  return {
    started_at: iso(startedAt),
    ended_at: endedAt === null ? null : iso(endedAt),
    exit_code: exitCode,
  };
}

const OUTCOMES: Readonly<Record<number, string>> = {
  0: "done",
  1: "some_failed",
  2: "misuse",
  3: "some_pending",
  4: "storage_trouble",
  130: "interrupted",
  143: "interrupted",
};

function outcomeOf({ exitCode, endedAt }: TaskRun, isRunning: boolean): string {
  if (isRunning) return "running";
  if (endedAt === null || exitCode === null) return "killed";
  return OUTCOMES[exitCode] ?? `exit_${exitCode}`;
}

export function eventJson(event: ScheduleEvent, now: number) {
  const { type, task } = event;
  const about = { type, task: task.name, command: commandLine(task.command), at: iso(now) };
  if (type === "task_started") return { ...about, due_at: iso(event.dueAt) };
  if (type === "task_ended") return { ...about, ...runJson(event.run), outcome: outcomeOf(event.run, false) };
  return type === "idle" ? { ...about, next_run: iso(event.at) } : about;
}

export function eventText(event: ScheduleEvent, timezone: string): string {
  const name = visible(event.task.name);
  switch (event.type) {
    case "task_started":
      return `${name}: due since ${timeText(event.dueAt, timezone)}, runs ${lineOf(event.task)}`;
    case "task_waits":
      return `${name}: another levada process writes to the root; it waits for that one`;
    case "task_ended":
      return `${name}: ${outcomeOf(event.run, false).replaceAll("_", " ")} (exit ${event.run.exitCode})`;
    case "idle":
      return `next: ${name} at ${timeText(event.at, timezone)}`;
  }
}

function lineOf({ command }: ScheduledTask): string {
  return visible(commandLine(command));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** `2026-11-16 03:00`, as the clocks of the schedule show it. */
export function timeText(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return format.format(at);
}
