import { mkdtempSync } from "node:fs";
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "../../src/application/ports.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { createListingMemory } from "../../src/infrastructure/files/listing-memory.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";
import { describeArchive, PAGES_SOURCE } from "./archive.ts";
import { describeListingMemory } from "./listing-memory.ts";
import { describeManifest } from "./manifest.ts";
import { describeRootLock } from "./root-lock.ts";

const newRoot = () => mkdtempSync(join(tmpdir(), "levada-files-"));
const dispose = (root: string) => rm(root, { recursive: true });

describeArchive("files", async () => {
  const root = newRoot();
  return {
    archive: createArchive(root, { pages: [PAGES_SOURCE] }),
    reopen: async () => createArchive(root, { pages: [PAGES_SOURCE] }),
    read: (localPath) => readFile(join(root, localPath)).catch(() => null),
    visible: (source) => documentsOf(root, source),
    dispose: () => dispose(root),
  };
});

describeManifest("files", async () => {
  const root = newRoot();
  const folder = (source: string) => join(root, "data", "raw", source);
  const opened: Manifest[] = [];
  const open = () => {
    const manifest = createManifest(root);
    opened.push(manifest);
    return manifest;
  };
  return {
    manifest: open(),
    reopen: async () => open(),
    bytes: (source) => readFile(join(folder(source), "manifest.jsonl")).catch(() => Buffer.alloc(0)),
    async plant(source, bytes) {
      await mkdir(folder(source), { recursive: true });
      await writeFile(join(folder(source), "manifest.jsonl"), bytes);
    },
    async dispose() {
      await Promise.all(opened.map((manifest) => manifest.close()));
      await dispose(root);
    },
  };
});

describeRootLock("files", async () => {
  const root = newRoot();
  return { another: () => createRootLock(root), dispose: () => dispose(root) };
});

describeListingMemory("files", async () => {
  const root = newRoot();
  const folder = join(root, "data", "cache", "site");
  const each = async (work: (file: string) => Promise<void>) => {
    for (const name of await readdir(folder)) await work(join(folder, name));
  };
  return {
    memory: createListingMemory(root),
    reopen: (maxBytes) => createListingMemory(root, maxBytes === undefined ? {} : { maxBytes }),
    damage: () => each(async (file) => writeFile(file, (await readFile(file)).fill(0, 10, 20))),
    age: (ms) =>
      each((file) => {
        const then = new Date(Date.now() - ms);
        return utimes(file, then, then);
      }),
    dispose: () => dispose(root),
  };
});

/** What a reader finds below a source's folder: everything that is not in a hidden folder of its own. */
async function documentsOf(root: string, source: string): Promise<readonly string[]> {
  const folder = join(root, "data", "raw", source);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith(`data/raw/${source}/.incoming/`));
}
