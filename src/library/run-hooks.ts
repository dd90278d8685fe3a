import type { Alert } from "../domain/alerts.ts";
import { LevadaError } from "../domain/errors.ts";
import type { ProcedureCounts } from "../domain/events.ts";
import type { HookMessage } from "../domain/hook-message.ts";
import { createOutbox } from "../infrastructure/files/outbox-files.ts";
import { openScratchState } from "../infrastructure/sqlite/sqlite-state.ts";
import type { Configuration } from "./configuration.ts";
import { callHook, tellHooks } from "./hooks.ts";
import { lastProcedures } from "./last-procedures.ts";
import { type EndedRun, runMessages } from "./run-messages.ts";

type Warn = (code: string, message: string) => void;

/** What hooks are told of a run: noted before its end is, and told when the root is free again. */
export interface RunHooks {
  /** What there was of procedures before the run; null where nobody wants to know. */
  readonly before: ProcedureCounts | null;
  note(run: EndedRun, alerts: readonly Alert[]): Promise<void>;
  /** Of a run whose end cannot be noted either: it is told this once. */
  add(run: EndedRun, alerts: readonly Alert[]): void;
  tell(warn: Warn): Promise<void>;
}

/** Runs that are looked at for one that has seen procedures. */
const LOOKED_AT = 20;

export async function runHooks(source: string, configuration: Configuration): Promise<RunHooks> {
  const { hooks = {} } = configuration.config;
  const unnoted: HookMessage[] = [];
  return {
    before: hooks.onAlert === undefined ? null : await proceduresBefore(source, configuration),
    async note(run, alerts) {
      const messages = runMessages(run, alerts, hooks);
      if (!(await isNoted(messages, configuration))) unnoted.push(...messages);
    },
    add: (run, alerts) => void unnoted.push(...runMessages(run, alerts, hooks)),
    async tell(warn) {
      for (const message of unnoted.splice(0)) {
        const problem = await callHook(message, configuration);
        if (problem !== null) warn("hook_failed", problem);
      }
      await tellHooks(configuration, warn);
    },
  };
}

/** False where the disk is full, or the like: the run goes on to its end. After a failed sync it does not (E5). */
async function isNoted(messages: readonly HookMessage[], { root }: Configuration): Promise<boolean> {
  const outbox = createOutbox(root);
  try {
    for (const message of messages) await outbox.put(message);
    return true;
  } catch (error) {
    if (error instanceof LevadaError && error.code === "fsync_failed") throw error;
    for (const { id } of messages) await outbox.remove(id).catch(() => {});
    return false;
  }
}

async function proceduresBefore(source: string, { root }: Configuration): Promise<ProcedureCounts | null> {
  const state = await openScratchState(root);
  try {
    return lastProcedures(await state.history.runs({ source, limit: LOOKED_AT }));
  } finally {
    await state.close();
  }
}
