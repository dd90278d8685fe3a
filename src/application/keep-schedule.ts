import {
  coveredUntil,
  type DueTask,
  dueTasks,
  holds,
  isDone,
  nextTime,
  type ScheduledTask,
  type TaskRecord,
  type TaskRecords,
  type TaskRun,
  worseOf,
} from "../domain/schedule.ts";
import type { Clock, ScheduleMemory, TaskRunner } from "./ports.ts";

/** Timers stand still while a machine sleeps, and clocks are set: so often somebody looks what time it is. */
const LOOK_EVERY_MS = 60_000;

/** Another process writes to the root: looked at again after this. */
const BUSY_MS = 5_000;

/** What storage trouble kept from its work is tried again after this. */
const TROUBLE_MS = 600_000;

export type ScheduleEvent =
  | { readonly type: "task_started"; readonly task: ScheduledTask; readonly dueAt: number }
  | { readonly type: "task_waits"; readonly task: ScheduledTask }
  | { readonly type: "task_ended"; readonly task: ScheduledTask; readonly run: TaskRun }
  | { readonly type: "idle"; readonly task: ScheduledTask; readonly at: number };

export interface ScheduleParts {
  readonly tasks: readonly ScheduledTask[];
  readonly memory: ScheduleMemory;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly run: TaskRunner;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ScheduleEvent) => void;
}

/** Runs tasks when they are due, one after the other, until it is told to stop. Runs under the schedule's lock. */
export async function keepSchedule(parts: ScheduleParts): Promise<void> {
  const { clock, signal, tasks } = parts;
  const notBefore = new Map<string, number>();
  let announced = "";
  while (!signal.aborted) {
    const records = await noted(parts);
    const now = clock.now();
    const first = dueTasks(now, tasks, records).find(({ task }) => !isPutOff(task, notBefore, now));
    if (first === undefined) {
      announced = announce(parts, records, announced);
      const putOff = [...notBefore.values()].filter((until) => until > now);
      await rest(parts, Math.min(...putOff, nextOf(now, tasks, records)));
      continue;
    }
    const code = await runTask(parts, first);
    notBefore.delete(first.task.name);
    if (code !== null && !isDone(code)) notBefore.set(first.task.name, clock.now() + TROUBLE_MS);
  }
}

/** Runs what is due now, each once, and ends. Answers the worst of the exit codes. */
export async function runDueTasks(parts: ScheduleParts): Promise<number> {
  const due = dueTasks(parts.clock.now(), parts.tasks, await noted(parts));
  let worst = 0;
  for (const one of due) {
    if (parts.signal.aborted) break;
    worst = worseOf(worst, (await runTask(parts, one)) ?? 0);
  }
  return worst;
}

/** After a jump of the clock nobody waits longer than before. */
function isPutOff({ name }: ScheduledTask, notBefore: ReadonlyMap<string, number>, now: number): boolean {
  const until = notBefore.get(name) ?? 0;
  return now < until && until - now <= TROUBLE_MS;
}

/** The records, with those tasks of which there is none that holds, and which are not due. */
async function noted({ tasks, memory, clock }: ScheduleParts): Promise<TaskRecords> {
  const records = await memory.read();
  const now = clock.now();
  const unknown = tasks.filter((task) => {
    const record = records[task.name];
    return task.pattern !== null && (record === undefined || !holds(now, task, record));
  });
  if (unknown.length === 0) return records;
  const due = new Set(dueTasks(now, unknown, records).map(({ task }) => task));
  const fresh = unknown.filter((task) => !due.has(task));
  if (fresh.length === 0) return records;
  const added = fresh.map(({ name, pattern }) => [name, recordOf(pattern ?? "", now, records[name]?.last)]);
  const all: TaskRecords = { ...records, ...Object.fromEntries(added) };
  await memory.write(all);
  return all;
}

function recordOf(pattern: string, until: number, last: TaskRun | null = null): TaskRecord {
  return { pattern, coveredUntil: until, last };
}

function nextOf(now: number, tasks: readonly ScheduledTask[], records: TaskRecords): number {
  const times = tasks.map((task) => nextTime(now, task, records[task.name]) ?? Infinity);
  return Math.min(...times.filter((at) => at > now));
}

/** Until a time has come, or the clock was set back. */
async function rest({ clock, signal }: ScheduleParts, until: number): Promise<void> {
  for (let before = clock.now(), now = before; now >= before && now < until && !signal.aborted;) {
    await clock.sleep(Math.min(LOOK_EVERY_MS, until - now), signal);
    [before, now] = [now, clock.now()];
  }
}

/** Says once what comes next. */
function announce({ tasks, onEvent, clock }: ScheduleParts, records: TaskRecords, before: string): string {
  const now = clock.now();
  const next = tasks
    .map((task) => ({ task, at: nextTime(now, task, records[task.name]) ?? Infinity }))
    .reduce<{ task: ScheduledTask; at: number } | null>(
      (soonest, one) => (one.at < (soonest?.at ?? Infinity) ? one : soonest),
      null,
    );
  const name = next === null ? "" : `${next.task.name} ${next.at}`;
  if (next !== null && name !== before) onEvent({ type: "idle", ...next });
  return name;
}

/**
 * The record of a start covers nothing: a task that is killed half-way is due again. What became due while it ran, or
 * waited for another writer, is covered only up to its start.
 */
async function runTask(parts: ScheduleParts, { task, dueAt }: DueTask): Promise<number | null> {
  const { memory, clock, onEvent } = parts;
  const pattern = task.pattern ?? "";
  const { startedAt, code } = await begun(parts, { task, dueAt });
  if (code === null) return null;
  const run = { startedAt, endedAt: clock.now(), exitCode: code };
  const records = await memory.read();
  const before = records[task.name];
  const covered = isDone(code) ? startedAt : (before?.coveredUntil ?? startedAt);
  await memory.write({ ...records, [task.name]: recordOf(pattern, covered, run) });
  onEvent({ type: "task_ended", task, run });
  return code;
}

/** Waits for whoever writes to the root, if need be. A null code: it was told to stop before it could begin. */
async function begun(
  parts: ScheduleParts,
  { task, dueAt }: DueTask,
): Promise<{ readonly startedAt: number; readonly code: number | null }> {
  const { clock, signal, onEvent, run, memory } = parts;
  for (let waits = false; !signal.aborted; waits = true) {
    const startedAt = clock.now();
    const code = await run(task, async () => {
      const records = await memory.read();
      const covered = coveredUntil(startedAt, task, records[task.name]);
      const last = { startedAt, endedAt: null, exitCode: null };
      await memory.write({ ...records, [task.name]: recordOf(task.pattern ?? "", covered, last) });
      onEvent({ type: "task_started", task, dueAt });
    });
    if (code !== "busy") return { startedAt, code };
    if (!waits) onEvent({ type: "task_waits", task });
    await clock.sleep(BUSY_MS, signal);
  }
  return { startedAt: clock.now(), code: null };
}
