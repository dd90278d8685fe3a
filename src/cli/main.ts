// The entry of `bin/levada`. Loads as little as it can: `--help` and `--version` must feel instant.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// More than half of a start is spent on stripping types and compiling. The cache lies inside the installation, not in
// a shared temporary folder where somebody else could plant code; where it cannot be written there is none.
enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/levada", import.meta.url)));

const { processIo } = await import("./io.ts");
const io = processIo();
const { run } = await import("./run.ts");

// `exitCode` instead of `exit()`: what was written to stdout is read to its end.
const code = await run(process.argv.slice(2), io);
process.exitCode = process.exitCode === 4 ? 4 : code;
