import type { SourceStatus } from "../application/status.ts";
import type { GlobalFlags } from "./global-flags.ts";
import type { Io } from "./io.ts";
import { paintFor } from "./paint.ts";
import { statusText } from "./status-text.ts";
import { jsonLine } from "./terminal-text.ts";

/** How sources stand, as the result of a command. */
export function showStatus(sources: readonly SourceStatus[], flags: GlobalFlags, io: Io): void {
  const text =
    flags.json === true
      ? jsonLine({ sources })
      : statusText(sources, io.now(), paintFor(io.stdout, io, flags));
  io.stdout.write(text);
}
