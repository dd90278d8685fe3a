import type { StateDatabase } from "./state-database.ts";
import type { TroubleMessage } from "./storage-trouble.ts";

/** The parts of the database that can be called from another thread, method by method. */
type Facet = "frontier" | "registry" | "rebuild" | "hosts" | "pages" | "extracts";

type Method = (...args: never[]) => unknown;

export type Call = <F extends Facet, M extends keyof StateDatabase[F] & string>(
  facet: F,
  method: M,
  ...args: StateDatabase[F][M] extends Method ? Parameters<StateDatabase[F][M]> : never
) => Promise<StateDatabase[F][M] extends Method ? ReturnType<StateDatabase[F][M]> : never>;

export interface OperationRequest {
  readonly kind: "operation";
  readonly id: number;
  readonly facet: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Request =
  | OperationRequest
  | {
      readonly kind: "checkpoint";
      readonly id: number;
      readonly source: string;
      readonly lastRun: string | null;
    }
  | { readonly kind: "stats"; readonly id: number }
  | { readonly kind: "close"; readonly id: number };

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly trouble: TroubleMessage };

export interface StateStats {
  /** Transactions committed. */
  readonly commits: number;
  /** Operations that asked for one. */
  readonly writes: number;
}

/** Operations that change nothing in the file. (What is in hand is kept in memory.) */
const READS = new Set([
  "frontier.leftovers",
  "frontier.take",
  "frontier.remaining",
  "frontier.noted",
  "registry.find",
  "registry.keyOf",
  "registry.documents",
  "registry.documentAt",
  "registry.counts",
  "registry.twinOf",
  "registry.recentRuns",
  "registry.queue",
  "registry.items",
  "registry.watermark",
  "registry.manifestProblems",
  "registry.formerPaths",
  "registry.cursor",
  "pages.foreign",
  "registry.savedCheckpoint",
  "registry.lastRun",
  "extracts.find",
  "extracts.orphans",
  "extracts.counts",
  "hosts.load",
  "hosts.hostsOf",
]);

export function isWrite({ facet, method }: Pick<OperationRequest, "facet" | "method">): boolean {
  return !READS.has(`${facet}.${method}`);
}

export function perform(db: StateDatabase, { facet, method, args }: OperationRequest): unknown {
  const part = db[facet as Facet] as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  const operation = part[method];
  if (operation === undefined) throw new TypeError(`no operation ${facet}.${method}`);
  return operation.apply(part, args as unknown[]);
}
