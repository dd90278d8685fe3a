import type { EventBody } from "../domain/events.ts";
import { manifestLine, serializeLine } from "../domain/manifest.ts";
import type { Source } from "../domain/source.ts";
import type { Archive, ForeignPage, Manifest, Received, Registry } from "./ports.ts";

/** Files that another program's registry names. */
export interface ForeignFiles {
  /** Null where there is no such file; `localPath` as the archive writes it. */
  read(filePath: string): Promise<{ readonly bytes: Uint8Array; readonly localPath: string } | null>;
}

interface Ports {
  readonly archive: Archive;
  readonly manifest: Manifest;
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
  { archive, manifest }: Ports,
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

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
