import type { DatabaseSync } from "node:sqlite";
import { AliasesSql } from "./aliases-sql.ts";
import { ClaimsSql } from "./claims-sql.ts";
import { DocumentsSql } from "./documents-sql.ts";
import { ExtractsSql } from "./extracts-sql.ts";
import { FrontierSql } from "./frontier-sql.ts";
import { HistorySql } from "./history-sql.ts";
import { HostsSql } from "./hosts-sql.ts";
import { ItemsSql } from "./items-sql.ts";
import { LeasesSql } from "./leases-sql.ts";
import { LinksSql } from "./links-sql.ts";
import { ManifestsSql } from "./manifests-sql.ts";
import { NotesSql } from "./notes-sql.ts";
import { closeDatabase, type DurableLog } from "./durable-log.ts";
import {
  type DatabaseOptions,
  openDatabase,
  type OpenDatabase,
  releasePages,
  type StartedFresh,
} from "./open-database.ts";
import { PAGES_FILE, PagesSql } from "./pages-sql.ts";
import { ProceduresSql } from "./procedures-sql.ts";
import { RebuildSql } from "./rebuild-sql.ts";
import { RunsSql } from "./runs-sql.ts";
import { SettlingSql } from "./settling-sql.ts";
import { Statements } from "./statements.ts";
import { TakingSql } from "./taking-sql.ts";
import { stateError } from "./storage-trouble.ts";

/** The state of a root in one SQLite file. Synchronous: it lives in a worker thread. */
export class StateDatabase {
  readonly path: string;
  readonly startedFresh: StartedFresh;
  /** Whether damage is to be noted beside the file. */
  readonly ownsFile: boolean;
  readonly frontier: FrontierSql;
  readonly leases: LeasesSql;
  readonly taking: TakingSql;
  readonly settling: SettlingSql;
  readonly notes: NotesSql;
  readonly items: ItemsSql;
  readonly documents: DocumentsSql;
  readonly claims: ClaimsSql;
  readonly aliases: AliasesSql;
  readonly manifests: ManifestsSql;
  readonly runs: RunsSql;
  readonly rebuild: RebuildSql;
  readonly hosts: HostsSql;
  readonly pages: PagesSql;
  readonly extracts: ExtractsSql;
  readonly procedures: ProceduresSql;
  readonly history: HistorySql;
  readonly links: LinksSql;
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
    this.leases = new LeasesSql(this.#sql);
    this.frontier = new FrontierSql(this.#sql, this.leases);
    this.taking = new TakingSql(this.#sql, this.leases);
    this.settling = new SettlingSql(this.#sql, this.leases);
    this.notes = new NotesSql(this.#sql);
    this.claims = new ClaimsSql(this.#sql);
    this.items = new ItemsSql(this.#sql, this.claims);
    this.aliases = new AliasesSql(this.#sql);
    this.manifests = new ManifestsSql(this.#sql);
    this.runs = new RunsSql(this.#sql, this.frontier);
    this.pages = new PagesSql(this.#sql, hasPagesFile(db));
    this.documents = new DocumentsSql(this.#sql, this);
    this.rebuild = new RebuildSql(this.#sql, this);
    this.hosts = new HostsSql(this.#sql);
    this.extracts = new ExtractsSql(this.#sql);
    this.procedures = new ProceduresSql(this.#sql);
    this.history = new HistorySql(this.#sql);
    this.links = new LinksSql(this.#sql);
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
