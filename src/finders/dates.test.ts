import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoDate } from "./dates.ts";

describe("a date", () => {
  it.each([
    ["2024", "2024"],
    ["2024-05", "2024-05"],
    ["2024-05-01", "2024-05-01"],
    [" 2024-05-01\n", "2024-05-01"],
    ["2024-5-1", "2024-05-01"],
    ["2024/05/01", "2024-05-01"],
    ["20240501", "2024-05-01"],
    ["20240501T101112Z", "2024-05-01T10:11:12Z"],
    ["2024-05-01T10:11Z", "2024-05-01T10:11:00Z"],
    ["2024-05-01T10:11:12Z", "2024-05-01T10:11:12Z"],
    ["2024-05-01t10:11:12z", "2024-05-01T10:11:12Z"],
    ["2024-05-01T10:11:12.345678Z", "2024-05-01T10:11:12Z"],
    ["2024-05-01T10:11:12+02:00", "2024-05-01T08:11:12Z"],
    ["2024-05-01T10:11:12+0200", "2024-05-01T08:11:12Z"],
    ["2024-05-01T10:11:12-05", "2024-05-01T15:11:12Z"],
    ["2024-05-01T00:30:00+02:00", "2024-04-30T22:30:00Z"],
    ["2024-05-01 10:11:12", "2024-05-01T10:11:12Z"],
    ["2024-05-01 10:11:12 UTC", "2024-05-01T10:11:12Z"],
    ["2024-05-01 10:11:12 +0100", "2024-05-01T09:11:12Z"],
    ["2024-12-31T24:00:00Z", "2025-01-01T00:00:00Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"],
    ["01/05/2024", "2024-05-01"],
    ["01-05-2024 10:11", "2024-05-01T10:11:00Z"],
    ["Wed, 01 May 2024 10:11:12 GMT", "2024-05-01T10:11:12Z"],
    ["Wed, 1 May 2024 10:11:12 +0200", "2024-05-01T08:11:12Z"],
    ["01 May 24 10:11 EST", "2024-05-01T15:11:00Z"],
    ["Wednesday, 01-May-24 10:11:12 GMT", "2024-05-01T10:11:12Z"],
    ["Thu, 01 Jan 98 00:00:00 PST", "1998-01-01T08:00:00Z"],
    ["Wed May  1 10:11:12 2024", "2024-05-01T10:11:12Z"],
    ["Wed May 1 10:11:12 CEST 2024", "2024-05-01T08:11:12Z"],
    ["May 1, 2024", "2024-05-01"],
    ["May 1, 2024 3:05 PM", "2024-05-01T15:05:00Z"],
    ["1 May 2024", "2024-05-01"],
    ["mié, 01 may 2024 10:11:12 +0200", "2024-05-01T08:11:12Z"],
    ["Miércoles, 1 de mayo de 2024", "2024-05-01"],
    ["lun., 15 ene. 2024 09:00:00 CET", "2024-01-15T08:00:00Z"],
    ["1 de setembre del 2024", "2024-09-01"],
    ["31 dic 2023 12:00 a.m.", "2023-12-31T00:00:00Z"],
    ["15 de xullo de 2024", "2024-07-15"],
    ["2024-05-01T10:11:12 XYZ", "2024-05-01T10:11:12Z"],
  ])("%j is %s", (text, expected) => {
    expect(isoDate(text)).toBe(expected);
  });

  it.each([
    ["9999-99-99"],
    ["9999-12-31"],
    ["0001-01-01T00:00:00"],
    ["0000-00-00 00:00:00"],
    ["2024-02-30"],
    ["2023-02-29"],
    ["2024-13"],
    ["2024-05-01T25:00:00Z"],
    ["2024-05-01T10:61:00Z"],
    ["2024-05-01T10:00:99Z"],
    ["2024-05-01T10:00:00+99:00"],
    ["hoy"],
    ["1 de nada de 2024"],
    [""],
    ["2024-05-01 and more"],
    ["-1"],
    ["1e9"],
    [`2024-05-01${" ".repeat(1000)}x`],
  ])("%j is none", (text) => {
    expect(isoDate(text)).toBeNull();
  });

  it("is none where there is no text", () => {
    expect([isoDate(null), isoDate(undefined)]).toEqual([null, null]);
  });

  it("comes back from every form of the same instant", () => {
    const dates = fc.date({ min: new Date("1971-01-01"), max: new Date("2199-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const expected = `${date.toISOString().slice(0, 19)}Z`;
        expect(isoDate(date.toISOString())).toBe(expected);
        expect(isoDate(date.toUTCString())).toBe(expected);
      }),
    );
  });

  it("is a date that the platform reads, or none, for any text", () => {
    const odd = fc.array(fc.constantFrom("2024", "-", "05", "T", " ", ":", "31", "+", "dic", "de", ",", "z"));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          odd.map((parts) => parts.join("")),
        ),
        (text) => {
          const iso = isoDate(text);
          expect(iso === null || !Number.isNaN(Date.parse(iso))).toBe(true);
        },
      ),
    );
  });
});
