import { BUILT_IN_SOURCES } from "../../sources/index.ts";
import type { Io } from "../io.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { table } from "../table.ts";
import { jsonLine } from "../terminal-text.ts";

export function sourcesCommand(flags: GlobalFlags, io: Io): number {
  const sources = BUILT_IN_SOURCES.map(({ name, summary }) => ({ name, summary }));
  if (flags.json === true) io.stdout.write(jsonLine({ sources }));
  else {
    const columns = [{ title: "source" }, { title: "what it collects" }];
    io.stdout.write(
      table(
        columns,
        sources.map(({ name, summary }) => [name, summary]),
      ),
    );
  }
  return 0;
}
