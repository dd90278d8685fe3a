import { readFileSync } from "node:fs";
import { Argument, Option } from "commander";
import { MisuseError } from "../domain/errors.ts";
import type { Source } from "../domain/source.ts";
import { LevadaCommand } from "./command.ts";
import type { Io } from "./io.ts";
import { path, sourceOption, wholeNumber } from "./option-values.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Flags that every command takes, before or after its name. */
export interface GlobalFlags {
  readonly root?: string;
  readonly config?: string;
  readonly allowPrivateNetwork?: true;
  readonly logLevel?: LogLevel;
  readonly json?: true;
  readonly color: boolean;
}

export interface IngestFlags extends GlobalFlags {
  readonly limit?: number;
  readonly dryRun?: true;
  readonly resume?: boolean;
  readonly retryFailed?: true;
  readonly wait?: true;
  readonly allowMassRemoval?: true;
  readonly render?: true;
  readonly ocr?: true;
  readonly concurrency?: number;
}

export interface StatusFlags extends GlobalFlags {
  readonly failed?: true;
}

export interface VerifyFlags extends GlobalFlags {
  readonly repair?: true;
}

export interface CategoriesFlags extends GlobalFlags {
  readonly api?: string;
}

export interface ReplayFlags extends GlobalFlags {
  readonly run?: string;
  readonly rawDir?: string;
  readonly pageDir?: string;
  readonly registry?: string;
  readonly allowMassRemoval?: true;
}

export interface SeedFlags extends GlobalFlags {
  readonly source?: string;
}

export interface ExtractFlags extends GlobalFlags {
  readonly url?: string;
  readonly type?: string;
  readonly markdown?: true;
  readonly ocr?: true;
}

export interface ReextractFlags extends GlobalFlags {
  readonly ocr?: true;
}

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
  addIngest(command, "ingest", sources, argv, io, ends);
  addIngest(command, "plan", sources, argv, io, ends);
  addStatus(command, io, ends);
  addVerify(command, io, ends);
  addRepair(command, io, ends);
  addReplay(command, io, ends);
  addExtract(command, io, ends);
  addReextract(command, io, ends);
  addCategories(command, io, ends);
  addSeed(command, io, ends);
  addDiff(command, io, ends);
  addSources(command, io, ends);
  addConfig(command, io, ends);
  addDoctor(command, io, ends);
  addDemo(command, io, ends);
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

type Ends = (code: number) => void;

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

function globalOptions(): readonly Option[] {
  return [
    new Option(
      "--root <dir>",
      "the folder that holds data/ (env LEVADA_ROOT; default: the current folder)",
    ).argParser(path),
    new Option("--config <file>", "configuration file (default: levada.config.yaml in the root)").argParser(
      path,
    ),
    new Option("--allow-private-network", "allow loopback and private addresses"),
    new Option("--log-level <level>", "what goes to stderr (default: info; warn with --json)").choices(
      LOG_LEVELS,
    ),
    new Option("--json", "machine-readable output"),
    new Option("--no-color", "no colours (env NO_COLOR); without a terminal there are none"),
  ];
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  levada ${line}\n`).join("")}`;
}

function addIngest(
  parent: LevadaCommand,
  name: "ingest" | "plan",
  sources: readonly Source<never>[],
  argv: readonly string[],
  io: Io,
  ends: Ends,
): void {
  const plans = name === "plan";
  const command = parent
    .command(name)
    .description(
      plans
        ? "Say what ingest would fetch, and write nothing (the same as ingest --dry-run)"
        : "Collect the documents of a source; run again, it goes on where it stopped",
    )
    .argument("<source>", sources.map((source) => source.name).join(", ") || "see levada sources")
    .argument("[url]", "for site: any page of it");
  for (const option of ingestOptions(plans)) command.addOption(option);
  const named = namedSources(sources, argv);
  for (const source of named) {
    for (const flag of source.flags ?? []) addOnce(command, source.name, sourceOption(source, flag));
  }
  const shown = named.flatMap((source) => source.examples ?? []).map((line) => line.replace(/^levada /, ""));
  const lines = plans
    ? shown.map((line) => line.replace(/^ingest /, "plan ").replace(" --dry-run", ""))
    : shown;
  command.addHelpText("after", examples(...new Set(lines.length > 0 ? lines : [`${name} usgs --limit 5`])));
  const said = new Set<string>();
  for (const flag of ["resume", "no-resume"]) command.on(`option:${flag}`, () => said.add(flag));
  command.action(async (source: string, target: string | undefined) => {
    const flags: IngestFlags = command.optsWithGlobals();
    refuseContradiction(said, flags);
    const { ingestCommand } = await import("./commands/ingest.ts");
    const chosen = plans ? { ...flags, dryRun: true as const } : flags;
    ends(await ingestCommand({ source, target }, chosen, argv, io));
  });
}

