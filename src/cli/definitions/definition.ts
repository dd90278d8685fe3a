import type { Source } from "../../domain/source.ts";
import type { LevadaCommand } from "../command.ts";
import type { Io } from "../io.ts";

/** What a command is defined and run with. */
export interface Invocation {
  readonly argv: readonly string[];
  readonly io: Io;
  /** Those there are, where their flags are wanted; else none. */
  readonly sources: readonly Source<never>[];
  /** Takes the exit code of the command that ran. */
  readonly ends: (code: number) => void;
}

/** Adds a command: its flags, arguments and help. What it does is imported when it runs, so that `--help` stays quick. */
export type Definition = (parent: LevadaCommand, invocation: Invocation) => void;

export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  levada ${line}\n`).join("")}`;
}
