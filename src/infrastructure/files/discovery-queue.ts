import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { QueuedItem } from "../../application/ports.ts";
import { WholeJsonFile } from "./whole-json-file.ts";

/** `discovery_queue.json`: what was found, how, when, and how it stands (P6). Written anew at the end of a run. */
export async function writeDiscoveryQueue(
  folder: string,
  items: AsyncIterable<QueuedItem>,
  now: Date,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await WholeJsonFile.create(join(folder, "discovery_queue.json"));
  await file.begin({ updated_at: now.toISOString() }, "items");
  for await (const { url, state, reason, fields } of items) {
    const { source_id = null, method = null, discovered_at = null, lastmod = null } = fields;
    await file.add({ url, source_id, method, discovered_at, lastmod, state, reason });
  }
  await file.end();
}
