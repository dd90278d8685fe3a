import type { HookMessage } from "../../domain/hook-message.ts";

/** What hooks are still to be told, durably. */
export interface Outbox {
  /** Resolves when it would survive a power cut; replaces the message of that id. */
  put(message: HookMessage): Promise<void>;
  all(): Promise<readonly HookMessage[]>;
  remove(id: string): Promise<void>;
}
