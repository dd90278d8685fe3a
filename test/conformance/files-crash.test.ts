import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import type { ManifestLine } from "../../src/domain/manifest.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { committedIn } from "./committed.ts";

const ROUNDS = Number(
  process.env["LEVADA_CRASH_ROUNDS"] ?? (process.env["LEVADA_ENDURANCE"] === "1" ? 20 : 6),
);
const WRITER = join(import.meta.dirname, "crash-writer.ts");

describe("a writer that is killed in the middle of its work, again and again", () => {
  const root = mkdtempSync(join(tmpdir(), "levada-crash-"));
  const raw = join(root, "data", "raw", "usgs");
  /** Every acknowledged version, by path, in order. */
  const acknowledged = new Map<string, string[]>();

  afterAll(() => rm(root, { recursive: true }));

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    "loses nothing it acknowledged and shows no half file (round %i)",
    async (round) => {
      await runAndKill(round, 1 + ((round * 7) % 23));
      await everyVisibleFileIsWhole();
      await recover();
      await everyAcknowledgedVersionHasItsLine();
      await everyLineHasItsFile();
      expect(await readdir(join(raw, ".incoming"))).toEqual([]);
    },
  );

  async function runAndKill(round: number, acknowledgements: number): Promise<void> {
    const child = spawn(process.execPath, [WRITER, root, `r${round}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gone = once(child, "close");
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const [path = "", sha256 = ""] = line.split(" ");
      acknowledged.set(path, [...(acknowledged.get(path) ?? []), sha256]);
      if (++seen === acknowledgements) child.kill("SIGKILL");
    }
    expect(await gone).toEqual([null, "SIGKILL"]);
    expect(seen).toBeGreaterThanOrEqual(acknowledgements);
  }

  /** Before any recovery: what a reader beside the crash would have seen. */
  async function everyVisibleFileIsWhole(): Promise<void> {
    for (const file of await readdir(join(raw, "TX"))) {
      const bytes = await readFile(join(raw, "TX", file));
      expect(zstdDecompressSync(bytes).length % 20_000).toBe(0);
    }
  }

  async function recover(): Promise<void> {
    const manifest = createManifest(root);
    await manifest.recover("usgs");
    const committed = await committedIn(manifest);
    await createArchive(root).recover("usgs", async (localPath) => committed.get(localPath) ?? null);
  }

  async function everyAcknowledgedVersionHasItsLine(): Promise<void> {
    const lines = (await readFile(join(raw, "manifest.jsonl"), "utf8")).trimEnd().split("\n");
    const written = new Set(
      lines.map((text) => {
        const line = JSON.parse(text) as ManifestLine;
        return `${line.local_path} ${line.sha256_checksum}`;
      }),
    );
    expect(written.size).toBe(lines.length);
    for (const [path, versions] of acknowledged) {
      for (const sha256 of versions) expect(written).toContain(`data/raw/usgs/${path} ${sha256}`);
    }
  }

  async function everyLineHasItsFile(): Promise<void> {
    for (const [localPath, sha256] of await committedIn(createManifest(root))) {
      const bytes = await readFile(join(root, localPath));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    }
  }
});
