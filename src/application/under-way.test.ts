import { describe, expect, it } from "vitest";
import type { StoredDocument } from "../domain/reference.ts";
import type { Archive, Registry } from "./ports.ts";
import { storedPage, UnderWay } from "./under-way.ts";
import { heapKept } from "../../test/kit/heap.ts";

const never = new AbortController().signal;

/** Which of these have resolved by now. */
async function resolved(...waiting: Promise<void>[]): Promise<boolean[]> {
  const seen = waiting.map(() => false);
  waiting.forEach((one, n) => void one.then(() => (seen[n] = true)));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return seen;
}

describe("what is under way", () => {
  it("is waited for until it ends, by everybody who waits", async () => {
    const underWay = new UnderWay();
    underWay.begin("a", "https://a.es/1");
    const waiting = [underWay.whenEnded("a", never), underWay.whenEnded("a", never)];
    expect(await resolved(...waiting)).toEqual([false, false]);
    underWay.end("b");
    expect(await resolved(...waiting)).toEqual([false, false]);
    underWay.end("a");
    expect(await resolved(...waiting)).toEqual([true, true]);
  });

  it.each([
    ["what nobody began", (): void => {}],
    [
      "what has ended",
      (underWay: UnderWay) => {
        underWay.begin("a", "https://a.es/1");
        underWay.end("a");
      },
    ],
  ])("is not: %s", async (_, before) => {
    const underWay = new UnderWay();
    before(underWay);
    expect(await resolved(underWay.whenEnded("a", never))).toEqual([true]);
  });

  it("is given up with its host, and only with its own", async () => {
    const underWay = new UnderWay();
    underWay.begin("a", "https://a.es/1");
    underWay.begin("b", "https://b.es/1");
    underWay.begin("c", "https://a.es:8443/1");
    const waiting = ["a", "b", "c"].map((key) => underWay.whenEnded(key, never));
    underWay.endAllOf("a.es");
    expect(await resolved(...waiting)).toEqual([true, false, false]);
  });

  it("is waited for no longer when the run stops", async () => {
    const underWay = new UnderWay();
    underWay.begin("a", "https://a.es/1");
    const stopping = new AbortController();
    const waiting = underWay.whenEnded("a", stopping.signal);
    expect(await resolved(waiting)).toEqual([false]);
    stopping.abort();
    expect(await resolved(waiting, underWay.whenEnded("a", stopping.signal))).toEqual([true, true]);
  });

  it("can begin again", async () => {
    const underWay = new UnderWay();
    underWay.begin("a", "https://a.es/1");
    underWay.end("a");
    underWay.begin("a", "https://a.es/1");
    expect(await resolved(underWay.whenEnded("a", never))).toEqual([false]);
  });
});

describe("a stored page", () => {
  const document = {
    originalSize: 3,
    page: { url: "https://a.es/1", contentType: "text/html" },
  } as StoredDocument;

  function ports(found: StoredDocument | null, bytes: Uint8Array | null = Buffer.from("abc")) {
    const item = { key: "a", url: "", state: "completed", reason: null, document: found } as const;
    return {
      registry: { find: async () => new Map([["a", item]]) } as unknown as Registry,
      archive: { read: async () => bytes } as unknown as Archive,
    };
  }

  it("is given with where it was found and what it is said to be", async () => {
    expect(await storedPage("tramites", "a", ports(document))).toEqual({
      bytes: Buffer.from("abc"),
      url: "https://a.es/1",
      contentType: "text/html",
    });
  });

  it.each([
    ["nothing is stored", ports(null)],
    ["it is no page", ports({ originalSize: 3 } as StoredDocument)],
    ["it is too large to be read", ports({ ...document, originalSize: 16 * 1024 * 1024 + 1 })],
    ["its file is not there", ports(document, null)],
  ])("is none where %s", async (_, given) => {
    expect(await storedPage("tramites", "a", given)).toBeNull();
  });
});

it("keeps no address of what is under way", () => {
  const items = 20_000;
  const kept = heapKept(() => {
    const underWay = new UnderWay();
    for (let n = 0; n < items; n++)
      underWay.begin(`key-${n}`, `https://sede.example.es/tramites/un-nombre-bastante-largo-de-pagina/${n}`);
    return underWay;
  });
  // Its key, and its place in a table.
  expect(kept / items).toBeLessThan(120);
});
