/** One input through one parser, and whether all is well with what came of it. */
import { allowedMs, type FuzzTarget, Violation } from "./target.ts";

export type FindingKind = "thrown" | "violation" | "pollution" | "slow" | "hang" | "memory" | "died";

export interface Finding {
  readonly kind: FindingKind;
  readonly message: string;
  /** The same for findings that have the same cause, as far as that can be told. */
  readonly key: string;
}

export async function examine(target: FuzzTarget, input: Uint8Array): Promise<Finding | null> {
  const before = process.threadCpuUsage();
  const problem = await problemOf(target, input);
  const { user, system } = process.threadCpuUsage(before);
  return problem ?? pollution() ?? slowness(target, input, (user + system) / 1000);
}

async function problemOf(target: FuzzTarget, input: Uint8Array): Promise<Finding | null> {
  try {
    // A copy: a reader that writes into what it was given would be found by nobody.
    checkPlain(await target.run(Uint8Array.from(input)));
    return null;
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error: unknown): Finding {
  const kind = error instanceof Violation ? "violation" : "thrown";
  if (!(error instanceof Error))
    return { kind, message: `not an Error: ${String(error)}`, key: "not an error" };
  const message = error.stack ?? `${error.name}: ${error.message}`;
  return { kind, message, key: `${kind} ${error.name} ${placeOf(message)} ${withoutValues(error.message)}` };
}

function placeOf(stack: string): string {
  const lines = stack.split("\n").filter((line) => /^ +at /.test(line) && !line.includes("node:"));
  return lines
    .slice(0, 2)
    .join(" ")
    .replaceAll(/file:\/\/\S*\/(?=[\w.-]+:\d)|:\d+\)?/g, "");
}

/** What stands between quotes or behind a colon, and numbers, change from input to input. */
function withoutValues(message: string): string {
  return message
    .replace(/(?<=:).*/s, "")
    .replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "…")
    .slice(0, 80);
}

const GUARDED = [Object, Array, Function, String, Number, RegExp, Promise, Map, Set].map(
  ({ prototype }) => prototype as object,
);

/** What is assigned, as by a name from the input, is enumerable; what libraries add on purpose is not. */
function pollution(): Finding | null {
  const added = GUARDED.flatMap((prototype) => Object.keys(prototype));
  if (added.length === 0) return null;
  return { kind: "pollution", message: `a prototype has got ${added.join(", ")}`, key: "pollution" };
}

function slowness(target: FuzzTarget, { length }: Uint8Array, tookMs: number): Finding | null {
  const allowed = allowedMs(target, length);
  if (tookMs <= allowed) return null;
  const message = `${Math.round(tookMs)} ms of CPU for ${length} bytes; ${Math.round(allowed)} are allowed`;
  return { kind: "slow", message, key: "slow" };
}

/** Data only: what a reader gives has the prototypes that literals have, whatever names the input has for its parts. */
function checkPlain(root: unknown): void {
  const stack = [root];
  for (let left = 200_000; stack.length > 0 && left > 0; left--) {
    const value = stack.pop();
    if (typeof value === "function") throw new Violation("a function in what was read");
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
      if (isOfClass(prototype as object)) continue;
      throw new Violation("an object in the result has a prototype from the input");
    }
    for (const child of Object.values(value)) stack.push(child);
  }
}

/** Of a class, not an object that became a prototype because an input named a part `__proto__`. */
function isOfClass(prototype: object): boolean {
  const own: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof own === "function" && own.prototype === prototype;
}
