import { basename } from "node:path";
import type { ProcedureFiles } from "../application/ports.ts";
import { isCurated, type ProcedureFields } from "../domain/procedure.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { importedProcedure, keepsAllOf } from "../procedures/imported.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { filesGiven, readJsonFile } from "./curated-files.ts";
import { pageOf } from "./procedure-page.ts";
import { asProcedureWriter } from "./procedure-writing.ts";

export interface ImportOptions extends CommonOptions {
  /** Puts a file in the place of another one that a person has checked. @default false: it is refused */
  readonly replace?: boolean;
}

export interface ImportedFile {
  /** As it was given, or found in a folder that was. */
  readonly file: string;
  readonly outcome: "imported" | "unchanged" | "refused";
  /** The name of the procedure; null where it is none. */
  readonly tramite: string | null;
  /** Where it is kept, relative to the root. */
  readonly path: string | null;
  /** From 0 to 1 (P29). */
  readonly completeness: number | null;
  /** Automatic readings of the same page that gave way to it. */
  readonly retired: readonly string[];
  /** Why it was refused, a line each. */
  readonly problems: readonly string[];
}

/**
 * Takes procedures that people have written, in today's form or any older one, into `data/tramites/`. What they say
 * stays as it is; what today's form wants besides is added. Folders stand for the `*.json` files in them.
 *
 * @example
 * const files = await importProcedures(["curated/"], { root: "corpus" });
 * const refused = files.filter(({ outcome }) => outcome === "refused");
 */
export async function importProcedures(
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<readonly ImportedFile[]> {
  const { root } = await loadConfiguration(options);
  const files = await filesGiven(paths);
  return asProcedureWriter(root, "tramites import", async (procedures) => {
    const desk = new ImportDesk(procedures, options.replace ?? false);
    await desk.lookAround();
    const imported: ImportedFile[] = [];
    for (const file of files) imported.push(await desk.take(file));
    return imported;
  });
}

interface Standing {
  readonly kind: "curated" | "automatic" | "unreadable";
  /** Of its page; null where it has none. */
  readonly page: string | null;
}

class ImportDesk {
  readonly #files: ProcedureFiles;
  readonly #replaces: boolean;
  /** What lies in `data/tramites/`, by name. */
  readonly #standing = new Map<string, Standing>();
  /** Names of automatic readings, by page. */
  readonly #automatic = new Map<string, Set<string>>();
  /** Which file each name has come from. */
  readonly #takenFrom = new Map<string, string>();

  constructor(files: ProcedureFiles, replaces: boolean) {
    this.#files = files;
    this.#replaces = replaces;
  }

  async lookAround(): Promise<void> {
    for await (const { tramite, procedure } of this.#files.all()) {
      const standing = standingOf(procedure);
      this.#standing.set(tramite, standing);
      if (standing.kind !== "automatic" || standing.page === null) continue;
      const names = this.#automatic.get(standing.page) ?? new Set();
      this.#automatic.set(standing.page, names.add(tramite));
    }
  }

  async take(file: string): Promise<ImportedFile> {
    const read = await readJsonFile(file);
    if (!read.ok) return refused(file, null, [read.problem]);
    const name = basename(file).replace(/\.json$/i, "");
    const first = importedProcedure(read.value, { name, at: nowText() });
    if (!first.ok) return refused(file, null, first.problems);
    const { tramite } = first;
    const before = await this.#files.read(tramite);
    // Imported a second time it says the same, also of when it was imported.
    const at = before?.["verified_at"] ?? before?.["extracted_at"];
    const again = importedProcedure(read.value, { name, at: typeof at === "string" ? at : nowText() });
    const isKnown = again.ok && before !== null && isSame(again.procedure, before);
    const procedure = isKnown ? before : first.procedure;
    const conflict = isKnown ? null : this.#conflict(tramite, before, procedure);
    if (conflict !== null) return refused(file, tramite, [conflict]);
    if (!isKnown) await this.#put(tramite, procedure);
    this.#takenFrom.set(tramite, file);
    return {
      file,
      outcome: isKnown ? "unchanged" : "imported",
      tramite,
      path: pathOf(tramite),
      completeness: Number(procedure["completeness_score"]),
      retired: await this.#retireTwins(tramite, procedure),
      problems: [],
    };
  }

  /** What a person has written is given up only on their word. */
  #conflict(tramite: string, before: ProcedureFields | null, after: ProcedureFields): string | null {
    const other = this.#takenFrom.get(tramite);
    if (other !== undefined)
      return `tramite: ${tramite} is also the name of ${other}, which says something else; give one of them another name`;
    if (this.#replaces) return null;
    if (this.#standing.get(tramite)?.kind === "unreadable")
      return `${pathOf(tramite)} is there and is no JSON; mend it, or --replace puts it away`;
    if (before === null || !isCurated(before) || keepsAllOf(before, after)) return null;
    return `${pathOf(tramite)} is a curated file with other content; --replace puts this one in its place (the version before is kept)`;
  }

  async #put(tramite: string, procedure: ProcedureFields): Promise<void> {
    if (this.#standing.get(tramite)?.kind === "unreadable") await this.#files.retire(tramite);
    await this.#files.write(tramite, procedure, { keepsPrevious: true });
    this.#standing.set(tramite, standingOf(procedure));
  }

  /** Two files of one page would both be served: the automatic one gives way. Also done for one that a kill has left. */
  async #retireTwins(tramite: string, procedure: ProcedureFields): Promise<readonly string[]> {
    if (!isCurated(procedure)) return [];
    const { page } = standingOf(procedure);
    const names = [...(this.#automatic.get(page ?? "") ?? [])].filter((name) => name !== tramite);
    for (const name of names) await this.#files.retire(name);
    if (page !== null) this.#automatic.delete(page);
    return names;
  }
}

function standingOf(procedure: ProcedureFields | null): Standing {
  if (procedure === null) return { kind: "unreadable", page: null };
  return { kind: isCurated(procedure) ? "curated" : "automatic", page: pageOf(procedure) };
}

function refused(file: string, tramite: string | null, problems: readonly string[]): ImportedFile {
  return { file, outcome: "refused", tramite, path: null, completeness: null, retired: [], problems };
}

const pathOf = (tramite: string) => `data/tramites/${tramite}.json`;

const nowText = () => new Date(systemClock.now()).toISOString();

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
