import type { Summary } from "../../domain/events.ts";
import { type DemoFolder, openDemoFolder } from "../demo-folder.ts";
import { type DemoAccount, type DemoQuestion, demoText } from "../demo-text.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { type RunWatch, watchRun } from "../run-watch.ts";
import { jsonLine } from "../terminal-text.ts";
import type { DemoSite } from "../demo-sites.ts";

/**
 * `levada demo`: sites of our own on loopback, each ingested twice. The second run is the proof of the promise that
 * nothing is fetched twice.
 */
export async function demoCommand(flags: GlobalFlags, io: Io): Promise<number> {
  const folder = await openDemoFolder(flags.root ?? "levada-demo");
  const sites = await folder.startSites();
  const watch = await watchRun(io, flags, () => {});
  const stop = stopOnRequest(io, watch.say);
  try {
    const accounts: DemoAccount[] = [];
    for (const site of sites) {
      const account = await ingestTwice(folder, site, watch, stop.signal);
      accounts.push(account);
      if (account.second === null) return account.first.exit_code;
    }
    watch.end();
    await tell(accounts, folder, flags, io);
    return Math.max(...accounts.map(({ first, second }) => (second ?? first).exit_code));
  } finally {
    watch.end();
    stop.end();
    await Promise.all(sites.map((site) => site.close()));
  }
}

async function ingestTwice(
  folder: DemoFolder,
  site: DemoSite,
  watch: RunWatch,
  signal: AbortSignal,
): Promise<DemoAccount> {
  const { source } = site;
  watch.say(`demo: ${site.title} at ${site.url}, ingested into ${folder.root}`);
  const first = await ingestSite(folder, site, watch, signal);
  const before = site.requests.length;
  if (first.exit_code !== 0) return { source, first, second: null, requests: 0, documentRequests: 0 };
  watch.say("demo: the same again");
  const second = await ingestSite(folder, site, watch, signal);
  const requests = site.requests.slice(before);
  const documentRequests = requests.filter(({ forDocument }) => forDocument).length;
  return { source, first, second, requests: requests.length, documentRequests };
}

async function ingestSite(
  folder: DemoFolder,
  { source, options }: DemoSite,
  watch: RunWatch,
  signal: AbortSignal,
): Promise<Summary> {
  const { ingest } = await import("../../library/ingest.ts");
  return ingest(source, {
    root: folder.root,
    allowPrivateNetwork: true,
    sourceOptions: options,
    onEvent: watch.onEvent,
    signal,
  });
}

async function tell(
  accounts: readonly DemoAccount[],
  folder: DemoFolder,
  flags: GlobalFlags,
  io: Io,
): Promise<void> {
  const stored = await folder.contents();
  const questions = await ask(folder.root);
  if (flags.json !== true)
    return io.stdout.write(
      demoText(accounts, stored, questions, folder.root, paintFor(io.stdout, io, flags)),
    );
  const sites = accounts.map(({ source, first, second, requests, documentRequests }) => ({
    source,
    first_run: first,
    second_run: second,
    second_run_requests: { all: requests, documents: documentRequests },
  }));
  io.stdout.write(jsonLine({ type: "demo", root: folder.root, files: stored.files, sites, questions }));
}

/** As people ask: without accents, in their own words. */
const QUESTIONS = [
  "no puedo pagar el alquiler",
  "paro autonomos",
  "certificado nacimiento",
  "wolfcamp crane county",
];

async function ask(root: string): Promise<DemoQuestion[]> {
  const { openSearch } = await import("../../library/search.ts");
  const searcher = await openSearch({ root });
  try {
    const asked: DemoQuestion[] = [];
    for (const query of QUESTIONS) {
      const [hit] = (await searcher.search(query, { limit: 1 })).hits;
      asked.push({ query, found: hit === undefined ? null : { title: hit.title, path: hit.path } });
    }
    return asked;
  } finally {
    await searcher.close();
  }
}
