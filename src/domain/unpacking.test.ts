import { describe, expect, it } from "vitest";
import {
  type ArchiveEntry,
  chooseDocuments,
  entryProblem,
  extensionOfEntry,
  memberKey,
  memberReference,
  shownName,
  UNPACK_LIMITS,
  type UnpackRules,
} from "./unpacking.ts";

const entry = (name: string, more: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  name,
  kind: "file",
  encrypted: false,
  compressedSize: 100,
  size: 1000,
  ...more,
});

const NONE = { kind: "no_documents", wanted: "pdf" } as const;
const rules: UnpackRules = {
  extensionOf: (name) => (extensionOfEntry(name) === "pdf" ? "pdf" : null),
  whenNone: NONE,
};

const MIB = 1024 * 1024;

describe("entryProblem", () => {
  it.each<[Partial<ArchiveEntry>, RegExp]>([
    [{ name: "../a" }, /leads out/],
    [{ name: "a/../b" }, /leads out/],
    [{ name: "..\\a" }, /leads out/],
    [{ name: "a\\..\\..\\b" }, /leads out/],
    [{ name: " .. /a" }, /leads out/],
    [{ name: ".." }, /leads out/],
    [{ name: "/a" }, /absolute/],
    [{ name: "\\\\server\\a" }, /absolute/],
    [{ name: "C:\\a" }, /absolute/],
    [{ name: "z:a" }, /absolute/],
    [{ name: "" }, /no name/],
    [{ name: "x".repeat(UNPACK_LIMITS.nameLength + 1) }, /characters/],
    [{ encrypted: true }, /encrypted/],
    [{ kind: "link" }, /symbolic link/],
    [{ kind: "special" }, /neither file nor folder/],
    [{ size: MIB + 1, compressedSize: 1048 }, /1000 times/],
    [{ size: 2 ** 40, compressedSize: 0 }, /1000 times/],
  ])("refuses %j", (more, problem) => {
    expect(entryProblem(entry("a.pdf", more))).toMatch(problem);
  });

  it.each<Partial<ArchiveEntry>>([
    { name: "a..b.pdf" },
    { name: "...pdf" },
    { name: "a/b\\c.pdf" },
    { name: "x".repeat(UNPACK_LIMITS.nameLength) },
    { kind: "folder", name: "a/", size: 0, compressedSize: 0 },
    { size: MIB, compressedSize: 1 },
    { size: 1000 * 2000, compressedSize: 2000 },
  ])("lets %j pass", (more) => {
    expect(entryProblem(entry("a.pdf", more))).toBeNull();
  });
});

describe("chooseDocuments", () => {
  const choose = (entries: readonly ArchiveEntry[], maxBytes = 1e9) =>
    chooseDocuments(entries, rules, maxBytes);

  it("takes what is wanted, in the order of the directory", () => {
    const entries = [
      entry("b.txt"),
      entry("z.PDF"),
      entry("d.pdf", { kind: "folder" }),
      entry("__MACOSX/a.pdf"),
      entry("x/._a.pdf"),
      entry("a.pdf", { size: 7 }),
    ];
    expect(choose(entries)).toEqual({
      ok: true,
      chosen: [
        { index: 1, name: "z.PDF", size: 1000, extension: "pdf" },
        { index: 5, name: "a.pdf", size: 7, extension: "pdf" },
      ],
    });
  });

  it.each<[string, ArchiveEntry[], number, object]>([
    ["nothing at all", [], 1, NONE],
    ["nothing wanted", [entry("a.txt")], 1, NONE],
    [
      "an unwanted entry that is hostile",
      [entry("a.pdf"), entry("../b.txt")],
      1e9,
      { kind: "archive_refused" },
    ],
    ["a name twice", [entry("a.pdf"), entry("b"), entry("b")], 1e9, { detail: 'entry "b" is there twice' }],
    [
      "more bytes than allowed",
      [entry("a.pdf"), entry("b.pdf")],
      1999,
      { kind: "too_large", maxBytes: 1999 },
    ],
    ["too many documents", manyOf(201), 1e9, { kind: "archive_refused" }],
    ["too many entries", manyOf(10_001), 1e9, { kind: "archive_refused", detail: "more than 10000 entries" }],
  ])("refuses %s", (_, entries, maxBytes, failure) => {
    expect(choose(entries, maxBytes)).toMatchObject({ ok: false, failure });
  });

  it.each<[string, ArchiveEntry[], number]>([
    ["as many bytes as allowed, not counting what is not taken", [entry("a.pdf"), entry("b.txt")], 1000],
    ["as many documents as allowed", manyOf(200), 1e9],
    ["names that differ in case", [entry("a.pdf"), entry("A.pdf")], 1e9],
  ])("takes %s", (_, entries, maxBytes) => {
    expect(choose(entries, maxBytes).ok).toBe(true);
  });

  function manyOf(count: number): ArchiveEntry[] {
    return Array.from({ length: count }, (_, n) => entry(`${n}.pdf`));
  }
});

describe("names", () => {
  it.each([
    ["a.pdf", "pdf"],
    ["x/y.z/A.PDF", "pdf"],
    ["x.y\\report", ""],
    ["a.pdf/", ""],
    [".pdf", ""],
    ["x/.pdf", ""],
    ["a.pdf ", ""],
    ["a.longextension", ""],
  ])("of entry %j end in %j", (name, extension) => {
    expect(extensionOfEntry(name)).toBe(extension);
  });

  it.each([
    ["plain name.pdf", "plain name.pdf"],
    ["a\u0000b\u001b[31mc\r\nd", "ab[31mcd"],
    ["gpj\u202efdp.\u200bx\u2028y\u0085z", "gpjfdp.xyz"],
    ["ñ/日本.pdf", "ñ/日本.pdf"],
    ["x".repeat(5000), "x".repeat(300)],
    [`${"x".repeat(299)}\u{1f600}`, `${"x".repeat(299)}\ufffd`],
  ])("are shown without what acts: %j", (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it.each([
    [0, 1, "T055"],
    [0, 2, "T055-1"],
    [1, 2, "T055-2"],
    [199, 200, "T055-200"],
  ])("of document %i of %i", (index, count, key) => {
    expect(memberKey("T055", index, count)).toBe(key);
  });

  it.each([
    ["TX/T055.zip.zst", "TX/T055-2.pdf.zst"],
    ["T055.zip", "T055-2.pdf"],
    ["a/b/T055.pdf.zst", "a/b/T055-2.pdf.zst"],
  ])("become a path beside %s, whatever the archive says", (path, expected) => {
    const archive = {
      key: "T055",
      url: "https://x/T055.zip",
      path,
      fields: { state: "TX" },
      metadata: { a: 1 },
    };
    const chosen = { index: 4, name: "../\u0007x.pdf", size: 1, extension: "pdf" };
    const member = memberReference(archive, { key: "T055-2", entry: chosen }, { sha256: "ab", documents: 2 });
    expect(member).toEqual({
      ...archive,
      key: "T055-2",
      path: expected,
      archive: { key: "T055", entry: "../x.pdf", sha256: "ab", documents: 2 },
    });
  });
});
