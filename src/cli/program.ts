import { readFileSync } from "node:fs";
import type { Source } from "../domain/source.ts";
import { LevadaCommand } from "./command.ts";
import { type Definition, examples } from "./definitions/definition.ts";
import { addDemo } from "./definitions/demo.ts";
import { addExtract, addReextract } from "./definitions/extract.ts";
import { addHealth } from "./definitions/health.ts";
import { addIngest, addPlan } from "./definitions/ingest.ts";
import { addDiff, addSeed } from "./definitions/pages.ts";
import { addReview } from "./definitions/review.ts";
import { addRuns } from "./definitions/runs.ts";
import { addSchedule } from "./definitions/schedule.ts";
import { addSearch } from "./definitions/search.ts";
import { addConfig, addDoctor } from "./definitions/setup.ts";
import { addSources, addStatus } from "./definitions/status.ts";
import { addTramites } from "./definitions/tramites.ts";
import { addRepair, addVerify } from "./definitions/verify.ts";
import { addCategories, addReplay } from "./definitions/wiki.ts";
import { globalOptions } from "./global-flags.ts";
import type { Io } from "./io.ts";

/** In the order of the help. */
const DEFINITIONS: readonly Definition[] = [
  addIngest,
  addPlan,
  addStatus,
  addVerify,
  addRepair,
  addReplay,
  addSearch,
  addExtract,
  addReextract,
  addCategories,
  addSeed,
  addDiff,
  addTramites,
  addReview,
  addRuns,
  addHealth,
  addSchedule,
  addSources,
  addConfig,
  addDoctor,
  addDemo,
];

export interface Program {
  readonly command: LevadaCommand;
  /** Parses and runs; answers the exit code. */
  run(argv: readonly string[]): Promise<number>;
}

/** Commands are loaded when they run, and sources only where their flags are wanted: `--help` needs neither. */
export async function buildProgram(argv: readonly string[], io: Io): Promise<Program> {
  const command = rootCommand(io);
  let exitCode = 0;
  const ends = (code: number) => void (exitCode = code);
  const sources = argv.some((word) => word === "ingest" || word === "plan") ? await allSources() : [];
  for (const define of DEFINITIONS) define(command, { argv, io, sources, ends });
  return {
    command,
    async run(given) {
      await command.parseAsync(given, { from: "user" });
      return exitCode;
    },
  };
}

async function allSources(): Promise<readonly Source<never>[]> {
  return (await import("../sources/index.ts")).BUILT_IN_SOURCES;
}

const EXIT_CODES = `
Exit codes:
  0        all done
  1        some items failed (or a bug in Levada, which it says)
  2        misuse: nothing was done, nothing was written
  3        items left pending: a host asked for silence, is in trouble, or its robots.txt is unavailable
  4        storage trouble, or another process writes to the same root
  130 143  interrupted by SIGINT / SIGTERM (130 also when nobody reads the output any more)
`;

const LOGS = `
Results go to stdout, progress and logs to stderr. --log-level debug writes every event, each request
included, as one JSON line to stderr.
`;

function rootCommand(io: Io): LevadaCommand {
  const command = new LevadaCommand("levada")
    .description(
      "Turns public document sites into a clean, verifiable corpus: politely, and without ever losing or re-fetching a document.",
    )
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  for (const option of globalOptions()) command.addOption(option);
  return command.addHelpText(
    "after",
    `${examples("demo", "ingest usgs --limit 5", "status")}${LOGS}${EXIT_CODES}`,
  );
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
