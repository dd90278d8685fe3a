import { Argument, Option } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { path } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

export interface ReplayFlags extends GlobalFlags {
  readonly run?: string;
  readonly rawDir?: string;
  readonly pageDir?: string;
  readonly registry?: string;
  readonly allowMassRemoval?: true;
}

export interface CategoriesFlags extends GlobalFlags {
  readonly api?: string;
}

export function addReplay(parent: LevadaCommand, { io, ends }: Invocation): void {
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
        "an SQLite file, relative to --root, that has, or will have, the table pages",
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
    const { replayCommand } = await import("../commands/replay.ts");
    ends(await replayCommand(source, command.optsWithGlobals<ReplayFlags>(), io));
  });
}

export function addCategories(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("categories")
    .description("List the categories of a wiki, those without a page too, one a line")
    .option(
      "--api <url>",
      "address of api.php (default: that of the configuration, else of the root's pages, else the Battle Cats Wiki)",
    )
    .addHelpText("after", examples("categories", "categories --api https://example.org/w/api.php --json"));
  command.action(async () => {
    const { categoriesCommand } = await import("../commands/categories.ts");
    ends(await categoriesCommand(command.optsWithGlobals<CategoriesFlags>(), io));
  });
}
