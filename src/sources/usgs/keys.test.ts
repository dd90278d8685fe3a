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

  it.each([
    ["another port", "https://a.example:8443/crc-data/core/1/core_analysis_7_T055-Data01.pdf"],
    ["http", "http://a.example/crc-data/core/1/core_analysis_7_T055-Data01.pdf"],
    ["another host", "https://b.example/crc-data/core/1/core_analysis_7_T055-Data01.pdf"],
    ["another folder", "https://a.example/crc-data/prod/core/1/core_analysis_7_T055-Data01.pdf"],
    ["another spelling", "https://a.example/crc-data/core/1/core_analysis_7_T055%2Ddata01.PDF"],
    ["a query", "https://a.example/crc-data/core/1/core_analysis_7_T055-Data01.pdf?v=2"],
  ])("stays with a document that has an id when it moves: %s", async (_, moved) => {
    const context = registry();
    const url = "https://a.example/crc-data/core/1/core_analysis_7_T055-Data01.pdf";
    const other = "https://a.example/crc-data/core/1/core_analysis_7_T055-Data02.pdf";
    expect(await keyFor(context, link(url, "TX", "7"))).toBe("T055-7");
    expect(await keyFor(context, link(other, "TX", "7"))).toBe("T055-7-2");
    expect(await keyFor(context, link(moved, "TX", "7"))).toBe("T055-7");
    const otherMoved = moved.replace(/ata01/, "ata02");
    expect(await keyFor(context, link(otherMoved, "TX", "7"))).toBe("T055-7-2");
    expect(context.claims.size).toBe(2);
  });

  it.each([
    ["http://a.example:81/d/report.pdf", "T055"],
    ["https://b.example/d/report.pdf", "T055"],
    ["https://a.example/d/second.pdf?part=1", "T055-2"],
    ["http://a.example/d/second.pdf?part=1", "T055-2"],
    ["https://a.example/prod/d/report.pdf", "T055-3"],
    ["https://a.example/d/second.pdf?part=2", "T055-3"],
    ["https://a.example/D/report.pdf", "T055-3"],
  ])("of a link without an id, %s, goes by path and query: %s", async (url, key) => {
    const context = registry({
      T055: { url: "https://a.example/d/report.pdf", about: "TX" },
      "T055-2": { url: "https://a.example/d/second.pdf?part=1", about: "TX" },
    });
    expect(await keyFor(context, link(url))).toBe(key);
  });

  it.each([
    ["7", "core_analysis_7_T055.pdf", "T055-7"],
    [null, "report.pdf", "T055"],
  ])(
    "with id %s is another one in another state, also where the files have one name",
    async (id, file, key) => {
      const context = registry();
      expect(await keyFor(context, link(`https://a.example/tx/${file}`, "TX", id))).toBe(key);
      expect(await keyFor(context, link(`https://b.example/tx/${file}`, "OK", id))).toBe(`${key}-OK`);
      expect(await keyFor(context, link(`http://a.example/tx/${file}`, "TX", id))).toBe(key);
      expect(await keyFor(context, link(`http://b.example/tx/${file}`, "OK", id))).toBe(`${key}-OK`);
    },
  );

  it("stays what it was for an address that was given one, also where it looks moved", async () => {
    const context = registry({
      "T055-7": { url: "http://a.example/core_analysis_7_T055.pdf", about: "TX" },
      "T055-7-2": { url: "https://a.example/core_analysis_7_T055.pdf", about: "TX" },
    });
    expect(await keyFor(context, link("https://a.example/core_analysis_7_T055.pdf", "TX", "7"))).toBe(
      "T055-7-2",
    );
  });

  it("is not looked for without end", async () => {
    const busy = {
      claim: () => Promise.resolve({ url: "other", about: "TX" }),
      keyOf: () => Promise.resolve(null),
    };
    await expect(keyFor(busy, link("z"))).rejects.toThrow("no free key");
  });
});
