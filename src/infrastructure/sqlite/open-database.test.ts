import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeDatabase } from "./durable-log.ts";
import { openDatabase } from "./open-database.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "levada-database-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = {
  document: `INSERT INTO document (source, key, url, local_path, sha256, original_size, compressed_size, stored_at,
    validators, fields, page, checked_validators) VALUES ('s', 'k', '', '', '', 1, 1, '', '{}', '{}', '{}', '{}')`,
  alias: "INSERT INTO alias (source, key, of_key, validators) VALUES ('s', 'k', 'o', '{}')",
  procedure: `INSERT INTO procedure VALUES ('s', 'k', '', '', '', '', '', '', '', '', '{}', '{}', 0, 0, '', '{}')`,
  link: `INSERT INTO link (source, key, url, host, run, curated, state, since, failures, first_seen, reason, detail,
    chain, former_chain) VALUES ('s', 'k', '', '', '', '', 'active', 0, 0, 0, '', '', '[]', '[]')`,
} as const;

/** A bit that is lost in the middle of a text is no damage to SQLite; to whoever reads the text it is. */
it.each([
  ["document", "validators"],
  ["document", "fields"],
  ["document", "page"],
  ["document", "checked_validators"],
  ["alias", "validators"],
  ["procedure", "catalog"],
  ["procedure", "office"],
  ["procedure", "lines"],
  ["link", "chain"],
  ["link", "former_chain"],
] as const)("sets a database aside in which %s.%s is no longer JSON", (table, column) => {
  const path = join(folder, "levada.db");
  const { db, log } = openDatabase(path);
  db.exec(ROWS[table]);
  db.exec(`UPDATE ${table} SET ${column} = '{"a" 1}'`);
  log?.abandon();
  if (db.isOpen) closeDatabase(db);
  const again = openDatabase(path, { synchronous: "OFF" });
  closeDatabase(again.db);
  expect(again.startedFresh).toBe("corrupt");
  expect(readdirSync(folder).some((name) => name.includes(".corrupt-"))).toBe(true);
});

it("opens one in which texts that may be empty are", () => {
  const path = join(folder, "levada.db");
  const { db } = openDatabase(path, { synchronous: "OFF" });
  db.exec(ROWS.procedure);
  db.exec("UPDATE procedure SET catalog = '', office = '', lines = ''");
  closeDatabase(db);
  const again = openDatabase(path, { synchronous: "OFF" });
  closeDatabase(again.db);
  expect(again.startedFresh).toBeNull();
});
