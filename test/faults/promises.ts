/** What must hold after a fault, and after the run that follows it (R1, R5). Answers what does not, in words. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import type { TestRoot } from "../kit/root.ts";
import { asideOf, STRANGER_TEXT } from "./damage.ts";
import { filesUnder, halfWritten, litter, stagedHashes } from "./files.ts";
import type { Ended, Fault, Lane, RunOptions } from "./lane.ts";
import { countOf, countsOf, grown, isRetired, type Line, type Lines } from "./lines.ts";
import type { Phase, StruckPhase } from "./subject.ts";

/** A root, and what it was when the phase began in it. */
export interface Struck {
  readonly lane: Lane;
  readonly root: TestRoot;
  readonly phase: StruckPhase;
  /** Lines that were there before the phase began. */
  readonly base: Lines;
  readonly curated: readonly string[];
  run(phase: Phase, fault?: Fault): Promise<Ended>;
}

export async function prepared(
  lane: Lane,
  phase: StruckPhase,
  home: Pick<RunOptions, "home"> = {},
): Promise<Struck> {
  const root = await lane.rootFor(phase);
  const run: Struck["run"] = (next, fault) => lane.run(root, next, { ...home, ...(fault && { fault }) });
  return { lane, root, phase, base: lane.linesOf(root), curated: curatedIn(lane, root), run };
}

const curatedIn = ({ stage }: Lane, root: TestRoot) =>
  stage.curated.map((path) => readFileSync(root.file(path), "utf8"));

/** Between a fault and the next start. */
export function brokenAfterFault(struck: Struck, acknowledged: readonly string[]): string[] {
  const { lane, root, base, curated } = struck;
  const lines = lane.linesOf(root);
  const isLost = (id: string) => countOf(lines, id) <= countOf(base, id);
  const lost = acknowledged
    .filter(isLost)
    .map((id) => `${id} was acknowledged and its line is not in the manifest`);
  return [
    ...lost,
    ...ahead(struck, lines),
    ...brokenDocuments(struck, lines),
    ...halfWritten(root, damagedPaths(struck, lines, lane.stage.damaged)),
    ...(curatedIn(lane, root).join() === curated.join() ? [] : ["a file written by hand was touched"]),
  ];
}

/** The checkpoint never says more than the manifest (E1). */
function ahead({ lane, root }: Struck, lines: Lines): string[] {
  return completedIn(lane, root)
    .filter((id) => !lines.has(id))
    .map((id) => `${id} is completed in the checkpoint but not in the manifest`);
}

function completedIn({ source }: Lane, root: TestRoot): readonly string[] {
  const file = root.file(`data/state/${source}.json`);
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { completed_ids: string[] }).completed_ids;
}

/** Paths of documents that were damaged on purpose, of these keys. */
function damagedPaths({ phase }: Struck, lines: Lines, keys: readonly string[]): readonly string[] {
  return phase === "repair" ? keys.flatMap((key) => lines.get(key)?.at(-1)?.local_path ?? []) : [];
}

/** Keys of those that have not been repaired yet. */
function stillDamaged({ lane, base }: Struck, lines: Lines): readonly string[] {
  return lane.stage.damaged.filter((key) => countOf(lines, key) === countOf(base, key)).toSorted();
}

/**
 * Keys that a repair will find. One whose bytes were fetched again and are those that its line tells needs no new line:
 * the next start puts them in place.
 */
export function leftToRepair(struck: Struck): readonly string[] {
  const { lane, root, phase } = struck;
  if (phase !== "repair") return [];
  const [lines, staged] = [lane.linesOf(root), stagedHashes(root)];
  return stillDamaged(struck, lines).filter((key) => {
    const last = lines.get(key)?.at(-1);
    if (last === undefined) return true;
    const { local_path: path, sha256_checksum: hash } = last;
    return !staged.has(hash) && hashOf(root.file(path)) !== hash;
  });
}

function hashOf(file: string): string | null {
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : null;
}

/** The file of every last line is there, with its bytes. */
function brokenDocuments(struck: Struck, lines: Lines): string[] {
  const excused = new Set(damagedPaths(struck, lines, stillDamaged(struck, lines)));
  const staged = stagedHashes(struck.root);
  return [...lines].flatMap(([key, all]) => {
    const line = all.at(-1) as Line;
    // A replacement whose line is written and whose file is not yet in place is completed by the next start.
    if (excused.has(line.local_path) || staged.has(line.sha256_checksum)) return [];
    return fileProblems(struck, line).map((problem) => `${key}: ${problem}`);
  });
}

function fileProblems({ lane, root }: Struck, line: Line): string[] {
  // What is let go may still be where it was.
  const places = isRetired(line) ? [line.local_path, line.metadata.former_path ?? ""] : [line.local_path];
  const place = places.find((path) => existsSync(root.file(path)));
  if (place === undefined) return [`the manifest's file ${line.local_path} is not there`];
  const bytes = readFileSync(root.file(place));
  const problems: string[] = [];
  if (createHash("sha256").update(bytes).digest("hex") !== line.sha256_checksum)
    problems.push("checksum differs");
  if (bytes.length !== line.compressed_size) problems.push("compressed size differs");
  if (sizeOf(place, bytes) !== line.original_size) problems.push("original size differs");
  const more = lane.stage.brokenDocument?.(bytes) ?? null;
  return more === null ? problems : [...problems, more];
}

