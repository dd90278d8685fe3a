/** Dates and numbers in addresses. */

const YEAR_NAMES = /^(?:y|yr|year|anio|ano|año|any|urte|ejercicio)$/i;
const MONTH_NAMES = /^(?:m|mo|month|mes|hilabete)$/i;
const DATE_NAMES = /^(?:d|m|month|mes|date|fecha|data|day|dia|from|to|start|end|desde|hasta|week|semana)$/i;
const YEAR = /^(?:1[5-9]|[2-9]\d)\d{2}$/;

const CALENDAR =
  /(?<![a-z])(?:calend[a-z]*|agendas?|events?|eventos?|egutegi[a-z]*|citas?|month|week|day|mes|semana|dia)(?![a-z])/i;

/** Whether an address calls itself a calendar. */
export function namesCalendar(url: URL): boolean {
  return CALENDAR.test(url.pathname + url.search);
}

interface Month {
  readonly year: number;
  readonly month: number;
}

/** Year and month of the day that an address speaks of; null where it speaks of none. */
export function calendarDate(url: URL): Month | null {
  const found = dateInPath(url.pathname) ?? dateInParameters(url.searchParams);
  // 4500-12 is a number of something, unless it stands in a calendar.
  if (found === null || namesCalendar(url)) return found;
  return found.year >= 1900 && found.year < 2200 ? found : null;
}

function dateInPath(path: string): Month | null {
  const inSegments = /\/(\d{4})\/(\d{1,2})(?=\/|$)/.exec(path);
  if (inSegments !== null) return valid(inSegments[1], inSegments[2]);
  return dateInText(path);
}

function dateInParameters(parameters: URLSearchParams): Month | null {
  let year: string | undefined;
  let month: string | undefined;
  for (const [name, value] of parameters) {
    const local = name.replace(/^.*[[._-](?=\w)/, "").replace(/\]$/, "");
    if (YEAR_NAMES.test(local) && YEAR.test(value)) year ??= value;
    else if (MONTH_NAMES.test(local) && /^\d{1,2}$/.test(value)) month ??= value;
    const whole = dateInText(value) ?? (DATE_NAMES.test(local) ? packed(value) : null);
    if (whole !== null) return whole;
  }
  return year === undefined ? null : valid(year, month ?? "1");
}

/** `2024-05`, `2024-05-07`, `2024_05_07`, `07-05-2024`, `07/05/2024`, not as a part of longer numbers. */
function dateInText(text: string): Month | null {
  const yearFirst = /(?<![\d])(\d{4})([-_.])(\d{1,2})(?:\2\d{1,2})?(?![\d])/.exec(text);
  if (yearFirst !== null) return valid(yearFirst[1], yearFirst[3]);
  const dayFirst = /(?<![\d])\d{1,2}([-_./])(\d{1,2})\1(\d{4})(?![\d])/.exec(text);
  return dayFirst === null ? null : valid(dayFirst[3], dayFirst[2]);
}

/** `20240507`, `202405` */
function packed(text: string): Month | null {
  const digits = /^(\d{4})(\d{2})(?:\d{2})?$/.exec(text);
  return digits === null ? null : valid(digits[1], digits[2]);
}

function valid(year: string | undefined, month: string | undefined): Month | null {
  const found = { year: Number(year), month: Number(month) };
  return YEAR.test(String(year)) && found.month >= 1 && found.month <= 12 ? found : null;
}

const MONTH_WORDS =
  /(?<![a-z])(?:ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sep(?:tiembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?|january|february|march|april|june|july|august|september|october|november|december)(?![a-z])/gi;

/** Addresses that differ only in numbers or the names of months become one. */
export function foldNumbers(text: string): string {
  return text.replace(MONTH_WORDS, "#").replace(/\d+/g, "#");
}
