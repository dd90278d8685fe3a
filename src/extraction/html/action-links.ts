/** Links and buttons by which people begin a procedure or get its papers: short lines that look like those of a menu. */
import { ACTION_WORDS } from "./noise-rules.ts";
import { folded } from "./trimming.ts";

const ACTION = new RegExp(`(?<!\\p{L})(?:${ACTION_WORDS.join("|")})`, "u");
const OF_SESSION = /(?<!\p{L})(?:sesion|sessio|saio|login|registrarse)/u;
const MAX_ACTION = 80;

export function isAction(line: string): boolean {
  if (line.length > MAX_ACTION) return false;
  const text = folded(line);
  return ACTION.test(text) && !OF_SESSION.test(text);
}
