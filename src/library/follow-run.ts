import type { RunRequest } from "../application/engine.ts";
import { AlertWatch } from "../domain/alerts.ts";
import { EVENT_VERSION, type EventSink, type LevadaEvent, type Summary } from "../domain/events.ts";
import type { Configuration } from "./configuration.ts";
import type { Metrics } from "./metrics.ts";
import { runHooks } from "./run-hooks.ts";
import { warn } from "./warning.ts";

type Ended = LevadaEvent & Summary;

/**
 * Runs, and tells of it whom the settings name: metrics while it goes on, hooks when it has ended and the root is free
 * again. What hooks are to be told is noted before the end of the run is. The summary stays the last event; what hooks
 * say of themselves comes before it.
 */
export async function followRun<O>(
  request: RunRequest<O>,
  configuration: Configuration,
  run: (request: RunRequest<O>) => Promise<Summary>,
): Promise<Summary> {
  if (!isWatched(configuration)) return run(request);
  const say = (code: string, message: string) => warn(request, code, message);
  const metrics = await metricsOf(configuration, say);
  const hooks = await runHooks(request.source.name, configuration);
  const alerts = new AlertWatch();
  let last: Ended | null = null;
  const onEvent: EventSink = (event) => {
    metrics?.see(event);
    alerts.see(event);
    if (event.type !== "summary") return request.onEvent(event);
    if (last === null) hooks.add(event, alerts.alerts(event, hooks.before));
    last ??= event;
  };
  const beforeEnd = async (summary: Summary) => {
    const told = ended(request, summary);
    last = told;
    await hooks.note(told, alerts.alerts(summary, hooks.before));
  };
  try {
    return await run({ ...request, onEvent, beforeEnd });
  } finally {
    await metrics?.refresh(request.source.name);
    await metrics?.close();
    if (last !== null) {
      await hooks.tell(say);
      request.onEvent(last);
    }
  }
}

function isWatched({ config: { metrics, hooks } }: Configuration): boolean {
  return metrics !== undefined || hooks?.onRunEnd !== undefined || hooks?.onAlert !== undefined;
}

/** What hooks get is the last event, to the letter. */
function ended<O>({ source, runId }: RunRequest<O>, summary: Summary): Ended {
  const at = new Date().toISOString();
  return { version: EVENT_VERSION, ...summary, source: source.name, run_id: runId, at };
}

export async function metricsOf(
  configuration: Configuration,
  say: (code: string, message: string) => void,
): Promise<Metrics | null> {
  if (configuration.config.metrics === undefined) return null;
  const { openMetrics } = await import("./metrics.ts");
  return openMetrics(configuration, say);
}
