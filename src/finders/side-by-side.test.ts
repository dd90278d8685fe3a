import { describe, expect, it } from "vitest";
import { Handover, sideBySide } from "./side-by-side.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function* counting(name: string, to: number, log: string[] = []): AsyncGenerator<string> {
  try {
    for (let n = 1; n <= to; n++) {
      log.push(`${name}${n}`);
      yield `${name}${n}`;
    }
  } finally {
    log.push(`${name} ended`);
  }
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe("generators side by side", () => {
  it("yields everything of all of them, each in its order", async () => {
    const all = await collect(sideBySide([counting("a", 3), counting("b", 2), counting("c", 0)]));
    expect(all.toSorted()).toEqual(["a1", "a2", "a3", "b1", "b2"]);
    expect(all.filter((one) => one.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
  });

  it("goes on in none before the value it has yielded is worked on", async () => {
    const log: string[] = [];
    for await (const value of sideBySide([counting("a", 3, log), counting("b", 2, log)])) {
      await turn();
      log.push(`worked on ${value}`);
    }
    const at = (entry: string) => log.indexOf(entry);
    expect(at("a2")).toBeGreaterThan(at("worked on a1"));
    expect(at("b2")).toBeGreaterThan(at("worked on b1"));
  });

  it("does not wait for one that waits", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<string> {
      await promise;
      yield "slow";
    }
    const seen: string[] = [];
    for await (const value of sideBySide([slow(), counting("a", 3)])) {
      seen.push(value);
      if (seen.length === 3) resolve();
    }
    expect(seen).toEqual(["a1", "a2", "a3", "slow"]);
  });

  it("lets none run ahead of who takes, and tells all when the taker leaves", async () => {
    const log: string[] = [];
    for await (const _ of sideBySide([counting("a", 100, log), counting("b", 100, log)])) {
      await turn();
      if (log.length > 6) break;
    }
    await turn();
    expect(log.length).toBeLessThan(14);
    expect(log).toContain("a ended");
    expect(log).toContain("b ended");
  });

  it("fails with the one that fails", async () => {
    async function* failing(): AsyncGenerator<string> {
      yield "x";
      throw new Error("broken");
    }
    await expect(collect(sideBySide([failing(), counting("a", 1)]))).rejects.toThrow("broken");
  });
});

describe("a handover", () => {
  it("answers false to who puts something in when nobody takes any more", async () => {
    const handover = new Handover<number>();
    const values = handover.values();
    const first = handover.put(1);
    const second = handover.put(2);
    expect(await values.next()).toEqual({ done: false, value: 1 });
    expect(await values.next()).toEqual({ done: false, value: 2 });
    expect(await first).toBe(true);
    await values.return(undefined);
    expect(await second).toBe(false);
    expect(await handover.put(2)).toBe(false);
  });
});
