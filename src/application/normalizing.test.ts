import { expect, it } from "vitest";
import { collectGarbage } from "../../test/kit/heap.ts";
import type { ProcedureRecord } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { PageLines, Procedures } from "./ports.ts";
import { Normalizing } from "./normalizing.ts";
import type { NormalizingParts } from "./procedure-reading.ts";

const PAGES = 3_000;

/** So many pages, read; ports that do nothing but remember. */
function stage(pages: number) {
  /** Where redirects lead, by key. */
  const moved = new Map<string, string>();
  /** Pages that say something else than their own, by key. */
  const said = new Map<string, { readonly id: string; readonly text: string }>();
  /** Lines of pages, by key, and which of them are the site's. */
  const lines = new Map<string, readonly string[]>();
  const ofSite = new Set<string>();
  const linesRead: string[] = [];
  /** How often all pages have changed. */
  const site = { version: 0 };
  const keys = Array.from({ length: pages }, (_, n) => String(n).padStart(6, "0"));
  const documentOf = (key: string) =>
    ({
      key,
      url: `https://a.es/${key}`,
      localPath: `data/raw/a.es/${key}.html`,
      sha256: `${key} ${site.version}`,
      fields: {},
      page: { url: moved.get(key) ?? `https://a.es/${key}` },
    }) as StoredDocument;
  const records = new Map<string, ProcedureRecord>();
  const normalized: string[] = [];
  const procedures = { made: [] as WeakRef<object>[], onLast: () => {} };
  const among = <T>(wanted: readonly string[], valueOf: (key: string) => T | undefined) => {
    const found = wanted.map((key) => [key, valueOf(key)] as const);
    return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
  };
  const parts = {
    source: "tramites",
    clock: { now: () => 0 },
    identify: (url: string) => ({ canonicalUrl: url, key: url, folder: "a.es" }),
    officeOf: () => null,
    isRegistryGiven: true,
    changedSince: 0,
    signals: { stop: new AbortController().signal },
    emit: () => {},
    extraction: { stem: ({ key }: StoredDocument) => `data/extracted/${key}` },
    registry: {
      documents: async (_: string, after: number) => ({
        documents: keys.slice(after, after + 500).map(documentOf),
        next: after + 500 < pages ? after + 500 : null,
      }),
      find: async (_: string, wanted: readonly string[]) => {
        // What a WeakRef was made for is held until the event loop comes round.
        await new Promise(setImmediate);
        return among(wanted, (key) => ({ document: documentOf(key) }));
      },
    },
    extracts: {
      find: async (_: string, wanted: readonly string[]) =>
        among(wanted, (key) => ({
          sha256: `${key} ${site.version}`,
          status: "good",
          extractor: "1",
          stem: key,
          score: 1,
        })),
      note: async () => {},
    },
    extractFiles: {
      read: async (stem: string) => ({ stem, extracted_at: "" }),
      copy: async () => {},
      remove: async () => {},
    },
    procedures: {
      find: async (_: string, wanted: readonly string[]) => among(wanted, (key) => records.get(key)),
      like: async (_: string, { tramites, likenesses }: Parameters<Procedures["like"]>[1]) =>
        [...records.values()].filter(
          ({ tramite, likeness }) => tramites.includes(tramite) || likenesses.includes(likeness),
        ),
      note: async (_: string, noted: readonly ProcedureRecord[]) =>
        noted.forEach((record) => records.set(record.key, record)),
      all: async () => ({ records: [], next: null }),
      orphans: async () => [],
      widows: async () => [],
      forget: async () => {},
    },
    files: {
      async *all() {
        for (const { tramite } of records.values()) yield { tramite, procedure: { verified_by: null } };
      },
      decisions: async () => [],
      reviewProblems: async () => [],
      reviewQueue: async () => [],
      offices: async () => ({}),
      read: async () => null,
      write: async () => {},
      retire: async () => {},
      proposals: async () => [],
      writeCatalog: async () => {},
      writeReviewQueue: async () => {},
    },
    rules: {
      version: "1",
      describe: () => null,
      isAsWritten: () => true,
      lines: ({ stem }: { stem: string }) => {
        linesRead.push(stem);
        return { title: stem, lines: lines.get(stem) ?? [] };
      },
      siteLines: () => ({
        add: () => {},
        among: (page: PageLines) => page.lines.filter((line) => ofSite.has(line)),
      }),
      normalize: ({ stem }: { stem: string }) => {
        normalized.push(stem);
        if (normalized.length === pages) procedures.onLast();
        const { id, text } = said.get(stem) ?? { id: `p_${stem}`, text: stem };
        const row = { tramite_id: id, content_hash: text, completeness_score: 1, filled: [] };
        const procedure = { content_hash: text };
        procedures.made.push(new WeakRef(procedure));
        return { ok: true, procedure, row, likeness: text };
      },
    },
  };
  return {
    normalizing: new Normalizing(parts as unknown as NormalizingParts),
    normalized,
    procedures,
    records,
    moved,
    said,
    site,
    lines,
    linesRead,
    ofSite,
  };
}

