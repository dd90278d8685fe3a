/** The order of the commit as it is, and as it would be with a bug in it: the suite must tell them apart (E2). */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeFaults } from "./bench.ts";
import { type Ended, type Lane, type Phase } from "./lane.ts";
import { MOVED_OFTEN, mutantHome, type Mutation } from "./mutant.ts";
import { brokenOrder } from "./order.ts";
import { kindOf, pointsOf } from "./points.ts";
import { brokenAfterFault } from "./promises.ts";
import { callsOf } from "./call-log.ts";

const COMMIT = "await this.#registry.commit(this.#source, committed, watermark);";
const REPLACE = "if (replacing.length > 0) await this.#archive.replace(replacing);";
const UNSEEN = "const watermark = { size: 0, mtimeMs: 0, crc32: 0, lines: 0 };";
const APPENDED = "this.#manifest.append(this.#source, lines.flat().map(serializeLine))";
const APPEND = `const watermark = await ${APPENDED};`;

const AFTER_CHECKPOINT: Mutation = {
  name: "manifest after checkpoint",
  file: "application/committer.ts",
  changes: [
    [APPEND, UNSEEN],
    [COMMIT, `${COMMIT}\n    setTimeout(() => void ${APPENDED}.catch(() => {}), 50);`],
  ],
};

const SYNC_LOG = "this.#sync(this.#log, `${this.#path}-wal`);";
const COMMITTED = `    ${SYNC_LOG}\n    this.#commits += 1;`;
const MARKED = "this.#db.exec(`PRAGMA main.user_version = ${version}`);";

interface Bug extends Mutation {
  readonly phase: Phase;
  readonly caught: string;
}

const BUGS: readonly Bug[] = [
  {
    name: "no sync before the rename",
    file: "infrastructure/files/receive-body.ts",
    changes: [["    await durability.syncFile(handle, file);\n", ""]],
    phase: "new",
    caught: "its bytes were not synced before the rename",
  },
  {
    name: "no sync of the folder after the rename",
    file: "infrastructure/files/archive.ts",
    changes: [
      [
        "    await Promise.all(moves);\n    await this.#syncAll(folders.values());\n",
        "    await Promise.all(moves);\n",
      ],
    ],
    phase: "new",
    caught: "its name was not synced between the rename and the manifest line",
  },
  {
    name: "no sync of a new folder's parent",
    file: "infrastructure/files/folders.ts",
    changes: [["this.#durability.syncFolder(parent)", "Promise.resolve(void parent)"]],
    phase: "new",
    caught: "a new folder was not synced before the manifest line",
  },
  {
    name: "no sync of the manifest",
    file: "infrastructure/files/manifest.ts",
    changes: [
      [
        "      await this.#durability.syncFile(handle, file);\n      const mtimeMs = await stillThere",
        "      const mtimeMs = await stillThere",
      ],
    ],
    phase: "new",
    caught: "its manifest line was not synced",
  },
  {
    name: "the database not synced with each commit",
    file: MOVED_OFTEN.file,
    changes: [[COMMITTED, "    this.#commits += 1;"]],
    phase: "new",
    caught: "its registry entry was not synced",
  },
  {
    name: "the log moved into the database before it is synced",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [COMMITTED, "    this.#commits += 1;"]],
    phase: "new",
    caught: "frames were moved into the database before they were synced",
  },
  {
    name: "the database not synced after the log was moved into it",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, ["    this.#sync(this.#file, this.#path);\n    return", "    return"]],
    phase: "new",
    caught: "the log went on before the database was synced",
  },
  {
    name: "the database not synced before the log is removed",
    file: MOVED_OFTEN.file,
    changes: [["    this.#sync(this.#file, this.#path);\n    return", "    return"]],
    phase: "new",
    caught: "the database was not synced in the end",
  },
  {
    name: "no sync after the first frame of a log that starts over",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [`${MARKED}\n    ${SYNC_LOG}`, MARKED]],
    phase: "new",
    caught: "the log started over with more than one frame unsynced",
  },
  {
    name: "no frame of its own at the start of a log",
    file: MOVED_OFTEN.file,
    changes: [...MOVED_OFTEN.changes, [`${MARKED}\n    ${SYNC_LOG}`, ""]],
    phase: "new",
    caught: "the log started over with more than one frame unsynced",
  },
  {
    name: "registry before manifest",
    file: "application/committer.ts",
    changes: [
      [APPEND, UNSEEN],
      [COMMIT, `${COMMIT}\n    await ${APPENDED};`],
    ],
    phase: "new",
    caught: "its registry entry was not synced between the manifest line and the acknowledgement",
  },
  {
    name: "a replacement in place before its line",
    file: "application/committer.ts",
    changes: [
      [`    ${REPLACE}\n`, ""],
      [APPEND, `${REPLACE}\n    ${APPEND}`],
    ],
    phase: "replace",
    caught: "it took the old one's place before its line was synced",
  },
  {
    name: "no sync of the checkpoint",
    file: "infrastructure/files/checkpoint-writer.ts",
    changes: [["      await this.#durability.syncFile(handle, temporary);\n", ""]],
    phase: "new",
    caught: "the checkpoint's bytes were not synced before the rename",
  },
  {
    ...AFTER_CHECKPOINT,
    phase: "new",
    caught: "its registry entry was not synced between the manifest line and the acknowledgement",
  },
];

async function orderOf(
  lane: Lane,
  phase: Phase,
  home?: string,
): Promise<{ ended: Ended; problems: string[] }> {
  const root = await lane.rootFor(phase);
  const ended = await lane.run(root, phase, home === undefined ? {} : { home });
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(ended.acknowledged).toHaveLength(lane.documents);
  const problems = brokenOrder(ended.log, readFileSync(root.manifestFile));
  lane.forget(root);
  return { ended, problems };
}

describeFaults("the order of a commit", ({ lanes }) => {
  const lane = () => lanes[0] as Lane;

  it.each<Phase>(["new", "replace"])("is kept for %s documents", async (phase) => {
    for (let run = 0; run < 3; run++) expect((await orderOf(lane(), phase)).problems).toEqual([]);
  });

  it.each<Phase>(["new", "replace"])(
    "is kept for %s documents while the log is moved often",
    async (phase) => {
      const home = mutantHome(MOVED_OFTEN);
      expect((await orderOf(lane(), phase, home)).problems).toEqual([]);
    },
  );

  it.each(BUGS)("is seen to be broken by: $name", async (bug) => {
    const { problems } = await orderOf(lane(), bug.phase, mutantHome(bug));
    expect(problems).toContainEqual(expect.stringContaining(bug.caught));
  });

  it("a kill after a checkpoint shows a manifest that comes after it", async () => {
    const home = mutantHome(AFTER_CHECKPOINT);
    const { ended } = await orderOf(lane(), "new", home);
    const renames = callsOf(ended.log).filter((call) => call.call === "rename");
    expect(renames.map(kindOf)).toContain("checkpoint");
    const points = pointsOf("new", ended.log, ["after"]).filter(
      ({ group }) => group === "new rename checkpoint",
    );
    const problems: string[] = [];
    for (const { at } of points) {
      const root = await lane().rootFor("new");
      const fault = { at, do: "kill", only: "rename", after: true } as const;
      const { acknowledged } = await lane().run(root, "new", { fault, home });
      problems.push(...brokenAfterFault(root, "new", acknowledged));
    }
    expect(problems).toContainEqual(
      expect.stringContaining("completed in the checkpoint but not in the manifest"),
    );
    expect(problems).toContainEqual(
      expect.stringContaining("acknowledged and its line is not in the manifest"),
    );
  });
});
