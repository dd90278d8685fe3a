import { describe, expect, it } from "vitest";
import { compareBytes, lowerBound, SortedKeys } from "./mediawiki-order.ts";

const HARD = [
  "",
  "A",
  "Ab",
  "a",
  "Z",
  "é",
  "\u07ff",
  "層",
  "\ud7ff",
  "\ue000",
  "\uffee",
  "🪨",
  "\u{10ffff}",
  "A🪨",
  "A\uffee",
];
const bytesOf = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

describe("the order of titles", () => {
  it("is that of their UTF-8 bytes, also where UTF-16 says otherwise", () => {
    expect(["\uffee", "🪨"].toSorted()[0]).toBe("🪨");
    for (const left of HARD) {
      for (const right of HARD) expect(Math.sign(compareBytes(left, right))).toBe(bytesOf(left, right));
    }
  });

  it("is found in with a handful of looks, however many there are", () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index);
    for (const wanted of [0, 1, 50_000, 99_999, 100_000]) {
      let looks = 0;
      const at = lowerBound(numbers, (number) => {
        looks += 1;
        return number < wanted;
      });
      expect(at).toBe(wanted);
      expect(looks).toBeLessThan(18);
    }
  });

  it.each([5, 500])("holds for keys added and removed at any time, %i of them", (count) => {
    const all = Array.from(
      { length: count },
      (_, index) => `${(index * 7919) % count} ${HARD[index % HARD.length]}`,
    );
    const keys = new SortedKeys();
    for (const key of all.slice(0, -2)) keys.add(key);
    expect([...keys.from(null)]).toHaveLength(count - 2);
    for (const key of all.slice(-2)) keys.add(key);
    keys.remove(all[1] ?? "");
    keys.remove("never there");
    const sorted = all.filter((key) => key !== all[1]).toSorted(bytesOf);
    expect([...keys.from(null)]).toEqual(sorted);
    expect([...keys.from(null, true)]).toEqual(sorted.toReversed());
    const middle = sorted[count >> 1] ?? "";
    expect([...keys.from(middle)]).toEqual(sorted.slice(count >> 1));
    expect([...keys.from(`${middle}a`)]).toEqual(sorted.filter((key) => bytesOf(key, `${middle}a`) >= 0));
    expect([...keys.from(middle, true)]).toEqual(sorted.slice(0, (count >> 1) + 1).toReversed());
  });
});
