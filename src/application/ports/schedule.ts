import type { ScheduledTask, TaskRecords } from "../../domain/schedule.ts";

/** What is remembered of the schedule's tasks, durably. */
export interface ScheduleMemory {
  read(): Promise<TaskRecords>;
  /** Resolves when it would survive a power cut. */
  write(records: TaskRecords): Promise<void>;
}

/**
 * Runs a task to its end; answers its exit code, or that somebody else is at work and it could not begin. `begins` is
 * called, and waited for, before it does anything.
 */
export type TaskRunner = (task: ScheduledTask, begins: () => Promise<void>) => Promise<number | "busy">;
