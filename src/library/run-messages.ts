import type { CheckedLinks } from "../application/checking-links.ts";
import type { RunRequest } from "../application/engine.ts";
import type { Alert } from "../domain/alerts.ts";
import { EVENT_VERSION } from "../domain/events.ts";
import { type HookMessage, type HookName, messageId } from "../domain/hook-message.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HooksConfig } from "../infrastructure/files/config-files.ts";
import type { LinkNews } from "./link-alerts.ts";

/** The summary of a run, of whatever kind. */
export interface EndedRun {
  readonly type: "summary";
  readonly source: string;
  readonly run_id: string;
  readonly at: string;
  readonly exit_code: number;
}

/** What hooks are to be told of a run; nothing where nobody listens. */
export function runMessages(
  summary: EndedRun,
  alerts: readonly Alert[],
  { onRunEnd, onAlert }: HooksConfig,
): readonly HookMessage[] {
  const { source, run_id: runId, at, exit_code: exitCode } = summary;
  const about = { source, runId, exitCode };
  return [
    ...(onRunEnd === undefined ? [] : [newMessage("on_run_end", about, summary)]),
    ...(onAlert === undefined || alerts.length === 0
      ? []
      : [newMessage("on_alert", about, { ...alertHead(about, at), alerts, summary })]),
  ];
}

/** What the alert hook is to be told of a look at links. */
export function checkMessage(
  { source, runId }: RunRequest<unknown>,
  news: LinkNews,
  check: CheckedLinks,
): HookMessage {
  const about = { source: source.name, runId, exitCode: 0 };
  return newMessage("on_alert", about, {
    ...alertHead(about, new Date().toISOString()),
    ...news,
    check,
  });
}

type About = Pick<HookMessage, "source" | "runId" | "exitCode">;

function alertHead({ source, runId }: About, at: string) {
  return {
    type: "alert",
    version: EVENT_VERSION,
    id: messageId(runId, "on_alert"),
    source,
    run_id: runId,
    at,
  };
}

function newMessage(hook: HookName, about: About, told: object): HookMessage {
  return { id: messageId(about.runId, hook), hook, tries: 0, ...about, told: told as JsonObject };
}
