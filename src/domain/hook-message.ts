import type { JsonObject } from "./json.ts";

export type HookName = "on_run_end" | "on_alert";

/**
 * What a hook is to be told. It waits in the outbox until the hook has taken it:
 *
 *   noted ──▶ tried ──▶ taken: forgotten
 *               │  ▲
 *               ▼  └── after the next run or check, MAX_TRIES times in all
 *             failed ──▶ given up, with a warning
 *
 * A try counts from before the call: one that ends the whole process is not made for ever.
 */
export interface HookMessage {
  /** The same at every try. It begins with a time, and is the name of a file. */
  readonly id: string;
  readonly hook: HookName;
  readonly tries: number;
  readonly source: string;
  readonly runId: string;
  readonly exitCode: number;
  /** As it is sent. */
  readonly told: JsonObject;
}

export const MAX_TRIES = 5;

export function messageId(runId: string, hook: HookName): string {
  return `${runId}.${hook}`;
}

/** Which run, and which hook, is all that an id says. */
export function partsOfId(id: string): { readonly runId: string; readonly hook: HookName } {
  const hook = id.endsWith(".on_alert") ? "on_alert" : "on_run_end";
  return { runId: id.slice(0, -hook.length - 1), hook };
}

/** Those that were tried least come first: one that is refused for what it says keeps no other from being told. */
export function inTellingOrder(messages: readonly HookMessage[]): readonly HookMessage[] {
  return messages.toSorted((a, b) => a.tries - b.tries || (a.id < b.id ? -1 : 1));
}

export function isSpent({ tries }: HookMessage): boolean {
  return tries >= MAX_TRIES;
}

/** What to say of a message that nobody can read any more. */
export function damagedText(id: string): string {
  const { runId, hook } = partsOfId(id);
  return `hooks.${hook}: what was to be told of ${runId} is damaged and was thrown away; \`levada runs show ${runId}\` says what that run did`;
}

/** What to say of a try that failed. */
export function failedText(message: HookMessage, problem: string): string {
  return isSpent(message)
    ? `${problem}; given up after ${MAX_TRIES} tries (${message.id})`
    : `${problem}; it is told again after the next run or check (try ${message.tries} of ${MAX_TRIES})`;
}
