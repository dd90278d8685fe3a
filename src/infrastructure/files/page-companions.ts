import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../domain/json.ts";
import type { Durability } from "./durability.ts";
import { hashOf, move, moveIfThere, remove } from "./file-moves.ts";
import { writeAnew } from "./new-file.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/**
 * What stands beside a page `{hash}.{ext}` (P11): `{hash}.meta.json`, and of the version before `{hash}.prev.{ext}` and
 * `{hash}.prev.meta.json`. The meta file tells what the page is to which it belongs, so that every step can be done
 * again after a kill:
 *
 *   page replaced   old page ──▶ .prev, new page ──▶ its name          (rotate, then the archive's rename)
 *   described       old meta ──▶ .prev.meta.json, new meta written      (describe)
 */
export class PageCompanions {
  readonly #durability: Durability;

  constructor(durability: Durability) {
    this.#durability = durability;
  }

  /**
   * Makes the page that is there the version before, unless it is the one that comes, or damaged: then it is of no use,
   * and the version before it stays. `file` is where the new page goes.
   */
  async rotate(file: string, nextSha256: string): Promise<void> {
    const base = baseOf(file);
    const meta = await readMeta(`${base}.meta.json`);
    if (meta === null || meta.sha256 === nextSha256) return;
    const old = join(dirname(file), meta.file);
    if (baseOf(old) !== base) return;
    if ((await hashOf(old)) === meta.sha256) await move(old, `${base}.prev.${extensionOf(old)}`);
    else if (old !== file) await remove(old);
  }

  /** Writes what is said of the page that is there now. The folder is to be synced by the caller. */
  async describe(file: string, meta: JsonObject): Promise<void> {
    const base = baseOf(file);
    const before = await readMeta(`${base}.meta.json`);
    // A recovery describes all pages again; most of them are described already.
    if (before !== null && JSON.stringify(before.all) === JSON.stringify(meta)) return;
    if (before !== null && before.sha256 !== meta["sha256"]) await this.#moveMeta(base, before);
    await this.#write(`${base}.meta.json`, meta);
  }

  /**
   * The same for the version before, where its meta file was lost; false where there was nothing to do. Of several lines
   * that had its bytes the last one told counts.
   */
  async describeBefore(file: string, meta: JsonObject): Promise<boolean> {
    const base = baseOf(file);
    const known = await readMeta(`${base}.prev.meta.json`);
    if (known !== null && (known.sha256 !== meta["sha256"] || isDeepStrictEqual(known.all, meta)))
      return false;
    if ((await hashOf(`${base}.prev.${extensionOf(file)}`)) !== meta["sha256"]) return false;
    await this.#write(`${base}.prev.meta.json`, meta);
    return true;
  }

  /** What is said of a page, and the version before it; null where there is none. */
  async versionsOf(file: string): Promise<{
    readonly meta: JsonObject;
    readonly previous: { bytes: Uint8Array; meta: JsonObject };
  } | null> {
    const base = baseOf(file);
    const previous = await readMeta(`${base}.prev.meta.json`);
    const current = await readMeta(`${base}.meta.json`);
    if (previous === null || current === null) return null;
    const before = `${base}.prev.${extensionOf(previous.file)}`;
    if ((await hashOf(before)) !== previous.sha256) return null;
    const bytes = await readFile(before).catch((error: unknown) => {
      throw storageError(error, `read ${before}`);
    });
    return { meta: current.all, previous: { bytes, meta: previous.all } };
  }

  /**
   * Where a page is moved with all that stands beside it; the page itself follows last, so that a kill leaves it to be
   * moved again. What tells the name of the version before stays until that has gone.
   */
  async moveCompanions(from: string, to: string): Promise<void> {
    const [base, target] = [baseOf(from), baseOf(to)];
    const previous = await readMeta(`${base}.prev.meta.json`);
    const endings = [".prev.meta.json", ".meta.json"];
    if (previous !== null) endings.unshift(`.prev.${extensionOf(previous.file)}`);
    for (const ending of endings) await moveIfThere(`${base}${ending}`, `${target}${ending}`);
  }

  /**
   * The version before is one: a page of it that had another extension goes. What is said of a page goes with it: where
   * that was damaged and not kept, what is there of the version before it stays.
   */
  async #moveMeta(base: string, old: KnownMeta): Promise<void> {
    if ((await hashOf(`${base}.prev.${extensionOf(old.file)}`)) !== old.sha256) return;
    const stale = await readMeta(`${base}.prev.meta.json`);
    if (stale !== null && extensionOf(stale.file) !== extensionOf(old.file))
      await remove(`${base}.prev.${extensionOf(stale.file)}`);
    await move(`${base}.meta.json`, `${base}.prev.meta.json`);
  }

  async #write(file: string, meta: JsonObject): Promise<void> {
    const temporary = `${file}.part`;
    await writeAnew(temporary, `${JSON.stringify(meta, null, 2)}\n`, this.#durability);
    await move(temporary, file);
  }
}

/** The name of the page that a file stands beside; null where it is a page itself. */
export function companionOf(name: string): string | null {
  return (
    /^([0-9a-f]{16})(?:\.prev\.[A-Za-z0-9]{1,8}|(?:\.prev)?\.meta\.json(?:\.part)?)$/.exec(name)?.[1] ?? null
  );
}

function baseOf(file: string): string {
  return file.slice(0, file.lastIndexOf("."));
}

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf(".") + 1);
}

interface KnownMeta {
  readonly sha256: string;
  /** The page's name, in the same folder. */
  readonly file: string;
  readonly all: JsonObject;
}

/** Null where there is none, or none that can be believed. */
async function readMeta(file: string): Promise<KnownMeta | null> {
  try {
    const all = JSON.parse(await readFile(file, "utf8")) as JsonObject;
    const { sha256, file: name } = all;
    const isName = typeof name === "string" && /^[0-9a-f]{16}\.[A-Za-z0-9]{1,8}$/.test(name);
    return isName && typeof sha256 === "string" ? { sha256, file: name, all } : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error))) return null;
    throw storageError(error, `read ${file}`);
  }
}
