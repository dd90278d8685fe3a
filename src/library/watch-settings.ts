/** Runs of each source that are remembered. */
export const DEFAULT_RUNS = 200;

/** Metrics are nobody's business but this machine's, unless the user says so. */
export const DEFAULT_METRICS_HOST = "127.0.0.1";

/** How long the command of a hook may take. */
export const DEFAULT_HOOK_MS = 30_000;
