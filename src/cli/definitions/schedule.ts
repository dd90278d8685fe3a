import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface ScheduleFlags extends GlobalFlags {
  readonly once?: true;
}

export function addSchedule(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("schedule")
    .description("Show what is to run when, or run it on time; what was missed is made up for once")
    .addArgument(new Argument("[what]", "list or run").choices(["list", "run"]).default("list"))
    .option("--once", "run: only what is due now, then end (for cron and systemd timers)")
    .addHelpText(
      "after",
      `${examples("schedule", "schedule run --root corpus", "schedule run --once", "schedule list --json")}
Times are settings (schedule: in levada.config.yaml); docs/schedule.md has units for cron and systemd.
`,
    );
  command.action(async (what: "list" | "run") => {
    const { scheduleCommand } = await import("../commands/schedule.ts");
    ends(await scheduleCommand(what, command.optsWithGlobals<ScheduleFlags>(), io));
  });
}
