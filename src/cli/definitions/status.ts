import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface StatusFlags extends GlobalFlags {
  readonly failed?: true;
}

export function addStatus(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("status")
    .description("Show how sources stand: documents, last run, hosts that must not be asked now")
    .argument("[source]", "a source, or all", "all")
    .option("--failed", "also list the failed documents, with attempts and last error")
    .addHelpText("after", examples("status", "status usgs --failed", "status --json"));
  command.action(async (source: string) => {
    const { statusCommand } = await import("../commands/status.ts");
    ends(await statusCommand(source, command.optsWithGlobals<StatusFlags>(), io));
  });
}

export function addSources(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("sources")
    .description("List the sources")
    .addHelpText("after", examples("sources", "sources --json"));
  command.action(async () => {
    const { sourcesCommand } = await import("../commands/sources.ts");
    ends(sourcesCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}
