import { doctor, type Finding } from "../../library/doctor.ts";
import { commonOptions } from "../common-options.ts";
import type { Io } from "../io.ts";
import { type Paint, paintFor } from "../paint.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada doctor`: exit 1 when something stands in the way of a run. */
export async function doctorCommand(flags: GlobalFlags, io: Io): Promise<number> {
  const findings = await doctor(commonOptions(flags, io));
  const paint = paintFor(io.stdout, io, flags);
  const text =
    flags.json === true ? jsonLine({ findings }) : findings.map((finding) => line(finding, paint)).join("");
  io.stdout.write(text);
  return findings.some(({ state }) => state === "problem") ? 1 : 0;
}

function line({ check, state, message }: Finding, paint: Paint): string {
  const marks = {
    ok: paint.good("ok     "),
    warning: paint.caution("warning"),
    problem: paint.bad("problem"),
  };
  return `${marks[state]}  ${check.padEnd(13)}  ${visible(message)}\n`;
}
