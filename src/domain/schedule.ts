/** When something is to happen. Wall clock, ms. */
export interface Timetable {
  /** The first time after this one; null where there is none. */
  next(after: number): number | null;
}

export interface ScheduledTask {
  readonly name: string;
  /** What is to be run, as it would be typed after `levada`. */
  readonly command: readonly string[];
  /** Cron pattern and time zone: what `times` follows from. Null for a task on demand. */
  readonly pattern: string | null;
  /** Null for a task on demand. */
  readonly times: Timetable | null;
}

/** How the last run of a task went. Wall clock, ms. */
export interface TaskRun {
  readonly startedAt: number;
  /** Null while it runs, and where it was killed. */
  readonly endedAt: number | null;
  readonly exitCode: number | null;
}

/** What is remembered of a task. */
export interface TaskRecord {
  /** The pattern that `coveredUntil` speaks of. */
  readonly pattern: string;
  /** Whatever was to happen until then has happened. */
  readonly coveredUntil: number;
  readonly last: TaskRun | null;
}

export type TaskRecords = Readonly<Record<string, TaskRecord>>;

export interface DueTask {
  readonly task: ScheduledTask;
  /** Since when. */
  readonly dueAt: number;
}

/** A task that is seen for the first time is due if its time came in the last minute, as cron would have it. */
const FIRST_LOOK_MS = 60_000;

const DAY_MS = 24 * 3_600_000;

/**
 * What is due now, what has waited longest first. However often a task's time came while nobody looked (the machine was
 * off, asleep, or busy with something else), it is due once. A run that did not come to its end has covered nothing.
 */
export function dueTasks(
  now: number,
  tasks: readonly ScheduledTask[],
  records: TaskRecords,
): readonly DueTask[] {
  const due = tasks.flatMap((task) => {
    const dueAt = nextTime(now, task, records[task.name]);
    return dueAt === null || dueAt > now ? [] : [{ task, dueAt }];
  });
  return due.toSorted((a, b) => a.dueAt - b.dueAt);
}

/** When a task is to run next; a time that has passed where it is due. Null where it never is. */
export function nextTime(now: number, task: ScheduledTask, record: TaskRecord | undefined): number | null {
  return task.times?.next(coveredUntil(now, task, record)) ?? null;
}

export function coveredUntil(now: number, task: ScheduledTask, record: TaskRecord | undefined): number {
  return record !== undefined && holds(now, task, record) ? record.coveredUntil : now - FIRST_LOOK_MS;
}

/**
 * Whether a record says something of a task: one of another pattern does not. Where the clock was set back, what has
 * happened does not happen again; but a record from further ahead than the task's next two times is one of a clock that was
 * wrong, and must not stop it for years.
 */
export function holds(now: number, { pattern, times }: ScheduledTask, record: TaskRecord): boolean {
  if (record.pattern !== pattern) return false;
  if (record.coveredUntil <= now + DAY_MS) return true;
  const second = times?.next(times.next(now) ?? Infinity) ?? Infinity;
  return second > record.coveredUntil;
}

/** Interrupted, killed, or kept from its work by storage or a lock: it has to be run again. */
export function isDone(exitCode: number): boolean {
  return exitCode >= 0 && exitCode < 4;
}

/** As exit codes stand above one another: interrupted, storage, misuse, pending, failed. */
export function worseOf(a: number, b: number): number {
  const rank = [0, 1, 3, 2, 4, 130, 143];
  return rank.indexOf(a) >= rank.indexOf(b) ? a : b;
}
