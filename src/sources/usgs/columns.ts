/** Columns of the catalog, recognised by their header whatever its case and spacing. */
const HEADERS = {
  libraryNumber: ["libnum", "librarynumber", "libno", "librarynum", "chlibno", "crclibrarynumber"],
  apiNumber: ["apinum", "apinumber", "api"],
  operator: ["operator"],
  wellName: ["wellname", "well"],
  field: ["field"],
  state: ["state"],
  county: ["county"],
  type: ["type"],
  photos: ["photos"],
  thinSections: ["thinsec", "thinsections"],
  analysis: ["analysis", "analyses"],
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "lon", "long"],
  source: ["source"],
  securityFlag: ["securityflag"],
  formation: ["formation"],
  age: ["age"],
  minDepth: ["mindepth"],
  maxDepth: ["maxdepth"],
} as const;

export type Column = keyof typeof HEADERS;

/** What one row says. Columns that are missing or empty are not there. */
export type Cells = ReadonlyMap<Column, string>;

const COLUMN_OF_HEADER: ReadonlyMap<string, Column> = new Map(
  Object.entries(HEADERS).flatMap(([column, names]) => names.map((name) => [name, column as Column])),
);

export function columnOf(header: string): Column | null {
  return COLUMN_OF_HEADER.get(header.toLowerCase().replace(/[^a-z0-9]/g, "")) ?? null;
}

/** Position of each known column; of two columns with one name the first counts. */
export function columnPositions(headers: readonly string[]): Map<Column, number> {
  const positions = new Map<Column, number>();
  headers.forEach((header, position) => {
    const column = columnOf(header);
    if (column !== null && !positions.has(column)) positions.set(column, position);
  });
  return positions;
}

export function cellsOf(positions: ReadonlyMap<Column, number>, row: readonly string[]): Map<Column, string> {
  const cells = new Map<Column, string>();
  for (const [column, position] of positions) {
    const value = (row[position] ?? "").trim();
    if (value !== "") cells.set(column, value);
  }
  return cells;
}

/** The catalog writes `T`. */
export function isTrue(value: string | undefined): boolean {
  return /^(t|true|y|yes|1)$/i.test(value ?? "");
}
