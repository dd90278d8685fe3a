import { access, open, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { ExtractFile, ExtractFiles } from "../../application/ports.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { move, remove } from "./file-moves.ts";
import { Folders } from "./folders.ts";
import { NEW_FILE } from "./receive-body.ts";
import { storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const JSON_ENDING = ".extracted.json";
const MARKDOWN_ENDING = ".md";
const RENDERED_ENDING = ".rendered.html";

/** What documents say, as files under the root (P20). */
export function createExtractFiles(root: string, options: DurabilityOptions = {}): ExtractFiles {
  const base = resolve(root);
  const durability = new Durability(options);
  const folders = new Folders(base, durability);
  return {
    async write(files) {
      const touched = new Set(
        await Promise.all(files.flatMap((file) => writeOne(file, folders, durability))),
      );
      await Promise.all([...touched].map((folder) => durability.syncFolder(folder)));
    },
    async remove(stems) {
      for (const stem of stems)
        for (const ending of [JSON_ENDING, MARKDOWN_ENDING, RENDERED_ENDING])
          await remove(join(base, `${stem}${ending}`));
    },
    async present(stems) {
      const there = await Promise.all(
        stems.map((stem) =>
          access(join(base, `${stem}${JSON_ENDING}`)).then(
            () => true,
            () => false,
          ),
        ),
      );
      return new Set(stems.filter((_, nth) => there[nth]));
    },
    async keepRendered(stem, { sha256, at, html }) {
      const path = `${stem}${RENDERED_ENDING}`;
      const folder = await putInPlace(
        path,
        `<!-- rendered ${at} from ${sha256} -->\n${html}`,
        folders,
        durability,
      );
      await durability.syncFolder(folder);
      return join(base, path);
    },
    async renderedOf(stem) {
      const file = join(base, `${stem}${RENDERED_ENDING}`);
      const [first = ""] = (await readFile(file, "utf8").catch(() => "")).split("\n", 1);
      const [, at, sha256] = /^<!-- rendered (\S+) from ([0-9a-f]{64}) -->$/.exec(first) ?? [];
      return at === undefined || sha256 === undefined ? null : { file, at, sha256 };
    },
  };
}

function writeOne(
  { stem, json, markdown }: ExtractFile,
  folders: Folders,
  durability: Durability,
): Promise<string>[] {
  const put = (ending: string, text: string) => putInPlace(`${stem}${ending}`, text, folders, durability);
  const written = put(JSON_ENDING, `${JSON.stringify(json, null, 2)}\n`);
  return markdown === undefined ? [written] : [written, put(MARKDOWN_ENDING, markdown)];
}

/** Answers the folder, which is to be synced. */
async function putInPlace(
  path: string,
  text: string,
  folders: Folders,
  durability: Durability,
): Promise<string> {
  const folder = await folders.ensure(dirname(path).split("/"));
  const file = join(folder, basename(path));
  const part = join(folder, `.${basename(path)}.part`);
  // What was left or planted under the temporary name is never written through.
  await remove(part);
  const handle = await open(part, NEW_FILE, 0o644).catch((error: unknown) => {
    throw storageError(error, `create ${part}`);
  });
  try {
    await writeWhole(handle, Buffer.from(text), part);
    await durability.syncFile(handle, part);
  } finally {
    await handle.close();
  }
  await move(part, file);
  return folder;
}
