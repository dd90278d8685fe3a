import type { Summary } from "../../domain/events.ts";
import { type DemoFolder, openDemoFolder } from "../demo-folder.ts";
import { type DemoAccount, demoText } from "../demo-text.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import type { GlobalFlags } from "../program.ts";
import { type RunWatch, watchRun } from "../run-watch.ts";
import { jsonLine } from "../terminal-text.ts";
import type { UsgsSandbox } from "../../sandbox/usgs.ts";

/**
 * `levada demo`: a site of our own on loopback, ingested twice. The second run is the proof of the promise that
 * nothing is fetched twice.
 */
export async function demoCommand(flags: GlobalFlags, io: Io): Promise<number> {
  const folder = await openDemoFolder(flags.root ?? "levada-demo");
  const sandbox = await folder.startSite();
  const watch = await watchRun(io, flags, () => {});
  const stop = stopOnRequest(io, watch.say);
  try {
    const account = await ingestTwice(folder, sandbox, watch, stop.signal);
    watch.end();
    if (account.second !== null) await tell(account, folder, flags, io);
    return (account.second ?? account.first).exit_code;
  } finally {
    watch.end();
    stop.end();
    await sandbox.close();
  }
}

async function ingestTwice(
  folder: DemoFolder,
  sandbox: UsgsSandbox,
  watch: RunWatch,
  signal: AbortSignal,
): Promise<DemoAccount> {
  const once = () => ingestSite(folder, sandbox, watch, signal);
  watch.say(`demo: a USGS-like site at ${sandbox.url}, ingested into ${folder.root}`);
  const first = await once();
  const before = sandbox.requests.length;
  if (first.exit_code !== 0) return { first, second: null, requests: 0, documentRequests: 0 };
  watch.say("demo: the same again");
  const second = await once();
  const requests = sandbox.requests.slice(before);
  const documentRequests = requests.filter(({ path }) => path.startsWith("/crc-data/")).length;
  return { first, second, requests: requests.length, documentRequests };
}

async function ingestSite(
  folder: DemoFolder,
  sandbox: UsgsSandbox,
  watch: RunWatch,
  signal: AbortSignal,
): Promise<Summary> {
  const { ingest } = await import("../../library/ingest.ts");
  return ingest("usgs", {
    root: folder.root,
    allowPrivateNetwork: true,
    sourceOptions: { baseUrl: sandbox.url },
    onEvent: watch.onEvent,
    signal,
  });
}

async function tell(account: DemoAccount, folder: DemoFolder, flags: GlobalFlags, io: Io): Promise<void> {
  const stored = await folder.contents();
  if (flags.json === true) {
    const { requests, documentRequests } = account;
    io.stdout.write(
      jsonLine({
        type: "demo",
        root: folder.root,
        files: stored.files,
        first_run: account.first,
        second_run: account.second,
        second_run_requests: { all: requests, documents: documentRequests },
      }),
    );
  } else io.stdout.write(demoText(account, stored, folder.root, paintFor(io.stdout, io, flags)));
}
