import type { Io, Output, StopSignal } from "../io.ts";
import { run } from "../run.ts";

export interface MemoryIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
  readonly exits: readonly number[];
  stop(signal: StopSignal): void;
}

export interface MemoryIoOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Which outputs are terminals. @default none */
  readonly terminals?: readonly ("stdout" | "stderr")[];
  readonly columns?: number;
  readonly now?: () => number;
  /** Sees stderr as it is written. */
  readonly onErr?: (text: string) => void;
}

/** A process of one's own, in memory. */
export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const written = { stdout: "", stderr: "" };
  const listeners = new Set<(signal: StopSignal) => void>();
  const exits: number[] = [];
  const output = (name: "stdout" | "stderr"): Output => ({
    write(text) {
      written[name] += text;
      if (name === "stderr") options.onErr?.(text);
    },
    isTerminal: options.terminals?.includes(name) ?? false,
    columns: options.columns ?? 100,
  });
  return {
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: options.env ?? {},
    now: options.now ?? Date.now,
    onStop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => void exits.push(code),
    out: () => written.stdout,
    err: () => written.stderr,
    exits,
    stop: (signal) => listeners.forEach((listener) => listener(signal)),
  };
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One command line in this process. */
export async function levada(argv: readonly string[], options: MemoryIoOptions = {}): Promise<Ended> {
  const io = memoryIo(options);
  const code = await run(argv, io);
  return { code, out: io.out(), err: io.err() };
}

/** NDJSON as values. */
export function lines(text: string): readonly Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
