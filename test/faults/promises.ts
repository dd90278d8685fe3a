/** What must hold after a fault, and after the run that follows it (R1, R5). Answers what does not, in words. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { brokenPromises, keyOf, type ManifestRow, type TestRoot } from "../kit/root.ts";
import type { Ended, Lane, Phase } from "./lane.ts";
import { isVersion } from "./versions.ts";

/** Between a kill and the next start. */
export function brokenAfterFault(root: TestRoot, phase: Phase, acknowledged: readonly string[]): string[] {
  const versions = linesOf(root);
  const wanted = phase === "replace" ? 2 : 1;
  const lost = acknowledged
    .filter((id) => (versions.get(id)?.length ?? 0) < wanted)
    .map((id) => `${id} was acknowledged and its line is not in the manifest`);
  const staged = stagedHashes(root);
  const isOnItsWay = (problem: string) => {
    const last = versions.get(problem.split(":")[0] ?? "")?.at(-1);
    return last !== undefined && staged.has(last.sha256_checksum);
  };
  // A replacement whose line is written and whose file is not yet in place is completed by the next start.
  return [...lost, ...brokenPromises(root).filter((problem) => phase === "new" || !isOnItsWay(problem))];
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

/** After a plain run without faults that followed the fault; `before` is what the manifest said when it began. */
export function brokenAfterRecovery(
  lane: Lane,
  root: TestRoot,
  before: ReadonlyMap<string, readonly ManifestRow[]>,
  ended: Ended,
): string[] {
  const problems = brokenPromises(root);
  const say = (isBroken: boolean, problem: string) => void (isBroken && problems.push(problem));
  say(ended.code !== 0, `the next run ended with ${ended.code}: ${ended.stderr.trim()}`);

  const expected = lane.site.wells.flatMap(({ documents }) => documents.map(({ path }) => numberIn(path)));
  const stored = root.documents().map((key) => key.slice(key.lastIndexOf("-") + 1));
  say(stored.toSorted().join() !== expected.toSorted().join(), `the documents are ${stored.join(" ")}`);

  const completed = root.checkpoint()?.completed_ids.toSorted() ?? [];
  say(completed.join() !== [...linesOf(root).keys()].toSorted().join(), "the checkpoint is not the manifest");
  for (const [id, lines] of linesOf(root)) {
    const had = before.get(id)?.length ?? 0;
    say(lines.length !== Math.max(1, had), `${id} has ${lines.length} lines and had ${had}`);
    say(
      new Set(lines.map(({ sha256_checksum }) => sha256_checksum)).size < lines.length,
      `${id}: a line twice`,
    );
    const bytes = readFileSync(root.file((lines.at(-1) as ManifestRow).local_path));
    say(!isVersion(zstdDecompressSync(bytes)), `${id} is no answer that was sent`);
  }
  const known = [...before.keys()];
  const again = ended.asked.filter((path) => known.some((key) => key.endsWith(`-${numberIn(path)}`)));
  say(again.length > 0, `fetched again: ${again.join(" ")}`);

  const left = filesUnder(root.file("data/raw/usgs/.incoming"));
  say(left.length > 0, `left in .incoming: ${left.join(" ")}`);
  const litter = readdirSync(root.file("data/state")).filter((name) => !STATE_FILES.test(name));
  say(litter.length > 0, `left in data/state: ${litter.join(" ")}`);
  return problems;
}
