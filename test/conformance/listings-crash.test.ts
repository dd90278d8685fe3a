import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { createListingMemory } from "../../src/infrastructure/files/listing-memory.ts";

const ROUNDS = Number(process.env["LEVADA_CRASH_ROUNDS"] ?? 20);
const WRITER = join(import.meta.dirname, "listing-writer.ts");

describe("a memory of listings whose process is killed in the middle of a copy, again and again", () => {
  const root = mkdtempSync(join(tmpdir(), "levada-listings-crash-"));
  let last = -1;

  afterAll(() => rm(root, { recursive: true }));

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    "has the last version that was kept or the one after it, and never half of one (round %i)",
    async (round) => {
      last = await runAndKill(last + 1, 1 + ((round * 7) % 13));
      const recalled = await createListingMemory(root).recall("site", "a");
      const version = Number(new URL(recalled?.url ?? "").pathname.slice(1));
      expect([last, last + 1]).toContain(version);
      expect(recalled?.headers).toEqual({ etag: `"${version}"` });
      const lines = new Set<string>();
      let text = "";
      for await (const chunk of recalled?.bytes() ?? []) {
        text += Buffer.from(chunk).toString();
        for (const line of text.split("\n").slice(0, -1)) lines.add(line);
        text = text.slice(text.lastIndexOf("\n") + 1);
      }
      await recalled?.close();
      expect([...lines, text]).toEqual([String(version), ""]);
      last = version;
      expect(readdirSync(join(root, "data/cache/site")).length).toBeLessThanOrEqual(2);
    },
  );

  async function runAndKill(from: number, acknowledgements: number): Promise<number> {
    const child = spawn(process.execPath, [WRITER, root, String(from)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gone = once(child, "close");
    let seen = -1;
    for await (const line of createInterface({ input: child.stdout })) {
      seen = Number(line);
      if (seen === from + acknowledgements) child.kill("SIGKILL");
    }
    expect(await gone).toEqual([null, "SIGKILL"]);
    return seen;
  }
});
