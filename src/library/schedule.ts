import { keepSchedule, runDueTasks, type ScheduleEvent } from "../application/keep-schedule.ts";
import type { TaskRunner } from "../application/ports.ts";
import { SCHEDULE_TIMEZONE } from "../domain/known-tasks.ts";
import { dueTasks, nextTime, type TaskRun } from "../domain/schedule.ts";
import { LockedError } from "../domain/errors.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createRootLock, readLockOwner, SCHEDULING } from "../infrastructure/files/root-lock.ts";
import { createScheduleFile } from "../infrastructure/files/schedule-file.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { type PlannedTask, plannedTasks } from "./schedule-tasks.ts";

export type { ScheduleEvent } from "../application/keep-schedule.ts";
export type { PlannedTask } from "./schedule-tasks.ts";

/** A task, what became of it, and when it comes again. Wall clock, ms. */
export interface ScheduleRow {
  readonly task: PlannedTask;
  readonly last: TaskRun | null;
  /** A schedule is at work, and this is what it does. */
  readonly isRunning: boolean;
  /** A time that has passed where it is due; null where it is not to come. */
  readonly nextAt: number | null;
  readonly isDue: boolean;
}

export interface Schedule {
  readonly root: string;
  readonly timezone: string;
  readonly tasks: readonly PlannedTask[];
}

/** The schedule as it is set. */
export async function loadSchedule(options: CommonOptions = {}): Promise<Schedule> {
  const { root, config } = await loadConfiguration(options);
  const timezone = config.schedule?.timezone ?? SCHEDULE_TIMEZONE;
  return { root, timezone, tasks: await plannedTasks(config.schedule) };
}

/** Each task with its last and its next run. Reads only. */
export async function scheduleRows(
  { root, tasks }: Schedule,
  now = systemClock.now(),
): Promise<readonly ScheduleRow[]> {
  const records = await createScheduleFile(root).read();
  const isKept = (await readLockOwner(root, SCHEDULING)) !== null;
  const due = new Set(dueTasks(now, tasks, records).map(({ task }) => task.name));
  return tasks.map((task) => {
    const record = records[task.name];
    const last = record?.last ?? null;
    return {
      task,
      last,
      isRunning: isKept && last !== null && last.endedAt === null,
      nextAt: nextTime(now, task, record),
      isDue: due.has(task.name),
    };
  });
}

export interface RunScheduleOptions {
  /** Runs what is due, and ends. */
  readonly once: boolean;
  /** Called once it is alone on its root, before anything runs; what it answers is called when all is over. */
  readonly begins: () => Promise<() => Promise<void>>;
  /** Runs a command; answers its exit code. It takes the root's lock by itself. */
  readonly run: (task: PlannedTask) => Promise<number>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ScheduleEvent) => void;
}

/** Runs tasks when they are due; alone on its root. Answers the worst exit code, of `once`. */
export async function runSchedule(schedule: Schedule, options: RunScheduleOptions): Promise<number> {
  const { root, tasks } = schedule;
  const held = await createRootLock(root, SCHEDULING).acquire("schedule run");
  const run: TaskRunner = async (task, begins) => {
    if (await isWrittenTo(root)) return "busy";
    await begins();
    return options.run(task as PlannedTask);
  };
  let ends = async () => {};
  try {
    ends = await options.begins();
    const parts = { tasks, run, memory: createScheduleFile(root), clock: systemClock };
    if (options.once) return await runDueTasks({ ...parts, ...options, run });
    await keepSchedule({ ...parts, ...options, run });
    return 0;
  } finally {
    await ends();
    await held.release();
  }
}

/** The lock itself is tried only where somebody says to have it: whoever starts meanwhile would be refused. */
async function isWrittenTo(root: string): Promise<boolean> {
  if ((await readLockOwner(root)) === null) return false;
  try {
    await (await createRootLock(root).acquire("schedule run")).release();
    return false;
  } catch (error) {
    if (error instanceof LockedError) return true;
    throw error;
  }
}
