import { MisuseError } from "../../domain/errors.ts";
import { checkKnownLinks } from "../../library/check-links.ts";
import { type FlaggedLink, linkHealth } from "../../library/health.ts";
import { writeHealthReport } from "../../library/health-report.ts";
import { keepMetrics } from "../../library/keep-metrics.ts";
import { commonOptions } from "../common-options.ts";
import type { HealthFlags } from "../definitions/health.ts";
import { healthText, MAX_ROWS } from "../health-text.ts";
import { stopOnRequest } from "../interrupt.ts";
import { interruptedCode, type Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import { counted } from "../quantities.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada health`: how known links stand. Dead links are what it is there to tell, and no failure of its own. */
export async function healthCommand(flags: HealthFlags, io: Io): Promise<number> {
  if (flags.limit !== undefined && flags.check !== true)
    throw new MisuseError("--limit says how many links --check looks at; give it together with --check");
  const stopped = flags.check === true ? await check(flags, io) : null;
  if (stopped !== null) return stopped;
  if (flags.report === undefined) await show(flags, io);
  else await report(flags, io);
  return 0;
}

/** The exit code where it was interrupted; else null. */
async function check(flags: HealthFlags, io: Io): Promise<number | null> {
  const say = (line: string) => io.stderr.write(`${line}\n`);
  const stop = stopOnRequest(io, say);
  try {
    const { checked, held } = await checkKnownLinks({
      ...commonOptions(flags, io),
      ...(flags.limit === undefined ? {} : { limit: flags.limit }),
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === "warning" && event.code === "hook_failed")
          say(`warning: ${visible(event.message)}`);
      },
    });
    await tellMetrics(flags, io);
    const notAsked = held === 0 ? "" : `, ${held} not asked: their hosts or robots.txt keep us from it`;
    if (flags.json !== true) say(`${counted(checked, "link")} looked at${notAsked}`);
    if (!stop.signal.aborted) return null;
    return interruptedCode(stop.signal.reason === "SIGTERM" ? "SIGTERM" : "SIGINT");
  } finally {
    stop.end();
  }
}

/** Whoever watches from outside hears of it at once, and not with the next run. */
async function tellMetrics(flags: HealthFlags, io: Io): Promise<void> {
  const metrics = await keepMetrics(commonOptions(flags, io), (_, message) =>
    io.stderr.write(`${message}\n`),
  );
  await metrics?.close();
}

async function show(flags: HealthFlags, io: Io): Promise<void> {
  const links: FlaggedLink[] = [];
  const { json } = flags;
  const onLink = (link: FlaggedLink) => {
    if (json === true) io.stdout.write(jsonLine({ type: "link", ...link }));
    else if (links.length < MAX_ROWS) links.push(link);
  };
  const summary = await linkHealth({ ...commonOptions(flags, io), onLink });
  io.stdout.write(
    json === true
      ? jsonLine({ type: "summary", ...summary })
      : healthText(links, summary, paintFor(io.stdout, io, flags), io.now()),
  );
}

async function report(flags: HealthFlags, io: Io): Promise<void> {
  const { file, week } = await writeHealthReport({
    ...commonOptions(flags, io),
    ...(typeof flags.report === "string" ? { file: flags.report } : {}),
  });
  io.stdout.write(
    flags.json === true ? jsonLine({ type: "report", file, week }) : `${visible(`${week}: ${file}`)}\n`,
  );
}
