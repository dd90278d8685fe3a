import type { EventBody, ProcedureCounts, Summary } from "./events.ts";

export type AlertCode =
  | "run_failed"
  | "storage_trouble"
  | "mass_removal"
  | "breaker_opened"
  | "completeness_dropped"
  | "coverage_dropped"
  | "link_degraded"
  | "link_inactive"
  | "redirect_changed"
  | "certificate_expires";

/** What somebody should hear of a run, or of a look at links. */
export interface Alert {
  readonly code: AlertCode;
  readonly message: string;
  /** Absent where it is not about one. */
  readonly host?: string;
  readonly url?: string;
  /** The procedure on its page. */
  readonly tramite?: string;
  /** Of a link: when it happened (ISO 8601, UTC). The same code, url and time are the same alert. */
  readonly since?: string;
  /** Of a certificate. */
  readonly expires_at?: string;
}

/** Of many hosts in trouble the first few tell enough. */
const MAX_HOSTS = 20;
/** In hundredths: less than this comes and goes with single pages. */
const DROP_POINTS = 10;

/** Gathers what is alarming in the events of a run. */
export class AlertWatch {
  readonly #seen: Alert[] = [];
  readonly #hosts = new Set<string>();

  see(event: EventBody): void {
    if (event.type === "warning" && event.code === "mass_removal")
      this.#seen.push({ code: "mass_removal", message: event.message });
    if (event.type === "breaker_opened") this.#opened(event.host, event.failures);
  }

  /** `before`: the run that last looked at procedures. */
  alerts(summary: Summary, before: ProcedureCounts | null): readonly Alert[] {
    const { exit_code, failed, pending, discovery, procedures } = summary;
    const end = endOf(exit_code, `${failed} failed, ${pending} pending, discovery ${discovery}`);
    return [...end, ...this.#seen, ...drops(before, procedures)];
  }

  #opened(host: string, failures: number): void {
    if (this.#hosts.has(host) || this.#hosts.size >= MAX_HOSTS) return;
    this.#hosts.add(host);
    const message = `${host} failed ${failures} times in a row and is left alone`;
    this.#seen.push({ code: "breaker_opened", message, host });
  }
}

/** Of a run that only reads again what is stored. */
export function readingAlerts(
  { exitCode, failed, procedures }: ReadingEnd,
  before: ProcedureCounts | null,
): readonly Alert[] {
  return [...endOf(exitCode, `${failed} not readable`), ...drops(before, procedures)];
}

interface ReadingEnd {
  readonly exitCode: number;
  readonly failed: number;
  readonly procedures?: ProcedureCounts;
}

function endOf(exit_code: number, counts: string): readonly Alert[] {
  if (exit_code === 0) return [];
  const message = `the run ended with exit code ${exit_code}: ${counts}`;
  const failure = { code: "run_failed" as const, message };
  if (exit_code !== 4) return [failure];
  return [failure, { code: "storage_trouble", message: "storage trouble stopped the run" }];
}

function drops(before: ProcedureCounts | null, after: ProcedureCounts | undefined): readonly Alert[] {
  if (after === undefined || before === null || before.stored === 0) return [];
  const [was, is] = [meanCompleteness(before), meanCompleteness(after)];
  const completeness =
    was - is > DROP_POINTS
      ? [{ code: "completeness_dropped" as const, message: dropText("procedures are", was, is) }]
      : [];
  return [...completeness, ...coverageDrops(before, after)];
}

function coverageDrops(before: ProcedureCounts, after: ProcedureCounts): readonly Alert[] {
  return Object.keys(before.coverage).flatMap((field) => {
    const [was, is] = [coverageOf(before, field), coverageOf(after, field)];
    if (was - is <= DROP_POINTS) return [];
    return [{ code: "coverage_dropped" as const, message: dropText(`${field} is there in`, was, is) }];
  });
}

function dropText(what: string, was: number, is: number): string {
  return `${what} ${Math.round(is)} %${what.endsWith("are") ? " complete" : " of the procedures"}, after ${Math.round(was)} % before`;
}

function coverageOf({ coverage, stored }: ProcedureCounts, field: string): number {
  return stored === 0 ? 0 : ((coverage[field] ?? 0) / stored) * 100;
}

/** In hundredths, from tenths: each counts as its middle. */
export function meanCompleteness({ completeness }: ProcedureCounts): number {
  const count = completeness.reduce((sum, n) => sum + n, 0);
  const points = completeness.reduce((sum, n, tenth) => sum + n * (tenth * 10 + 5), 0);
  return count === 0 ? 0 : points / count;
}
