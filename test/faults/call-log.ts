/** What the preload wrote down: calls in the order they were begun and ended, and documents reported as stored. */
export type LogEntry =
  | {
      readonly kind: "begin";
      readonly number: number;
      readonly call: string;
      readonly path: string;
      readonly target: string;
    }
  | { readonly kind: "end"; readonly number: number; readonly result: number; readonly errno: number }
  | { readonly kind: "fault"; readonly number: number; readonly what: string }
  | { readonly kind: "ack"; readonly id: string };

/** One call. `began` and `ended` are positions in the log; `ended` is Infinity for a call that never returned. */
export interface Call {
  readonly number: number;
  readonly call: string;
  readonly path: string;
  readonly target: string;
  readonly began: number;
  ended: number;
  result: number;
}

/** Paths are told relative to `root`. */
export function parseLog(text: string, root: string): readonly LogEntry[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => parseLine(line, root));
}

function parseLine(line: string, root: string): LogEntry {
  const [number = "", kind = "", a = "", b = "", c = ""] = line.split("\t");
  const relative = (path: string) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
  switch (kind) {
    case "begin":
      return { kind, number: Number(number), call: a, path: relative(b), target: relative(c) };
    case "end":
      return { kind, number: Number(number), result: Number(a), errno: Number(b) };
    case "fault":
      return { kind, number: Number(number), what: a };
    case "ack":
      return { kind, id: a };
    default:
      throw new Error(`no line of a call log: ${JSON.stringify(line)}`);
  }
}

export function callsOf(log: readonly LogEntry[]): readonly Call[] {
  const calls = new Map<number, Call>();
  for (const [at, entry] of log.entries()) {
    if (entry.kind === "begin") {
      const { number, call, path, target } = entry;
      calls.set(number, { number, call, path, target, began: at, ended: Infinity, result: -1 });
    } else if (entry.kind === "end") {
      const call = calls.get(entry.number);
      if (call !== undefined) [call.ended, call.result] = [at, entry.result];
    }
  }
  return [...calls.values()];
}

export type CallClass = "write" | "fsync" | "rename" | "truncate";

/** The classes of preload.c. */
export function classOf({ call }: Pick<Call, "call">): CallClass {
  if (call === "fsync" || call === "fdatasync") return "fsync";
  if (call === "ftruncate") return "truncate";
  return call.includes("write") ? "write" : "rename";
}

/** Documents reported as stored after the first fault. */
export function acknowledgedAfterFault(log: readonly LogEntry[]): readonly string[] {
  const at = log.findIndex(({ kind }) => kind === "fault");
  return at < 0 ? [] : log.slice(at).flatMap((entry) => (entry.kind === "ack" ? [entry.id] : []));
}
