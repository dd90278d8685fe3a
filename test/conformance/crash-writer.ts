/**
 * Stores documents until it is killed, and says so on stdout when one is stored: `{path} {sha256}`. Run by
 * files-crash.test.ts. Every third document replaces one that is there.
 */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import type { Received } from "../../src/application/ports.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { committedIn } from "./committed.ts";

const [root = "", session = ""] = process.argv.slice(2);
const archive = createArchive(root);
const manifest = createManifest(root);

await manifest.recover("usgs");
const committed = await committedIn(manifest);
await archive.recover("usgs", async (localPath) => committed.get(localPath) ?? null);
const known = [...committed.keys()].map((localPath) => localPath.slice("data/raw/usgs/".length));
await Promise.all([1, 2, 3, 4].map((worker) => storeForEver(worker)));

async function storeForEver(worker: number): Promise<void> {
  // Two at a time on one path is what the engine never does: each worker replaces documents of its own.
  const mine = known.filter((_, index) => index % 4 === worker - 1);
  for (let count = 0; ; count++) {
    const old = count % 3 === 2 ? mine[count % Math.max(1, mine.length)] : undefined;
    const path = old ?? `TX/${session}-${worker}-${count}.pdf.zst`;
    const received = await archive.receive("usgs", path, contentOf(`${session}-${worker}-${count}`, count));
    await (old === undefined ? archive.publish([received]) : archive.stage([received]));
    await manifest.append("usgs", [lineOf(received)]);
    if (old !== undefined) await archive.replace([received]);
    writeSync(1, `${path} ${received.sha256}\n`);
  }
}

/** Small and large bodies in turn; incompressible, so that large ones take several writes. */
async function* contentOf(seed: string, count: number): AsyncGenerator<Uint8Array> {
  const chunks = count % 2 === 0 ? 2 : 20;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const bytes = Buffer.alloc(20_000);
    for (let at = 0; at < bytes.length; at += 32) {
      createHash("sha256").update(`${seed} ${chunk} ${at}`).digest().copy(bytes, at);
    }
    yield bytes;
  }
}

function lineOf(received: Received): string {
  return JSON.stringify({
    source_url: `https://example.org/${received.path}`,
    source_module: "usgs",
    local_path: archive.localPath("usgs", received.path),
    sha256_checksum: received.sha256,
    original_size: received.originalSize,
    compressed_size: received.compressedSize,
    downloaded_at: "2026-01-01T00:00:00.000Z",
    metadata: {},
  });
}
