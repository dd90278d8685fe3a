import type { ManifestProblem, Watermark } from "../../application/ports.ts";
import { number, type Statements, text } from "./statements.ts";

/** What tells a file from another one of the same name. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** How far the database agrees with the files that it can be rebuilt from: manifest and checkpoint. */
export class ManifestsSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** The registry holds what the manifest says up to here. */
  reach(source: string, { size, mtimeMs, crc32, lines }: Watermark): void {
    this.#sql.run(
      `INSERT INTO manifest_state (source, size, mtime_ms, crc32, lines) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (source) DO UPDATE SET size = excluded.size, mtime_ms = excluded.mtime_ms,
         crc32 = excluded.crc32, lines = excluded.lines`,
      source,
      size,
      mtimeMs,
      crc32,
      lines,
    );
  }

  watermark(source: string): Watermark | null {
    const row = this.#sql.get("SELECT * FROM manifest_state WHERE source = ?", source);
    if (row === undefined) return null;
    return {
      size: number(row, "size"),
      mtimeMs: number(row, "mtime_ms"),
      crc32: number(row, "crc32"),
      lines: number(row, "lines"),
    };
  }

  problems(source: string): ManifestProblem[] {
    const row = this.#sql.get("SELECT problems FROM manifest_state WHERE source = ?", source);
    return row === undefined ? [] : (JSON.parse(text(row, "problems")) as ManifestProblem[]);
  }

  /** Size and time of the checkpoint that was saved last. */
  savedCheckpoint(source: string): FileStamp | null {
    const row = this.#sql.get("SELECT size, mtime_ms FROM checkpoint_state WHERE source = ?", source);
    return row === undefined ? null : { size: number(row, "size"), mtimeMs: number(row, "mtime_ms") };
  }

  noteCheckpoint(source: string, { size, mtimeMs }: FileStamp): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO checkpoint_state (source, size, mtime_ms) VALUES (?, ?, ?)",
      source,
      size,
      mtimeMs,
    );
  }
}
