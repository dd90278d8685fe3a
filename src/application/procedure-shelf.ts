import { isCurated, type ProcedureFields } from "../domain/procedure.ts";
import type { DescribedProcedure, ProcedureFiles, ProcedureRules } from "./ports.ts";

/** A file of `data/tramites/`, as far as others have to know of it. */
export interface Shelved {
  readonly tramite: string;
  readonly isCurated: boolean;
  /** What it calls itself; older files have none. */
  readonly id: string;
  /** Tells whether it says what it said. */
  readonly contentHash: string;
  /** What the catalog says of it; null where it is no procedure. */
  readonly row: DescribedProcedure["row"] | null;
  /** Of the page it was made from. */
  readonly pageKey: string | null;
  /** Under which that page may be known: people write http or https whatever the site has. */
  readonly pageKeys: readonly string[];
}

/** Words that belong to the files of people (ADR 9). */
export interface Claims {
  readonly words: readonly string[];
  readonly mark: string;
}

export const NO_CLAIMS: Claims = { words: [], mark: "" };

/** What stands in `data/tramites/` when the stage begins: people put files there, and take some away. */
export class ProcedureShelf {
  readonly #files = new Map<string, Shelved>();
  readonly #byPage = new Map<string, Shelved>();
  readonly #curatedById = new Map<string, Shelved>();
  readonly #claims = new Map<string, readonly string[]>();
  readonly #claimsBut = new Map<string, Claims>();
  readonly #digestOf: ProcedureRules["digestOf"];
  readonly unreadable = new Set<string>();
  /** Files of ours that say something else than what we wrote, and that nobody has marked as checked. */
  readonly changed = new Set<string>();

  private constructor(digestOf: ProcedureRules["digestOf"]) {
    this.#digestOf = digestOf;
  }

  static async read(
    files: Pick<ProcedureFiles, "all">,
    rules: Pick<ProcedureRules, "describe" | "isAsWritten" | "claims" | "digestOf">,
    keyOf: (url: string) => string | null,
  ): Promise<ProcedureShelf> {
    const shelf = new ProcedureShelf(rules.digestOf);
    for await (const { tramite, procedure } of files.all()) {
      if (procedure === null) {
        shelf.unreadable.add(tramite);
        continue;
      }
      if (!isCurated(procedure) && !rules.isAsWritten(procedure)) shelf.changed.add(tramite);
      shelf.#add(tramite, procedure, rules.describe(procedure), keyOf);
      if (isCurated(procedure)) shelf.#claims.set(tramite, rules.claims(procedure));
    }
    return shelf;
  }

  #add(
    tramite: string,
    procedure: ProcedureFields,
    row: Shelved["row"],
    keyOf: (url: string) => string | null,
  ): void {
    const url = procedure["fuente_url"] ?? procedure["source_url"];
    const { id } = procedure;
    const keys = typeof url === "string" ? [url, otherScheme(url)].map(keyOf) : [];
    const file = {
      tramite,
      isCurated: isCurated(procedure),
      id: typeof id === "string" ? id : tramite,
      contentHash: row?.content_hash ?? "",
      row,
      pageKey: keys[0] ?? null,
      pageKeys: keys.filter((key) => key !== null),
    };
    this.#files.set(tramite, file);
    if (file.isCurated)
      for (const name of [file.id, procedure["tramite"], tramite])
        if (typeof name === "string") this.#curatedById.set(name, file);
    for (const key of file.pageKeys) if (this.#isFirst(key, file)) this.#byPage.set(key, file);
  }

  /**
   * The address that a person wrote may lead to a page elsewhere (P12): that is the page of the file, unless a person has
   * written its very address. `leadsTo` answers with the pages of those addresses that are known to lead to one.
   */
  async follow(leadsTo: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>): Promise<void> {
    const curated = [...this.#files.values()].filter((file) => file.isCurated);
    const led = await leadsTo(curated.flatMap(({ pageKeys }) => pageKeys));
    for (const file of curated)
      for (const key of file.pageKeys.flatMap((one) => led.get(one) ?? []))
        if (this.curatedOf(key) === undefined) this.#byPage.set(key, file);
  }

  /** A page has one file: a curated one before others, and one that names its very address before one that nearly does. */
  #isFirst(key: string, file: Shelved): boolean {
    const other = this.#byPage.get(key);
    if (other === undefined || file.isCurated !== other.isCurated)
      return other === undefined || file.isCurated;
    return file.pageKey === key && other.pageKey !== key;
  }

  /** A file that cannot be read may be a person's: it is not touched. */
  isUnreadable(tramite: string): boolean {
    return this.unreadable.has(tramite);
  }

  get(tramite: string): Shelved | undefined {
    return this.#files.get(tramite);
  }

  has(tramite: string): boolean {
    return this.#files.has(tramite) || this.isUnreadable(tramite);
  }

  /** The file that says it was made from this page; a curated one stands above others. */
  ofPage(key: string): Shelved | undefined {
    return this.#byPage.get(key);
  }

  /** The curated file that a page belongs to, by its address (settled question). */
  curatedOf(key: string): Shelved | undefined {
    const file = this.#byPage.get(key);
    return file?.isCurated === true ? file : undefined;
  }

  /** The curated file that a page stands under: of its address, or of the name that it has. */
  curatedFor(key: string, tramite: string): Shelved | undefined {
    const named = this.get(tramite);
    return this.curatedOf(key) ?? (named?.isCurated === true ? named : undefined);
  }

  curatedNamed(id: string): Shelved | undefined {
    return this.#curatedById.get(id);
  }

  /** What the files of people are found by, but for the one that a page belongs to. */
  claimsBut(own: Shelved | undefined): Claims {
    const tramite = own?.tramite ?? "";
    const found = this.#claimsBut.get(tramite) ?? this.#madeClaimsBut(tramite);
    this.#claimsBut.set(tramite, found);
    return found;
  }

  #madeClaimsBut(tramite: string): Claims {
    const others = [...this.#claims].filter(([name]) => name !== tramite).flatMap(([, words]) => words);
    const words = [...new Set(others)].toSorted();
    return words.length === 0 ? NO_CLAIMS : { words, mark: this.#digestOf(words.join("\n")) };
  }

  [Symbol.iterator](): Iterator<Shelved> {
    return this.#files.values();
  }
}

/** People write the address they see; a site without TLS is kept under its own. */
function otherScheme(url: string): string {
  return url.replace(/^http(s?):/i, (_, secure: string) => (secure === "" ? "https:" : "http:"));
}
