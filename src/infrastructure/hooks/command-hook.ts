import { spawn } from "node:child_process";
import { MisuseError } from "../../domain/errors.ts";

export interface CommandHook {
  /** A command line, or its words. */
  readonly command: string | readonly string[];
  /** The line is for the system's shell. @default false: its words are the program and its arguments */
  readonly shell?: boolean;
  readonly timeoutMs: number;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What it said last is enough to see what went wrong. */
const MAX_ERROR_TEXT = 500;

/** For what a program said just before it ended. */
const LAST_WORDS_MS = 250;

/** Runs a program with `input` on its stdin. Answers what went wrong; null where nothing did. */
export async function runCommand(hook: CommandHook, input: string): Promise<string | null> {
  const [program = "", ...words] = typeof hook.command === "string" ? wordsOf(hook.command) : hook.command;
  const line = typeof hook.command === "string" ? hook.command : hook.command.join(" ");
  const options = {
    cwd: hook.folder,
    env: { ...process.env, ...hook.environment },
    stdio: ["pipe", "ignore", "pipe"] as ["pipe", "ignore", "pipe"],
    // A group of its own: what it started ends with it.
    detached: true,
  };
  const child =
    hook.shell === true ? spawn(line, { ...options, shell: true }) : spawn(program, words, options);
  let said = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (chunk: string) => void (said = (said + chunk).slice(-MAX_ERROR_TEXT)));
  // One that does not read its input has decided so.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      endGroup(child.pid);
      child.unref();
      child.stderr.destroy();
      resolve(`took longer than ${hook.timeoutMs} ms and was ended`);
    }, hook.timeoutMs);
    const end = (problem: string | null) => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.on("error", (error) => end(`could not be started: ${error.message}`));
    // Something that it has left behind may hold its stderr for ever.
    child.on("exit", () => setTimeout(() => child.stderr.destroy(), LAST_WORDS_MS).unref());
    child.on("close", (code, signal) => end(endText(code, signal, said)));
  });
}

function endText(code: number | null, signal: string | null, said: string): string | null {
  if (code === 0) return null;
  const words = said.trim() === "" ? "" : `: ${said.trim()}`;
  return code === null ? `was ended by ${signal}${words}` : `ended with exit code ${code}${words}`;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** The words of a line as a shell would take them apart: by spaces, but for what is quoted. Nothing is replaced. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  const parts = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/gsy;
  let word: string | null = null;
  let at = 0;
  for (const [whole, double, single, escaped, plain] of line.matchAll(parts)) {
    at += whole.length;
    const text = double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? "") + text;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (at < line.length) throw new MisuseError("a hook's command has a quote that is not closed");
  return word === null ? words : [...words, word];
}
