import type { DatabaseSync } from "node:sqlite";
import { passagesOf } from "../../search/passages.ts";
import { number, Statements, text } from "../sqlite/statements.ts";
import type { LoadedModel } from "./static-model-file.ts";

/** Documents of one transaction. */
const BATCH = 64;

/** Whether there are documents without vectors of this model. */
export function isWithoutVectors(sql: Statements, fingerprint: string): boolean {
  const model = sql.get("SELECT fingerprint FROM vector_model")?.["fingerprint"];
  if (model !== fingerprint) return sql.get("SELECT 1 FROM document LIMIT 1") !== undefined;
  const missing = "SELECT 1 FROM document WHERE id NOT IN (SELECT document FROM embedded) LIMIT 1";
  return sql.get(missing) !== undefined;
}

/** Gives every document that has none its vectors; those of another model go. A kill costs one batch. */
export async function bringVectorsUpToDate(
  db: DatabaseSync,
  model: LoadedModel,
  isOver: () => boolean,
): Promise<void> {
  const sql = new Statements(db);
  forgetOthers(db, sql, model.fingerprint);
  for (;;) {
    const rows = sql.all(
      `SELECT d.id AS id, d.title AS title, b.text AS body FROM document d JOIN body b ON b.document = d.id
       WHERE d.id NOT IN (SELECT document FROM embedded) ORDER BY d.id LIMIT ?`,
      BATCH,
    );
    if (rows.length === 0 || isOver()) return;
    inOne(db, () => {
      for (const row of rows) embed(sql, model, number(row, "id"), text(row, "title"), text(row, "body"));
    });
    await new Promise(setImmediate);
  }
}

function forgetOthers(db: DatabaseSync, sql: Statements, fingerprint: string): void {
  if (sql.get("SELECT fingerprint FROM vector_model")?.["fingerprint"] === fingerprint) return;
  inOne(db, () => {
    for (const table of ["vector", "embedded", "vector_model"]) sql.run(`DELETE FROM ${table}`);
    sql.run("INSERT INTO vector_model (fingerprint) VALUES (?)", fingerprint);
  });
}

/** Each passage says under which title it stands. */
function embed(sql: Statements, model: LoadedModel, id: number, title: string, body: string): void {
  const passages = body === "" ? [{ start: 0, length: 0 }] : passagesOf(body);
  for (const [nth, { start, length }] of passages.entries()) {
    const vector = model.embed(`${title}\n${body.slice(start, start + length)}`);
    if (vector === null) continue;
    sql.run(
      "INSERT INTO vector (document, passage, start, length, value) VALUES (?, ?, ?, ?, ?)",
      id,
      nth,
      start,
      length,
      new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    );
  }
  sql.run("INSERT OR REPLACE INTO embedded (document) VALUES (?)", id);
}

function inOne(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
