import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface SeedFlags extends GlobalFlags {
  readonly source?: string;
}

export function addSeed(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("seed")
    .description("Add a page that a source is to fetch besides what it finds by itself")
    .addArgument(new Argument("<what>", "add").choices(["add"]))
    .argument("<url>", "the address of the page")
    .option("--source <source>", "the source that takes it (default: tramites)")
    .addHelpText("after", examples("seed add https://sede.example.es/tramites/beca"));
  command.action(async (_: string, url: string) => {
    const { seedCommand } = await import("../commands/seed.ts");
    ends(await seedCommand(url, command.optsWithGlobals<SeedFlags>(), io));
  });
}

export function addDiff(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("diff")
    .description("Show what has changed between the two kept versions of a procedure or a page; offline")
    .argument("<id>", "the name of a procedure; the address of a page in any spelling, or its key (url_hash)")
    .addHelpText(
      "after",
      examples(
        "diff empadronamiento",
        "diff https://sede.example.es/tramites/beca",
        "diff 1f0c3a5577d2e9b4 --json",
      ),
    );
  command.action(async (id: string) => {
    const { diffCommand } = await import("../commands/diff.ts");
    ends(await diffCommand(id, command.optsWithGlobals<GlobalFlags>(), io));
  });
}
