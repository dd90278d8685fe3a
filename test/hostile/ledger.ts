import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { CATALOGUE, type Way } from "./catalogue.ts";

/** What became of a row that came by a way, in the engine's words: `failed body_broken`, `skipped address_refused`. */
export interface Met {
  readonly row: string;
  readonly way: Way;
  readonly outcome: string;
}

const ROWS = new Set(CATALOGUE.flatMap(({ rows }) => rows));
const FILE = "LEVADA_HOSTILE_LEDGER";

/**
 * Says that a row has come by a way and has ended as it must; called once that was asserted. Rows that the list of hostile
 * inputs does not ask for may be met besides.
 */
export function met(row: string, way: Way, outcome: string): void {
  if (!/^[a-z][a-z0-9_:, ]+$/i.test(outcome))
    throw new Error(`${row} by ${way} has no named outcome: ${outcome}`);
  const file = process.env[FILE];
  if (file === undefined || !ROWS.has(row)) return;
  appendFileSync(file, `${JSON.stringify({ row, way, outcome } satisfies Met)}\n`);
}

/** All that was said in this run of the suite. */
export function entries(): readonly Met[] {
  const file = process.env[FILE];
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Met);
}