/** `--resume` and `--no-resume` share one value, of which the parser keeps the last: it is asked what was said. */
function refuseContradiction(said: ReadonlySet<string>, { retryFailed }: IngestFlags): void {
  if (!said.has("no-resume") || !(said.has("resume") || retryFailed === true)) return;
  const other = said.has("resume")
    ? "--resume leaves out what is already there"
    : "--retry-failed takes only what failed before";
  throw new MisuseError(`${other}, --no-resume fetches everything again; give one of the two, not both`);
}

/** The sources on the command line; all of them where none is, so that the help tells everything. */
function namedSources(sources: readonly Source<never>[], argv: readonly string[]): readonly Source<never>[] {
  const named = sources.filter((source) => argv.includes(source.name));
  return named.length > 0 ? named : sources;
}

/** Two sources may share a flag: where both are shown, it says what it is to each. */
function addOnce(command: LevadaCommand, source: string, option: Option): void {
  const known = command.options.find(({ long }) => long === option.long);
  if (known === undefined) command.addOption(option);
  else if (known.description !== option.description)
    known.description = `${known.description}; of ${source}: ${option.description}`;
}

function ingestOptions(plans: boolean): readonly Option[] {
  const dryRun = new Option("--dry-run", "only say what would be fetched; write nothing");
  return [
    new Option("--limit <n>", "documents to queue at most in this run (default: 100 for usgs)").argParser(
      wholeNumber,
    ),
    plans ? dryRun.hideHelp() : dryRun,
    new Option("--resume", "leave out what is already there (default)"),
    new Option("--no-resume", "fetch everything again and replace it"),
    new Option("--retry-failed", "take only the documents that failed in earlier runs"),
    new Option("--wait", "wait for hosts that ask for silence, however long"),
    new Option(
      "--allow-mass-removal",
      "let documents go that are gone at their source, even if they are more than a tenth",
    ),
    new Option(
      "--render",
      "of tramites and site: show pages that are scripts only to Chromium, and read them then",
    ),
    new Option("--ocr", "of tramites and site: read documents that are scanned, too; takes seconds a page"),
    new Option("--concurrency <n>", "hosts worked on at once (default: 16)").argParser(wholeNumber),
  ];
}

function addStatus(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("status")
    .description("Show how sources stand: documents, last run, hosts that must not be asked now")
    .argument("[source]", "a source, or all", "all")
    .option("--failed", "also list the failed documents, with attempts and last error")
    .addHelpText("after", examples("status", "status usgs --failed", "status --json"));
  command.action(async (source: string) => {
    const { statusCommand } = await import("./commands/status.ts");
    ends(await statusCommand(source, command.optsWithGlobals<StatusFlags>(), io));
  });
}

function addVerify(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("verify")
    .description(
      "Read every stored file again and compare it with the manifest: missing, corrupt, orphaned files",
    )
    .argument("[source]", "a source, or all", "all")
    .option("--repair", "fetch missing and corrupt documents again; move orphaned files to data/orphaned/")
    .addHelpText("after", examples("verify usgs", "verify usgs --repair", "verify --json"));
  command.action(async (source: string) => {
    const { verifyCommand } = await import("./commands/verify.ts");
    ends(await verifyCommand(source, command.optsWithGlobals<VerifyFlags>(), io));
  });
}

function addRepair(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("repair")
    .description("Build database and checkpoint anew from manifest and files; fetches nothing")
    .argument("[source]", "a source, or all", "all")
    .addHelpText("after", examples("repair usgs", "repair --root corpus"));
  command.action(async (source: string) => {
    const { repairCommand } = await import("./commands/repair.ts");
    ends(await repairCommand(source, command.optsWithGlobals<GlobalFlags>(), io));
  });
}

function addReplay(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("replay")
    .description("Build the pages of a wiki anew from the logs of its API calls; needs no network")
    .addArgument(new Argument("<source>", "wiki").choices(["wiki"]))
    .option("--run <id>", "the log of this run only (default: every log, in order)")
    .addOption(
      new Option(
        "--raw-dir <dir>",
        "where the logs are; relative to --root (default: artifacts/raw/wiki/raw)",
      ).argParser(path),
    )
    .addOption(
      new Option(
        "--page-dir <dir>",
        "where the pages go; relative to --root (default: artifacts/raw/wiki/page)",
      ).argParser(path),
    )
    .addOption(
      new Option(
        "--registry <file>",
        "an SQLite file that has, or will have, the table pages; relative to --root",
      ).argParser(path),
    )
    .option(
      "--allow-mass-removal",
      "let pages go that a log proves to be gone, even if they are more than a tenth",
    )
    .addHelpText(
      "after",
      examples("replay wiki", "replay wiki --run 20260131T120000Z-1a2b3c", "replay wiki --page-dir rebuilt"),
    );
  command.action(async (source: string) => {
    const { replayCommand } = await import("./commands/replay.ts");
    ends(await replayCommand(source, command.optsWithGlobals<ReplayFlags>(), io));
  });
}

