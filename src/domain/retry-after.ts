/** Nobody is waited for longer than this: a date in the year 9999 must not retire a host. */
export const MAX_RETRY_AFTER_MS = 30 * 24 * 3_600_000;

/**
 * How long a Retry-After header asks to wait, ms (RFC 9110 §10.2.3): seconds as digits, or an HTTP-date.
 * What has passed is 0; what is neither is undefined, as if the header were not there.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  const waitMs = parseSeconds(text) ?? parseDateWait(text, now);
  return waitMs === undefined ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** A repeated header arrives joined by commas: the longest wait counts. */
function parseSeconds(text: string): number | undefined {
  if (!/^\d+(?:[ \t]*,[ \t]*\d+)*$/.test(text)) return undefined;
  return text.split(",").reduce((longest, part) => Math.max(longest, Number(part) * 1000), 0);
}

function parseDateWait(text: string, now: number): number | undefined {
  const at = parseHttpDate(text, now);
  return at === undefined ? undefined : at - now;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const DAY_NAME = "(?:mon|tue|wed|thu|fri|sat|sun)";
const LONG_DAY_NAME = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)";

/** RFC 9110 §5.6.7: IMF-fixdate, and the obsolete forms of RFC 850 and asctime that recipients must accept. */
const HTTP_DATES = [
  String.raw`${DAY_NAME}, (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) ${TIME} GMT`,
  String.raw`${LONG_DAY_NAME}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) ${TIME} GMT`,
  String.raw`${DAY_NAME} (?<month>[a-z]{3}) (?<day>[ \d]\d) ${TIME} (?<year>\d{4})`,
].map((pattern) => new RegExp(`^${pattern}$`, "i"));

/** Wall clock, ms; undefined for text that is no HTTP-date or names a day that does not exist. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const pattern of HTTP_DATES) {
    const parts = pattern.exec(text)?.groups;
    if (parts !== undefined) return toTime(parts, now);
  }
  return undefined;
}

function toTime(parts: Readonly<Record<string, string>>, now: number): number | undefined {
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  if (monthIndex < 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const fullYear = year.length === 2 ? expandYear(Number(year), now) : Number(year);
  // setUTCFullYear, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0);
  date.setUTCFullYear(fullYear, monthIndex, Number(day));
  if (date.getUTCMonth() !== monthIndex || date.getUTCDate() !== Number(day)) return undefined;
  return date.setUTCHours(Number(hour), Number(minute), Number(second));
}

/** RFC 9110 §5.6.7: a two-digit year more than 50 years ahead is the most recent past one with these digits. */
function expandYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + twoDigits;
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}
