import { type CollectFunction, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RunTotal } from "../../application/ports.ts";
import type { LevadaEvent, ProcedureCounts } from "../../domain/events.ts";
import { RunAccount } from "../../domain/run-account.ts";

/** How a source stood when its last run had ended. */
export interface LastRun {
  readonly source: string;
  readonly endedAt: number;
  readonly exitCode: number;
  readonly durationMs: number;
  readonly procedures: ProcedureCounts | null;
  readonly openHosts: readonly string[];
}

/** A number that somebody else knows. */
export interface KnownGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is known from before. */
export interface MetricsBaseline {
  readonly totals: readonly RunTotal[];
  readonly lastRuns: readonly LastRun[];
  readonly gauges: readonly KnownGauge[];
}

/** Hosts of a source that have lines of their own. */
const MAX_HOSTS = 100;

interface Live {
  readonly account: RunAccount;
  readonly openHosts: Set<string>;
}

type Labels = Readonly<Record<string, string>>;
type Value = readonly [labels: Labels, value: number];

/**
 * Runs as Prometheus reads them. What is summed over runs goes on where the runs before have left it, whatever process
 * they were; how long requests took is known of this process only.
 */
export class RunMetrics {
  readonly #registry = new Registry();
  readonly #durations: Histogram<"source">;
  readonly #requests: Counter<"source" | "outcome">;
  readonly #live = new Map<string, Live>();
  #known: MetricsBaseline = { totals: [], lastRuns: [], gauges: [] };