it("normalizes every page once, however many there are, in the order of their addresses", async () => {
  const { normalizing, normalized, records } = stage(PAGES);
  const counts = await normalizing.finish();
  expect(counts?.outcomes).toEqual({ new: PAGES });
  expect(records.size).toBe(PAGES);
  expect(normalized).toEqual(normalized.toSorted());
  expect(new Set(normalized).size).toBe(PAGES);
  expect(normalized).toHaveLength(PAGES);
});

it("holds a batch of procedures, however many there are", async () => {
  const { normalizing, procedures } = stage(PAGES);
  const held: number[] = [];
  procedures.onLast = () => {
    collectGarbage();
    held.push(procedures.made.filter((procedure) => procedure.deref() !== undefined).length);
  };
  await normalizing.finish();
  expect(held).toHaveLength(1);
  expect(held[0]).toBeLessThanOrEqual(200);
});

it("looks again at a page that says the same elsewhere, also where the run that saw it move was killed", async () => {
  const { normalizing, normalized, moved } = stage(2);
  await normalizing.finish();
  moved.set("000001", "https://a.es/new-home");
  await normalizing.finish();
  expect(normalized.slice(2)).toEqual(["000001"]);
});

it("looks again at the pages of a line that has turned out to be the site's, and at no other", async () => {
  const { normalizing, normalized, lines, linesRead, ofSite } = stage(120);
  for (const key of ["000003", "000100"]) lines.set(key, ["Hazte de los nuestros"]);
  lines.set("000004", ["Pasaporte"]);
  await normalizing.finish();
  ofSite.add("Hazte de los nuestros");
  await normalizing.finish();
  expect(normalized.slice(120)).toEqual(["000003", "000100"]);
  await normalizing.finish();
  expect(normalized).toHaveLength(122);
  expect(linesRead).toHaveLength(120);
});

// Fifty are settled at a time, in the order of their addresses: within one batch, in the next, and in the last of many.
it.each([
  [40, "000001"],
  [60, "000059"],
  [180, "000179"],
])("of %i pages, one that shows page %s leaves it what that page says", async (pages, other) => {
  const { normalizing, records, said, site } = stage(pages);
  await normalizing.finish();
  site.version++;
  for (const key of ["000000", other]) said.set(key, { id: `p_${other}`, text: "changed" });
  const counts = await normalizing.finish();
  expect(counts?.outcomes).toEqual({ duplicate: 1, updated: 1, unchanged: pages - 2 });
  expect(records.get(other)).toMatchObject({ outcome: "updated", tramite: `p_${other}` });
  expect(records.get("000000")).toMatchObject({
    outcome: "duplicate",
    reason: "another_procedure",
    tramite: "p_000000",
  });
});
