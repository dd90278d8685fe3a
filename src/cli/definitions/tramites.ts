import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface TramitesFlags extends GlobalFlags {
  readonly replace?: true;
}

export function addTramites(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("tramites")
    .description("Take in procedures that people have written, and compare them with what is read; offline")
    .addArgument(new Argument("<what>", "import or check").choices(["import", "check"]))
    .argument("[file...]", "import: files of procedures of any age, or folders of them")
    .option(
      "--replace",
      "import: put a file in the place of another curated one; that one is kept as the version before",
    )
    .addHelpText(
      "after",
      examples(
        "tramites import curated/*.json",
        "tramites import empadronamiento.json --replace",
        "tramites check",
      ),
    );
  command.action(async (what: string, files: readonly string[]) => {
    const { tramitesCommand } = await import("../commands/tramites.ts");
    ends(await tramitesCommand(what, files, command.optsWithGlobals<TramitesFlags>(), io));
  });
}
