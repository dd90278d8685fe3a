/** Runs the commands it is given as the program would, and says what each said. For `several.ts`. */
import type { Io } from "../../src/cli/io.ts";
import { run } from "../../src/cli/run.ts";

const lines = JSON.parse(process.argv[2] ?? "[]") as readonly (readonly string[])[];

for (const words of lines) {
  let [stdout, stderr] = ["", ""];
  const io: Io = {
    stdout: { write: (text) => void (stdout += text), isTerminal: false, columns: 80 },
    stderr: { write: (text) => void (stderr += text), isTerminal: false, columns: 80 },
    env: process.env,
    now: Date.now,
    onStop: () => () => {},
    exit: (code) => process.exit(code),
  };
  const began = performance.now();
  const code = await run(words, io);
  const ms = performance.now() - began;
  process.stdout.write(`${JSON.stringify({ words, code, stdout, stderr, ms })}\n`);
}
