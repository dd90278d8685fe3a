import { adopt } from "../application/recover.ts";
import { type SourceStatus, sourceStatus } from "../application/status.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { openScratchState } from "../infrastructure/sqlite/sqlite-state.ts";
import { sourceNames } from "../sources/index.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";

export interface StatusOptions extends CommonOptions {
  /** Also lists the failed items. @default false */
  readonly failed?: boolean;
}

/** How the sources stand (all of them, or one). Works offline, beside a running process, and writes nothing. */
export async function status(source: string, options: StatusOptions = {}): Promise<readonly SourceStatus[]> {
  const { root } = await loadConfiguration(options);
  const names = sourceNames(source);
  const state = await openScratchState(root);
  const manifest = createManifest(root);
  try {
    const reports: SourceStatus[] = [];
    for (const name of names) {
      const { checkpoint } = await adopt(name, { ...state, manifest }, () => {});
      const reading = { now: systemClock.now(), failedItems: options.failed ?? false };
      const report = await sourceStatus(name, state, reading);
      reports.push({ ...report, last_run: report.last_run ?? checkpoint?.last?.lastRun ?? null });
    }
    return reports;
  } finally {
    await state.close();
    await manifest.close();
  }
}
