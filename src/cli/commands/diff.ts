import { diff } from "../../library/diff.ts";
import { commonOptions } from "../common-options.ts";
import { diffText } from "../diff-text.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { procedureDiffJson, procedureDiffText } from "../procedure-diff-text.ts";
import { jsonLine } from "../terminal-text.ts";

/** `levada diff`: what has changed between the two versions of a procedure or a page that are kept. */
export async function diffCommand(id: string, flags: GlobalFlags, io: Io): Promise<number> {
  const found = await diff(id, commonOptions(flags, io));
  const paint = paintFor(io.stdout, io, flags);
  if (found.kind === "procedure") {
    io.stdout.write(
      flags.json === true ? jsonLine(procedureDiffJson(found)) : procedureDiffText(found, paint),
    );
    return 0;
  }
  const { procedure } = found;
  const fields = procedure === null ? null : procedureDiffJson(procedure);
  const text = procedure === null ? "" : `${procedureDiffText(procedure, paint)}\n`;
  io.stdout.write(
    flags.json === true ? jsonLine({ ...found, procedure: fields }) : `${text}${diffText(found, paint)}`,
  );
  return 0;
}
