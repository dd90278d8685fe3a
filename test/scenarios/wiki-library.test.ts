import { expect, it } from "vitest";
import {
  type CrawlSummary,
  fetchCategories,
  type LevadaEvent,
  LockedError,
  MisuseError,
  runCrawl,
} from "../../src/index.ts";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";
import { newRoot } from "../kit/root.ts";
import { startWiki } from "../kit/wiki.ts";
import { filesIn, rawEvents } from "../kit/wiki-files.ts";

const LOCAL = { allowPrivateNetwork: true };

function expectBalance(summary: CrawlSummary): void {
  expect(summary.discovered).toBe(summary.queued + summary.skipped);
  expect(summary.queued).toBe(summary.processed + summary.failed + summary.pending);
}

it("crawls, accounts for every page, and asks for no page when nothing is newer", async () => {
  const [root, site] = [newRoot(), await startWiki()];
  const options = { ...LOCAL, root: root.path, apiUrl: site.apiUrl };
  const first = await runCrawl(options);
  expectBalance(first);
  expect(first).toMatchObject({ failed: 0, pending: 0, skipped: 0, upToDate: false, exitCode: 0 });
  expect(Object.keys(filesIn(root))).toHaveLength(first.processed);

  const before = site.requests.length;
  const second = await runCrawl(options);
  expectBalance(second);
  expect(second).toMatchObject({ discovered: first.discovered, queued: 0, upToDate: true });
  expect(second.skipped).toBe(first.processed);
  expect(second.runId).not.toBe(first.runId);
  const asked = site.requests.slice(before).filter(({ params }) => params["rvprop"]?.includes("content"));
  expect(asked).toEqual([]);
});

it("counts a limited run, and one that is stopped", async () => {
  const [root, site] = [newRoot(), await startWiki({ oddities: false })];
  const options = { ...LOCAL, root: root.path, apiUrl: site.apiUrl };
  const limited = await runCrawl({ ...options, limit: 7 });
  expectBalance(limited);
  expect(limited).toMatchObject({ processed: 7, upToDate: false });

  const events: LevadaEvent[] = [];
  const stop = AbortSignal.abort("SIGINT");
  const stopped = await runCrawl({ ...options, signal: stop, onEvent: (event) => void events.push(event) });
  expectBalance(stopped);
  expect(stopped).toMatchObject({ exitCode: 130, upToDate: false });
  expect(events.at(-1)?.type).toBe("summary");
  expect(stopped.runId).toBe(events.at(-1)?.run_id);
});

it("lists categories over all continuations, each once, and logs every attempt", async () => {
  const [root, site] = [
    newRoot(),
    await startWiki({ behave: (_, nth) => (nth === 1 ? { kind: "status", status: 503 } : undefined) }),
  ];
  const names = await fetchCategories({ ...LOCAL, root: root.path, apiUrl: site.apiUrl });
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
  const events = rawEvents(root);
  expect(events.map(({ operation }) => operation)).toEqual(events.map(() => "allcategories"));
  expect(events[0]).toMatchObject({ attempt: 1, outcome: "retryable_error", http: { status: 503 } });
  expect(events[1]).toMatchObject({ attempt: 2, outcome: "success" });
  expect(events.at(-1)).toMatchObject({ outcome: "success", continue_token: null });
});

it("answers an empty list and a warning where the wiki cannot be read", async () => {
  const root = newRoot();
  const site = await startWiki({ behave: () => ({ kind: "error", code: "readapidenied" }) });
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  const names = await fetchCategories({ ...LOCAL, root: root.path, apiUrl: site.apiUrl, onEvent });
  expect(names).toEqual([]);
  expect(events.filter(({ type }) => type === "warning")).toMatchObject([
    { code: "api_error", source: "wiki", message: expect.stringContaining("readapidenied") },
  ]);
  expect(rawEvents(root)).toMatchObject([{ outcome: "api_error", error: { type: "readapidenied" } }]);
});

it("refuses a root that another process writes to, and options that cannot be", async () => {
  const root = newRoot();
  await expect(fetchCategories({ root: root.path, apiUrl: "ftp://example.org/" })).rejects.toThrow(
    MisuseError,
  );
  const held = await createRootLock(root.path).acquire("test");
  await expect(fetchCategories({ root: root.path })).rejects.toThrow(LockedError);
  await expect(runCrawl({ root: root.path })).rejects.toThrow(LockedError);
  await held.release();
});
