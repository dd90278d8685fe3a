/** `levada ingest usgs`: reports that are compressed, replaced as a whole and never change by themselves. */
import { writeFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { startUsgsSandbox, type UsgsSandbox } from "../../../src/sandbox/usgs.ts";
import type { TestRoot } from "../../kit/root.ts";
import type { Phase, Settled, Stage, Subject } from "../subject.ts";
import { isVersion, versionBehaviour } from "../versions.ts";

export const usgs: Subject = {
  source: "usgs",
  phases: ["new", "replace", "repair"],
  open: () => openUsgs(),
};

/** Three states with two wells each; requests under way at the host. */
export async function openUsgs(documentsPerWell = 1, concurrency = 4): Promise<Stage> {
  const options = { wells: 2, documentsPerWell, oddities: false, behave: versionBehaviour };
  const site = await startUsgsSandbox(options);
  return {
    furnish: (root) => paced(root, concurrency),
    turnTo: async () => {},
    words: (phase) => wordsFor(phase, site),
    listen: () => listening(site),
    replacesOnRequest: true,
    // The first is the large one, whose repair is written in pieces.
    damaged: ["T002-1000100", "S001-2000000", "L002-3000100"],
    stranger: "data/raw/usgs/TX/stranger.pdf.zst",
    curated: [],
    settled: async (root) => settled(root),
    brokenDocument: (bytes) => (isWhole(bytes) ? null : "is no answer that was sent"),
    close: () => site.close(),
  };
}

/** No wait between requests to loopback. */
export function paced(root: TestRoot, concurrency: number): void {
  const hosts = { "127.0.0.1": { delay_ms: 0, concurrency } };
  writeFileSync(root.file("rate_limits.yaml"), JSON.stringify({ hosts }));
  writeFileSync(root.file("levada.config.yaml"), "network: {allow_private: true}\n");
}

function wordsFor(phase: Phase, { url }: UsgsSandbox): readonly string[] {
  if (phase === "repair") return ["verify", "usgs", "--repair"];
  const again = phase === "replace" ? ["--no-resume"] : [];
  return ["ingest", "usgs", "--base-url", url, "--states", "TX,OK,LA", "--limit", "100000", ...again];
}

function listening(site: UsgsSandbox): ReturnType<Stage["listen"]> {
  const from = site.requests.length;
  const keys = new Map(
    site.wells.flatMap(({ libraryNumber, documents }) =>
      documents.map(({ documentId, path }) => [path, `${libraryNumber}-${documentId}`] as const),
    ),
  );
  return async () => {
    // A killed process may have sent what this one has not read yet; one round trip later it has.
    await (await fetch(`${site.url}/robots.txt`)).text();
    const paths = site.requests.slice(from).map(({ path }) => path);
    return paths
      .filter((path) => path.startsWith("/crc-data/"))
      .map((path) => ({ key: keys.get(path) ?? path, hasBody: true }));
  };
}

/** A document is never sent twice with the same bytes, so bytes are not compared. */
function settled(root: TestRoot): Settled {
  return { documents: root.documents().join(" ") };
}

function isWhole(bytes: Buffer): boolean {
  try {
    return isVersion(zstdDecompressSync(bytes));
  } catch {
    return false;
  }
}
