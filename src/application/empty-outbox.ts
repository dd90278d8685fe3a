import {
  damagedText,
  failedText,
  type HookMessage,
  type HookName,
  inTellingOrder,
  isSpent,
} from "../domain/hook-message.ts";
import type { Outbox } from "./ports.ts";

interface Parts {
  readonly outbox: Outbox;
  /** Answers what went wrong; null where nothing did. */
  readonly call: (message: HookMessage) => Promise<string | null>;
  readonly warn: (message: string) => void;
}

/** What went wrong with hooks so far: they are not called again for the rest, so that one that hangs costs its time once. */
type Broken = Map<HookName, string>;

/** Tells hooks what waits for them, each message at least once. `seen`: ids that had their turn, and get no other. */
export async function emptyOutbox(parts: Parts, seen: Set<string>): Promise<void> {
  const { outbox, warn } = parts;
  const broken: Broken = new Map();
  const { messages, damaged } = await outbox.waiting();
  for (const id of damaged.filter((one) => !seen.has(one))) {
    seen.add(id);
    warn(damagedText(id));
    await outbox.remove(id);
  }
  for (const message of inTellingOrder(messages)) {
    if (seen.has(message.id)) continue;
    seen.add(message.id);
    const { tried, problem } = await tell(message, broken, parts);
    if (problem === null || isSpent(tried)) await outbox.remove(tried.id);
    if (problem === null) continue;
    if (isSpent(tried) || !broken.has(tried.hook)) warn(failedText(tried, problem));
    broken.set(tried.hook, problem);
  }
}

async function tell(
  message: HookMessage,
  broken: Broken,
  { outbox, call }: Parts,
): Promise<{ readonly tried: HookMessage; readonly problem: string | null }> {
  if (isSpent(message))
    return { tried: message, problem: `hooks.${message.hook}: Levada was ended while it was told` };
  const tried = { ...message, tries: message.tries + 1 };
  // On a full disk it is told all the same, and just not counted.
  await outbox.put(tried).catch(() => {});
  return { tried, problem: broken.get(message.hook) ?? (await call(tried)) };
}
