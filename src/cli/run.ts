import type { Io } from "./io.ts";
import { buildProgram } from "./program.ts";
import { reportTrouble } from "./trouble.ts";

/** Runs one command line and answers its exit code. Throws nothing, ends no process (but on a second signal). */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    const program = await buildProgram(argv, io);
    return await program.run(argv);
  } catch (error) {
    return reportTrouble(error, io, { debug: wantsDebug(argv) });
  }
}

/** Asked of the raw arguments: the trouble may be that they could not be understood. */
function wantsDebug(argv: readonly string[]): boolean {
  return argv.some(
    (word, at) => word === "--log-level=debug" || (word === "--log-level" && argv[at + 1] === "debug"),
  );
}
