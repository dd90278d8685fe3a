/**
 * The order of E2, checked on the calls a run of any source really made: each step durable before the next begins. A
 * kill cannot show a missing sync, since the kernel keeps what was written; this can (R2).
 */
import { dirname } from "node:path";
import { type Call, callsOf, classOf, type LogEntry } from "./call-log.ts";
import { isRetired, keyOfLine, type Line as ManifestLine, manifestOf } from "./lines.ts";
import { brokenLogOrder } from "./log-order.ts";

const WAL = "data/state/levada.db-wal";

interface Line {
  readonly id: string;
  readonly path: string;
  readonly isRetired: boolean;
  /** Where its file was before. */
  readonly former: string | undefined;
  /** It is a page of the web, with what is said of it beside it. */
  readonly isPage: boolean;
  /** The write that its last byte was in. */
  readonly written: Call;
}

/** Answers where the order was not kept; `manifest` is the file as the run left it. */
export function brokenOrder(source: string, log: readonly LogEntry[], manifest: Buffer): string[] {
  const calls = callsOf(log);
  const lines = linesWritten(source, calls, manifest);
  const problems = lines.flatMap((line) => new DocumentOrder(source, calls, log, line).problems());
  return [
    ...problems,
    ...unsyncedRenames(calls),
    ...unsyncedCalls(calls, lines),
    ...checkpointProblems(source, calls),
    ...brokenLogOrder(calls),
  ];
}

/** The lines of this run: the manifest only grows, so the run's writes are its end. */
function linesWritten(source: string, calls: readonly Call[], manifest: Buffer): Line[] {
  const writes = calls.filter(
    (call) => call.path === manifestOf(source) && classOf(call) === "write" && call.result > 0,
  );
  const begin = manifest.length - writes.reduce((sum, { result }) => sum + result, 0);
  let end = begin;
  const ranges = writes.map((written) => ({ written, end: (end += written.result) }));
  const lines: Line[] = [];
  for (let from = begin; from < manifest.length;) {
    const feed = manifest.indexOf("\n", from);
    const line = JSON.parse(manifest.toString("utf8", from, feed)) as ManifestLine;
    const range = ranges.find((one) => feed < one.end);
    if (range === undefined) throw new Error("a line that no write wrote");
    lines.push(lineOf(line, range.written));
    from = feed + 1;
  }
  return lines;
}

function lineOf(line: ManifestLine, written: Call): Line {
  const { local_path: path, metadata } = line;
  const isPage = typeof metadata["status"] === "number";
  const former = metadata.former_path;
  return { id: keyOfLine(line), path, isRetired: isRetired(line), former, isPage, written };
}

type Step = readonly [boolean, string];

class DocumentOrder {
  readonly #source: string;
  readonly #calls: readonly Call[];
  readonly #log: readonly LogEntry[];
  readonly #line: Line;
  readonly #lineSynced: number;

  constructor(source: string, calls: readonly Call[], log: readonly LogEntry[], line: Line) {
    this.#source = source;
    this.#calls = calls;
    this.#log = log;
    this.#line = line;
    this.#lineSynced = this.#synced(manifestOf(source), line.written.ended, Infinity);
  }

  problems(): string[] {
    const steps = this.#line.isRetired ? this.#stepsAside() : this.#stepsIn();
    return steps.filter(([holds]) => !holds).map(([, problem]) => `${this.#line.id}: ${problem}`);
  }

