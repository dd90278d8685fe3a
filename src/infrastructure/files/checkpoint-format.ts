import type { Checkpoint, CheckpointItem, LoadedCheckpoint } from "../../application/ports.ts";
import { type Breaker, CLOSED } from "../../domain/breaker.ts";
import type { HostState } from "../../domain/host.ts";
import type { Reference } from "../../domain/reference.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** The latest time a `Date` can hold; a host may ask for more patience than that. */
const LAST_MS = 8.64e15;

interface BreakerRecord extends JsonObject {
  readonly failure_count: number;
  readonly last_failure: string | null;
  readonly is_open: boolean;
  readonly reset_time: string | null;
}

export function breakerRecord({ failureCount, lastFailure, openUntil }: Breaker = CLOSED): BreakerRecord {
  return {
    failure_count: failureCount,
    last_failure: isoOrNull(lastFailure),
    is_open: openUntil !== null,
    reset_time: isoOrNull(openUntil),
  };
}

export function itemRecord({ key, error, ...rest }: CheckpointItem): JsonObject {
  return { id: key, ...rest, last_error: error, reference: rest.reference as unknown as JsonObject | null };
}

export function hostRecord(state: HostState): JsonObject {
  return {
    host: state.host,
    last_sent_at: isoOrNull(state.lastSentAt),
    parked_until: isoOrNull(state.parkedUntil),
    latency_ms: state.latencyMs,
    circuit_breaker: breakerRecord(state.breaker),
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.min(ms, LAST_MS)).toISOString();
}

/** Why a file is no checkpoint; caught in `parseCheckpoint`. */
class Misshapen extends Error {}

/** Checked by hand: a schema library takes longer to load than `status` may take. */
export function parseCheckpoint(source: string, content: string): LoadedCheckpoint {
  try {
    const file = objectIn(JSON.parse(content) as Json, "the file");
    return { kind: "good", checkpoint: checkpointOf(source, file) };
  } catch (error) {
    const problem = error instanceof Misshapen ? error.message : "not JSON";
    return { kind: "corrupt", problem };
  }
}

function checkpointOf(source: string, file: JsonObject): Checkpoint {
  const sourceName = textIn(file, "source_name");
  if (sourceName !== source) throw new Misshapen(`source_name is ${JSON.stringify(sourceName)}`);
  const breaker = file["circuit_breaker"];
  if (breaker !== undefined) breakerOf(breaker);
  const failedIds = textsIn(file, "failed_ids");
  const skippedIds = file["skipped_ids"] === undefined ? [] : textsIn(file, "skipped_ids");
  return {
    sourceName,
    lastRun: textOrNullIn(file, "last_run"),
    completedIds: textsIn(file, "completed_ids"),
    failedIds,
    cursor: textOrNullIn(file, "cursor"),
    skippedIds,
    items: itemsIn(file, failedIds, skippedIds),
    hosts: file["hosts"] === undefined ? [] : listIn(file, "hosts").map(hostOf),
  };
}

/** The lists of ids decide which items there are; what is known of each is taken where it is. */
function itemsIn(
  file: JsonObject,
  failedIds: readonly string[],
  skippedIds: readonly string[],
): readonly CheckpointItem[] {
  const records = file["items"] === undefined ? [] : listIn(file, "items");
  const known = new Map(records.map(itemOf).map((item) => [item.key, item]));
  const bare = {
    url: "",
    reason: "restored",
    attempts: 0,
    error: "known from a checkpoint only",
    reference: null,
  };
  const itemsFor = (ids: readonly string[], state: CheckpointItem["state"]) =>
    ids.map((key) => ({ ...(known.get(key) ?? bare), key, state }));
  return [...itemsFor(failedIds, "failed"), ...itemsFor(skippedIds, "skipped")];
}

function itemOf(value: Json): CheckpointItem {
  const record = objectIn(value, "an entry of items");
  const reference = record["reference"] === null ? null : objectIn(record["reference"], "reference");
  return {
    key: textIn(record, "id"),
    state: textIn(record, "state") === "failed" ? "failed" : "skipped",
    url: textIn(record, "url"),
    reason: textIn(record, "reason"),
    attempts: numberIn(record, "attempts"),
    error: textIn(record, "last_error"),
    reference: reference === null ? null : referenceOf(reference),
  };
}

function referenceOf(record: JsonObject): Reference {
  return {
    ...record,
    key: textIn(record, "key"),
    url: textIn(record, "url"),
    path: textIn(record, "path"),
    fields: objectIn(record["fields"], "fields"),
    metadata: objectIn(record["metadata"], "metadata"),
  };
}

function hostOf(value: Json): HostState {
  const record = objectIn(value, "an entry of hosts");
  return {
    host: textIn(record, "host"),
    lastSentAt: timeIn(record, "last_sent_at"),
    parkedUntil: timeIn(record, "parked_until"),
    latencyMs: record["latency_ms"] === null ? null : numberIn(record, "latency_ms"),
    breaker: breakerOf(record["circuit_breaker"]),
    robots: null,
  };
}

function breakerOf(value: Json | undefined): Breaker {
  const record = objectIn(value, "circuit_breaker");
  return {
    failureCount: numberIn(record, "failure_count"),
    lastFailure: timeIn(record, "last_failure"),
    openUntil: timeIn(record, "reset_time"),
  };
}

function objectIn(value: Json | undefined, what: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new Misshapen(`${what} is not an object`);
}

function listIn(file: JsonObject, name: string): readonly Json[] {
  const value = file[name];
  if (Array.isArray(value)) return value as readonly Json[];
  throw new Misshapen(`${name} is not a list`);
}

function textsIn(file: JsonObject, name: string): readonly string[] {
  const list = listIn(file, name);
  if (list.every((value) => typeof value === "string")) return list as readonly string[];
  throw new Misshapen(`${name} holds something that is not a text`);
}

function textIn(file: JsonObject, name: string): string {
  const value = file[name];
  if (typeof value === "string") return value;
  throw new Misshapen(`${name} is not a text`);
}

function textOrNullIn(file: JsonObject, name: string): string | null {
  return file[name] === null ? null : textIn(file, name);
}

function numberIn(file: JsonObject, name: string): number {
  const value = file[name];
  if (typeof value === "number") return value;
  throw new Misshapen(`${name} is not a number`);
}

function timeIn(file: JsonObject, name: string): number | null {
  const value = textOrNullIn(file, name);
  if (value === null) return null;
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) throw new Misshapen(`${name} is not a time`);
  return ms;
}
