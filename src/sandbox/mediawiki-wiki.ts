import { Journal, type LogType } from "./mediawiki-journal.ts";
import { isoSeconds, pageOf, type WikiPage, type WikiRevision } from "./mediawiki-page.ts";
import { Tables } from "./mediawiki-tables.ts";
import { type ContentModel, modelOf } from "./mediawiki-text.ts";
import { type PageTitle, pageTitle, prefixedText } from "./mediawiki-titles.ts";

export interface ChangeOptions {
  readonly comment?: string;
}

export interface EditOptions extends ChangeOptions {
  /** @default by the title */
  readonly model?: ContentModel;
}

interface Archived {
  readonly pageId: number;
  readonly revision: WikiRevision;
}

const MINUTE = 60_000;

/** The protection that the sandbox knows. */
const PROTECTION = ["edit", "move"].map((type) => ({
  type,
  level: "sysop",
  expiry: "infinite",
  cascade: false,
}));

/**
 * A wiki that can be changed as editors change a real one, ids and traces included: what is in its log and what is
 * missing from its recent changes is what MediaWiki 1.39 was seen to write.
 */
export class Wiki {
  readonly tables = new Tables();
  readonly journal = new Journal();
  #clock: (() => number) | null = null;
  readonly #pages = new Map<number, WikiPage>();
  readonly #archive = new Map<string, Archived[]>();
  readonly #pageOfRevision = new Map<number, number>();
  #lastPageId = 0;
  #lastRevisionId = 0;
  #time: number;

  /** Without a clock to follow, every change comes a minute after the last: the same history every time. */
  constructor(start: number) {
    this.#time = start;
  }

  /** From here on, changes happen when they happen. */
  follow(clock: () => number): void {
    this.#clock = clock;
  }

  get pageCount(): number {
    return this.#pages.size;
  }

  /** The time of the wiki, without moving it. */
  get now(): number {
    return Math.max(this.#time, this.#clock?.() ?? 0);
  }

  page(id: number): WikiPage | null {
    return this.#pages.get(id) ?? null;
  }

  pageOfRevision(revisionId: number): WikiPage | null {
    return this.page(this.#pageOfRevision.get(revisionId) ?? 0);
  }

  /** By its title with namespace, as in a link. */
  pageTitled(text: string): WikiPage | null {
    return this.tables.pageAt(pageTitle(text));
  }

  /** As importDump does: neither in the log nor in the recent changes. */
  importPage(text: string, contents: string | readonly string[], { model }: EditOptions = {}): WikiPage {
    const title = pageTitle(text);
    const revisions: WikiRevision[] = [];
    for (const content of typeof contents === "string" ? [contents] : contents) {
      const parent = revisions.at(-1) ?? null;
      revisions.push(this.#revision(parent, content, model ?? modelOf(title), "imported", this.#tick()));
    }
    this.#lastPageId += 1;
    return this.#put(null, pageOf(this.#lastPageId, title, revisions));
  }

  /** A new page where there is none; nothing at all where the text is the same. */
  edit(text: string, content: string, { comment = "", model }: EditOptions = {}): WikiPage {
    const title = pageTitle(text);
    const page = this.tables.pageAt(title);
    if (page?.latest.text === content) return page;
    const timestamp = this.#tick();
    const revision = this.#revision(
      page?.latest ?? null,
      content,
      model ?? page?.latest.model ?? modelOf(title),
      comment,
      timestamp,
    );
    const saved = this.#save(page, title, revision);
    if (page === null) this.#log("create", "create", title, saved.id, comment, {}, timestamp);
    this.journal.change({
      timestamp,
      type: page === null ? "new" : "edit",
      title,
      pageId: saved.id,
      revisionId: revision.id,
      oldRevisionId: page?.latest.id ?? 0,
      oldSize: page?.latest.size ?? 0,
      newSize: revision.size,
      comment,
      log: null,
    });
    return saved;
  }

  /** The page keeps its id; a redirect left behind is a new page that no recent change tells of. */
  move(
    from: string,
    to: string,
    { redirect = true, comment = "" }: ChangeOptions & { redirect?: boolean } = {},
  ): WikiPage {
    const [source, target] = [pageTitle(from), pageTitle(to)];
    const page = this.#existing(source);
    const timestamp = this.#tick();
    const makeWay = this.#makeWay(source, target, timestamp);
    const params = { target_ns: target.ns, target_title: prefixedText(target), suppressredirect: !redirect };
    const log = this.#log(
      "move",
      makeWay === null ? "move" : "move_redir",
      source,
      page.id,
      comment,
      params,
      timestamp,
    );
    const revision = this.#revision(
      page.latest,
      page.latest.text,
      page.latest.model,
      `moved from ${from}`,
      timestamp,
    );
    const moved = this.#save(page, target, revision);
    this.journal.logged(log, revision.id);
    if (makeWay !== null) this.journal.logged(makeWay, 0);
    if (redirect) {
      const text = `#REDIRECT [[${target.ns === 14 || target.ns === 6 ? ":" : ""}${prefixedText(target)}]]`;
      this.#save(null, source, this.#revision(null, text, "wikitext", `moved to ${to}`, timestamp));
    }
    return moved;
  }

