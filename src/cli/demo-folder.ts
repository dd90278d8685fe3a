import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { MisuseError, StorageError } from "../domain/errors.ts";
import { startUsgsSandbox, type UsgsSandbox } from "../sandbox/usgs.ts";

/** Marks a folder as the demo's own and remembers the site's port: another port would be another site. */
const MARKER = ".levada-demo.json";

/** The user's word on a host stands above the default of one request a second: this is how it is given. */
const PACE = `# The demo's site runs on this machine, so it may be asked faster than a stranger's.
hosts:
  "127.0.0.1": { delay_ms: 40 }
`;

export interface DemoFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly size: number;
}

export interface DemoContents {
  readonly files: readonly DemoFile[];
  readonly manifestLine: string;
}

export interface DemoFolder {
  readonly root: string;
  /** The site, at the port it had when the folder was made. */
  startSite(): Promise<UsgsSandbox>;
  contents(): Promise<DemoContents>;
}

/** Nothing is written before the site runs. A folder that holds anything else is refused. */
export async function openDemoFolder(folder: string): Promise<DemoFolder> {
  const root = resolve(folder);
  const port = await readMarker(root);
  return {
    root,
    async startSite() {
      const site = await startAt(port, root);
      await prepare(root, Number(new URL(site.url).port)).catch(async (error: unknown) => {
        await site.close();
        throw error;
      });
      return site;
    },
    contents: () => contentsOf(root),
  };
}

async function readMarker(root: string): Promise<number | null> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new MisuseError(`the demo cannot use ${root}: ${error.message}; choose another --root`);
  });
  if (names.length === 0) return null;
  const marker = await readFile(join(root, MARKER), "utf8").catch(() => "");
  const port = /^\{"port":(\d{1,5})\}\s*$/.exec(marker)?.[1];
  if (port !== undefined) return Number(port);
  throw new MisuseError(
    `${root} is not empty and not a demo's folder; the demo takes an empty or new folder as --root`,
  );
}

async function startAt(port: number | null, root: string): Promise<UsgsSandbox> {
  try {
    return await startUsgsSandbox({ wells: 4, port: port ?? 0 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new MisuseError(
      `port ${port}, where the site of ${root} was before, is in use; remove that folder or choose another --root`,
      { cause: error },
    );
  }
}

async function prepare(root: string, port: number): Promise<void> {
  await makeFolders(root);
  await writeFile(join(root, MARKER), `${JSON.stringify({ port })}\n`);
  await writeFile(join(root, "rate_limits.yaml"), PACE);
}

/** One by one: Node's recursive `mkdir` never ends where a file system (`/proc`) takes no new folders. */
async function makeFolders(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolders(dirname(folder));
  await mkdir(folder).catch((cause: Error) => {
    const message = `the demo cannot create the folder ${folder}: ${cause.message}; choose another --root`;
    throw new StorageError("storage_failed", message, { cause });
  });
}

async function contentsOf(root: string): Promise<DemoContents> {
  const entries = await readdir(join(root, "data"), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => ({ path: relative(root, path), size: (await stat(path)).size })),
  );
  const manifest = await readFile(join(root, "data", "raw", "usgs", "manifest.jsonl"), "utf8");
  return { files, manifestLine: manifest.split("\n", 1)[0] ?? "" };
}