function addExtract(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("extract")
    .description("Read documents, and print what they say as Markdown; offline")
    .argument("<file...>", "files, also those of data/raw/; - for standard input")
    .option("--url <url>", "where the document was found: what its links are relative to")
    .option("--type <type>", "what the files are (default: found out from their content and name)")
    .option("--ocr", "read pages that are scanned, too; takes seconds a page")
    .option("--markdown", "print Markdown (default); with --json, one object a line, in order")
    .addHelpText(
      "after",
      examples(
        "extract page.html",
        "extract data/raw/sede.example.es/*.html --json",
        "extract scan.pdf --ocr",
        "extract - --url https://example.org/page < page.html",
      ),
    );
  command.action(async (files: readonly string[]) => {
    const { extractCommand } = await import("./commands/extract.ts");
    ends(await extractCommand(files, command.optsWithGlobals<ExtractFlags>(), io));
  });
}

function addReextract(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("reextract")
    .description("Read every stored document of a source again, and write what it says; offline")
    .argument("<source>", "usgs, tramites or site")
    .option("--ocr", "read pages that are scanned, too; takes seconds a page")
    .addHelpText(
      "after",
      examples("reextract tramites", "reextract tramites --ocr", "reextract site --json"),
    );
  command.action(async (source: string) => {
    const { reextractCommand } = await import("./commands/reextract.ts");
    ends(await reextractCommand(source, command.optsWithGlobals<ReextractFlags>(), io));
  });
}

function addCategories(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("categories")
    .description("List the categories of a wiki, those without a page too, one a line")
    .option(
      "--api <url>",
      "address of api.php (default: that of the configuration, else of the root's pages, else the Battle Cats Wiki)",
    )
    .addHelpText("after", examples("categories", "categories --api https://example.org/w/api.php --json"));
  command.action(async () => {
    const { categoriesCommand } = await import("./commands/categories.ts");
    ends(await categoriesCommand(command.optsWithGlobals<CategoriesFlags>(), io));
  });
}

function addSeed(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("seed")
    .description("Add a page that a source is to fetch besides what it finds by itself")
    .addArgument(new Argument("<what>", "add").choices(["add"]))
    .argument("<url>", "the address of the page")
    .option("--source <source>", "the source that takes it (default: tramites)")
    .addHelpText("after", examples("seed add https://sede.example.es/tramites/beca"));
  command.action(async (_: string, url: string) => {
    const { seedCommand } = await import("./commands/seed.ts");
    ends(await seedCommand(url, command.optsWithGlobals<SeedFlags>(), io));
  });
}

function addDiff(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("diff")
    .description("Show what has changed between the two kept versions of a page; offline")
    .argument("<id>", "its address in any spelling, or its key (url_hash)")
    .addHelpText(
      "after",
      examples("diff https://sede.example.es/tramites/beca", "diff 1f0c3a5577d2e9b4 --json"),
    );
  command.action(async (id: string) => {
    const { diffCommand } = await import("./commands/diff.ts");
    ends(await diffCommand(id, command.optsWithGlobals<GlobalFlags>(), io));
  });
}

function addSources(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("sources")
    .description("List the sources")
    .addHelpText("after", examples("sources", "sources --json"));
  command.action(async () => {
    const { sourcesCommand } = await import("./commands/sources.ts");
    ends(sourcesCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}

function addConfig(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("config")
    .description("Show each setting and where it came from")
    .addArgument(new Argument("<what>", "show").choices(["show"]))
    .addHelpText("after", examples("config show", "config show --root corpus --json"));
  command.action(async () => {
    const { configCommand } = await import("./commands/config.ts");
    ends(await configCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}

function addDoctor(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("doctor")
    .description("Look at everything a run needs and say what stands in its way; offline")
    .addHelpText("after", examples("doctor", "doctor --root corpus --json"));
  command.action(async () => {
    const { doctorCommand } = await import("./commands/doctor.ts");
    ends(await doctorCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}

function addDemo(parent: LevadaCommand, io: Io, ends: Ends): void {
  const command = parent
    .command("demo")
    .description("Ingest a small site of Levada's own into ./levada-demo (or --root); needs no network")
    .addHelpText("after", examples("demo", "demo --root /tmp/demo"));
  command.action(async () => {
    const { demoCommand } = await import("./commands/demo.ts");
    ends(await demoCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}
