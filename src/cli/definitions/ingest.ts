import { Option } from "commander";
import { MisuseError } from "../../domain/errors.ts";
import type { Source } from "../../domain/source.ts";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { sourceOption, wholeNumber } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

export interface IngestFlags extends GlobalFlags {
  readonly limit?: number;
  readonly dryRun?: true;
  readonly resume?: boolean;
  readonly revisit?: "all" | "due" | "listed";
  readonly retryFailed?: true;
  readonly wait?: true;
  readonly allowMassRemoval?: true;
  readonly render?: true;
  readonly ocr?: true;
  readonly concurrency?: number;
}

export function addIngest(parent: LevadaCommand, invocation: Invocation): void {
  addRun(parent, "ingest", invocation);
}

export function addPlan(parent: LevadaCommand, invocation: Invocation): void {
  addRun(parent, "plan", invocation);
}

function addRun(
  parent: LevadaCommand,
  name: "ingest" | "plan",
  { sources, argv, io, ends }: Invocation,
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
    const { ingestCommand } = await import("../commands/ingest.ts");
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
    new Option(
      "--revisit <which>",
      "of tramites and site: ask for known pages that are due by their own interval, or for those listed as changed (default: all)",
    ).choices(["all", "due", "listed"]),
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
