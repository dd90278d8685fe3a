import { type Cells, type Column, columnPositions } from "./columns.ts";
import { type CsvRow, CsvFieldTooLong, readCsv } from "./csv.ts";
import { type Parsed, structureChanged } from "./parsed.ts";
import { TooManyWells, WellTable } from "./well-table.ts";

const EXPECTED = "a CSV header with Lib Num and State";

/** The wells of a CSV catalog, in order of their first row; one row per depth interval becomes one well. */
export async function parseCatalogCsv(body: AsyncIterable<Uint8Array>): Promise<Parsed<Iterable<Cells>>> {
  try {
    return await groupRows(readCsv(body));
  } catch (error) {
    if (error instanceof CsvFieldTooLong) return structureChanged(EXPECTED, error.message);
    if (error instanceof TooManyWells)
      return structureChanged("a list of the wells of a state", error.message);
    throw error;
  }
}

async function groupRows(batches: AsyncIterable<Iterable<CsvRow>>): Promise<Parsed<Iterable<Cells>>> {
  let table: WellTable | null = null;
  for await (const rows of batches) {
    for (const row of rows) {
      if (table !== null) {
        table.add(row);
        continue;
      }
      const positions: Map<Column, number> = columnPositions(row);
      if (!positions.has("libraryNumber") || !positions.has("state")) return unrecognised(row);
      table = new WellTable(positions);
    }
  }
  return table === null ? structureChanged(EXPECTED, "an empty body") : { ok: true, value: table.wells() };
}

function unrecognised(header: CsvRow): Parsed<never> {
  const text = header.join(",");
  return structureChanged(EXPECTED, text.trimStart().startsWith("<") ? `an HTML page: ${text}` : text);
}
