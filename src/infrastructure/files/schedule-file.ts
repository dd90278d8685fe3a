import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScheduleMemory } from "../../application/ports.ts";
import type { TaskRecord, TaskRecords, TaskRun } from "../../domain/schedule.ts";
import { Durability } from "./durability.ts";
import { Folders } from "./folders.ts";
import { putInPlace } from "./put-in-place.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** Below the root. */
const SCHEDULE_FILE = "data/state/schedule.json";

interface Row {
  readonly pattern: string;
  readonly covered_until: string;
  readonly started_at?: string;
  readonly ended_at?: string | null;
  readonly exit_code?: number | null;
}

/**
 * What is remembered of the schedule, in one small file that is replaced whole. Not in the database: that belongs to
 * whoever writes to the root, and the schedule has to note that a task ended while others are waiting for it.
 */
export function createScheduleFile(root: string): ScheduleMemory {
  const durability = new Durability();
  const folders = new Folders(root, durability);
  const file = join(root, SCHEDULE_FILE);
  return {
    async read() {
      const text = await readFile(file, "utf8").catch((error: unknown) => {
        if (errnoOf(error) === "ENOENT") return "{}";
        throw storageError(error, `read ${file}`);
      });
      return recordsOf(text);
    },
    async write(records) {
      const tasks = Object.fromEntries(Object.entries(records).map(([name, one]) => [name, rowOf(one)]));
      const text = `${JSON.stringify({ tasks }, null, 2)}\n`;
      await durability.syncFolder(await putInPlace(SCHEDULE_FILE, text, folders, durability));
    },
  };
}

function rowOf({ pattern, coveredUntil, last }: TaskRecord): Row {
  const row = { pattern, covered_until: iso(coveredUntil) };
  if (last === null) return row;
  const { startedAt, endedAt, exitCode } = last;
  const ended_at = endedAt === null ? null : iso(endedAt);
  return { ...row, started_at: iso(startedAt), ended_at, exit_code: exitCode };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** A file that somebody has damaged says nothing: tasks are then as if seen for the first time. */
function recordsOf(text: string): TaskRecords {
  const found = parsed(text);
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, row]) => {
      const record = recordOf(row);
      return record === null ? [] : [[name, record]];
    }),
  );
}

function parsed(text: string): Readonly<Record<string, Partial<Row> | null>> {
  try {
    const { tasks } = JSON.parse(text) as { readonly tasks?: Record<string, Partial<Row> | null> };
    return typeof tasks === "object" && tasks !== null ? tasks : {};
  } catch {
    return {};
  }
}

function recordOf(row: Partial<Row> | null): TaskRecord | null {
  const until = moment(row?.covered_until);
  if (typeof row?.pattern !== "string" || Number.isNaN(until)) return null;
  return { pattern: row.pattern, coveredUntil: until, last: runOf(row) };
}

function runOf({ started_at, ended_at, exit_code }: Partial<Row>): TaskRun | null {
  const startedAt = moment(started_at);
  if (Number.isNaN(startedAt)) return null;
  const endedAt = moment(ended_at);
  return {
    startedAt,
    endedAt: Number.isNaN(endedAt) ? null : endedAt,
    exitCode: typeof exit_code === "number" ? exit_code : null,
  };
}

/** Nothing ran before there were clocks such as ours: searching for what was due since the year 1 does not end. */
function moment(text: string | null | undefined): number {
  const at = Date.parse(text ?? "");
  return at >= 0 ? at : Number.NaN;
}
