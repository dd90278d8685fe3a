import { diff, type PageDiff } from "../../library/diff.ts";
import { commonOptions } from "../common-options.ts";
import { diffText } from "../diff-text.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import type { GlobalFlags } from "../program.ts";
import { jsonLine } from "../terminal-text.ts";

/** `levada diff`: what has changed between the two versions of a page that are kept. */
export async function diffCommand(id: string, flags: GlobalFlags, io: Io): Promise<number> {
  const found: PageDiff = await diff(id, commonOptions(flags, io));
  io.stdout.write(
    flags.json === true ? jsonLine({ ...found }) : diffText(found, paintFor(io.stdout, io, flags)),
  );
  return 0;
}
