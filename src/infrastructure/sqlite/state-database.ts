import type { DatabaseSync } from "node:sqlite";
import { ExtractsSql } from "./extracts-sql.ts";
import { FrontierSql } from "./frontier-sql.ts";
import { HostsSql } from "./hosts-sql.ts";
import { closeDatabase, type DurableLog } from "./durable-log.ts";
import {
  type DatabaseOptions,
  openDatabase,
  type OpenDatabase,
  releasePages,
  type StartedFresh,
} from "./open-database.ts";
import { PAGES_FILE, PagesSql } from "./pages-sql.ts";
import { RebuildSql } from "./rebuild-sql.ts";
import { RegistrySql } from "./registry-sql.ts";
import { Statements } from "./statements.ts";
import { stateError } from "./storage-trouble.ts";

/** The state of a root in one SQLite file. Synchronous: it lives in a worker thread. */
export class StateDatabase {
  readonly path: string;
  readonly startedFresh: StartedFresh;
  /** Whether damage is to be noted beside the file. */
  readonly ownsFile: boolean;
  readonly frontier: FrontierSql;
  readonly registry: RegistrySql;
  readonly rebuild: RebuildSql;
  readonly hosts: HostsSql;
  readonly pages: PagesSql;
  readonly extracts: ExtractsSql;
  readonly #db: DatabaseSync;
  readonly #log: DurableLog | null;
  readonly #sql: Statements;

  constructor({ db, log }: OpenDatabase, path: string, startedFresh: StartedFresh, ownsFile: boolean) {
    this.#db = db;
    this.#log = log;
    this.#sql = new Statements(db);
    this.path = path;
    this.startedFresh = startedFresh;
    this.ownsFile = ownsFile;
    this.frontier = new FrontierSql(this.#sql);
    this.pages = new PagesSql(this.#sql, hasPagesFile(db));
    this.registry = new RegistrySql(this.#sql, this.frontier, this.pages);
    this.rebuild = new RebuildSql(this.#sql, this.registry, this.pages);
    this.hosts = new HostsSql(this.#sql);
    this.extracts = new ExtractsSql(this.#sql);
  }

  /** For writing, by the one process that holds the root's lock: leases found in it are those of the dead. */
  static open(path: string, options: DatabaseOptions = {}): StateDatabase {
    const { startedFresh, ...open } = openDatabase(path, options);
    try {
      const state = new StateDatabase(open, path, startedFresh, true);
      state.alone(() => {
        state.frontier.clearLeases();
        state.pages.catchUp();
      });
      return state;
    } catch (error) {
      if (open.log === null) closeDatabase(open.db);
      else open.log.abandon();
      throw stateError(error, path);
    }
  }

  /** Throws what a sync reported before. */
  assertIntact(): void {
    this.#log?.assertIntact();
  }

  begin(): void {
    this.assertIntact();
    this.#sql.run("BEGIN IMMEDIATE");
  }

  /** What was committed is durable when it returns. */
  commit(): void {
    this.#sql.run("COMMIT");
    this.#log?.committed();
  }

  /** SQLite has rolled back by itself after some errors. */
  rollback(): void {
    if (this.#db.isTransaction) this.#sql.run("ROLLBACK");
  }

  /** A change that does not come as an operation. */
  alone(change: () => void): void {
    this.begin();
    try {
      change();
      this.commit();
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Runs one operation so that it happens wholly or not at all, inside the transaction. */
  apart<T>(operation: () => T): T {
    this.#sql.run("SAVEPOINT operation");
    try {
      const result = operation();
      this.#sql.run("RELEASE operation");
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK TO operation; RELEASE operation");
      throw error;
    }
  }

  /** Puts the log into the database file; after that there is no `-wal` beside it, unless somebody reads. */
  close(): void {
    if (!this.#db.isOpen) return;
    if (this.#log === null) return this.#db.close();
    try {
      if (hasPagesFile(this.#db)) releasePages(this.#db);
    } finally {
      this.#log.close();
    }
  }
}

function hasPagesFile(db: DatabaseSync): boolean {
  return db
    .prepare("PRAGMA database_list")
    .all()
    .some(({ name }) => name === PAGES_FILE);
}
