import { expect, it } from "vitest";
import { LockedError, MisuseError, StorageError } from "../domain/errors.ts";
import { memoryIo } from "./testing/memory-io.ts";
import { reportTrouble } from "./trouble.ts";

it.each([
  [new MisuseError("wrong\nflag"), 2, "levada: wrong\\nflag\n"],
  [new LockedError("locked"), 4, "levada: locked\n"],
  [new StorageError("disk_full", "full"), 4, "levada: full\n"],
  [Object.assign(new Error("no space"), { code: "ENOSPC" }), 4, "levada: no space\n"],
  [new TypeError("oops"), 1, "levada: oops (this is a bug in Levada; --log-level debug shows where)\n"],
  ["a text", 1, "levada: a text (this is a bug in Levada; --log-level debug shows where)\n"],
  [null, 1, "levada: null (this is a bug in Levada; --log-level debug shows where)\n"],
])("%s exits %i", (error, code, line) => {
  const io = memoryIo();
  expect(reportTrouble(error, io, { debug: false })).toBe(code);
  expect(io.err()).toBe(line);
});

it("debug shows the stack and the causes", () => {
  const io = memoryIo();
  reportTrouble(new Error("outer", { cause: new Error("inner") }), io, { debug: true });
  expect(io.err()).toMatch(/outer[^]*at [^]*caused by: Error: inner/);
});
