import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import type { Metrics } from "./metrics.ts";

/** Metrics for as long as somebody wants them, runs or none. Null where the settings ask for none. */
export async function keepMetrics(
  options: CommonOptions,
  warn: (code: string, message: string) => void,
): Promise<Metrics | null> {
  const configuration = await loadConfiguration(options);
  if (configuration.config.metrics === undefined) return null;
  const { openMetrics } = await import("./metrics.ts");
  return openMetrics(configuration, warn);
}
