/** A day as catalogs write it (`20240529`, `2024-05-29`, `29/05/2024`, `2024/05/29`, with a time behind it) as `2024-05-29`; null for what is no day. */
export function calendarDay(written: string | null): string | null {
  const text = written?.trim() ?? "";
  const found =
    /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T?\d{4,6}Z?)?$/.exec(text) ??
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?=$|[T\s])/.exec(text) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?=$|[T\s])/.exec(text);
  const { year, month, day } = found?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDay(iso) ? iso : null;
}

/** Whether `2024-02-30` exists. */
export function isCalendarDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === iso;
}
