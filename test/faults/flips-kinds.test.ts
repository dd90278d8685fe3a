/**
 * Every kind of file of a root, damaged in every way (R3, R4): bits and bytes that flip, files cut in half, emptied,
 * deleted. `LEVADA_FLIPS` sets how many, `LEVADA_SEED` repeats a choice, `LEVADA_KIND` takes those whose name has it.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import type { TestRoot } from "../kit/root.ts";
import {
  brokenEnd,
  brokenManners,
  brokenSilence,
  brokenVerdict,
  curatedOf,
  type DamagedCase,
} from "./damage-outcome.ts";
import { type Damage, DAMAGES, doDamage } from "./damages.ts";
import { FILE_KINDS, type FileKind, kindOfFile } from "./file-kinds.ts";
import { chance, SEED } from "./points.ts";
import { type RootState, stateOf } from "./root-state.ts";
import { type Said, several } from "./several.ts";
import {
  copyOf,
  filesOf,
  ingestWords,
  removeRoot,
  type Sites,
  type SourceName,
  SOURCES,
  startSites,
  wholeRoot,
} from "./whole-root.ts";

const HOURS = 3_600_000;
const FLIPS = Number(process.env["LEVADA_FLIPS"] ?? FILE_KINDS.length);
const ONLY = process.env["LEVADA_KIND"] ?? "";
const LANES = 2;

let sites: Sites;
let whole: TestRoot;
/** What the commands make of a root that nothing has happened to. */
let expected: RootState;

beforeAll(async () => {
  sites = await startSites();
  whole = await wholeRoot(sites);
  const sound = copyOf(whole);
  const said = await several([...looks(sound), ...writers(sound, null, true, false), ...looks(sound)]);
  expect(said.filter(({ code }) => code !== 0)).toEqual([]);
  expected = stateOf(sound);
  removeRoot(sound);
}, HOURS);

afterAll(async () => {
  removeRoot(whole);
  await sites.close();
});

const looks = ({ path }: TestRoot) =>
  [
    ["verify", "all", "--json"],
    ["status", "all"],
    ["search", "licencia"],
    ["review", "list"],
    ["runs", "list"],
    ["schedule", "list"],
    ["health"],
    ["diff", "local-avd-licencia-obra-menor"],
  ].map((words) => [...words, "--root", path]);

/** Either may be the first to write to the root. What was killed is brought to its end; what nobody owns meets all. */
function writers(
  root: TestRoot,
  owner: SourceName | null,
  isRunFirst: boolean,
  isManifest: boolean,
): readonly (readonly string[])[] {
  const met = SOURCES.filter((source) => owner === null || source === owner || source === "site");
  // Where the line is lost that says what is gone, the run asks whether it is, and is told by this word.
  const allowed = isManifest ? ["--allow-mass-removal"] : [];
  const runs = met.map((source) => [...ingestWords(root, source, sites), ...allowed]);
  const repair = [["verify", "all", "--repair", "--root", root.path]];
  // What a repair sets aside, because no line speaks of it any more, is fetched by the run after it.
  const after = isManifest ? runs : [];
  return isRunFirst ? [...runs, ...repair, ...after] : [...repair, ...runs];
}

/** A checkpoint that the kill came in between, perhaps. */
const HALF_WRITTEN = /^data\/state\/\w+\.json\.tmp$/;

it("knows every kind of file that a root of all sources has", () => {
  const unknown = filesOf(whole).filter((path) => kindOfFile(path) === undefined && !HALF_WRITTEN.test(path));
  expect(unknown, "say in file-kinds.ts what its loss may cost").toEqual([]);
  const kinds = new Set(filesOf(whole).map((path) => kindOfFile(path)));
  const unseen = FILE_KINDS.filter((kind) => !kinds.has(kind)).map(({ name }) => name);
  expect(unseen, "kinds that no file is of").toEqual([]);
});

interface Choice {
  readonly kind: FileKind;
  readonly damage: Damage;
  readonly path: string;
  readonly name: string;
}

/** One of each kind in turn, each time damaged in another way. */
function choices(): readonly Choice[] {
  const files = Map.groupBy(filesOf(whole), kindOfFile);
  const kinds = FILE_KINDS.filter(({ name }) => name.includes(ONLY));
  return Array.from({ length: FLIPS }, (_, nth) => {
    const kind = kinds[nth % kinds.length] as FileKind;
    const round = Math.floor(nth / kinds.length);
    const first = Math.floor(chance(`first damage ${kind.name}`) * DAMAGES.length);
    const damage = DAMAGES[(first + round) % DAMAGES.length] as Damage;
    const name = `${kind.name}, ${damage}, ${round}`;
    const paths = files.get(kind) ?? [];
    return { kind, damage, path: paths[Math.floor(chance(name) * paths.length)] as string, name };
  });
}

async function brokenBy({ kind, damage, path, name }: Choice): Promise<readonly string[]> {
  const root = copyOf(whole);
  const what = doDamage(damage, root.file(path), name);
  const damaged = existsSync(root.file(path)) ? readFileSync(root.file(path)) : null;
  const one: DamagedCase = { kind, path, damaged, root };
  const curated = curatedIn(root);
  const said = await several([
    ...looks(root),
    ...writers(root, kind.source, chance(`order ${name}`) < 0.5, kind.nature === "manifest"),
    ["verify", "all", "--json", "--root", root.path],
  ]);
  const last = [...said, ...(await takenAway(one))];
  const problems = [
    ...brokenManners(last, one),
    ...brokenVerdict(said[0] as Said, one),
    ...brokenSilence(said, one),
    ...brokenEnd(one, expected, last.findLast(({ words }) => words[0] === "verify") as Said),
    ...(curated !== null && curatedIn(root)?.equals(curated) === false ? ["a curated file was changed"] : []),
  ];
  removeRoot(root);
  return problems.map((problem) => `${name} (${path}; ${what}): ${problem}`);
}

function curatedIn(root: TestRoot): Buffer | null {
  try {
    return curatedOf(root);
  } catch {
    return null;
  }
}

/** What the words say that told of the damage: a reading is read again, a procedure of ours is taken away. */
async function takenAway({ kind, path, root }: DamagedCase): Promise<readonly Said[]> {
  if (kind.nature !== "reading" && kind.nature !== "procedure") return [];
  const reextract = ["reextract", kind.source ?? "", "--root", root.path];
  if (kind.nature === "procedure") rmSync(root.file(path), { force: true });
  return several([reextract, ["verify", "all", "--json", "--root", root.path]]);
}

it(
  `${FLIPS} damaged files of ${FILE_KINDS.length} kinds are told of or made anew, and cost nothing else (seed ${SEED})`,
  async () => {
    const work = choices().filter(({ name }) => name.includes(ONLY));
    const problems: string[] = [];
    let next = 0;
    const lane = async () => {
      for (let one = work[next++]; one !== undefined; one = work[next++])
        problems.push(...(await brokenBy(one)));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    figure("R4", "damaged files of every kind in a root of all sources", work.length);
    expect(problems).toEqual([]);
  },
  HOURS,
);
