import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ProcedureFiles } from "../../application/ports.ts";
import { editedJson } from "./json-edit.ts";
import { isTramiteName, type Office, type ProcedureFields, type ReviewItem } from "../../domain/procedure.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { moveIfThere, remove } from "./file-moves.ts";
import { Folders } from "./folders.ts";
import { putInPlace } from "./put-in-place.ts";
import { appendDecision, readDecisions, undecidedLines } from "./review-lines.ts";
import { errnoOf, storageError } from "./storage-error.ts";
import { WholeJsonFile } from "./whole-json-file.ts";

export const PROCEDURES_FOLDER = "data/tramites";
const INGESTION = "data/ingestion";
export const PROPOSALS_FOLDER = `${INGESTION}/proposals`;
const PREVIOUS = `${INGESTION}/previous`;
const RETIRED = `${INGESTION}/retired`;
const CATALOG = "ingestion_catalog.json";
const REVIEW_QUEUE = "review_queue.json";
const REVIEWS = "reviews.jsonl";
const OFFICES = "offices.json";
/** No procedure is larger; a larger file is none. */
const MAX_BYTES = 8 << 20;

/** Procedures and what stands beside them, as files under the root (P30–P32). */
export function createProcedureFiles(root: string, options: DurabilityOptions = {}): ProcedureFiles {
  const base = resolve(root);
  const durability = new Durability(options);
  const folders = new Folders(base, durability);
  const fileAt = (folder: string, name: string) => join(base, folder, `${name}.json`);
  const putText = async (path: string, text: string) => {
    const folder = await putInPlace(path, text, folders, durability);
    await durability.syncFolder(folder);
  };
  const put = (path: string, value: object) => putText(path, `${JSON.stringify(value, null, 2)}\n`);
  const read = (folder: string, name: string) =>
    isTramiteName(name) ? readObject(fileAt(folder, name)) : Promise.resolve(null);
  const wholeFile = async (name: string) =>
    WholeJsonFile.create(join(await ingestionFolder(), name), durability);
  const ingestionFolder = () => folders.ensure(INGESTION.split("/"));
  return {
    async *all() {
      for (const tramite of await namesIn(join(base, PROCEDURES_FOLDER)))
        yield { tramite, procedure: await readObject(fileAt(PROCEDURES_FOLDER, tramite)) };
    },
    read: (tramite) => read(PROCEDURES_FOLDER, tramite),
    previous: (tramite) => read(PREVIOUS, tramite),
    async write(tramite, procedure, { keepsPrevious = false, keepsForm = false } = {}) {
      const before = keepsPrevious || keepsForm ? await read(PROCEDURES_FOLDER, tramite) : null;
      const path = `${PROCEDURES_FOLDER}/${tramite}.json`;
      if (before === null) return put(path, procedure);
      const text = await readFile(join(base, path), "utf8");
      if (keepsPrevious) await putText(`${PREVIOUS}/${tramite}.json`, text);
      await (keepsForm ? putText(path, editedJson(text, procedure)) : put(path, procedure));
    },
    async retire(tramite) {
      const folder = await folders.ensure(RETIRED.split("/"));
      const moved = await moveIfThere(fileAt(PROCEDURES_FOLDER, tramite), join(folder, `${tramite}.json`));
      if (!moved) return;
      await durability.syncFolder(folder);
      await durability.syncFolder(join(base, PROCEDURES_FOLDER));
    },
    async propose(tramite, proposal, difference) {
      await put(`${PROPOSALS_FOLDER}/${tramite}.json`, proposal);
      await put(`${PROPOSALS_FOLDER}/${tramite}.diff.json`, difference);
    },
    async proposal(tramite) {
      const proposal = await read(PROPOSALS_FOLDER, tramite);
      const difference = await read(PROPOSALS_FOLDER, `${tramite}.diff`);
      return proposal === null || difference === null ? null : { proposal, difference };
    },
    async withdraw(tramite) {
      await remove(fileAt(PROPOSALS_FOLDER, `${tramite}.diff`));
      await remove(fileAt(PROPOSALS_FOLDER, tramite));
    },
    async proposals() {
      const names = await namesIn(join(base, PROPOSALS_FOLDER));
      return names.filter((name) => !name.endsWith(".diff"));
    },
    async offices() {
      return ((await readObject(join(base, INGESTION, OFFICES))) ?? {}) as Record<string, Office>;
    },
    writeOffices: (offices) => put(`${INGESTION}/${OFFICES}`, offices),
    async writeCatalog(rows, at, total) {
      const file = await wholeFile(CATALOG);
      await file.begin({ last_updated: at, total_documents: total }, "documents");
      for await (const row of rows) await file.add(row);
      await file.end();
    },
    async writeReviewQueue(items, at) {
      const file = await wholeFile(REVIEW_QUEUE);
      await file.begin({ updated_at: at }, "items");
      for await (const item of items) await file.add(item);
      await file.end();
    },
    async reviewQueue() {
      const queue = await readObject(join(base, INGESTION, REVIEW_QUEUE));
      return Array.isArray(queue?.["items"]) ? (queue["items"] as ReviewItem[]) : [];
    },
    decisions: () => readDecisions(join(base, INGESTION, REVIEWS)),
    async reviewProblems() {
      const queue = join(base, INGESTION, REVIEW_QUEUE);
      const isLost = existsSync(queue) && !Array.isArray((await readObject(queue))?.["items"]);
      const lost = `${INGESTION}/${REVIEW_QUEUE} cannot be read; the next run of tramites writes it anew`;
      const lines = await undecidedLines(join(base, INGESTION, REVIEWS));
      const unread = lines.map(
        (line) =>
          `${INGESTION}/${REVIEWS} line ${line} is no decision and counts for nothing; mend it or take it out`,
      );
      return isLost ? [lost, ...unread] : unread;
    },
    async decide(decision) {
      const folder = await ingestionFolder();
      await appendDecision(join(folder, REVIEWS), decision, durability);
      await durability.syncFolder(folder);
    },
  };
}

/** In an order that does not depend on the file system. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return [];
    throw storageError(error, `read the folder ${folder}`);
  });
  return names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .map((name) => name.slice(0, -".json".length))
    .toSorted();
}

/** Null where there is none, or it is no JSON object. */
async function readObject(file: string): Promise<ProcedureFields | null> {
  try {
    if ((await stat(file)).size > MAX_BYTES && !file.endsWith(REVIEW_QUEUE)) return null;
    const value: unknown = JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as ProcedureFields)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError || ["ENOENT", "EISDIR", "ELOOP"].includes(errnoOf(error))) return null;
    throw storageError(error, `read ${file}`);
  }
}
