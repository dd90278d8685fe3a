import { appendFileSync } from "node:fs";

/** The promises of docs/guarantees.md. */
export type Promised = `R${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`;

export interface Figure {
  readonly promise: Promised;
  /** In a user's words, the same in every run: "kill -9 at a counted call of wiki". */
  readonly what: string;
  readonly value: number | string;
}

/** Says what a test counted or measured for a promise. `npm run prove` gathers what is said. */
export function figure(promise: Promised, what: string, value: number | string): void {
  const said: Figure = { promise, what, value };
  const file = process.env["LEVADA_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(said)}\n`);
  console.log(`${promise} ${what}: ${value}`);
}