  delete(text: string, { comment = "" }: ChangeOptions = {}): void {
    const title = pageTitle(text);
    const page = this.#existing(title);
    const timestamp = this.#tick();
    this.#remove(page);
    this.journal.logged(this.#log("delete", "delete", title, page.id, comment, {}, timestamp), 0);
  }

  /**
   * Brings back the oldest `revisions` of what was deleted under a title, all of them without a number: fewer than all
   * gives a page whose revision id is lower than it was. The page keeps the id it had.
   */
  undelete(text: string, { revisions, comment = "" }: ChangeOptions & { revisions?: number } = {}): WikiPage {
    const title = pageTitle(text);
    const archive = this.#archive.get(prefixedText(title)) ?? [];
    const restored = archive.toSorted((a, b) => a.revision.id - b.revision.id).slice(0, revisions);
    const last = restored.at(-1);
    if (last === undefined || this.tables.pageAt(title) !== null)
      throw new Error(`nothing to undelete: ${text}`);
    const kept = new Set(restored);
    this.#archive.set(
      prefixedText(title),
      archive.filter((one) => !kept.has(one)),
    );
    const timestamp = this.#tick();
    const page = this.#put(
      null,
      pageOf(
        last.pageId,
        title,
        restored.map(({ revision }) => revision),
      ),
    );
    const params = { count: { revisions: restored.length, files: 0 } };
    this.journal.logged(this.#log("delete", "restore", title, page.id, comment, params, timestamp), 0);
    return page;
  }

  /** Writes a revision without a change of text: the revision id goes up, the recent changes have a log row only. */
  protect(text: string, { comment = "" }: ChangeOptions = {}): WikiPage {
    const title = pageTitle(text);
    const page = this.#existing(title);
    const timestamp = this.#tick();
    const revision = this.#revision(
      page.latest,
      page.latest.text,
      page.latest.model,
      `protected: ${comment}`,
      timestamp,
    );
    const saved = this.#save(page, title, revision);
    const description = PROTECTION.map(({ type, level }) => `\u200e[${type}=${level}] (indefinite)`).join("");
    const params = { description, cascade: false, details: PROTECTION };
    this.journal.logged(
      this.#log("protect", "protect", title, page.id, comment, params, timestamp),
      revision.id,
    );
    return saved;
  }

  /** A page at the target of a move must be a redirect back, of one revision; it is deleted for it. */
  #makeWay(source: PageTitle, target: PageTitle, timestamp: string) {
    const there = this.tables.pageAt(target);
    if (there === null) return null;
    const back = there.redirect?.ns === source.ns && there.redirect.key === source.key;
    if (!back || there.revisions.length > 1)
      throw new Error(`there is a page already: ${prefixedText(target)}`);
    this.#remove(there);
    const comment = `Deleted to make way for move from "[[${prefixedText(source)}]]"`;
    return this.#log("delete", "delete_redir", target, there.id, comment, {}, timestamp);
  }

  #existing(title: PageTitle): WikiPage {
    const page = this.tables.pageAt(title);
    if (page === null) throw new Error(`there is no such page: ${prefixedText(title)}`);
    return page;
  }

  #remove(page: WikiPage): void {
    const title = prefixedText(page);
    const archive = this.#archive.get(title) ?? [];
    archive.push(...page.revisions.map((revision) => ({ pageId: page.id, revision })));
    this.#archive.set(title, archive);
    this.tables.remove(page);
    this.#pages.delete(page.id);
    this.journal.forgetEdits(page.id);
  }

  #revision(
    parent: WikiRevision | null,
    text: string,
    model: ContentModel,
    comment: string,
    timestamp: string,
  ): WikiRevision {
    this.#lastRevisionId += 1;
    const [id, parentId, size] = [this.#lastRevisionId, parent?.id ?? 0, Buffer.byteLength(text)];
    return { id, parentId, timestamp, text, model, comment, size };
  }

  #save(page: WikiPage | null, title: PageTitle, revision: WikiRevision): WikiPage {
    if (page === null) this.#lastPageId += 1;
    const revisions = [...(page?.revisions ?? []), revision];
    return this.#put(page, pageOf(page?.id ?? this.#lastPageId, title, revisions));
  }

  #put(before: WikiPage | null, page: WikiPage): WikiPage {
    this.#pages.set(page.id, page);
    if (before === null) this.tables.add(page);
    else this.tables.replace(before, page);
    for (const revision of page.revisions) this.#pageOfRevision.set(revision.id, page.id);
    return page;
  }

  #log(
    type: LogType,
    action: string,
    title: PageTitle,
    pageId: number,
    comment: string,
    params: Readonly<Record<string, unknown>>,
    timestamp: string,
  ) {
    return this.journal.log({ type, action, title, pageId, comment, params, timestamp });
  }

  /** The time never goes back, whatever the clock does. */
  #tick(): string {
    this.#time = this.#clock === null ? this.#time + MINUTE : this.now;
    return isoSeconds(this.#time);
  }
}
