// The entry of `bin/levada`. Loads as little as it can: `--help` and `--version` must feel instant.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// More than half of a start is spent on stripping types and compiling. The cache lies inside the installation, not in
// a shared temporary folder where somebody else could plant code; where it cannot be written there is none.
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/levada", import.meta.url)));

const { processIo } = await import("./io.ts");
const io = processIo();
const { run } = await import("./run.ts");

// Node ends a process that has nothing left to wait for, whoever still waits. That must not look like an end.
let ended = false;
process.once("exit", () => {
  if (ended || process.exitCode === 130 || process.exitCode === 143) return;
  process.exitCode = 4;
  io.stderr.write(
    "levada stopped before its end, which is a bug: please report it. What was acknowledged is stored; run the same command again.\n",
  );
});

// `exitCode` instead of `exit()`: what was written to stdout is read to its end.
const code = await run(process.argv.slice(2), io);
ended = true;
process.exitCode = process.exitCode === 4 ? 4 : code;
