/** Bugs to put back, one at a time: what the suite must not let pass. `npm run test:faults -- -t "a bug put back"`. */
import type { CallClass } from "./call-log.ts";
import { MOVED_OFTEN, type Mutation } from "./mutant.ts";
import type { StruckPhase } from "./subject.ts";

export interface Bug extends Mutation {
  readonly source: string;
  readonly phase: StruckPhase;
  /**
   * How it shows: in the order of calls of a run without faults, or after a strike at one of the first such calls.
   * `recovery`: only the run after the kill has it.
   */
  readonly shows:
    | { readonly by: "order" }
    | {
        readonly by: "kill" | "recovery" | "eio";
        readonly only: CallClass;
        readonly path: string;
        readonly after?: true;
      };
  /** A part of what the suite says of it. */
  readonly caught: string;
}

const COMMIT = "await this.#registry.commit(this.#source, committed, watermark);";
const REPLACE = "if (replacing.length > 0) await this.#archive.replace(replacing);";
const UNSEEN = "const watermark = { size: 0, mtimeMs: 0, crc32: 0, lines: 0 };";
const APPENDED = "this.#manifest.append(this.#source, lines.flat().map(serializeLine))";
const APPEND = `const watermark = await ${APPENDED};`;
const SYNC_LOG = "this.#sync(this.#log, `${this.#path}-wal`);";
const COMMITTED = `    ${SYNC_LOG}\n    this.#commits += 1;`;
const MARKED = "this.#db.exec(`PRAGMA main.user_version = ${version}`);";

const ORDER = { source: "usgs", phase: "new", shows: { by: "order" } } as const;

/** The commit as it is for every source (E2). */
const OF_THE_COMMIT: readonly Bug[] = [
  {
    ...ORDER,
    name: "a rename without syncing the file first",
    file: "infrastructure/files/receive-body.ts",
    changes: [["    await durability.syncFile(handle, file);\n", ""]],
    caught: "its bytes were not synced before the rename",
  },
  {
    ...ORDER,
    name: "no sync of the folder after the rename",
    file: "infrastructure/files/archive.ts",
    changes: [
      [
        "    await Promise.all(moves);\n    await this.#syncAll(folders.values());\n",
        "    await Promise.all(moves);\n",
      ],
    ],
    caught: "its name was not synced between the rename and the manifest line",
  },
  {
    ...ORDER,
    name: "no sync of a new folder's parent",
    file: "infrastructure/files/folders.ts",
    changes: [["this.#durability.syncFolder(parent)", "Promise.resolve(void parent)"]],
    caught: "a new folder was not synced before the manifest line",
  },
  {
    ...ORDER,
    name: "a manifest line that is not synced",
    file: "infrastructure/files/manifest.ts",
    changes: [
      [
        "      await this.#durability.syncFile(handle, file);\n      const mtimeMs = await stillThere",
        "      const mtimeMs = await stillThere",
      ],
    ],
    caught: "its manifest line was not synced",
  },
  {
    ...ORDER,
    name: "an acknowledgement before the manifest's sync",
    file: "application/committer.ts",
    changes: [
      ["finished.acknowledge(documentsOf(i))", "void [finished, i]"],
      [
        "    this.#refuseIfBroken();\n    const watermark",
        "    batch.forEach(({ acknowledge }, i) => acknowledge((lines[i] ?? []).map(storedDocument)));\n    const watermark",
      ],
    ],
    caught: "it was acknowledged before its manifest line was synced",
  },
  {
    ...ORDER,
    name: "the registry before the manifest",
    file: "application/committer.ts",
    changes: [
      [APPEND, UNSEEN],
      [COMMIT, `${COMMIT}\n    await ${APPENDED};`],
    ],
    caught: "its registry entry was not synced between the manifest line and the acknowledgement",
  },
  {
    ...ORDER,
    name: "the manifest after the checkpoint",
    file: "application/committer.ts",
    changes: [
      [APPEND, UNSEEN],
      [COMMIT, `${COMMIT}\n    setTimeout(() => void ${APPENDED}.catch(() => {}), 50);`],
    ],
    shows: { by: "kill", only: "rename", path: "data/state/usgs.json.tmp", after: true },
    caught: "completed in the checkpoint but not in the manifest",
  },
  {
    ...ORDER,
    name: "a checkpoint that is not synced",
    file: "infrastructure/files/checkpoint-writer.ts",
    changes: [["      await this.#durability.syncFile(handle, temporary);\n", ""]],
    caught: "the checkpoint's bytes were not synced before the rename",
  },
  ...["usgs", "wiki", "site", "tramites"].map(
    (source): Bug => ({
      source,
      phase: "replace",
      shows: { by: "order" },
      name: `a replacement of ${source} in place before its line is durable`,
      file: "application/committer.ts",
      changes: [
        [`    ${REPLACE}\n`, ""],
        [APPEND, `${REPLACE}\n    ${APPEND}`],
      ],
      caught: "it took the old one's place before its line was synced",
    }),
  ),
];

