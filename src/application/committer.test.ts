import { beforeEach, describe, expect, it } from "vitest";
import { StorageError } from "../domain/errors.ts";
import { Committer, type Finished } from "./committer.ts";
import type { Archive, Manifest, Received, Registry, Syncs } from "./ports.ts";

let steps: string[];
let failAt: string | null;
let failure: { readonly error: unknown } | null;
let told: string[];

beforeEach(() => {
  [steps, failAt, failure, told] = [[], null, null, []];
});

/** Each step takes a turn of the event loop, is written down, and can fail. */
async function step(name: string, count: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (failAt === name) throw new StorageError("fsync_failed", "the disk said no");
  steps.push(`${name} ${count}`);
}

const archive = {
  localPath: (source: string, path: string) => `data/raw/${source}/${path}`,
  publish: (received: readonly Received[]) => step("publish", received.length),
  stage: (received: readonly Received[]) => step("stage", received.length),
  replace: (received: readonly Received[]) => step("replace", received.length),
} as unknown as Archive;
const manifest = {
  append: async (_: string, lines: readonly string[]) => {
    await step("append", lines.length);
    return { size: 1, mtimeMs: 1, crc32: 0, lines: 1 };
  },
} as unknown as Manifest;
const registry = {
  commit: (_: string, batch: readonly unknown[]) => step("commit", batch.length),
} as unknown as Registry;

const syncs: Syncs = {
  whenQuiet: async (tell) => {
    await step("quiet", told.length);
    tell();
  },
};
const open = () => new Committer("usgs", { archive, manifest, registry, syncs }, () => failure);

function finished(key: string, replaces = false): Finished {
  const path = `TX/${key}.pdf.zst`;
  const reference = { key, url: `https://x/${key}`, path, fields: {}, metadata: {} };
  return {
    lease: { host: "x", fence: 1 },
    task: { id: 1, source: "usgs", host: "x", reference, attempts: 0 },
    answer: { downloadedAt: "2026-01-01T00:00:00.000Z" },
    documents: [{ reference, received: receipt(path, key), replaces }],
    acknowledge: (documents) => void told.push(...documents.map((one) => one.key)),
  };
}

function receipt(path: string, ticket: string): Received {
  const facts = { sha256: "a", contentSha256: "b", originalSize: 2, compressedSize: 1 };
  return { source: "usgs", path, ticket, ...facts };
}

describe("Committer", () => {
  it("makes the file visible, then writes the line, then the registry", async () => {
    expect(await open().commit(finished("A"))).toMatchObject([
      { key: "A", localPath: "data/raw/usgs/TX/A.pdf.zst" },
    ]);
    expect(steps).toEqual(["publish 1", "append 1", "commit 1", "quiet 0"]);
    expect(told).toEqual(["A"]);
  });

  it("replaces a document only after its new line is written", async () => {
    await open().commit(finished("A", true));
    expect(steps).toEqual(["stage 1", "append 1", "replace 1", "commit 1", "quiet 0"]);
  });

  it("writes the lines of one archive together, new and replacing ones alike", async () => {
    const [one, two, other] = [finished("A-1"), finished("A-2", true), finished("B")];
    const archived = { ...one, documents: [...one.documents, ...two.documents] };
    const committer = open();
    const stored = await Promise.all([committer.commit(archived), committer.commit(other)]);
    expect(stored.map((documents) => documents.map(({ key }) => key))).toEqual([["A-1", "A-2"], ["B"]]);
    expect(steps.slice(0, 5)).toEqual(["publish 1", "stage 1", "append 2", "replace 1", "commit 1"]);
  });

  it("lets documents that finish during a commit share the next one", async () => {
    const committer = open();
    const all = ["A", "B", "C", "D"].map((key, i) => committer.commit(finished(key, i === 3)));
    await Promise.all(all);
    expect(steps).toEqual([
      "publish 1",
      "append 1",
      "commit 1",
      "quiet 0",
      "publish 2",
      "stage 1",
      "append 3",
      "replace 1",
      "commit 3",
      "quiet 1",
    ]);
  });

  it.each(["publish", "append", "commit", "quiet"])(
    "acknowledges nothing after %s has failed, not even what comes later",
    async (name) => {
      const committer = open();
      failAt = name;
      const results = await Promise.allSettled(["A", "B"].map((key) => committer.commit(finished(key))));
      failAt = null;
      results.push(...(await Promise.allSettled([committer.commit(finished("C"))])));
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      expect(told).toEqual([]);
    },
  );

  it("acknowledges nothing once storage broke elsewhere in the run", async () => {
    const committer = open();
    const first = committer.commit(finished("A"));
    failure = { error: new StorageError("fsync_failed", "elsewhere") };
    await expect(first).rejects.toThrow("elsewhere");
    expect(steps.some((text) => text.startsWith("append"))).toBe(false);
  });
});
