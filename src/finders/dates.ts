/**
 * Dates as sites write them, in ISO 8601: `2024-05-01` where only the day is told, UTC to the second where a time is.
 * Null for what is no date. A time without a zone is taken for UTC; of `03/04/2024` the day comes first, as in Spain.
 */

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    ["jan", "ene", "gen", "xan", "urt"],
    ["feb", "ots"],
    ["mar"],
    ["apr", "abr", "api"],
    ["may", "mai"],
    ["jun", "jun", "xuñ", "xun", "eka"],
    ["jul", "xul", "uzt"],
    ["aug", "ago", "abu"],
    ["sep", "set", "ira"],
    ["oct", "out", "urr"],
    ["nov", "aza"],
    ["dec", "dic", "des", "dec", "abe"],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** RFC 822 5.1, and those of Europe. Minutes east of Greenwich; unknown names count as UTC (RFC 5322 4.3). */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
    cet: 60,
    met: 60,
    cest: 120,
    mest: 120,
    west: 60,
    bst: 60,
  }),
);

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** No date of a page lies beyond; `0001-01-01` and `9999-12-31` mean "none". */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const MAX_LENGTH = 100;

export function isoDate(text: string | null | undefined): string | null {
  const trimmed = (text ?? "").trim();
  if (trimmed === "" || trimmed.length > MAX_LENGTH) return null;
  return numericDate(trimmed) ?? namedDate(trimmed.toLowerCase());
}

const TIME = String.raw`(?:[Tt\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(.*))?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME}$`);
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(.*))?$/;

/** W3C date and time formats, basic ISO, and numbers in the order of Spain. */
function numericDate(text: string): string | null {
  const short = /^(\d{4})(?:-(\d{2}))?$/.exec(text);
  if (short !== null) return monthOnly(short[1] ?? "", short[2]);
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return joined(dayOf(yearFirst[1], yearFirst[2], yearFirst[3]), yearFirst.slice(4));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return joined(dayOf(dayFirst[3], dayFirst[2], dayFirst[1]), dayFirst.slice(4));
  const basic = BASIC.exec(text);
  if (basic === null) return null;
  const [hour, minute, second, zone] = basic.slice(4);
  return joined(dayOf(basic[1], basic[2], basic[3]), [hour, minute, second, undefined, zone]);
}

function monthOnly(year: string, month: string | undefined): string | null {
  const valid = isPossible({ year: Number(year), month: Number(month ?? 1), day: 1 });
  return valid ? (month === undefined ? year : `${year}-${month}`) : null;
}

const DAY_MONTH_YEAR = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:º|st|nd|rd|th)?(?:[\s-]+de)?[\s-]+(\p{L}+)\.?,?(?:[\s-]+(?:de|del))?[\s-]+(\d{2,4})${TIME}$`,
  "u",
);
const MONTH_DAY_YEAR = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})${TIME}$`,
  "u",
);
/** asctime: `Sun Nov  6 08:49:37 1994`, with a zone before the year in some programs. */
const ASCTIME =
  /^\p{L}+\.?,?\s+(\p{L}+)\.?\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(?:([a-z]+)\s+)?(\d{4})$/u;

/** RFC 822 5, RFC 850, asctime, and the way people write dates in Spain. */
function namedDate(text: string): string | null {
  const usual = DAY_MONTH_YEAR.exec(text);
  if (usual !== null) return joined(dayOf(fullYear(usual[3] ?? ""), usual[2], usual[1]), usual.slice(4));
  const american = MONTH_DAY_YEAR.exec(text);
  if (american !== null) return joined(dayOf(american[3], american[1], american[2]), american.slice(4));
  const asctime = ASCTIME.exec(text);
  if (asctime === null) return null;
  const [month, day, hour, minute, second, zone, year] = asctime.slice(1);
  return joined(dayOf(year, month, day), [hour, minute, second, undefined, zone]);
}

/** RFC 5322 4.3: of two digits, 00 to 49 are of this century. */
function fullYear(year: string): string {
  if (year.length > 2) return year;
  return String(Number(year) + (Number(year) < 50 ? 2000 : 1900));
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): Day | null {
  const number = /^\d/.test(month ?? "") ? Number(month) : MONTHS.get((month ?? "").slice(0, 3));
  const found = { year: Number(year), month: number ?? 0, day: Number(day) };
  return isPossible(found) ? found : null;
}

function isPossible({ year, month, day }: Day): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function joined(day: Day | null, time: readonly (string | undefined)[]): string | null {
  if (day === null) return null;
  const [hour, minute, second, half, zone] = time;
  const date = `${day.year}-${twoDigits(day.month)}-${twoDigits(day.day)}`;
  if (hour === undefined) return date;
  const hours = hourOf(Number(hour), half);
  const minutes = Number(minute);
  // A leap second counts as the one before it.
  const seconds = Math.min(Number(second ?? 0), 59);
  const offset = minutesEast((zone ?? "").trim());
  if (hours > 24 || minutes > 59 || Number(second ?? 0) > 60 || offset === null) return null;
  const at = Date.UTC(day.year, day.month - 1, day.day, hours, minutes - offset, seconds);
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

/** Null for an offset that no place on Earth has. */
function minutesEast(zone: string): number | null {
  const offset = /^(?:gmt|utc?)?\s*([+-])(\d{1,2}):?(\d{2})?/i.exec(zone);
  if (offset === null) return ZONES.get(zone.toLowerCase().replace(/[^a-z].*$/, "")) ?? 0;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  if (minutes > 15 * 60) return null;
  return offset[1] === "-" ? -minutes : minutes;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
