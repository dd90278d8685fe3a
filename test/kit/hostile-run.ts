import { writeFileSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import type { Deadlines } from "../../src/application/ports.ts";
import { ingest, type LevadaEvent, type Summary } from "../../src/index.ts";
import { type EngineOptions, type EngineRun, hastyUsgs, runEngine } from "./engine.ts";
import { DOCUMENT, type Ending, type HostileInput, pathOf, pending, startHostile } from "./hostile-server.ts";
import type { RawServer } from "./raw-server.ts";
import { brokenPromises, newRoot, type TestRoot } from "./root.ts";
import { htmlCatalog, PDF, startPages } from "./site.ts";

/** The one good document of every run. */
export const GOOD = "A001";
const CAP = "sources: {usgs: {max_body_bytes: 32MiB, max_decoded_bytes: 32MiB}}";

export interface Meeting extends EngineRun {
  readonly root: TestRoot;
  readonly servers: ReadonlyMap<string, RawServer>;
  readonly elapsedMs: number;
  /** How far the memory of the process rose above what it was before. */
  readonly risenBytes: number;
}

export interface MeetingOptions {
  readonly engine?: Partial<EngineOptions>;
  /** What the hostile answers are given for: a document that the good catalog names, or a catalog. */
  readonly as?: "document" | "catalog";
}

/**
 * One run over a catalog with a good document and a document of each input, each on a host of its own. With `engine`,
 * parts are put in its place that no user can change; without, it is the library's `ingest`.
 */
export async function meet(
  inputs: readonly HostileInput[],
  { engine, as = "document" }: MeetingOptions = {},
): Promise<Meeting> {
  const root = newRoot();
  writeFileSync(root.file("levada.config.yaml"), CAP);
  const servers = new Map<string, RawServer>();
  for (const input of inputs) {
    const server = await startHostile(input);
    onTestFinished(() => server.close());
    servers.set(input.id, server);
  }
  const hrefs = inputs.map((input) => hrefOf(input, (servers.get(input.id) as RawServer).url));
  const rows = inputs.map(({ id }, i) => ({ number: id, href: hrefs[i] as string }));
  const site = await startPages({
    "/catalog": htmlCatalog([{ number: GOOD, href: "/good.pdf" }, ...(as === "document" ? rows : [])]),
    "/good.pdf": PDF,
  });
  // Asked for another state, a catalog brings its host into scope and is not read.
  const states = as === "document" ? { states: ["KS"] } : {};
  const others = hrefs.map((url) => ({ kind: "html", url, ...states }));
  const sourceOptions = {
    states: ["TX"],
    baseUrl: site.url,
    catalogs: [{ kind: "html", url: `${site.url}/catalog` }, ...others],
  };
  const memory = watchMemory();
  const started = performance.now();
  const outcome =
    engine === undefined
      ? await runLibrary(root, sourceOptions)
      : await runEngine(root, { ...engine, sourceOptions });
  const elapsedMs = performance.now() - started;
  return { root, servers, elapsedMs, risenBytes: memory.stop(), ...outcome };
}

function hrefOf(input: HostileInput, url: URL): string {
  return input.href?.(url) ?? new URL(DOCUMENT, url).href;
}

async function runLibrary(root: TestRoot, sourceOptions: Record<string, unknown>): Promise<EngineRun> {
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  const summary = await ingest(hastyUsgs, {
    root: root.path,
    allowPrivateNetwork: true,
    // One hostile host at a time: what memory is used for shows.
    concurrency: 1,
    sourceOptions,
    onEvent,
  });
  return { summary, events };
}

function watchMemory(): { stop(): number } {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 10);
  return {
    stop() {
      clearInterval(timer);
      return look() - before;
    },
  };
}

/** Above what a run needs, and below what one deadline that is not kept would take. */
const DEADLINE_MS = 25_000;
/** The servers are in this process, too. What the command alone needs is measured in test/hostile/memory.test.ts. */
const MAX_RISE_ALONE = 64 << 20;
const MAX_RISE_TOGETHER = 192 << 20;

