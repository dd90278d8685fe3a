/** A task of the schedule that Levada brings. */
export interface KnownTask {
  /** Null: on demand. */
  readonly cron: string | null;
  readonly run: string;
  /** Only where the user gives it a time. */
  readonly asked?: true;
}

export const SCHEDULE_TIMEZONE = "Europe/Madrid";

/** P36. At night, one after the other, and the long ones on days of their own. */
export const KNOWN_TASKS: Readonly<Record<string, KnownTask>> = {
  sitemaps: { cron: "0 3 * * 1", run: "ingest tramites --method sitemap --revisit due" },
  lastmod: { cron: "0 4 * * *", run: "ingest tramites --method sitemap --revisit listed" },
  feeds: { cron: "30 4 * * *", run: "ingest tramites --method feed --revisit due" },
  refetch: { cron: "0 5 * * 3", run: "ingest tramites --revisit due" },
  reextract: { cron: "0 6 1 * *", run: "reextract tramites" },
  seeds: { cron: null, run: "ingest tramites --method seed" },
  wiki: { cron: null, run: "ingest wiki --since auto", asked: true },
  usgs: { cron: null, run: "ingest usgs", asked: true },
  health: { cron: null, run: "health --check --report", asked: true },
};
