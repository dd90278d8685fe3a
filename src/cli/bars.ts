import type { Output } from "./io.ts";

const MOST_COLUMNS = 50;

/**
 * Numbers drawn as bars below one another, each beside its name and followed by its value. The longest fills the width;
 * what is not 0 can be seen. Blocks on a terminal, plain characters elsewhere.
 */
export function barLines(rows: readonly (readonly [name: string, count: number])[], output: Output): string {
  const nameWidth = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  const most = rows.reduce((largest, [, count]) => Math.max(largest, count), 1);
  const room = output.columns - nameWidth - String(most).length - 6;
  const width = Math.max(10, Math.min(MOST_COLUMNS, room));
  const cell = output.isTerminal ? "█" : "#";
  return rows
    .map(([name, count]) => {
      const bar = cell.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * width)));
      return `  ${name.padStart(nameWidth)}  ${bar}${bar === "" ? "" : " "}${count}\n`;
    })
    .join("");
}
