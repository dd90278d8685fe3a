import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export function addDemo(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("demo")
    .description("Ingest a small site of Levada's own into ./levada-demo (or --root); needs no network")
    .addHelpText("after", examples("demo", "demo --root /tmp/demo"));
  command.action(async () => {
    const { demoCommand } = await import("../commands/demo.ts");
    ends(await demoCommand(command.optsWithGlobals<GlobalFlags>(), io));
  });
}
