import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ExtractFile, ExtractFiles, PageName, WrittenExtract } from "../../application/ports.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { remove } from "./file-moves.ts";
import { Folders } from "./folders.ts";
import { putInPlace } from "./put-in-place.ts";

const JSON_ENDING = ".extracted.json";
const MARKDOWN_ENDING = ".md";
const RENDERED_FOLDER = "data/rendered";

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
        for (const ending of [JSON_ENDING, MARKDOWN_ENDING]) await remove(join(base, `${stem}${ending}`));
    },
    async present(stems, { markdown = false } = {}) {
      const endings = markdown ? [JSON_ENDING, MARKDOWN_ENDING] : [JSON_ENDING];
      const there = await Promise.all(
        stems.map(async (stem) => {
          const found = await Promise.all(endings.map((ending) => isWritten(join(base, `${stem}${ending}`))));
          return found.every(Boolean);
        }),
      );
      return new Set(stems.filter((_, nth) => there[nth]));
    },
    async read(stem) {
      const text = await readFile(join(base, `${stem}${JSON_ENDING}`), "utf8").catch(() => null);
      try {
        return text === null ? null : (JSON.parse(text) as WrittenExtract);
      } catch {
        return null;
      }
    },
    async copy(from, to) {
      for (const ending of [JSON_ENDING, MARKDOWN_ENDING]) {
        const text = await readFile(join(base, `${from}${ending}`), "utf8").catch(() => null);
        if (text === null) continue;
        await durability.syncFolder(await putInPlace(`${to}${ending}`, text, folders, durability));
      }
    },
    async keepRendered(page, { sha256, at, html }) {
      const text = `<!-- rendered ${at} from ${sha256} -->\n${html}`;
      const folder = await putInPlace(renderedPath(page), text, folders, durability);
      await durability.syncFolder(folder);
      return join(base, renderedPath(page));
    },
    dropRendered: (page) => remove(join(base, renderedPath(page))),
    async renderedOf(page) {
      const file = join(base, renderedPath(page));
      const [first = ""] = (await readFile(file, "utf8").catch(() => "")).split("\n", 1);
      const [, at, sha256] = /^<!-- rendered (\S+) from ([0-9a-f]{64}) -->$/.exec(first) ?? [];
      return at === undefined || sha256 === undefined ? null : { file, at, sha256 };
    },
  };
}

/** A file that a disk has emptied is none. */
function isWritten(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/** Apart from the readings: it stays where it is whatever a reading is called. */
function renderedPath({ source, key }: PageName): string {
  if (!/^[\w-]+$/.test(key)) throw new TypeError(`no name for a file: ${key}`);
  return `${RENDERED_FOLDER}/${source}/${key}.html`;
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