  /** A document that goes: its line, then its file. */
  #stepsAside(): Step[] {
    const { path } = this.#line;
    const moved = this.#rename((call) => call.target === path);
    if (moved === undefined) return [[false, `no rename to ${path}`]];
    return [
      [this.#lineSynced < moved.began, "it was put aside before its line was synced"],
      [this.#synced(WAL, this.#lineSynced, moved.began) < Infinity, "it was put aside before it was let go"],
      [this.#synced(dirname(path), moved.ended, Infinity) < Infinity, "its new place was not synced"],
    ];
  }

  #stepsIn(): Step[] {
    const { path, id } = this.#line;
    const placed = this.#rename((call) => call.target === path);
    if (placed === undefined) return [[false, `no rename to ${path}`]];
    const staged = placed.path.endsWith(".next")
      ? this.#rename((call) => call.target === placed.path)
      : undefined;
    const acknowledged = this.#log.findIndex((entry) => entry.kind === "ack" && entry.id === id);
    const inPlace = this.#synced(dirname(path), placed.ended, Infinity);
    const beforeRegistry = staged === undefined ? this.#lineSynced : inPlace;
    const registered = this.#synced(WAL, beforeRegistry, acknowledged);
    return [
      [this.#bodyIsSynced(staged ?? placed), "its bytes were not synced before the rename"],
      [this.#foldersAreSynced(), "a new folder was not synced before the manifest line"],
      [this.#lineSynced < Infinity, "its manifest line was not synced"],
      [this.#lineSynced < acknowledged, "it was acknowledged before its manifest line was synced"],
      ...this.#placeSteps(placed, staged),
      [
        registered < Infinity,
        "its registry entry was not synced between the manifest line and the acknowledgement",
      ],
      ...this.#besideSteps(acknowledged),
      [this.#isCheckpointed(registered), "no checkpoint followed"],
    ];
  }

  #placeSteps(placed: Call, staged: Call | undefined): Step[] {
    const { path, written } = this.#line;
    const moved = staged ?? placed;
    const folder = staged === undefined ? dirname(path) : dirname(staged.target);
    const isDurable = this.#synced(folder, moved.ended, written.began) < Infinity;
    const steps: Step[] = [[isDurable, "its name was not synced between the rename and the manifest line"]];
    if (staged !== undefined) {
      steps.push([this.#lineSynced < placed.began, "it took the old one's place before its line was synced"]);
      steps.push([
        this.#synced(dirname(path), placed.ended, Infinity) < Infinity,
        "its place was not synced",
      ]);
    }
    return steps;
  }

  /** What is said of a page follows its line, and precedes the acknowledgement; a former file goes after its line. */
  #besideSteps(acknowledged: number): Step[] {
    const { path, isPage, former } = this.#line;
    const meta = path.replace(/\.\w+$/, ".meta.json");
    const described = isPage ? this.#rename((call) => call.target === meta) : undefined;
    const removed = this.#calls.find(({ call, path: name }) => call === "unlink" && name === former);
    const steps: Step[] = [
      [removed === undefined || this.#lineSynced < removed.began, "its former file went before its line"],
    ];
    if (!isPage) return steps;
    const isSynced =
      described !== undefined &&
      this.#lineSynced < described.began &&
      this.#synced(dirname(path), described.ended, acknowledged) < Infinity;
    return [
      ...steps,
      [isSynced, "what is said of it was not synced between its line and the acknowledgement"],
    ];
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

  /** Below the first folder: the root itself is told by its full path. */
  #isAbove(folder: string): boolean {
    return folder.includes("/") && this.#line.path.startsWith(`${folder}/`);
  }

  #isCheckpointed(registered: number): boolean {
    const checkpoint = checkpointOf(this.#source);
    return this.#calls.some(
      ({ call, target, began }) => call === "rename" && target === checkpoint && began > registered,
    );
  }
}

const syncsOf = (calls: readonly Call[], path: string) =>
  calls.filter((call) => classOf(call) === "fsync" && call.result === 0 && call.path === path);

/** Whatever takes a name that readers look for has its bytes on the disk; `data/cache/` checks its own. */
function unsyncedRenames(calls: readonly Call[]): string[] {
  const writes = Map.groupBy(
    calls.filter((call) => classOf(call) === "write"),
    ({ path }) => path,
  );
  return calls
    .filter(
      ({ call, path }) => call === "rename" && path.endsWith(".part") && !path.startsWith("data/cache/"),
    )
    .flatMap(({ path, target, began }) => {
      const written = writes.get(path)?.findLast((write) => write.ended < began);
      if (written === undefined) return [];
      const isSynced = syncsOf(calls, path).some((s) => s.began > written.ended && s.ended < began);
      return isSynced ? [] : [`${target}: took its name before its bytes were synced`];
    });
}

/** A call is in its log before anything is stored of its answer; of those under way at once one may still be written. */
function unsyncedCalls(calls: readonly Call[], lines: readonly Line[]): string[] {
  const ofLog = calls.filter(({ path }) => /api_calls_[^/]*\.jsonl$/.test(path));
  return lines.flatMap(({ id, written, isRetired: gone }) => {
    const before = ofLog.filter(({ ended }) => ended < written.began);
    const behind = before.filter((call) => classOf(call) === "write").length - syncedOf(before);
    return gone || behind <= 1 ? [] : [`${id}: was stored before the calls that brought it were synced`];
  });
}

const syncedOf = (calls: readonly Call[]) => calls.filter((call) => classOf(call) === "fsync").length;

const checkpointOf = (source: string) => `data/state/${source}.json`;

/** A checkpoint's bytes are synced before it takes the name, and the name after. */
function checkpointProblems(source: string, calls: readonly Call[]): string[] {
  const checkpoint = checkpointOf(source);
  const temporary = `${checkpoint}.tmp`;
  return calls
    .filter(({ call, target }) => call === "rename" && target === checkpoint)
    .flatMap((renamed) => {
      const writes = calls.filter(
        (call) => call.path === temporary && classOf(call) === "write" && call.began < renamed.began,
      );
      const written = writes.at(-1)?.ended ?? Infinity;
      const bytes = syncsOf(calls, temporary).some((s) => s.began > written && s.ended < renamed.began);
      const name = syncsOf(calls, dirname(checkpoint)).some((s) => s.began > renamed.ended);
      return [
        ...(bytes ? [] : ["the checkpoint's bytes were not synced before the rename"]),
        ...(name ? [] : ["the checkpoint's name was not synced"]),
      ];
    });
}
