import { KNOWN_TASKS } from "../../domain/known-tasks.ts";
import { entries, fields, type Place, refused, scalar, type Shape } from "./yaml-shape.ts";

/** A task of the schedule as the user wrote it. */
export interface TaskConfig {
  /** Null: it is switched off (`false`). */
  readonly cron: string | null;
  /** What it runs; absent: what Levada has under that name. */
  readonly run?: string;
  /** `levada.config.yaml:7: schedule.tasks.feeds`, for what can only be said later. */
  readonly where: string;
}

export interface ScheduleConfig {
  readonly timezone?: string;
  readonly tasks?: Readonly<Record<string, TaskConfig>>;
}

const text = scalar("a text", (value) => (typeof value === "string" && value !== "" ? value : undefined));

const timezone = scalar('a time zone, such as "Europe/Madrid"', (value) => {
  if (typeof value !== "string") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    return undefined;
  }
});

const ownTask = fields({ cron: text, run: text });

const cronOrOff = scalar('a cron pattern such as "0 3 * * 1", false, or {cron: …, run: …}', (value) =>
  value === false ? null : typeof value === "string" && value.trim() !== "" ? value.trim() : undefined,
);

const task: Shape<TaskConfig> = (node, at) => {
  const where = `${at.file}:${at.line}: ${at.path}`;
  const isKnown = Object.hasOwn(KNOWN_TASKS, at.path.split(".").at(-1) ?? "");
  const { cron, run } = at.yaml.isMap(node)
    ? ownTask(node, at)
    : { cron: cronOrOff(node, at), run: undefined };
  if (!isKnown && run === undefined) throw unknown(at);
  if (cron === null) return { cron, where };
  if (cron === undefined) throw refused(at, `${at.path} lacks the key cron`);
  return { cron: cron.trim(), where, ...(run === undefined ? {} : { run }) };
};

function unknown(at: Place): Error {
  const names = Object.keys(KNOWN_TASKS).join(", ");
  return refused(
    at,
    `unknown key ${at.path}; accepted here: ${names}; a task of your own says what it runs: {cron: …, run: "ingest …"}`,
  );
}

/** Names of tasks are written on terminals and kept in a file. */
function taskName(key: string, at: Place): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(key) && key !== "__proto__") return key;
  throw refused(at, `${at.path} is no name for a task; it takes letters, digits, - and _`);
}

export const scheduleShape: Shape<ScheduleConfig> = fields({ timezone, tasks: entries(taskName, task) });

/** How long a page may go unasked. ms. */
export interface RefetchConfig {
  readonly min?: number;
  readonly max?: number;
  readonly start?: number;
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
};

/** As ms. */
const period = scalar("a time such as 12h, 7d or 2w", (value) => {
  const found = /^(\d+(?:\.\d+)?)\s*([smhdw])$/i.exec(typeof value === "string" ? value.trim() : "");
  const ms = Number(found?.[1]) * (UNITS[found?.[2]?.toLowerCase() ?? ""] ?? Number.NaN);
  return ms > 0 && ms <= 10 * 365 * (UNITS["d"] ?? 0) ? ms : undefined;
});

export const refetchShape: Shape<RefetchConfig> = fields({ min: period, max: period, start: period });
