import type { EventBody } from "../domain/events.ts";
import { type ManifestLine, manifestLine, serializeLine, storedDocument } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { Archive, ForeignPage, Manifest, Received, Registry } from "./ports.ts";

/** Files that another program's registry names. */
export interface ForeignFiles {
  /** Null where there is no such file; `localPath` as the archive writes it. */
  read(filePath: string): Promise<{ readonly bytes: Uint8Array; readonly localPath: string } | null>;
}

interface Ports {
  readonly archive: Pick<Archive, "localPath" | "owns" | "receive" | "publish">;
  readonly manifest: Pick<Manifest, "append">;
  readonly registry: Registry;
}

/**
 * Takes over what another program has stored, before anything is looked for: a sound document gets its file under our
 * name and a manifest line, and need not be fetched; the recovery that has to follow brings the registry in line.
 * What is not sound is left to be fetched. Answers how many were taken over.
 */
export async function takeOver<O>(
  { source, options }: { readonly source: Source<O>; readonly options: O },
  ports: Ports,
  foreign: ForeignFiles,
  emit: (event: EventBody) => void,
): Promise<number> {
  let taken = 0;
  for (let after = 0; ;) {
    const rows = await ports.registry.foreignPages(after);
    const last = rows.at(-1);
    if (last === undefined) break;
    taken += await takeRows(rows, source, options, ports, foreign);
    after = last.pageId;
  }
  if (taken > 0) emit({ type: "recovered", what: "registry", detail: `${taken} documents taken over` });
  return taken;
}

async function takeRows<O>(
  rows: readonly ForeignPage[],
  source: Source<O>,
  options: O,
  { archive, manifest }: Omit<Ports, "registry">,
  foreign: ForeignFiles,
): Promise<number> {
  const received: Received[] = [];
  const lines: string[] = [];
  for (const row of rows) {
    const file = await foreign.read(row.filePath);
    const adopted = file === null ? null : (source.adopts?.(file.bytes, row, options) ?? null);
    if (file === null || adopted === null) continue;
    const { reference, bytes, downloadedAt } = adopted;
    const one = await archive.receive(source.name, reference.path, once(bytes));
    const localPath = archive.localPath(source.name, reference.path);
    const isMoved = file.localPath !== localPath && archive.owns(source.name, file.localPath);
    const moved = isMoved ? { ...reference, formerPath: file.localPath } : reference;
    received.push(one);
    lines.push(serializeLine(manifestLine(source.name, moved, localPath, one, { downloadedAt })));
  }
  if (lines.length === 0) return 0;
  await archive.publish(received);
  await manifest.append(source.name, lines);
  return lines.length;
}

/**
 * What `takeOver` would do, on a registry that is a scratch copy and without a file being written. Answers where the
 * documents would be.
 */
export async function foreseeTakeOver<O>(
  request: { readonly source: Source<O>; readonly options: O },
  { archive, registry }: { readonly archive: Archive; readonly registry: Registry },
  foreign: ForeignFiles,
): Promise<readonly string[]> {
  const { name } = request.source;
  const watermark = (await registry.watermark(name)) ?? NOTHING_READ;
  const documents: StoredDocument[] = [];
  const manifest = {
    append: async (_: string, lines: readonly string[]) => {
      documents.push(...lines.map((line) => storedDocument(JSON.parse(line) as ManifestLine)));
      return watermark;
    },
  };
  await takeOver(request, { archive: pretending(archive), manifest, registry }, foreign, () => {});
  if (documents.length > 0) {
    const end = () => ({ watermark, problems: [] });
    await registry.rebuild(name, asyncly(documents), end, { adding: true });
  }
  return documents.map(({ localPath }) => localPath);
}

const NOTHING_READ = { size: 0, mtimeMs: 0, crc32: 0, lines: 0 };

/** Knows every path and keeps nothing. */
function pretending(archive: Archive): Ports["archive"] {
  const facts = { ticket: "", sha256: "", contentSha256: "", originalSize: 0, compressedSize: 0 };
  return {
    localPath: (source, path) => archive.localPath(source, path),
    owns: (source, localPath) => archive.owns(source, localPath),
    receive: async (source, path) => ({ source, path, ...facts }),
    publish: async () => {},
  };
}

async function* asyncly<T>(values: Iterable<T>): AsyncIterable<T> {
  yield* values;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
