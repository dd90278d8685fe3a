import { type Cells, cellsOf, type Column, columnPositions, isTrue } from "./columns.ts";
import { type CsvRow, CsvFieldTooLong, readCsv } from "./csv.ts";
import { type Parsed, structureChanged } from "./parsed.ts";

const EXPECTED = "a CSV header with Lib Num and State";

/** The wells of a CSV catalog, in order of their first row; one row per depth interval becomes one well. */
export async function parseCatalogCsv(body: AsyncIterable<Uint8Array>): Promise<Parsed<readonly Cells[]>> {
  try {
    return await groupRows(readCsv(body));
  } catch (error) {
    if (error instanceof CsvFieldTooLong) return structureChanged(EXPECTED, error.message);
    throw error;
  }
}

async function groupRows(rows: AsyncIterable<CsvRow>): Promise<Parsed<readonly Cells[]>> {
  const wells = new Map<string, Interval[]>();
  let positions: Map<Column, number> | null = null;
  for await (const row of rows) {
    if (positions === null) {
      positions = columnPositions(row);
      if (!positions.has("libraryNumber") || !positions.has("state")) return unrecognised(row);
      continue;
    }
    const cells = cellsOf(positions, row);
    const identity = JSON.stringify([cells.get("libraryNumber") ?? "", cells.get("state") ?? ""]);
    const intervals = wells.get(identity);
    if (intervals === undefined) wells.set(identity, [cells]);
    else intervals.push(cells);
  }
  if (positions === null) return structureChanged(EXPECTED, "an empty body");
  return { ok: true, value: [...wells.values()].map(mergeIntervals) };
}

type Interval = ReadonlyMap<Column, string>;

function unrecognised(header: CsvRow): Parsed<never> {
  const text = header.join(",");
  return structureChanged(EXPECTED, text.trimStart().startsWith("<") ? `an HTML page: ${text}` : text);
}

/** Formations and ages are listed, depths span all intervals, one `T` is enough; else the first word counts. */
function mergeIntervals(intervals: readonly Interval[]): Cells {
  const merged = new Map<Column, string>();
  for (const interval of intervals) {
    for (const [column, value] of interval) if (!merged.has(column)) merged.set(column, value);
  }
  const all = (column: Column) => intervals.flatMap((interval) => interval.get(column) ?? []);
  for (const column of ["formation", "age"] as const) {
    if (merged.has(column)) merged.set(column, [...new Set(all(column))].join("; "));
  }
  for (const column of ["analysis", "photos", "thinSections"] as const) {
    const affirmed = all(column).find(isTrue);
    if (affirmed !== undefined) merged.set(column, affirmed);
  }
  spanDepths(merged, "minDepth", all("minDepth"), (a, b) => a < b);
  spanDepths(merged, "maxDepth", all("maxDepth"), (a, b) => a > b);
  return merged;
}

function spanDepths(
  merged: Map<Column, string>,
  column: "minDepth" | "maxDepth",
  values: readonly string[],
  better: (a: number, b: number) => boolean,
): void {
  const numbers = values.filter((value) => Number.isFinite(Number(value)));
  if (numbers.length === 0) return;
  merged.set(
    column,
    numbers.reduce((best, value) => (better(Number(value), Number(best)) ? value : best)),
  );
}