/** The database and its log (docs/adr/0002). */
const OF_THE_DATABASE: readonly Bug[] = [
  {
    ...ORDER,
    name: "the database not synced with each commit",
    file: MOVED_OFTEN.file,
    changes: [[COMMITTED, "    this.#commits += 1;"]],
    caught: "its registry entry was not synced",
  },
  {
    ...ORDER,
    name: "the log moved into the database before it is synced",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [COMMITTED, "    this.#commits += 1;"]],
    caught: "frames were moved into the database before they were synced",
  },
  {
    ...ORDER,
    name: "the database not synced after the log was moved into it",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, ["    this.#sync(this.#file, this.#path);\n    return", "    return"]],
    caught: "the log went on before the database was synced",
  },
  {
    ...ORDER,
    name: "the database not synced before the log is removed",
    file: MOVED_OFTEN.file,
    changes: [["    this.#sync(this.#file, this.#path);\n    return", "    return"]],
    caught: "the database was not synced in the end",
  },
  {
    ...ORDER,
    name: "no sync after the first frame of a log that starts over",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [`${MARKED}\n    ${SYNC_LOG}`, MARKED]],
    caught: "the log started over with more than one frame unsynced",
  },
  {
    ...ORDER,
    name: "no frame of its own at the start of a log",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [`${MARKED}\n    ${SYNC_LOG}`, ""]],
    caught: "the log started over with more than one frame unsynced",
  },
];

/** What only some sources do: pages with something beside them, documents that go, calls that are logged. */
const OF_SOURCES: readonly Bug[] = [
  ...[
    ["wiki", "checksum differs"] as const,
    // The version before has already made way.
    ["site", "is not there"] as const,
  ].map(
    ([source, caught]): Bug => ({
      source,
      phase: "replace",
      name: `a recovery of ${source} that drops a staged file whose line is written`,
      file: "infrastructure/files/archive.ts",
      changes: [
        ["if (one === null) dropped.push(file);", "if (one === null || file !== null) dropped.push(file);"],
      ],
      shows: { by: "recovery", only: "rename", path: ".next" },
      caught,
    }),
  ),
  {
    source: "site",
    phase: "new",
    name: "what is said of a page written without a sync",
    file: "infrastructure/files/new-file.ts",
    changes: [["    await durability.syncFile(handle, file);\n", "    void durability;\n"]],
    shows: { by: "order" },
    caught: "took its name before its bytes were synced",
  },
  {
    source: "site",
    phase: "replace",
    name: "a recovery that does not say again what is said of a page",
    file: "application/recover.ts",
    changes: [
      ["  if (owed !== null) await describeAgain(source, ports, owed);\n", "  void describeAgain;\n"],
    ],
    shows: { by: "recovery", only: "rename", path: ".meta.json.part" },
    caught: ".meta.json is",
  },
  {
    source: "site",
    phase: "new",
    name: "a run that asks again for what the one before it has stored",
    file: "application/run-journal.ts",
    changes: [["    start = startedAt;\n", "    void startedAt;\n"]],
    shows: { by: "recovery", only: "rename", path: "data/state/site.json" },
    caught: "asked for again",
  },
  {
    source: "tramites",
    phase: "replace",
    name: "a page put aside before its last line",
    file: "application/retiring.ts",
    changes: [
      [
        "  const watermark = await manifest.append(",
        "  for (const one of chosen.map(storedDocument)) if (one.formerPath !== undefined) await archive.moveTo(source, one.formerPath, one.localPath);\n  const watermark = await manifest.append(",
      ],
    ],
    shows: { by: "order" },
    caught: "it was put aside before its line was synced",
  },
  {
    source: "tramites",
    phase: "new",
    name: "a catalog that takes its name before its bytes are synced",
    file: "infrastructure/files/whole-json-file.ts",
    changes: [["      await this.#durability.syncFile(this.#handle, this.#file);\n", ""]],
    shows: { by: "order" },
    caught: "ingestion_catalog.json: took its name before its bytes were synced",
  },
  {
    source: "wiki",
    phase: "new",
    name: "calls that are stored from before they are in their log",
    file: "infrastructure/files/call-log.ts",
    changes: [["    await durability.syncFile(log, file);\n", ""]],
    shows: { by: "order" },
    caught: "was stored before the calls that brought it were synced",
  },
  {
    source: "usgs",
    phase: "new",
    name: "a first failed sync that is tried again",
    file: "infrastructure/files/durability.ts",
    changes: [
      [
        '        await this.#sync(handle, "file");',
        '        await this.#sync(handle, "file").catch(() => this.#sync(handle, "file"));',
      ],
    ],
    shows: { by: "eio", only: "fsync", path: "manifest.jsonl" },
    caught: "ended with 0",
  },
];

export const MUTATIONS: readonly Bug[] = [...OF_THE_COMMIT, ...OF_THE_DATABASE, ...OF_SOURCES];
