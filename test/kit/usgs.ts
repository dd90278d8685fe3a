import { onTestFinished } from "vitest";
import { ingest, type IngestOptions, type LevadaEvent, type Summary } from "../../src/index.ts";
import { startUsgsSandbox, type UsgsSandboxOptions } from "../../src/sandbox/usgs.ts";
import type { TestRoot } from "./root.ts";

export type Sandbox = Awaited<ReturnType<typeof startUsgsSandbox>>;

/** A USGS-like site, gone after the test. */
export async function startSite(options: UsgsSandboxOptions = {}): Promise<Sandbox> {
  const site = await startUsgsSandbox(options);
  onTestFinished(() => site.close());
  return site;
}

export interface RunOutcome {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
}

/** `levada ingest usgs` in this process. */
export async function ingestUsgs(
  root: TestRoot,
  site: Sandbox,
  options: IngestOptions = {},
): Promise<RunOutcome> {
  const events: LevadaEvent[] = [];
  const summary = await ingest("usgs", {
    root: root.path,
    allowPrivateNetwork: true,
    ...options,
    sourceOptions: { baseUrl: site.url, ...options.sourceOptions },
    onEvent: (event) => events.push(event),
  });
  return { summary, events };
}

/** Requests for documents only. */
export function documentRequests(site: Sandbox, from = 0): readonly string[] {
  return site.requests
    .slice(from)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/crc-data/"));
}

/** Intervals between arrivals, ms. */
export function gaps(site: Sandbox): readonly number[] {
  const times = site.requests.map(({ at }) => at);
  return times.slice(1).map((at, i) => at - (times[i] as number));
}
