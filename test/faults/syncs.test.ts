/** Group commit, counted (E3): what one document costs in syncs when documents come alone, and when they come together. */
import { expect, it } from "vitest";
import { type Call, callsOf, classOf, type LogEntry } from "./call-log.ts";
import { describeFaults } from "./bench.ts";
import { Lane } from "./lane.ts";
import { kindOf } from "./points.ts";
import { openUsgs } from "./subjects/usgs.ts";

const KINDS = ["document", "folder", "manifest", "wal", "checkpoint"] as const;
const CONCURRENCIES = [1, 8, 32] as const;
/** Many on each page, so that documents do not wait for pages. */
const DOCUMENTS_PER_WELL = 40;
const DOCUMENTS = 6 * DOCUMENTS_PER_WELL;

/** From the first document's first byte to the last acknowledgement: opening and closing the root is not counted. */
function syncsWhileFetching(log: readonly LogEntry[]): readonly Call[] {
  const calls = callsOf(log);
  const first = calls.find((call) => classOf(call) === "write" && kindOf(call) === "document")?.began ?? 0;
  const last = log.findLastIndex(({ kind }) => kind === "ack");
  return calls.filter((call) => classOf(call) === "fsync" && call.began > first && call.began < last);
}

function row(log: readonly LogEntry[], documents: number): Record<string, number> {
  const syncs = syncsWhileFetching(log);
  const per = (count: number) => Math.round((100 * count) / documents) / 100;
  const kinds = KINDS.map(
    (kind) => [kind, per(syncs.filter((call) => kindOf(call) === kind).length)] as const,
  );
  return { ...Object.fromEntries(kinds), all: per(syncs.length) };
}

async function syncsAt(library: string, concurrency: number): Promise<Record<string, number>> {
  const open = () => openUsgs(DOCUMENTS_PER_WELL, concurrency);
  const lane = await Lane.open(library, { source: "usgs", open });
  try {
    const { ended } = await lane.undisturbed("new");
    expect(ended.acknowledged).toHaveLength(DOCUMENTS);
    return row(ended.log, DOCUMENTS);
  } finally {
    await lane.close();
  }
}

describeFaults(
  "syncs per document",
  ({ library }) => {
    it("fall as documents come together", async () => {
      const rows: Record<string, Record<string, number>> = {};
      for (const concurrency of CONCURRENCIES) rows[concurrency] = await syncsAt(library, concurrency);
      console.log(`syncs per document, ${DOCUMENTS} documents, by requests at a time:`);
      console.table(rows);
      const manifest = (concurrency: number) => rows[concurrency]?.["manifest"] ?? Number.NaN;
      expect(manifest(8)).toBeLessThan(manifest(1) * 0.75);
      expect(manifest(32)).toBeLessThan(manifest(1) * 0.5);
      expect(rows[32]?.["all"]).toBeLessThan(rows[1]?.["all"] ?? 0);
      expect(rows[1]?.["document"]).toBe(1);
    });
  },
  [],
);
