import { status } from "../../library/status.ts";
import { repair } from "../../library/verify.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import { commonOptions } from "../common-options.ts";
import type { Io } from "../io.ts";
import { chooseSource } from "../option-values.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { showStatus } from "../show-status.ts";

/** `levada repair`: rebuilds what is derived, then shows how the sources stand. */
export async function repairCommand(source: string, flags: GlobalFlags, io: Io): Promise<number> {
  const chosen = chooseSource(source, BUILT_IN_SOURCES, ["all"]);
  const options = commonOptions(flags, io);
  await repair(chosen, options);
  const sources = await status(chosen, options);
  showStatus(sources, flags, io);
  return 0;
}