/** What holds after every run, whatever the inputs were. */
export function expectPromises(meeting: Meeting, inputs: readonly HostileInput[]): void {
  const { summary, root, elapsedMs, risenBytes } = meeting;
  const taken = inputs.filter(({ ends }) => ends.state === "completed").map(({ id }) => id);
  expectStored(root, [GOOD, ...taken]);
  expectBalanced(summary);
  expect(summary).toMatchObject({ discovered: 1 + inputs.length, completed: 1 + taken.length });
  expect(elapsedMs).toBeLessThan(DEADLINE_MS);
  expect(risenBytes).toBeLessThan(inputs.length > 1 ? MAX_RISE_TOGETHER : MAX_RISE_ALONE);
}

/** `discovered = completed + failed + skipped + unchanged + pending`. */
export function expectBalanced(summary: Summary): void {
  const { completed, failed, skipped, unchanged } = summary;
  expect(completed + failed + skipped + unchanged + summary.pending).toBe(summary.discovered);
}

/** Nothing is stored but these: no file, no line, no half of a file. */
export function expectStored(root: TestRoot, keys: readonly string[]): void {
  expect(root.documents()).toEqual(keys.toSorted());
  const lines = root.manifest().map(({ library_number }) => library_number);
  expect(lines.toSorted()).toEqual(keys.toSorted());
  expect(root.checkpoint()?.completed_ids.toSorted()).toEqual(keys.toSorted());
  expect(Object.keys(root.listing()).filter((name) => name.includes(".incoming"))).toEqual([]);
  expect(brokenPromises(root)).toEqual([]);
}

/** The document of an input ended once, as its row says, after as many requests as it says. */
export function expectEnding({ events, servers }: Meeting, { id, ends, requests }: HostileInput): void {
  expect({ id, ...endingOf(events, id) }).toEqual({ id, ...ends });
  const heads = servers.get(id)?.requests ?? [];
  const asked = heads.filter((head) => pathOf(head) !== "/robots.txt").length;
  if (requests !== undefined) expect({ id, asked }).toEqual({ id, asked: requests });
  for (const head of heads) expect(head).not.toMatch(/^(authorization|cookie|range|referer|x-smuggled):/im);
}

/** Catalogs that cannot be read are told by name; the good one is read all the same. */
export function expectCatalogsFailed(meeting: Meeting, inputs: readonly HostileInput[]): void {
  const { summary, events, root } = meeting;
  expect(summary).toMatchObject({ discovered: 1, completed: 1, discovery: "failed", exit_code: 1 });
  expectStored(root, [GOOD]);
  const told = events.flatMap((event) =>
    event.type === "warning" ? [`${event.code} ${event.message}`] : [],
  );
  for (const { id, ends } of inputs) {
    const port = `:${meeting.servers.get(id)?.port}/`;
    const reason = ends.state === "completed" ? "" : ends.reason;
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`^${reason} .*${port}`)));
  }
}

/** How the run ended for one document, in the words of its event. */
export function endingOf(events: readonly LevadaEvent[], id: string): Ending | { readonly state: "unknown" } {
  const ends = events.filter((event) => ENDS.has(event.type) && "id" in event && event.id === id);
  const [end] = ends;
  if (ends.length !== 1 || end === undefined) return { state: "unknown" };
  if (end.type === "failed" || end.type === "skipped" || end.type === "pending")
    return { state: end.type, reason: end.reason };
  return { state: "completed" };
}

const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "skipped", "pending"]);

/** The same answer, given for robots.txt. */
export function asRobots(input: HostileInput): HostileInput {
  const { id, what, answer } = input;
  return {
    id,
    what: `${what}, as robots.txt`,
    ...(answer === undefined ? {} : { robots: answer }),
    ends: pending("robots_unavailable"),
    requests: 0,
  };
}

/** For titles of tests. */
export function labelled(input: HostileInput): [string, HostileInput] {
  const { id, what, ends } = input;
  const reason = ends.state === "completed" ? "" : ` (${ends.reason})`;
  return [`${id} ${what}: ${ends.state}${reason}`, input];
}

/** So that no test waits for minutes; long enough for a good answer on a busy machine. */
export const HASTE: Partial<Deadlines> = { connectMs: 800, headersMs: 800, idleMs: 800, totalMs: 2000 };
