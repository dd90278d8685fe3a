import { emptyOutbox } from "../application/empty-outbox.ts";
import type { Outbox } from "../application/ports.ts";
import { LockedError } from "../domain/errors.ts";
import type { HookMessage } from "../domain/hook-message.ts";
import type { HookConfig } from "../infrastructure/files/config-files.ts";
import { createOutbox } from "../infrastructure/files/outbox-files.ts";
import { createRootLock, TELLING } from "../infrastructure/files/root-lock.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { DEFAULT_HOOK_MS } from "./watch-settings.ts";

type Warn = (code: string, message: string) => void;

/**
 * Tells hooks what is noted for them, of this run and of others that were killed before they could or whose hook failed.
 * For when the root is free: a hook may look at it. Never throws: what goes wrong is a warning.
 */
export async function tellHooks(configuration: Configuration, warn: Warn): Promise<void> {
  const { onRunEnd, onAlert } = configuration.config.hooks ?? {};
  if (onRunEnd === undefined && onAlert === undefined) return;
  try {
    await tellWaiting(configuration, warn);
  } catch (error) {
    warn("hook_failed", `hooks: ${textOf(error)}`);
  }
}

/** Tells hooks what runs and checks that have ended before could not. */
export async function tellLeftovers(options: CommonOptions, warn: Warn): Promise<void> {
  await tellHooks(await loadConfiguration(options), warn);
}

async function tellWaiting(configuration: Configuration, warn: Warn): Promise<void> {
  const { root } = configuration;
  const outbox = createOutbox(root);
  const seen = new Set<string>();
  const call = (message: HookMessage) => callHook(message, configuration);
  // Looked at again after the lock is given back: who was refused it meanwhile has left its messages to us.
  while (await hasOther(outbox, seen)) {
    const held = await createRootLock(root, TELLING).acquire("hooks").catch(unlessLocked);
    if (held === null) return;
    const said = (message: string) => warn("hook_failed", message);
    await emptyOutbox({ outbox, call, warn: said }, seen).finally(() => held.release());
  }
}

async function hasOther(outbox: Outbox, seen: ReadonlySet<string>): Promise<boolean> {
  const { messages, damaged } = await outbox.waiting();
  return [...messages.map(({ id }) => id), ...damaged].some((id) => !seen.has(id));
}

function unlessLocked(error: unknown): null {
  if (error instanceof LockedError) return null;
  throw error;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Tells whom the settings name. Answers what went wrong; null where nothing did, and where nobody is to be told. */
export async function callHook(message: HookMessage, configuration: Configuration): Promise<string | null> {
  const { onRunEnd, onAlert } = configuration.config.hooks ?? {};
  const hook = message.hook === "on_alert" ? onAlert : onRunEnd;
  if (hook === undefined) return null;
  const problem = await tell(hook, message, configuration).catch(textOf);
  return problem === null ? null : `hooks.${message.hook}: ${problem}`;
}

/** Addresses and commands are not told: they may hold secrets. */
async function tell(
  hook: HookConfig,
  { told, source, runId, exitCode }: HookMessage,
  { root, settings }: Configuration,
): Promise<string | null> {
  const text = `${JSON.stringify(told)}\n`;
  if ("command" in hook) {
    const { runCommand } = await import("../infrastructure/hooks/command-hook.ts");
    const environment = {
      LEVADA_RUN_ID: runId,
      LEVADA_SOURCE: source,
      LEVADA_EXIT_CODE: String(exitCode),
      LEVADA_ROOT: root,
    };
    const problem = await runCommand(
      { timeoutMs: DEFAULT_HOOK_MS, ...hook, folder: root, environment },
      text,
    );
    return problem === null ? null : `the command ${problem}`;
  }
  const { postWebhook } = await import("../infrastructure/hooks/webhook.ts");
  const { createTransport } = await import("../infrastructure/http/transport.ts");
  const transport = createTransport({ allowPrivate: settings.allowPrivate });
  const parts = { transport, userAgent: settings.userAgent };
  const problem = await postWebhook(hook.webhook, text, parts).finally(() => transport.close());
  return problem === null ? null : `the webhook at ${new URL(hook.webhook).host} was not told: ${problem}`;
}
