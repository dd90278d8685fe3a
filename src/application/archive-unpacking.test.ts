import { readdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StorageError } from "../domain/errors.ts";
import { BrokenBody, type Failure } from "../domain/failure.ts";
import { extensionOfEntry, type UnpackRules } from "../domain/unpacking.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { zipUnpacker } from "../infrastructure/files/zip-unpacker.ts";
import { zipOf } from "../sandbox/zip.ts";
import { ArchiveUnpacking, type ReservePath } from "./archive-unpacking.ts";
import type { Archive, Registry } from "./ports.ts";
import { resolveSettings } from "./settings.ts";

const reference = { key: "K", url: "https://x/K.zip", path: "TX/K.zip.zst", fields: {}, metadata: {} };
const rules: UnpackRules = {
  extensionOf: (name) => extensionOfEntry(name) || null,
  whenNone: { kind: "no_documents", wanted: "pdf" },
};
const entries = [
  { name: "a.pdf", content: "a".repeat(5000) },
  { name: "b.pdf", content: "b".repeat(200_000) },
];

async function unpack({
  bytes = zipOf(entries),
  reserve = async () => false,
  taken = {},
  receive,
  abort = new AbortController(),
  check = () => null,
}: {
  bytes?: Uint8Array;
  reserve?: ReservePath;
  /** Keys that belong to another URL, and the archive their document came out of. */
  taken?: Record<string, string | null>;
  receive?: Archive["receive"];
  abort?: AbortController;
  check?: () => Failure | null;
}) {
  const root = await mkdtemp(join(tmpdir(), "levada-unpack-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = createArchive(root);
  const archive = {
    hold: files.hold.bind(files),
    release: files.release.bind(files),
    discard: files.discard.bind(files),
    receive: receive ?? files.receive.bind(files),
  } as unknown as Archive;
  const registry = {
    claim: async (_: string, key: string, url: string) => ({ url: key in taken ? "https://x/other" : url }),
    find: async (_: string, keys: readonly string[]) =>
      new Map(keys.map((key) => [key, { document: { archive: { key: taken[key] } } }])),
  } as unknown as Registry;
  const unpacking = new ArchiveUnpacking({
    source: { name: "usgs", policy: {}, checkHead: check } as never,
    settings: resolveSettings([]),
    archive,
    unpacker: zipUnpacker,
    registry,
    signals: { stop: abort.signal, abort: abort.signal },
  });
  const held = await archive.hold(
    "usgs",
    (async function* () {
      yield bytes;
    })(),
  );
  const left = () => readdirSync(join(root, "data/raw/usgs/.incoming"));
  const result = unpacking.unpack(reference, { held, rules, unframed: false }, reserve);
  return { left, result: await result.catch((error: unknown) => ({ error })) };
}

const keysOf = (result: object) =>
  "documents" in result
    ? (result.documents as { reference: { key: string } }[]).map(({ reference: { key } }) => key)
    : result;

describe("ArchiveUnpacking", () => {
  it("receives all documents, and lets go of the archive", async () => {
    const { result, left } = await unpack({ reserve: async (path) => path === "TX/K-2.pdf.zst" });
    expect(result).toMatchObject({
      documents: [
        {
          reference: { key: "K-1", path: "TX/K-1.pdf.zst" },
          received: { originalSize: 5000 },
          replaces: false,
        },
        { reference: { key: "K-2" }, received: { originalSize: 200_000 }, replaces: true },
      ],
    });
    expect(left()).toHaveLength(2);
  });

  it.each<[string, Record<string, string | null>, string[]]>([
    ["is another link's", { "K-2": null }, ["K-1", "K-2-2"]],
    ["and the next are other links'", { "K-1": null, "K-1-2": "J" }, ["K-1-3", "K-2"]],
    ["was this archive's when it was elsewhere", { "K-1": "K", "K-2": "K" }, ["K-1", "K-2"]],
  ])("gives a document another key where its own %s", async (_, taken, keys) => {
    expect(keysOf((await unpack({ taken })).result)).toEqual(keys);
  });

  it("keeps nothing where a path is another document's", async () => {
    const reserve: ReservePath = async (path) => {
      if (path.includes("K-2")) throw new BrokenBody({ kind: "path_taken", by: "J" });
      return false;
    };
    const { result, left } = await unpack({ reserve });
    expect(result).toEqual({ failure: { kind: "path_taken", by: "J" } });
    expect(left()).toEqual([]);
  });

  it("keeps nothing where the source refuses one document", async () => {
    let asked = 0;
    const failure = { kind: "body_broken", detail: "no good" } as const;
    const { result, left } = await unpack({ check: () => (++asked === 2 ? failure : null) });
    expect(result).toEqual({ failure: { kind: "archive_refused", detail: "no good" } });
    expect(left()).toEqual([]);
  });

  it("stops in the middle of an entry when the run must end", async () => {
    const abort = new AbortController();
    const reserve: ReservePath = async (path) => {
      if (path.includes("K-2")) abort.abort();
      return false;
    };
    const { result, left } = await unpack({ abort, reserve });
    expect(result).toEqual({ failure: { kind: "interrupted" } });
    expect(left()).toEqual([]);
  });

  it("passes trouble of the disk on, and lets go of the archive", async () => {
    const error = new StorageError("disk_full", "no space");
    const receive = () => Promise.reject(error);
    const { result, left } = await unpack({ receive });
    expect(result).toEqual({ error });
    expect(left()).toEqual([]);
  });
});
