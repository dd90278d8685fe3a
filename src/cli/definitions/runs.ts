import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { wholeNumber } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

export interface RunsFlags extends GlobalFlags {
  readonly source?: string;
  readonly limit?: number;
  readonly all?: true;
}

export function addRuns(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("runs")
    .description("Look at what runs did, and at what differs between two of them; offline")
    .addArgument(
      new Argument("[what]", "list, show or compare").choices(["list", "show", "compare"]).default("list"),
    )
    .argument("[ids...]", "runs: an id, the beginning of one, last, or last~1 for the one before")
    .option("--source <source>", "runs of this source only")
    .option("--limit <n>", "runs, or documents of each kind, to list at most (default: 20)", wholeNumber)
    .option("--all", "list all of them")
    .addHelpText(
      "after",
      examples(
        "runs",
        "runs show last",
        "runs compare last~1 last --source tramites",
        "runs list --all --json",
      ),
    );
  command.action(async (what: string, ids: readonly string[]) => {
    const { runsCommand } = await import("../commands/runs.ts");
    ends(await runsCommand(what, ids, command.optsWithGlobals<RunsFlags>(), io));
  });
}
