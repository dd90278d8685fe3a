import { status } from "../../library/status.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import type { Io } from "../io.ts";
import { commonOptions } from "../common-options.ts";
import { chooseSource } from "../option-values.ts";
import type { StatusFlags } from "../definitions/status.ts";
import { showStatus } from "../show-status.ts";

export async function statusCommand(source: string, flags: StatusFlags, io: Io): Promise<number> {
  const chosen = chooseSource(source, BUILT_IN_SOURCES, ["all"]);
  const sources = await status(chosen, { ...commonOptions(flags, io), failed: flags.failed ?? false });
  showStatus(sources, flags, io);
  return 0;
}
