import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface VerifyFlags extends GlobalFlags {
  readonly repair?: true;
}

export function addVerify(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("verify")
    .description(
      "Read every stored file again and compare it with the manifest: missing, corrupt, orphaned files",
    )
    .argument("[source]", "a source, or all", "all")
    .option("--repair", "fetch missing and corrupt documents again; move orphaned files to data/orphaned/")
    .addHelpText("after", examples("verify usgs", "verify usgs --repair", "verify --json"));
  command.action(async (source: string) => {
    const { verifyCommand } = await import("../commands/verify.ts");
    ends(await verifyCommand(source, command.optsWithGlobals<VerifyFlags>(), io));
  });
}

export function addRepair(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("repair")
    .description("Build database and checkpoint anew from manifest and files; fetches nothing")
    .argument("[source]", "a source, or all", "all")
    .addHelpText("after", examples("repair usgs", "repair --root corpus"));
  command.action(async (source: string) => {
    const { repairCommand } = await import("../commands/repair.ts");
    ends(await repairCommand(source, command.optsWithGlobals<GlobalFlags>(), io));
  });
}
