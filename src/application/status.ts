import { breakerPhase, type BreakerPhase } from "../domain/breaker.ts";
import type { Summary } from "../domain/events.ts";
import type { HostState } from "../domain/host.ts";
import type { HostLedger, ItemReport, Registry } from "./ports.ts";

/** Field names are those of `status --json`. */
export interface SourceStatus {
  readonly name: string;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly pending: number;
  /** When the last run began, ISO 8601. */
  readonly last_run: string | null;
  readonly last_exit_code: number | null;
  /** Of the host in most trouble. */
  readonly circuit_breaker: {
    readonly failure_count: number;
    readonly last_failure: string | null;
    readonly is_open: boolean;
    readonly reset_time: string | null;
  };
  readonly hosts: readonly HostStatus[];
  /** Hosts that the last run had to leave alone. */
  readonly held: Summary["held"];
  /** Lines of the manifest that could not be read, by number. */
  readonly manifest_problems: readonly { readonly line: number; readonly problem: string }[];
  readonly failed_items?: readonly ItemReport[];
}

export interface HostStatus {
  readonly host: string;
  readonly breaker: BreakerPhase;
  readonly failure_count: number;
  readonly open_until: string | null;
  readonly parked_until: string | null;
  readonly last_request: string | null;
}

/** How a source stands. Reads only; works beside a running process. */
export async function sourceStatus(
  source: string,
  ports: { readonly registry: Registry; readonly ledger: HostLedger },
  options: { readonly now: number; readonly failedItems: boolean },
): Promise<SourceStatus> {
  const { registry, ledger } = ports;
  const counts = await registry.counts(source);
  const lastRun = await registry.lastRun(source);
  const hosts = await ledger.hostsOf(source);
  return {
    name: source,
    completed: counts.completed,
    failed: counts.failed,
    skipped: counts.skipped,
    pending: counts.pending,
    last_run: lastRun?.startedAt ?? null,
    last_exit_code: lastRun?.exitCode ?? null,
    circuit_breaker: worstBreaker(hosts, options.now),
    hosts: hosts.map((host) => hostStatus(host, options.now)),
    held: (lastRun?.summary?.["held"] as Summary["held"] | undefined) ?? [],
    manifest_problems: await registry.manifestProblems(source),
    ...(options.failedItems ? { failed_items: await registry.items(source, "failed") } : {}),
  };
}

function hostStatus({ host, breaker, parkedUntil, lastSentAt }: HostState, now: number): HostStatus {
  return {
    host,
    breaker: breakerPhase(breaker, now),
    failure_count: breaker.failureCount,
    open_until: iso(breaker.openUntil),
    parked_until: parkedUntil !== null && parkedUntil > now ? iso(parkedUntil) : null,
    last_request: iso(lastSentAt),
  };
}

function worstBreaker(hosts: readonly HostState[], now: number): SourceStatus["circuit_breaker"] {
  const worst = hosts
    .map(({ breaker }) => breaker)
    .toSorted((a, b) => (b.openUntil ?? 0) - (a.openUntil ?? 0) || b.failureCount - a.failureCount)[0];
  if (worst === undefined) return { failure_count: 0, last_failure: null, is_open: false, reset_time: null };
  return {
    failure_count: worst.failureCount,
    last_failure: iso(worst.lastFailure),
    is_open: breakerPhase(worst, now) === "open",
    reset_time: iso(worst.openUntil),
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
