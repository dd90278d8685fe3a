import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfPath, manifestLine, parseLine, serializeLine, storedDocument } from "./manifest.ts";
import type { Reference } from "./reference.ts";

const reference: Reference = {
  key: "T055-113056",
  url: "https://my.usgs.gov/crc-data/core/1/core_analysis_113056_T055Data01.pdf",
  path: "TX/T055-113056.pdf.zst",
  fields: { library_number: "T055", state: "TX" },
  metadata: { document_id: "113056", well_name: "Well_Name_Test" },
};
const file = { sha256: "aa", contentSha256: "bb", originalSize: 10, compressedSize: 5 };
const path = "data/raw/usgs/TX/T055-113056.pdf.zst";

describe("manifestLine", () => {
  const line = manifestLine("usgs", reference, path, file, {
    downloadedAt: "2026-01-01T00:00:00.000Z",
    etag: '"x"',
  });

  it("has exactly the fields of the contract", () => {
    expect(Object.keys(line)).toEqual([
      "library_number",
      "state",
      "source_url",
      "source_module",
      "local_path",
      "sha256_checksum",
      "original_size",
      "compressed_size",
      "downloaded_at",
      "metadata",
    ]);
  });

  it("comes back as the document it describes", () => {
    const parsed = parseLine(serializeLine(line));
    expect("problem" in parsed).toBe(false);
    expect(storedDocument(parsed as typeof line)).toEqual({
      key: "T055-113056",
      url: reference.url,
      localPath: path,
      sha256: "aa",
      originalSize: 10,
      compressedSize: 5,
      storedAt: "2026-01-01T00:00:00.000Z",
      validators: { etag: '"x"', contentSha256: "bb" },
      fields: reference.fields,
    });
  });

  it("keeps a key that is not the file's name", () => {
    const odd = manifestLine("wiki", { ...reference, key: "page 7" }, path, file, {
      downloadedAt: "x",
      unframed: true,
      finalUrl: "u",
      lastModified: "l",
    });
    expect(storedDocument(odd).key).toBe("page 7");
    expect(odd.metadata).toMatchObject({ unframed: true, final_url: "u", last_modified: "l" });
  });

  it("keeps a source from writing what the engine reads back", () => {
    const sly = { ...reference, metadata: { key: "other", etag: "x", change_token: "y", well_name: "W" } };
    const written = storedDocument(manifestLine("usgs", sly, path, file, { downloadedAt: "x" }));
    expect(written).toMatchObject({ key: "T055-113056", validators: { contentSha256: "bb" } });
    expect(written.validators).not.toHaveProperty("etag");
  });

  it("says which archive a document was taken out of, and nobody else can", () => {
    const archive = { key: "T055", entry: "a/b.pdf", sha256: "cc", documents: 2 };
    const member = manifestLine("usgs", { ...reference, archive }, path, file, { downloadedAt: "x" });
    expect(member.metadata).toMatchObject({
      archive_key: "T055",
      archive_entry: "a/b.pdf",
      archive_sha256: "cc",
      archive_documents: 2,
    });
    expect(storedDocument(member).archive).toEqual({ key: "T055", sha256: "cc", documents: 2 });
    const sly = { ...reference, metadata: { ...member.metadata } };
    const written = manifestLine("usgs", sly, path, file, { downloadedAt: "x" });
    expect(Object.keys(written.metadata).filter((name) => name.startsWith("archive"))).toEqual([]);
    expect(storedDocument(written)).not.toHaveProperty("archive");
  });

  it("is one line whatever a site writes into its metadata", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const hostile = {
          ...reference,
          metadata: { well_name: `${text}\n{"forged":1}\u2028\u2029\u0085\u009b2J\r` },
        };
        const written = serializeLine(manifestLine("usgs", hostile, path, file, { downloadedAt: "x" }));
        expect(written).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(JSON.parse(written).metadata.well_name).toBe(hostile.metadata.well_name);
      }),
    );
  });
});

describe("parseLine", () => {
  const good = manifestLine("usgs", reference, path, file, { downloadedAt: "x" });
  it.each([
    ["nothing", "", "not JSON"],
    ["a cut line", serializeLine(good).slice(0, 50), "not JSON"],
    ["a list", "[]", "not an object"],
    ["null", "null", "not an object"],
    [
      "a line without checksum",
      JSON.stringify({ ...good, sha256_checksum: undefined }),
      "sha256_checksum is missing or not a string",
    ],
    [
      "a size that is a text",
      JSON.stringify({ ...good, original_size: "1" }),
      "original_size is missing or not a number",
    ],
    [
      "a path outside",
      JSON.stringify({ ...good, local_path: "data/raw/../../../etc/passwd" }),
      "local_path leads out of the root's folders",
    ],
    [
      "an absolute path",
      JSON.stringify({ ...good, local_path: "/etc/passwd" }),
      "local_path leads out of the root's folders",
    ],
    ["metadata null", JSON.stringify({ ...good, metadata: null }), "metadata is not an object"],
    ["metadata a list", JSON.stringify({ ...good, metadata: [] }), "metadata is not an object"],
  ])("names what is wrong with %s", (_, text, problem) => {
    expect(parseLine(text)).toEqual({ problem });
  });

  it.each(["data/raw/h/a.html", "data/retired/tramites/a.html", "artifacts/raw/a.json"])(
    "takes a file at %s",
    (local_path) => {
      expect(parseLine(JSON.stringify({ ...good, local_path }))).toEqual({ ...good, local_path });
    },
  );

  it("whatever a line says: it is told what is wrong with it, or its file is in data/raw", () => {
    const fields = Object.keys(good) as (keyof typeof good)[];
    const said = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("../x", "data/raw/../../x", "data/raw/usgs/TX/x.zst", "/x", -1, 0, null),
    );
    const changed = fc
      .dictionary(fc.constantFrom(...fields), said)
      .map((changes) => JSON.stringify({ ...good, ...changes }));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json(), changed), (text) => {
        const parsed = parseLine(text);
        if (!("source_url" in parsed)) return void expect(parsed.problem).toMatch(/./);
        expect(parsed.local_path).toMatch(/^data\/raw\/./);
        expect(parsed.local_path.split("/")).not.toContain("..");
        expect(parsed.sha256_checksum).toBeTypeOf("string");
        expect(parsed.original_size).toBeTypeOf("number");
      }),
    );
  });
});

describe("keyOfPath", () => {
  it.each([
    ["data/raw/usgs/TX/T055.pdf.zst", "T055"],
    ["data/raw/usgs/TX/T055-113056.xlsx.zst", "T055-113056"],
    ["T055.pdf", "T055"],
    ["a/b.c/d", "d"],
  ])("%s → %s", (localPath, key) => {
    expect(keyOfPath(localPath)).toBe(key);
  });
});