  constructor() {
    const registers = [this.#registry];
    this.#durations = new Histogram({
      name: "levada_request_duration_seconds",
      help: "From sending a request to the end of the answer's headers, in this process.",
      labelNames: ["source"],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    this.#requests = new Counter({
      name: "levada_requests_total",
      help: "Requests by how they ended, in this process.",
      labelNames: ["source", "outcome"],
      registers,
    });
    this.#addCounters();
    this.#addGauges();
  }

  /** Replaces what was known from before; a run that is in it is live no longer. */
  load(known: MetricsBaseline, ended?: string): void {
    this.#known = known;
    if (ended !== undefined) this.#live.delete(ended);
  }

  see(event: LevadaEvent): void {
    if (event.type === "run_started") this.#live.set(event.source, this.#begun(event.source));
    const live = this.#live.get(event.source);
    live?.account.see(event);
    if (event.type === "breaker_opened") live?.openHosts.add(event.host);
    if (event.type === "breaker_closed") live?.openHosts.delete(event.host);
    if (event.type !== "exchange") return;
    this.#requests.inc({ source: event.source, outcome: event.outcome });
    if (event.latency_ms !== null) this.#durations.observe({ source: event.source }, event.latency_ms / 1000);
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    const gauges = this.#known.gauges.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return `${await this.#registry.metrics()}${gaugeLines(gauges)}`;
  }

  /** A run of this process goes on. */
  get isLive(): boolean {
    return this.#live.size > 0;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #begun(source: string): Live {
    const openHosts = this.#known.lastRuns.find((run) => run.source === source)?.openHosts ?? [];
    return { account: new RunAccount(), openHosts: new Set(openHosts) };
  }

  #addCounters(): void {
    this.#counter("levada_runs_total", "Runs by exit code.", "exit_code", () =>
      this.#summed("runs", "exit_code"),
    );
    this.#counter(
      "levada_documents_total",
      "Documents by what became of them, over all runs.",
      "outcome",
      () =>
        this.#summed("documents", "outcome", ({ account }) => {
          const { outcomes, changes } = account.detail();
          return { ...outcomes, gone: (outcomes["gone"] ?? 0) + changes.gone };
        }),
    );
    this.#counter("levada_received_bytes_total", "Bytes that came over the wire.", "", () =>
      this.#summed("bytes", "", ({ account }) => ({ "": account.detail().bytes })),
    );
  }

  #addGauges(): void {
    const last = (name: string, help: string, value: (run: LastRun) => number | undefined) =>
      this.#gauge(name, help, [], () =>
        this.#known.lastRuns.flatMap((run) => {
          const found = value(run);
          return found === undefined ? [] : [[{ source: run.source }, found] as const];
        }),
      );
    last("levada_last_run_timestamp_seconds", "When the last run ended.", (run) => run.endedAt / 1000);
    last("levada_last_run_exit_code", "How the last run ended.", (run) => run.exitCode);
    last("levada_last_run_duration_seconds", "How long the last run took.", (run) => run.durationMs / 1000);
    last("levada_procedures", "Procedures that are stored.", (run) => run.procedures?.stored);
    last("levada_procedure_proposals", "Proposals beside curated files.", (run) => run.procedures?.proposals);
    last("levada_review_queue_length", "What waits for a person.", (run) => run.procedures?.review);
    this.#gauge("levada_run_in_progress", "1 while a run goes on.", [], () =>
      [...this.#live.keys()].map((source) => [{ source }, 1]),
    );
    const tenths = "Stored procedures by how complete they are, in tenths.";
    this.#gauge("levada_procedures_by_completeness", tenths, ["tenth"], () => this.#completeness());
    this.#gauge("levada_breaker_open_hosts", "Hosts that are left alone after failures.", [], () =>
      [...this.#openHosts()].map(([source, hosts]) => [{ source }, hosts.length]),
    );
    this.#gauge("levada_breaker_open", "1 for a host that is left alone after failures.", ["host"], () =>
      [...this.#openHosts()].flatMap(([source, hosts]) =>
        hosts.slice(0, MAX_HOSTS).map((host) => [{ source, host }, 1] as const),
      ),
    );
    const slow = "95 of 100 requests of this run took no longer; of the slowest hosts.";
    this.#gauge("levada_host_latency_p95_seconds", slow, ["host"], () =>
      [...this.#live].flatMap(([source, { account }]) =>
        account.detail().hosts.map(({ host, p95_ms }) => [{ source, host }, p95_ms / 1000] as const),
      ),
    );
  }

  #completeness(): readonly Value[] {
    return this.#known.lastRuns.flatMap(({ source, procedures }) =>
      (procedures?.completeness ?? []).map(
        (count, tenth) => [{ source, tenth: String(tenth) }, count] as const,
      ),
    );
  }

  #openHosts(): ReadonlyMap<string, readonly string[]> {
    const known = this.#known.lastRuns.map(({ source, openHosts }) => [source, openHosts] as const);
    const live = [...this.#live].map(([source, { openHosts }]) => [source, [...openHosts]] as const);
    return new Map([...known, ...live]);
  }

  /** Totals from before, and what runs that go on have added. */
  #summed(
    name: string,
    label: string,
    ofLive: (live: Live) => Readonly<Record<string, number>> = () => ({}),
  ): readonly Value[] {
    const sums = new Map<string, [Labels, number]>();
    const add = (source: string, word: string, count: number) => {
      const labels = label === "" ? { source } : { source, [label]: word };
      const sum = sums.get(`${source} ${word}`) ?? [labels, 0];
      sum[1] += count;
      sums.set(`${source} ${word}`, sum);
    };
    for (const one of this.#known.totals) if (one.name === name) add(one.source, one.label, one.total);
    for (const [source, live] of this.#live)
      for (const [word, count] of Object.entries(ofLive(live))) add(source, word, count);
    return [...sums.values()];
  }

  #counter(name: string, help: string, label: string, values: () => readonly Value[]): void {
    const labelNames = label === "" ? ["source"] : ["source", label];
    const collect: CollectFunction<Counter> = function (this: Counter) {
      this.reset();
      for (const [labels, value] of values()) this.inc(labels, value);
    };
    this.#registry.registerMetric(new Counter({ name, help, labelNames, registers: [], collect }));
  }

  #gauge(name: string, help: string, labels: readonly string[], values: () => readonly Value[]): void {
    const labelNames = ["source", ...labels];
    const collect: CollectFunction<Gauge> = function (this: Gauge) {
      this.reset();
      for (const [own, value] of values()) this.set(own, value);
    };
    this.#registry.registerMetric(new Gauge({ name, help, labelNames, registers: [], collect }));
  }
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
function gaugeLines(gauges: readonly KnownGauge[]): string {
  let text = "";
  gauges.forEach(({ name, help, labels, value }, nth) => {
    if (gauges[nth - 1]?.name !== name) text += `\n# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
    const words = Object.entries(labels).map(([label, word]) => `${label}="${escaped(word)}"`);
    text += `${name}{${words.join(",")}} ${value}\n`;
  });
  return text;
}

function escaped(word: string): string {
  return word.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
