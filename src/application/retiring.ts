import type { EventBody } from "../domain/events.ts";
import { retirementLine, serializeLine, storedDocument } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Tally } from "../domain/tally.ts";
import type { Archive, Clock, KnownItem, Manifest, Registry } from "./ports.ts";

/** More than a tenth of a source does not go without a word of the user's (E14). */
export function isMassRemoval(gone: number, stored: number): boolean {
  return gone > stored * 0.1;
}

export function massRemovalText(gone: number, stored: number): string {
  return `${gone} of ${stored} documents are no longer at the source: nothing was removed; if that is right, run again with --allow-mass-removal`;
}

interface Parts {
  readonly source: string;
  /** Where the files go; under the root. */
  readonly folder: string;
  readonly archive: Archive;
  readonly manifest: Manifest;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly emit: (event: EventBody) => void;
  readonly allowMassRemoval: boolean;
}

/** Keys of stored documents that are gone at their source, and what proves it. */
export type Gone = ReadonlyMap<string, string>;

/**
 * Lets go of documents that are gone, after everything else of the run is stored: last manifest line → registry → file
 * moved aside. A kill in between leaves the file in place; `clearFormerPaths` moves it at the next start. False when so
 * many would go that the user has to be asked: then nothing went.
 */
export async function retire(gone: Gone, parts: Parts): Promise<boolean> {
  if (gone.size === 0) return true;
  const { source, registry, manifest, archive, emit, tally } = parts;
  if (!(await isAllowed(gone, parts))) return false;
  const found = await registry.find(source, [...gone.keys()]);
  await dropUnstored(gone, found, parts);
  const documents = [...found.values()].flatMap(({ document }) => document ?? []);
  const lines = documents.map((document) => lineFor(document, gone.get(document.key) ?? "", parts));
  const chosen = await Promise.all(lines);
  if (chosen.length === 0) return true;
  const watermark = await manifest.append(source, chosen.map(serializeLine));
  const retired = chosen.map(storedDocument);
  await registry.retire(source, retired, watermark);
  for (const { key, url, formerPath, localPath, retired: why } of retired) {
    if (formerPath !== undefined) await archive.moveTo(source, formerPath, localPath);
    tally.retired++;
    emit({ type: "retired", id: key, url, reason: why?.reason ?? "", path: localPath });
  }
  return true;
}

/** What only a registry of the user's knows: there is no file to put aside, and no line to write. */
async function dropUnstored(
  gone: Gone,
  found: ReadonlyMap<string, KnownItem>,
  { registry, emit }: Parts,
): Promise<void> {
  const unstored = [...gone.keys()].filter((key) => !found.get(key)?.document);
  if (unstored.length === 0) return;
  await registry.dropForeign(unstored);
  const detail = `${unstored.length} rows dropped whose documents are neither stored nor at the source any more`;
  emit({ type: "recovered", what: "registry", detail });
}

async function isAllowed(gone: Gone, { registry, source, emit, allowMassRemoval }: Parts): Promise<boolean> {
  const { completed } = await registry.counts(source);
  if (allowMassRemoval || !isMassRemoval(gone.size, completed)) return true;
  emit({ type: "warning", code: "mass_removal", message: massRemovalText(gone.size, completed) });
  return false;
}

async function lineFor(document: StoredDocument, reason: string, { source, folder, archive, clock }: Parts) {
  const name = document.localPath.slice(document.localPath.lastIndexOf("/") + 1);
  const at = new Date(clock.now()).toISOString();
  return retirementLine(source, document, await freePath(folder, name, archive), { at, reason });
}

/** A page can be retired more than once; what was there stays. */
async function freePath(folder: string, name: string, archive: Archive): Promise<string> {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let n = 1; ; n++) {
    const path = `${folder}/${n === 1 ? name : `${stem}~${n}${extension}`}`;
    if (!(await archive.exists(path))) return path;
  }
}

/** Files that were documents when a kill came: moved where their line says, or removed. Answers how many. */
export async function clearFormerPaths(
  source: string,
  { registry, archive }: { readonly registry: Registry; readonly archive: Archive },
): Promise<number> {
  let cleared = 0;
  for (const { localPath, movedTo } of await registry.formerPaths(source)) {
    if (!archive.owns(source, localPath) || !(await archive.exists(localPath))) continue;
    if (movedTo === null || (await archive.exists(movedTo))) await archive.remove(source, localPath);
    else await archive.moveTo(source, localPath, movedTo);
    cleared++;
  }
  return cleared;
}
