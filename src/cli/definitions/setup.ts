import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export function addConfig(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("config")
    .description("Show each setting and where it came from")
    .addArgument(new Argument("<what>", "show").choices(["show"]))
    .addHelpText("after", examples("config show", "config show --root corpus --json"));
  command.action(async () => {
    const { configCommand } = await import("../commands/config.ts");
    ends(await configCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}

export function addDoctor(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("doctor")
    .description("Look at everything a run needs and say what stands in its way; offline")
    .addHelpText("after", examples("doctor", "doctor --root corpus --json"));
  command.action(async () => {
    const { doctorCommand } = await import("../commands/doctor.ts");
    ends(await doctorCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}
