/** What must hold after a fault, and after the run that follows it (R1, R5). Answers what does not, in words. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { brokenPromises, keyOf, type ManifestRow, type TestRoot } from "../kit/root.ts";
import type { Ended, Lane, Phase } from "./lane.ts";
import { isDamaged, STRANGER, STRANGER_ASIDE, STRANGER_TEXT } from "./damage.ts";
import { isVersion } from "./versions.ts";

/** Between a kill and the next start. */
export function brokenAfterFault(root: TestRoot, phase: Phase, acknowledged: readonly string[]): string[] {
  const versions = linesOf(root);
  const wanted = phase === "replace" || phase === "repair" ? 2 : 1;
  const lost = acknowledged
    .filter((id) => (versions.get(id)?.length ?? 0) < wanted)
    .map((id) => `${id} was acknowledged and its line is not in the manifest`);
  const staged = stagedHashes(root);
  const isExcused = (problem: string) => {
    const lines = versions.get(problem.split(":")[0] ?? "") ?? [];
    const last = lines.at(-1);
    if (last === undefined || phase === "new") return false;
    // A replacement whose line is written and whose file is not yet in place is completed by the next start;
    // a damaged document without a second line is still to be repaired.
    return staged.has(last.sha256_checksum) || (phase === "repair" && lines.length === 1 && isDamaged(last));
  };
  return [...lost, ...brokenPromises(root).filter((problem) => !isExcused(problem))];
}

/** Complete lines by id, in their order. */
export function linesOf(root: TestRoot): Map<string, ManifestRow[]> {
  const text = existsSync(root.manifestFile) ? readFileSync(root.manifestFile, "utf8") : "";
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  return Map.groupBy(
    lines.map((line) => JSON.parse(line) as ManifestRow),
    ({ local_path }) => keyOf(local_path),
  );
}

function stagedHashes(root: TestRoot): Set<string> {
  const staged = filesUnder(root.file("data/raw/usgs/.incoming")).filter((file) => file.endsWith(".next"));
  return new Set(staged.map((file) => createHash("sha256").update(readFileSync(file)).digest("hex")));
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The document's number in its URL. */
const numberIn = (path: string) => /_analysis_(\d+)_/.exec(path)?.[1] ?? path;

/** What may be in `data/state/` when nobody runs. */
const STATE_FILES = /^(levada\.db(-wal|-shm)?|levada\.lock|usgs\.json(\.bak)?)$/;

export type Lines = ReadonlyMap<string, readonly ManifestRow[]>;

/** After a plain run without faults that followed the fault; `before` is what the manifest said when it began. */
export function brokenAfterRecovery(lane: Lane, root: TestRoot, before: Lines, ended: Ended): string[] {
  const problems = [...brokenAtRest(lane, root, ended), ...fetchedAgain(ended, [...before.keys()])];
  for (const [id, lines] of linesOf(root)) {
    const had = before.get(id)?.length ?? 0;
    if (lines.length !== Math.max(1, had)) problems.push(`${id} has ${lines.length} lines and had ${had}`);
  }
  return problems;
}

/** After a plain run that followed a fault in a repair: it repairs nothing, and asks for nothing. */
export function brokenAfterInterlude(before: Lines, root: TestRoot, ended: Ended): string[] {
  const problems = ended.code === 0 ? [] : [`the next run ended with ${ended.code}: ${ended.stderr.trim()}`];
  if (ended.asked.length > 0)
    problems.push(`fetched by a run that repairs nothing: ${ended.asked.join(" ")}`);
  if (countsOf(linesOf(root)) !== countsOf(before)) problems.push("a run that repairs nothing added lines");
  return problems;
}

/** After a repair without faults: as if there had been no other, and nothing was fetched that was repaired already. */
export function brokenAfterRepair(lane: Lane, root: TestRoot, before: Lines, ended: Ended): string[] {
  const problems = brokenAtRest(lane, root, ended);
  const say = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  const left = [...before.values()].flatMap((lines) => (lines.length === 1 ? lines : [])).filter(isDamaged);
  const expected = left.map(({ source_url }) => numberIn(source_url)).toSorted();
  const asked = ended.asked.map(numberIn).toSorted();
  say(asked.join() !== expected.join(), `fetched ${asked.join(" ")}; damaged were ${expected.join(" ")}`);
  const found = ended.found.filter((path) => path !== STRANGER);
  const paths = left.map(({ local_path }) => local_path).toSorted();
  say(found.join() !== paths.join(), `found ${found.join(" ")}; damaged were ${paths.join(" ")}`);
  for (const [id, lines] of linesOf(root)) {
    const wanted = lines.some(isDamaged) ? 2 : 1;
    say(lines.length !== wanted, `${id} has ${lines.length} lines instead of ${wanted}`);
  }
  const stranger = existsSync(root.file(STRANGER_ASIDE)) && readFileSync(root.file(STRANGER_ASIDE), "utf8");
  say(stranger !== STRANGER_TEXT, "the stranger is not among the orphans");
  return problems;
}

const countsOf = (lines: Lines) => [...lines].map(([id, { length }]) => `${id} ${length}`).join();

function fetchedAgain({ asked }: Ended, known: readonly string[]): string[] {
  const again = asked.filter((path) => known.some((key) => key.endsWith(`-${numberIn(path)}`)));
  return again.length > 0 ? [`fetched again: ${again.join(" ")}`] : [];
}

/** After any run that had nothing to complain of: everything is there, once, whole, and nothing lies about. */
function brokenAtRest(lane: Lane, root: TestRoot, ended: Ended): string[] {
  const problems = brokenPromises(root);
  const say = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  say(ended.code !== 0, `the next run ended with ${ended.code}: ${ended.stderr.trim()}`);

  const expected = lane.site.wells.flatMap(({ documents }) => documents.map(({ path }) => numberIn(path)));
  const stored = root.documents().map((key) => key.slice(key.lastIndexOf("-") + 1));
  say(stored.toSorted().join() !== expected.toSorted().join(), `the documents are ${stored.join(" ")}`);

  const completed = root.checkpoint()?.completed_ids.toSorted() ?? [];
  say(completed.join() !== [...linesOf(root).keys()].toSorted().join(), "the checkpoint is not the manifest");
  for (const [id, lines] of linesOf(root)) {
    const versions = new Set(lines.map(({ sha256_checksum }) => sha256_checksum));
    say(versions.size < lines.length, `${id}: a line twice`);
    say(!isWhole(root.file((lines.at(-1) as ManifestRow).local_path)), `${id} is no answer that was sent`);
  }
  const left = filesUnder(root.file("data/raw/usgs/.incoming"));
  say(left.length > 0, `left in .incoming: ${left.join(" ")}`);
  const litter = readdirSync(root.file("data/state")).filter((name) => !STATE_FILES.test(name));
  say(litter.length > 0, `left in data/state: ${litter.join(" ")}`);
  return problems;
}

function isWhole(file: string): boolean {
  try {
    return isVersion(zstdDecompressSync(readFileSync(file)));
  } catch {
    return false;
  }
}
