import type { HookMessage } from "../../domain/hook-message.ts";

/** What hooks are still to be told, durably. */
export interface Outbox {
  /** Resolves when it would survive a power cut; replaces the message of that id. */
  put(message: HookMessage): Promise<void>;
  waiting(): Promise<Waiting>;
  remove(id: string): Promise<void>;
}

export interface Waiting {
  readonly messages: readonly HookMessage[];
  /** Ids of messages that can no longer be read. */
  readonly damaged: readonly string[];
}
