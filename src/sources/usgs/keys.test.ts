import { describe, expect, it } from "vitest";
import { keyFor } from "./keys.ts";

function registry(holders: Record<string, { url: string; about: string }> = {}) {
  const claims = new Map(Object.entries(holders));
  return {
    claims,
    claim(key: string, url: string, about: string) {
      if (!claims.has(key)) claims.set(key, { url, about });
      return Promise.resolve(claims.get(key) ?? { url, about });
    },
    keyOf: (url: string) =>
      Promise.resolve([...claims].find(([, holder]) => holder.url === url)?.[0] ?? null),
  };
}

const link = (url: string, state = "TX", documentId: string | null = null) => ({
  libraryNumber: "T055",
  documentId,
  state,
  url,
});

describe("the key of a document", () => {
  it("is the library number, with the document id where the link carries one", async () => {
    const context = registry();
    expect(await keyFor(context, link("u1"))).toBe("T055");
    expect(await keyFor(context, link("u2", "TX", "113056"))).toBe("T055-113056");
  });

  it("is numbered for further links of the same state, and the state for another one", async () => {
    const context = registry();
    const keys: string[] = [];
    for (const [url, state] of [
      ["a", "TX"],
      ["b", "TX"],
      ["c", "TX"],
      ["d", "OK"],
      ["e", "OK"],
      ["f", "LA"],
    ] as const) {
      keys.push(await keyFor(context, link(url, state)));
    }
    expect(keys).toEqual(["T055", "T055-2", "T055-3", "T055-OK", "T055-OK-2", "T055-LA"]);
  });

  it("never changes once it was given, whatever appears before it", async () => {
    const context = registry();
    expect(await keyFor(context, link("m"))).toBe("T055");
    expect(await keyFor(context, link("a"))).toBe("T055-2");
    expect(await keyFor(context, link("m", "OK"))).toBe("T055");
    expect(await keyFor(context, link("a"))).toBe("T055-2");
  });

  it("gets the state where a document id was given in another state", async () => {
    const context = registry({ "T055-7": { url: "x", about: "TX" } });
    expect(await keyFor(context, link("y", "OK", "7"))).toBe("T055-7-OK");
  });

  it("takes no key of another number that looks like its own", async () => {
    const context = registry({ T055: { url: "x", about: "TX" }, "T055-2": { url: "y", about: "TX" } });
    expect(await keyFor(context, link("z"))).toBe("T055-3");
  });

  it("is not looked for without end", async () => {
    const busy = {
      claim: () => Promise.resolve({ url: "other", about: "TX" }),
      keyOf: () => Promise.resolve(null),
    };
    await expect(keyFor(busy, link("z"))).rejects.toThrow("no free key");
  });
});
