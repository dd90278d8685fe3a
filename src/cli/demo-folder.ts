import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { MisuseError, StorageError } from "../domain/errors.ts";
import { DEMO_SITES, type DemoSite, type Ports } from "./demo-sites.ts";

/** Marks a folder as the demo's own and remembers the ports of its sites. */
const MARKER = ".levada-demo.json";

/** The user's word on a host stands above the default of one request a second: this is how it is given. */
const PACE = `# The demo's sites run on this machine, so they may be asked faster than a stranger's.
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
  /** The first line of each manifest, by source. */
  readonly manifestLines: ReadonlyMap<string, string>;
}

export interface DemoFolder {
  readonly root: string;
  /** The sites, at the ports they had when the folder was made. */
  startSites(): Promise<readonly DemoSite[]>;
  contents(): Promise<DemoContents>;
}

/** Nothing is written before the sites run. A folder that holds anything else is refused. */
export async function openDemoFolder(folder: string): Promise<DemoFolder> {
  const root = resolve(folder);
  const ports = await readMarker(root);
  return {
    root,
    async startSites() {
      const sites: DemoSite[] = [];
      try {
        for (const name of Object.keys(DEMO_SITES)) sites.push(await startAt(name, ports, root));
        await prepare(root, Object.assign({}, ...sites.map((site) => site.ports)) as Ports);
        return sites;
      } catch (error) {
        await Promise.all(sites.map((site) => site.close()));
        throw error;
      }
    },
    contents: () => contentsOf(root),
  };
}

async function readMarker(root: string): Promise<Ports> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new MisuseError(`the demo cannot use ${root}: ${error.message}; choose another --root`);
  });
  if (names.length === 0) return {};
  const marker = await readFile(join(root, MARKER), "utf8").catch(() => "");
  if (/^\{"[a-z]+":\d{1,5}(,"[a-z]+":\d{1,5})*\}\s*$/.test(marker)) return JSON.parse(marker) as Ports;
  throw new MisuseError(
    `${root} is not empty and not a demo's folder; the demo takes an empty or new folder as --root`,
  );
}

async function startAt(name: string, ports: Ports, root: string): Promise<DemoSite> {
  try {
    return await (DEMO_SITES[name] as (typeof DEMO_SITES)[string])(ports);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new MisuseError(
      `port ${(error as NodeJS.ErrnoException & { port?: number }).port}, where a site of ${root} was before, is in use; remove that folder or choose another --root`,
      { cause: error },
    );
  }
}

async function prepare(root: string, ports: Ports): Promise<void> {
  await makeFolders(root);
  await writeFile(join(root, MARKER), `${JSON.stringify(ports)}\n`);
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
  const files = [...(await filesBelow(root, "data")), ...(await filesBelow(root, "artifacts"))];
  const manifestLines = new Map<string, string>();
  for (const source of Object.keys(DEMO_SITES)) {
    const manifest = await readFile(join(root, "data", "raw", source, "manifest.jsonl"), "utf8");
    manifestLines.set(source, manifest.split("\n", 1)[0] ?? "");
  }
  return { files, manifestLines };
}

async function filesBelow(root: string, folder: string): Promise<readonly DemoFile[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path: relative(root, path), size: (await stat(path)).size })),
  );
}
