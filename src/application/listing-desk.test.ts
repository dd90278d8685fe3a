import { beforeEach, describe, expect, it } from "vitest";
import { StorageError } from "../domain/errors.ts";
import type { EventBody } from "../domain/events.ts";
import type { ListingFacts } from "../domain/listing.ts";
import { type Listing, ListingDesk } from "./listing-desk.ts";
import type { Clock, HttpAnswer, ListingMemory } from "./ports.ts";

const URL_TEXT = "https://example.org/sitemap.xml";
const HEADERS = { etag: '"a"', "content-type": "application/xml", "set-cookie": "secret=1" };
const FULL = new StorageError("disk_full", "no space is left");

/** A memory in memory, whose troubles a test chooses. */
class FakeMemory implements ListingMemory {
  readonly kept = new Map<string, { readonly text: string; readonly facts: ListingFacts }>();
  readonly log: string[] = [];
  fails: "keep" | "write" | "commit" | "recall" | "bytes" | null = null;

  async recall(_: string, question: string) {
    this.#failIf("recall");
    const found = this.kept.get(question);
    if (found === undefined) return null;
    const bytes = async function* (this: FakeMemory) {
      yield Buffer.from(found.text.slice(0, 3));
      this.#failIf("bytes");
      yield Buffer.from(found.text.slice(3));
    };
    return { ...found.facts, bytes: bytes.bind(this), close: async () => void this.log.push("close") };
  }

  async keep(_: string, question: string) {
    this.#failIf("keep");
    let text = "";
    return {
      write: async (chunk: Uint8Array) => {
        this.#failIf("write");
        text += Buffer.from(chunk).toString();
      },
      commit: async (facts: ListingFacts) => {
        this.#failIf("commit");
        this.kept.set(question, { text, facts });
        this.log.push("commit");
      },
      discard: async () => void this.log.push("discard"),
    };
  }

  async tidy(): Promise<void> {
    this.log.push("tidy");
  }

  #failIf(what: FakeMemory["fails"]): void {
    if (this.fails === what) throw FULL;
  }
}

const clock = { now: () => Date.UTC(2026, 2, 2) } as Clock;

describe("the desk where listings are remembered", () => {
  let memory: FakeMemory;
  let events: EventBody[];

  beforeEach(() => {
    memory = new FakeMemory();
    events = [];
  });

  const desk = (resume = true) =>
    new ListingDesk({ source: "site", memory, clock, resume, emit: (event) => void events.push(event) });

  const taken = (listing: Listing, given: Partial<HttpAnswer> = {}, parse = whole, isSound = () => true) =>
    listing.take(answer(given), new URL(URL_TEXT), parse, isSound);

  it("keeps what was read whole, and gives it back with its headers, but for what speaks of who asked", async () => {
    expect(await taken(await desk().open(URL_TEXT))).toBe("abcdef");
    const listing = await desk().open(URL_TEXT);
    expect(listing.conditionsFor(new URL(URL_TEXT))).toEqual({ "if-none-match": '"a"' });
    const { "set-cookie": _, ...headers } = HEADERS;
    expect(await listing.unchanged({}, whole)).toEqual({ ok: true, value: "abcdef", url: URL_TEXT, headers });
    await listing.close();
    expect(memory.log).toEqual(["commit", "close"]);
  });

  it.each([
    ["the parser finds something wrong with it", {}, whole, () => false],
    ["only its beginning was wanted", {}, async (body: AsyncIterable<Uint8Array>) => first(body), () => true],
  ])("keeps nothing where %s", async (_, given, parse, isSound) => {
    await taken(await desk().open(URL_TEXT), given, parse, isSound);
    expect(memory.log).toEqual(["discard"]);
  });

  it.each([
    ["its end was not announced", { framing: "close" as const }],
    ["there is nothing to ask with", { headers: {} }],
  ])("does not begin to keep it where %s", async (_, given) => {
    expect(await taken(await desk().open(URL_TEXT), given)).toBe("abcdef");
    expect([memory.log, memory.kept.size]).toEqual([[], 0]);
  });

  it("keeps nothing of a body that breaks, and lets the error through", async () => {
    const broken = { body: breaking() };
    await expect(taken(await desk().open(URL_TEXT), broken)).rejects.toThrow("the line went dead");
    expect(memory.log).toEqual(["discard"]);
  });

  it.each(["keep", "write", "commit"] as const)(
    "goes on where the memory fails to %s, and says so once",
    async (what) => {
      memory.fails = what;
      const one = desk();
      for (const url of [URL_TEXT, `${URL_TEXT}?2`]) expect(await taken(await one.open(url))).toBe("abcdef");
      expect(events).toMatchObject([{ type: "warning", code: "listing_not_kept" }]);
      expect(memory.log).toEqual(what === "keep" ? [] : ["discard", "discard"]);
    },
  );

  it("recalls nothing where the memory fails, nor where everything is to be fetched again", async () => {
    await taken(await desk().open(URL_TEXT));
    expect((await desk(false).open(URL_TEXT)).conditionsFor(new URL(URL_TEXT))).toEqual({});
    memory.fails = "recall";
    expect((await desk().open(URL_TEXT)).conditionsFor(new URL(URL_TEXT))).toEqual({});
  });

  it("asks only the address that gave the validators, and believes no other's 304", async () => {
    await taken(await desk().open(URL_TEXT));
    const listing = await desk().open(URL_TEXT);
    expect(listing.conditionsFor(new URL(URL_TEXT))).not.toEqual({});
    expect(listing.conditionsFor(new URL("https://example.org/other.xml"))).toEqual({});
    expect(await listing.unchanged({}, whole)).toBe("unasked");
  });

  it.each([
    ["is of another version", { etag: '"b"' }, null],
    ["cannot be read to its end", {}, "bytes" as const],
  ])("forgets what %s, and asks for it without conditions", async (_, said, fails) => {
    await taken(await desk().open(URL_TEXT));
    const listing = await desk().open(URL_TEXT);
    listing.conditionsFor(new URL(URL_TEXT));
    memory.fails = fails;
    expect(await listing.unchanged(said, whole)).toBe("forgotten");
    expect(listing.conditionsFor(new URL(URL_TEXT))).toEqual({});
    expect(await listing.unchanged(said, whole)).toBe("unasked");
    await listing.close();
    expect(memory.log).toEqual(["commit", "close"]);
  });

  it("keeps questions apart that ask for another form", async () => {
    await taken(await desk().open(URL_TEXT, "application/json"));
    expect((await desk().open(URL_TEXT)).conditionsFor(new URL(URL_TEXT))).toEqual({});
  });
});

function answer(given: Partial<HttpAnswer>): HttpAnswer {
  return {
    ok: true,
    status: 200,
    headers: HEADERS,
    framing: "length",
    latencyMs: 1,
    body: pieces(),
    discard: async () => {},
    wireBytes: () => 6,
    ...given,
  };
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("abc");
  yield Buffer.from("def");
}

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("abc");
  throw new Error("the line went dead");
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of body) text += Buffer.from(chunk).toString();
  return text;
}

async function first(body: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const chunk of body) return Buffer.from(chunk).toString();
  return "";
}
