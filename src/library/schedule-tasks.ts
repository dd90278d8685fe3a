import { MisuseError } from "../domain/errors.ts";
import { KNOWN_TASKS, SCHEDULE_TIMEZONE } from "../domain/known-tasks.ts";
import type { ScheduledTask } from "../domain/schedule.ts";
import { systemClock } from "../infrastructure/clock.ts";
import type { ScheduleConfig, TaskConfig } from "../infrastructure/files/schedule-shape.ts";

/** A task as it stands in the schedule. */
export interface PlannedTask extends ScheduledTask {
  /** Null for a task on demand, and for one that is switched off. */
  readonly cron: string | null;
  readonly isOff: boolean;
  /** Where the user has written it; absent for what Levada brings. */
  readonly where?: string;
}

/** The tasks that Levada brings, in their order, as the user has changed them; then the user's own. */
export async function plannedTasks(config: ScheduleConfig = {}): Promise<readonly PlannedTask[]> {
  const { timezone = SCHEDULE_TIMEZONE, tasks = {} } = config;
  const names = Object.keys(KNOWN_TASKS).filter(
    (name) => KNOWN_TASKS[name]?.asked !== true || tasks[name] !== undefined,
  );
  const own = Object.keys(tasks).filter((name) => !Object.hasOwn(KNOWN_TASKS, name));
  const { cronTimes } = await import("../infrastructure/cron.ts");
  return [...names, ...own].map((name) => {
    const { cron, run, isOff, where } = chosen(name, tasks[name]);
    const command = wordsOf(run, where ?? name);
    const said = where === undefined ? {} : { where };
    if (cron === null) return { name, command, cron, isOff, pattern: null, times: null, ...said };
    const times = understood(() => cronTimes(cron, timezone), where ?? name);
    if (times.next(systemClock.now()) === null)
      throw new MisuseError(`${where ?? name}: no day will ever match ${cron}; false switches a task off`);
    return { name, command, cron, isOff, pattern: `${cron} ${timezone}`, times, ...said };
  });
}

function chosen(name: string, given: TaskConfig | undefined) {
  const { cron, run } = KNOWN_TASKS[name] ?? { cron: null, run: "" };
  const isOff = given !== undefined && given.cron === null;
  return {
    cron: given === undefined ? cron : given.cron,
    run: given?.run ?? run,
    isOff,
    where: given?.where,
  };
}

function understood<T>(make: () => T, where: string): T {
  try {
    return make();
  } catch (cause) {
    const why = (cause instanceof Error ? cause.message : String(cause)).replace(/^CronPattern: /, "");
    throw new MisuseError(`${where} is not a cron pattern such as "0 3 * * 1": ${why}`, { cause });
  }
}

/** `a 'b c' "d"` → three words. A leading `levada` is left out. */
function wordsOf(line: string, where: string): readonly string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
  if ((line.match(/["']/g) ?? []).length % 2 !== 0)
    throw new MisuseError(`${where}: a quotation mark in its command is not closed`);
  const command = words[0] === "levada" ? words.slice(1) : words;
  if (command.length === 0) throw new MisuseError(`${where}: its command is empty`);
  return command;
}