/** Of what was compressed; null where it does not decompress. */
function sizeOf(place: string, bytes: Buffer): number | null {
  if (!place.endsWith(".zst")) return bytes.length;
  try {
    return zstdDecompressSync(bytes).length;
  } catch {
    return null;
  }
}

/** What was there when the recovery began. */
export interface Found {
  readonly lines: Lines;
  /** Keys of documents that are still to be repaired. */
  readonly left: readonly string[];
  /** The struck run had told its end: the next one is another, and may ask whether there is news. */
  readonly hadEnded: boolean;
}

/** After a run without faults that followed the fault: everything is there, once, whole, and nothing lies about. */
export async function brokenAfterRecovery(struck: Struck, found: Found, ended: Ended): Promise<string[]> {
  return [
    ...(await brokenAtRest(struck, found, ended)),
    ...fetchedAgain(struck, found, ended),
    ...(struck.phase === "repair" ? brokenRepair(struck, found, ended) : []),
  ];
}

/** After a plain run that followed a fault in a repair: it repairs nothing, and asks for nothing; what is missing at most. */
export function brokenAfterInterlude(struck: Struck, { lines, left }: Found, ended: Ended): string[] {
  const { lane, root } = struck;
  const problems = ended.code === 0 ? [] : [`the next run ended with ${ended.code}: ${ended.stderr.trim()}`];
  const allowed = new Set(lane.stage.mendsMissing === true ? left : []);
  const fetched = ended.asked.filter(({ key, hasBody }) => hasBody && !allowed.has(key));
  if (fetched.length > 0)
    problems.push(`fetched by a run that repairs nothing: ${fetched.map(({ key }) => key).join(" ")}`);
  const added = [...grown(lane.linesOf(root), lines)].filter((key) => !allowed.has(key));
  if (added.length > 0) problems.push(`lines added by a run that repairs nothing: ${added.join(" ")}`);
  return problems;
}

/** As if there had been no other, and nothing was fetched that was repaired already. */
function brokenRepair(struck: Struck, { lines, left }: Found, ended: Ended): string[] {
  const { lane, root } = struck;
  const problems: string[] = [];
  const say = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  const asked = ended.asked.map(({ key }) => key).toSorted();
  say(asked.join() !== left.join(), `fetched ${asked.join(" ")}; damaged were ${left.join(" ")}`);
  const found = ended.found.filter((path) => path !== lane.stage.stranger).toSorted();
  const paths = damagedPaths(struck, lines, left).toSorted();
  say(found.join() !== paths.join(), `found ${found.join(" ")}; damaged were ${paths.join(" ")}`);
  const aside = root.file(asideOf(lane.stage));
  const text = existsSync(aside) && readFileSync(aside, "utf8");
  say(text !== STRANGER_TEXT, "the stranger is not among the orphans");
  return problems;
}

function fetchedAgain({ base }: Struck, { lines, hadEnded }: Found, { asked }: Ended): string[] {
  const stored = grown(lines, base);
  const again = asked.filter(({ key, hasBody }) => stored.has(key) && (hasBody || !hadEnded));
  return again.length > 0 ? [`asked for again: ${again.map(({ key }) => key).join(" ")}`] : [];
}

async function brokenAtRest(struck: Struck, found: Found, ended: Ended): Promise<string[]> {
  const { lane, root, phase } = struck;
  const expected = await lane.undisturbed(phase);
  const lines = lane.linesOf(root);
  const problems: string[] = [];
  const say = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  say(ended.code !== 0, `the next run ended with ${ended.code}: ${ended.stderr.trim()}`);
  const [counted, wanted] = [countsOf(lines), wantedCounts(struck, found, expected.lines)];
  say(counted !== wanted, `the manifest has ${counted}; without faults ${wanted}`);
  const stored = [...lines].filter(([, all]) => !isRetired(all.at(-1) as Line)).map(([key]) => key);
  const completed = completedIn(lane, root).toSorted().join();
  say(completed !== stored.toSorted().join(), `the checkpoint has ${completed}`);
  const staged = filesUnder(root.path).filter((name) => name.includes("/.incoming/"));
  say(staged.length > 0, `left in .incoming: ${staged.join(" ")}`);
  // A repair that finds nothing to repair fetches nothing, and does not write what runs write: one more does.
  if (phase === "repair" && litter(root, lane.source).length > 0) await struck.run("plain");
  const left = litter(root, lane.source);
  say(left.length > 0, `left behind: ${left.join(" ")}`);
  return [...problems, ...differences(await lane.stage.settled(root), expected.settled)];
}

/** How many lines there have to be of each document, in the end. */
function wantedCounts({ lane, phase }: Struck, { lines, left }: Found, undisturbed: Lines): string {
  // What was replaced only because the struck run was asked to, the next one leaves as it is.
  if (phase === "replace" && lane.stage.replacesOnRequest === true) return countsOf(lines);
  if (phase !== "repair") return countsOf(undisturbed);
  const added = [...lines].map(
    ([key, all]) => [key, left.includes(key) ? [...all, ...all.slice(-1)] : all] as const,
  );
  return countsOf(new Map(added));
}

function differences(
  now: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(now), ...Object.keys(expected)]);
  return [...names]
    .filter((name) => now[name] !== expected[name])
    .map((name) => `${name} is ${excerpt(now[name], expected[name])}`);
}

/** Where two texts part. */
function excerpt(now: string | undefined, expected: string | undefined): string {
  if (now === undefined || expected === undefined) return now === undefined ? "missing" : "there";
  let at = 0;
  while (now[at] === expected[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${around(now)} instead of ${around(expected)}`;
}
