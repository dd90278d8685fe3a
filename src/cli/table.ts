export interface Column {
  readonly title: string;
  /** @default left */
  readonly align?: "left" | "right";
}

/** Columns two spaces apart, as wide as their widest cell; no trailing spaces. Cells must be clean already. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) =>
    lines.reduce((widest, cells) => Math.max(widest, cells[at]?.length ?? 0), 0),
  );
  const draw = (cells: readonly string[]) =>
    columns
      .map(({ align }, at) => {
        const cell = cells[at] ?? "";
        return align === "right" ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
      })
      .join("  ")
      .trimEnd();
  return `${lines.map(draw).join("\n")}\n`;
}

/** `name  value` pairs below one another, indented; for summaries. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = entries.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return entries.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
}
