import { status } from "../../library/status.ts";
import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import type { Io } from "../io.ts";
import { commonOptions } from "../common-options.ts";
import { chooseSource } from "../option-values.ts";
import { paintFor } from "../paint.ts";
import type { StatusFlags } from "../program.ts";
import { statusText } from "../status-text.ts";
import { jsonLine } from "../terminal-text.ts";

export async function statusCommand(source: string, flags: StatusFlags, io: Io): Promise<number> {
  const chosen = chooseSource(source, BUILT_IN_SOURCES, ["all"]);
  const sources = await status(chosen, { ...commonOptions(flags, io), failed: flags.failed ?? false });
  const text =
    flags.json === true
      ? jsonLine({ sources })
      : statusText(sources, io.now(), paintFor(io.stdout, io, flags));
  io.stdout.write(text);
  return 0;
}
