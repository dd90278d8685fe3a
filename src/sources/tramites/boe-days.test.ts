import { describe, expect, it } from "vitest";
import { boeDays, boeSummaryUrl, madridDay } from "./boe-days.ts";

describe("the days to ask for", () => {
  it("are the last week in a first run", () => {
    const { days, complete } = boeDays(null, "2026-03-03");
    expect(days).toEqual([
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
      "2026-03-03",
    ]);
    expect(complete).toBe(true);
  });

  it.each([
    ["the last day seen is asked for again", "2026-03-02", "2026-03-03", ["2026-03-02", "2026-03-03"]],
    ["a second run on one day asks for that day", "2026-03-03", "2026-03-03", ["2026-03-03"]],
    ["a clock that was ahead costs nothing", "2026-05-01", "2026-03-03", ["2026-03-03"]],
    ["a leap day is a day", "2028-02-28", "2028-03-01", ["2028-02-28", "2028-02-29", "2028-03-01"]],
    [
      "a change to summer time loses no day",
      "2026-03-28",
      "2026-03-30",
      ["2026-03-28", "2026-03-29", "2026-03-30"],
    ],
  ])("%s", (_, seen, today, days) => {
    expect(boeDays(seen, today)).toEqual({ days, complete: true });
  });

  it("catch up with a long absence from its beginning, some at a time", () => {
    const first = boeDays("2020-01-01", "2026-03-03");
    expect([first.days.length, first.days[0], first.complete]).toEqual([366, "2020-01-01", false]);
    expect(boeDays(first.days.at(-1) ?? null, "2026-03-03").days[0]).toBe("2020-12-31");
  });

  it("are those of a first run where the last day is not a day", () => {
    expect(boeDays("9999-99-99", "2026-03-03").days).toHaveLength(7);
  });

  it.each([
    ["2026-03-02T22:59:59Z", "2026-03-02"],
    ["2026-03-02T23:00:00Z", "2026-03-03"],
    ["2026-07-01T21:59:59Z", "2026-07-01"],
    ["2026-07-01T22:00:00Z", "2026-07-02"],
  ])("follow the clock of Madrid: %s is %s", (instant, day) => {
    expect(madridDay(Date.parse(instant))).toBe(day);
  });
});

describe("the address of a day's summary", () => {
  it.each([
    ["https://www.boe.es/datosabiertos/api", "https://www.boe.es/datosabiertos/api/boe/sumario/20260303"],
    ["https://www.boe.es/datosabiertos/api/", "https://www.boe.es/datosabiertos/api/boe/sumario/20260303"],
    ["https://boe.es/datosabiertos/api/boe", "https://boe.es/datosabiertos/api/boe/sumario/20260303"],
    [
      "https://boe.es/datosabiertos/api/boe/sumario/",
      "https://boe.es/datosabiertos/api/boe/sumario/20260303",
    ],
    [
      "https://boe.es/datosabiertos/api/boe/sumario/20200101",
      "https://boe.es/datosabiertos/api/boe/sumario/20260303",
    ],
    [
      "https://boe.es/datosabiertos/api/boe/sumario/{fecha}",
      "https://boe.es/datosabiertos/api/boe/sumario/20260303",
    ],
    ["https://www.boe.es", "https://www.boe.es/datosabiertos/api/boe/sumario/20260303"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/boe/sumario/20260303"],
    ["http://127.0.0.1:8080/x/api?key=1#top", "http://127.0.0.1:8080/x/api/boe/sumario/20260303?key=1"],
  ])("from %s is %s", (apiUrl, url) => {
    expect(boeSummaryUrl(apiUrl, "2026-03-03")).toBe(url);
  });
});
