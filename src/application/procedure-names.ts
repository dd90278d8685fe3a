import { isProcedureId, type ProcedureRecord } from "../domain/procedure.ts";
import type { Procedures } from "./ports.ts";
import { ownOf } from "./procedure-record.ts";
import type { ProcedureShelf } from "./procedure-shelf.ts";

/** Who stands for what a page says. */
export interface Owner {
  readonly key: string;
  readonly url: string;
  readonly tramite: string;
  readonly likeness: string;
}

interface Named {
  readonly key: string;
  readonly id: string;
  readonly likeness: string;
  readonly before: ProcedureRecord | undefined;
  /** A file (PDF, DOCX …), not a page. */
  readonly isFile: boolean;
}

/** Longer ids are cut; then comes what tells two of one name apart. */
const MAX_ID = 80;
const SUFFIX = 9;

/**
 * Which page has which procedure, and under which name. A page keeps the name it was given; two that say the same are
 * one; two of one name that say different things are told apart by their address.
 */
export class ProcedureNames {
  readonly #shelf: ProcedureShelf;
  readonly #byTramite = new Map<string, Owner>();
  readonly #byLikeness = new Map<string, Owner>();
  /** Pages that are gone, and the names that they leave to whoever says the same now: most pages that go have moved. */
  readonly #gone: ReadonlySet<string>;
  readonly #left = new Map<string, string>();

  constructor(shelf: ProcedureShelf, gone: ReadonlySet<string> = new Set()) {
    this.#shelf = shelf;
    this.#gone = gone;
  }

  /** Learns who has the names and contents that these want, but for those whose own page is yet to be settled. */
  async learn(
    source: string,
    procedures: Pick<Procedures, "like">,
    wanted: readonly Named[],
    isOpen: (key: string) => boolean,
  ): Promise<void> {
    const tramites = wanted.flatMap(({ key, id, before }) => [id, told(id, key), before?.tramite ?? ""]);
    const curated = wanted.flatMap(({ key }) => this.#shelf.ofPage(key)?.tramite ?? []);
    const found = await procedures.like(source, {
      tramites: [...new Set([...tramites, ...curated])].filter((name) => name !== ""),
      likenesses: wanted.map(({ likeness }) => likeness),
    });
    for (const { key, url, tramite, likeness, outcome } of found) {
      if (outcome === "duplicate" || outcome === "gone" || tramite === "") continue;
      if (this.#gone.has(key)) {
        this.#left.set(likeness, tramite);
        continue;
      }
      const owner = { key, url, tramite, likeness };
      this.#byTramite.set(tramite, owner);
      if (likeness !== "" && !isOpen(key)) this.#byLikeness.set(likeness, owner);
    }
  }

  /** The page that says the same already; for a file, also the page of the procedure that it belongs to. */
  twinOf({ key, id, likeness, isFile }: Named): Owner | null {
    const owner = this.#byLikeness.get(likeness) ?? (isFile ? this.#byTramite.get(id) : undefined);
    return owner === undefined || owner.key === key ? null : owner;
  }

  /** The procedure that the page has had until now; also by its file, where the record is lost. */
  ownOf({ key, before }: Pick<Named, "key" | "before">): string {
    return before === undefined ? (this.#shelf.ofPage(key)?.tramite ?? "") : ownOf(before);
  }

  /** It has the file of a procedure, and what it says now is another one, by its name. */
  saysAnother(page: Named): boolean {
    const own = this.ownOf(page);
    return this.#shelf.has(own) && !namesOf(page).includes(own) && this.#shelf.get(own)?.id !== page.id;
  }

  /**
   * Whether others come first: a site that is broken for a day may show one page in place of another, and what two pages
   * say belongs to the one that has had it.
   */
  isLate(page: Named, isOpen: (key: string) => boolean): boolean {
    if (this.#shelf.curatedOf(page.key) !== undefined) return false;
    if (this.ownOf(page) !== "") return this.saysAnother(page);
    const owner = this.#byTramite.get(page.id)?.key ?? this.#shelf.get(page.id)?.pageKey ?? page.key;
    return owner !== page.key && isOpen(owner);
  }

  /** The page that it was a copy of, where that is still a procedure of this name: a copy may be behind. */
  formerTwinOf(page: Named): Owner | null {
    const { key, id, before } = page;
    if (before?.outcome !== "duplicate") return null;
    // Where its own procedure was kept, the record names that one.
    const owner = this.#byTramite.get(this.saysAnother(page) ? id : before.tramite);
    if (owner === undefined || owner.key === key) return null;
    const names = [id, told(id, owner.key)];
    const isOfThisName = names.includes(owner.tramite) || this.#shelf.get(owner.tramite)?.id === id;
    return isOfThisName ? owner : null;
  }

  /** The name of its file, its own from now on. */
  nameOf(page: Named & { readonly url: string }): string {
    const tramite = this.#chosen(page);
    const { key, url, likeness } = page;
    const owner = { key, url, tramite, likeness };
    this.#byTramite.set(tramite, owner);
    this.#byLikeness.set(likeness, owner);
    return tramite;
  }

  #chosen({ key, id, before, likeness }: Named): string {
    const curated = this.#shelf.curatedOf(key) ?? this.#shelf.curatedNamed(id);
    if (curated !== undefined && this.#isFree(curated.tramite, key)) return curated.tramite;
    const kept = before?.tramite || this.#shelf.ofPage(key)?.tramite || this.#left.get(likeness);
    if (kept !== undefined && isProcedureId(kept) && this.#isFree(kept, key)) return kept;
    return this.#isFree(id, key) && !this.#isOfAnother(id, key) ? id : told(id, key);
  }

  /** There is a file of this name, and it is from another page that is still there, or from nobody knows where. */
  #isOfAnother(id: string, key: string): boolean {
    if (!this.#shelf.has(id)) return false;
    const from = this.#shelf.get(id)?.pageKey ?? null;
    return from !== key && !(from !== null && this.#gone.has(from));
  }

  #isFree(tramite: string, key: string): boolean {
    const owner = this.#byTramite.get(tramite);
    return owner === undefined || owner.key === key;
  }
}

/** What a page of this name may be called. */
function namesOf({ id, key }: Pick<Named, "id" | "key">): readonly string[] {
  return [id, told(id, key)];
}

function told(id: string, key: string): string {
  return `${id.slice(0, MAX_ID - SUFFIX).replace(/-+$/, "")}-${key.slice(0, SUFFIX - 1)}`;
}
