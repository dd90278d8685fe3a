import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { QueuedItem } from "../../application/ports.ts";
import { writeDiscoveryQueue } from "./discovery-queue.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "levada-queue-"));
});

afterEach(() => rm(folder, { recursive: true }));

const NOW = new Date("2026-03-02T12:00:00Z");

async function written(...items: QueuedItem[]): Promise<unknown> {
  async function* stream(): AsyncGenerator<QueuedItem> {
    yield* items;
  }
  await writeDiscoveryQueue(join(folder, "data", "ingestion"), stream(), NOW);
  return JSON.parse(readFileSync(join(folder, "data", "ingestion", "discovery_queue.json"), "utf8"));
}

const FIELDS = {
  source_id: "sede",
  method: "sitemap",
  discovered_at: "2026-03-01T00:00:00.000Z",
  lastmod: null,
};

it("says of each item what it is, how it was found and how it stands", async () => {
  const item = {
    url: "https://a.es/1",
    state: "skipped",
    reason: "duplicate",
    fields: { ...FIELDS, depth: 2 },
  } as const;
  expect(await written(item)).toEqual({
    updated_at: "2026-03-02T12:00:00.000Z",
    items: [{ url: "https://a.es/1", ...FIELDS, state: "skipped", reason: "duplicate" }],
  });
});

it("leaves nothing out that is not known", async () => {
  expect(
    await written({ url: "https://a.es/1", state: "completed", reason: null, fields: {} }),
  ).toMatchObject({
    items: [
      {
        url: "https://a.es/1",
        source_id: null,
        method: null,
        discovered_at: null,
        lastmod: null,
        state: "completed",
        reason: null,
      },
    ],
  });
});

it("is an empty list where nothing was found", async () => {
  expect(await written()).toMatchObject({ items: [] });
});
