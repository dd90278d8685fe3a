import { Option } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { path, wholeNumber } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

export interface HealthFlags extends GlobalFlags {
  readonly check?: true;
  readonly limit?: number;
  /** True: where reports are. */
  readonly report?: string | true;
}

export function addHealth(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("health")
    .description(
      "Show known links that are down, redirect elsewhere or say something else; look at them again",
    )
    .option("--check", "look at known links again first, politely; those not looked at for longest first")
    .addOption(
      new Option("--limit <n>", "with --check: links to look at, of each source (default: all)").argParser(
        wholeNumber,
      ),
    )
    .addOption(
      new Option(
        "--report [file]",
        "write what is to be known this week as Markdown (default: data/ingestion/health/YYYY-Www.md)",
      ).argParser(path),
    )
    .addHelpText(
      "after",
      examples("health", "health --check --limit 500", "health --report", "health --json"),
    );
  command.action(async () => {
    const { healthCommand } = await import("../commands/health.ts");
    ends(await healthCommand(command.optsWithGlobals<HealthFlags>(), io));
  });
}
