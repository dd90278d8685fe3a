import { describe, expect, it } from "vitest";
import { type Change, compare, conditionalHeaders, type Known } from "./change.ts";
import type { Reference, StoredDocument, Validators } from "./reference.ts";

const reference: Reference = {
  key: "T055",
  url: "https://x/T055.pdf",
  path: "TX/T055.pdf.zst",
  fields: {},
  metadata: {},
};

function stored(validators: Validators = {}): StoredDocument {
  return {
    key: "T055",
    url: reference.url,
    localPath: "data/raw/usgs/TX/T055.pdf.zst",
    sha256: "00",
    originalSize: 1,
    compressedSize: 1,
    storedAt: "2026-01-01T00:00:00.000Z",
    fields: {},
    validators,
  };
}

const known = (
  state: Known["state"],
  document: StoredDocument | null,
  reason: string | null = null,
): Known => ({
  state,
  document,
  reason,
});
const resume = { resume: true, revalidates: false };

describe("compare", () => {
  it.each<[string, Partial<Reference>, Known | undefined, Partial<typeof resume>, Change]>([
    ["an unknown document is new", {}, undefined, {}, { kind: "new" }],
    ["a stored one is unchanged", {}, known("completed", stored()), {}, { kind: "unchanged" }],
    ["a failed one is tried again", {}, known("failed", null, "timeout"), {}, { kind: "new" }],
    ["a pending one is tried again", {}, known("pending", null), {}, { kind: "new" }],
    [
      "one that was not found is asked for again",
      {},
      known("skipped", null, "not_found"),
      {},
      { kind: "new" },
    ],
    ["one that is gone is not", {}, known("skipped", null, "gone"), {}, { kind: "gone", reason: "gone" }],
    [
      "an archive that had nothing is not",
      { opens: "pdf" },
      { ...known("skipped", null, "no_documents"), opens: "pdf" },
      {},
      { kind: "gone", reason: "no_documents" },
    ],
    [
      "an archive that had nothing is asked for something else",
      { opens: "pdf,csv" },
      { ...known("skipped", null, "no_documents"), opens: "pdf" },
      {},
      { kind: "new" },
    ],
    [
      "--no-resume fetches a stored one again",
      {},
      known("completed", stored()),
      { resume: false },
      { kind: "changed", conditional: false },
    ],
    [
      "--no-resume asks for a gone one again",
      {},
      known("skipped", null, "gone"),
      { resume: false },
      { kind: "new" },
    ],
    [
      "an equal token means unchanged",
      { token: "r7" },
      known("completed", stored({ token: "r7" })),
      { revalidates: true },
      { kind: "unchanged" },
    ],
    [
      "another token means changed",
      { token: "r6" },
      known("completed", stored({ token: "r7" })),
      {},
      { kind: "changed", conditional: true },
    ],
    [
      "without tokens a revalidating source asks",
      {},
      known("completed", stored()),
      { revalidates: true },
      { kind: "changed", conditional: true },
    ],
  ])("%s", (_, own, before, rules, expected) => {
    expect(compare({ ...reference, ...own }, before, { ...resume, ...rules })).toEqual(expected);
  });
});

describe("conditionalHeaders", () => {
  it("asks with what the server gave last time, and with nothing where it gave nothing", () => {
    expect(conditionalHeaders({ etag: '"a"', lastModified: "Thu, 01 Jan 2026 00:00:00 GMT" })).toEqual({
      "if-none-match": '"a"',
      "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT",
    });
    expect(conditionalHeaders({})).toEqual({});
    expect(conditionalHeaders(undefined)).toEqual({});
  });
});
