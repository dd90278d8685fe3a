import type { StateDatabase } from "./state-database.ts";
import type { TroubleMessage } from "./storage-trouble.ts";

/** The parts of the database that can be called from another thread, method by method. */
type Facet =
  | "frontier"
  | "leases"
  | "taking"
  | "settling"
  | "notes"
  | "items"
  | "documents"
  | "claims"
  | "aliases"
  | "manifests"
  | "runs"
  | "rebuild"
  | "hosts"
  | "pages"
  | "extracts"
  | "procedures"
  | "history"
  | "links";

type Operation = { [F in Facet]: `${F}.${keyof StateDatabase[F] & string}` }[Facet];

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
const READS: ReadonlySet<string> = new Set<Operation>([
  "frontier.leftovers",
  "taking.take",
  "frontier.remaining",
  "notes.noted",
  "items.find",
  "claims.keyOf",
  "documents.page",
  "documents.at",
  "items.counts",
  "documents.twinOf",
  "runs.recent",
  "items.queue",
  "items.inState",
  "manifests.watermark",
  "manifests.problems",
  "documents.formerPaths",
  "runs.cursor",
  "pages.foreign",
  "manifests.savedCheckpoint",
  "runs.last",
  "extracts.find",
  "extracts.orphans",
  "extracts.counts",
  "procedures.find",
  "procedures.like",
  "procedures.all",
  "procedures.orphans",
  "procedures.widows",
  "history.runs",
  "history.find",
  "history.items",
  "history.between",
  "history.unsettled",
  "history.totals",
  "links.find",
  "links.select",
  "links.due",
  "links.unknown",
  "links.counts",
  "links.certificates",
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
