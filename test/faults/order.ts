/**
 * The order of E2, checked on the calls a run really made: each step durable before the next begins. A kill cannot
 * show a missing sync, since the kernel keeps what was written; this can.
 */
import { dirname } from "node:path";
import { type Call, callsOf, classOf, type LogEntry } from "./call-log.ts";
import { brokenLogOrder } from "./log-order.ts";

const RAW = "data/raw/usgs";
const MANIFEST = `${RAW}/manifest.jsonl`;
const WAL = "data/state/levada.db-wal";
const CHECKPOINT = "data/state/usgs.json";

interface Line {
  readonly id: string;
  readonly path: string;
  /** The write that its last byte was in. */
  readonly written: Call;
}

/** Answers where the order was not kept; `manifest` is the file as the run left it. */
export function brokenOrder(log: readonly LogEntry[], manifest: Buffer): string[] {
  const calls = callsOf(log);
  const lines = linesWritten(calls, manifest);
  const problems = lines.flatMap((line) => new DocumentOrder(calls, log, line).problems());
  return [...problems, ...checkpointProblems(calls), ...brokenLogOrder(calls)];
}

/** The lines of this run: the manifest only grows, so the run's writes are its end. */
function linesWritten(calls: readonly Call[], manifest: Buffer): Line[] {
  const writes = calls.filter(
    (call) => call.path === MANIFEST && classOf(call) === "write" && call.result > 0,
  );
  let end = manifest.length - writes.reduce((sum, { result }) => sum + result, 0);
  const ranges = writes.map((written) => ({ written, end: (end += written.result) }));
  const lines: Line[] = [];
  for (
    let from = manifest.length - writes.reduce((sum, { result }) => sum + result, 0);
    from < manifest.length;
  ) {
    const feed = manifest.indexOf("\n", from);
    const { local_path: path } = JSON.parse(manifest.toString("utf8", from, feed)) as { local_path: string };
    const range = ranges.find((one) => feed < one.end);
    if (range === undefined) throw new Error("a line that no write wrote");
    lines.push({
      id: path.slice(path.lastIndexOf("/") + 1).split(".")[0] ?? "",
      path,
      written: range.written,
    });
    from = feed + 1;
  }
  return lines;
}

class DocumentOrder {
  readonly #calls: readonly Call[];
  readonly #log: readonly LogEntry[];
  readonly #line: Line;

  constructor(calls: readonly Call[], log: readonly LogEntry[], line: Line) {
    this.#calls = calls;
    this.#log = log;
    this.#line = line;
  }

  problems(): string[] {
    const { path, written, id } = this.#line;
    const placed = this.#rename((call) => call.target === path);
    if (placed === undefined) return [`${id}: no rename to ${path}`];
    const staged = placed.path.endsWith(".next")
      ? this.#rename((call) => call.target === placed.path)
      : undefined;
    const lineSynced = this.#synced(MANIFEST, written.ended, Infinity);
    const acknowledged = this.#log.findIndex((entry) => entry.kind === "ack" && entry.id === id);
    const inPlace = this.#synced(dirname(path), placed.ended, Infinity);
    const beforeRegistry = staged === undefined ? lineSynced : inPlace;
    const registered = this.#synced(WAL, beforeRegistry, acknowledged);
    const steps: readonly (readonly [boolean, string])[] = [
      [this.#bodyIsSynced(staged ?? placed), "its bytes were not synced before the rename"],
      [this.#foldersAreSynced(), "a new folder was not synced before the manifest line"],
      [lineSynced < Infinity, "its manifest line was not synced"],
      ...this.#placeSteps(placed, staged, lineSynced),
      [
        registered < Infinity,
        "its registry entry was not synced between the manifest line and the acknowledgement",
      ],
      [this.#isCheckpointed(registered), "no checkpoint followed"],
    ];
    return steps.filter(([holds]) => !holds).map(([, problem]) => `${id}: ${problem}`);
  }

  #placeSteps(placed: Call, staged: Call | undefined, lineSynced: number): (readonly [boolean, string])[] {
    const { path, written } = this.#line;
    const moved = staged ?? placed;
    const folder = staged === undefined ? dirname(path) : dirname(staged.target);
    const isDurable = this.#synced(folder, moved.ended, written.began) < Infinity;
    const steps: (readonly [boolean, string])[] = [
      [isDurable, "its name was not synced between the rename and the manifest line"],
    ];
    if (staged !== undefined) {
      steps.push([lineSynced < placed.began, "it took the old one's place before its line was synced"]);
      steps.push([
        this.#synced(dirname(path), placed.ended, Infinity) < Infinity,
        "its place was not synced",
      ]);
    }
    return steps;
  }

  #rename(test: (call: Call) => boolean): Call | undefined {
    return this.#calls.findLast((call) => call.call === "rename" && call.result === 0 && test(call));
  }

  /** When the first sync of `path` ended that began after `from`, if it ended before `until`; else Infinity. */
  #synced(path: string, from: number, until: number): number {
    const ends = this.#calls
      .filter((call) => classOf(call) === "fsync" && call.path === path && call.result === 0)
      .filter(({ began, ended }) => began > from && ended < until)
      .map(({ ended }) => ended);
    return Math.min(Infinity, ...ends);
  }

  #bodyIsSynced(moved: Call): boolean {
    const writes = this.#calls.filter((call) => call.path === moved.path && classOf(call) === "write");
    const lastWritten = Math.max(...writes.map(({ ended }) => ended));
    return writes.length > 0 && this.#synced(moved.path, lastWritten, moved.began) < Infinity;
  }

  #foldersAreSynced(): boolean {
    const made = this.#calls.filter(
      ({ call, path, result }) => call === "mkdir" && result === 0 && this.#isAbove(path),
    );
    return made.every(
      ({ path, ended }) => this.#synced(dirname(path), ended, this.#line.written.began) < Infinity,
    );
  }

  /** Below `data/`: the root itself is told by its full path. */
  #isAbove(folder: string): boolean {
    return folder.includes("/") && this.#line.path.startsWith(`${folder}/`);
  }

  #isCheckpointed(registered: number): boolean {
    return this.#calls.some(
      ({ call, target, began }) => call === "rename" && target === CHECKPOINT && began > registered,
    );
  }
}

/** A checkpoint's bytes are synced before it takes the name, and the name after. */
function checkpointProblems(calls: readonly Call[]): string[] {
  const temporary = `${CHECKPOINT}.tmp`;
  const syncs = calls.filter((call) => classOf(call) === "fsync" && call.result === 0);
  return calls
    .filter(({ call, target }) => call === "rename" && target === CHECKPOINT)
    .flatMap((renamed) => {
      const writes = calls.filter(
        (call) => call.path === temporary && classOf(call) === "write" && call.began < renamed.began,
      );
      const written = writes.at(-1)?.ended ?? Infinity;
      const bytes = syncs.some((s) => s.path === temporary && s.began > written && s.ended < renamed.began);
      const name = syncs.some((s) => s.path === dirname(CHECKPOINT) && s.began > renamed.ended);
      return [
        ...(bytes ? [] : ["the checkpoint's bytes were not synced before the rename"]),
        ...(name ? [] : ["the checkpoint's name was not synced"]),
      ];
    });
}
