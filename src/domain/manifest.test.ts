import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  keyOfPath,
  manifestLine,
  pageMeta,
  parseLine,
  retirementLine,
  serializeLine,
  storedDocument,
} from "./manifest.ts";
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

describe("a page of the web", () => {
  const page = {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    redirectChain: ["https://a.es/viejo"],
    canonicalUrl: "https://a.es/nuevo",
    freshUntil: "2026-01-01T01:00:00.000Z",
  };
  const answer = {
    downloadedAt: "2026-01-01T00:00:00.000Z",
    etag: '"x"',
    lastModified: "Thu, 01 Jan 2026 00:00:00 GMT",
    finalUrl: "https://a.es/nuevo",
    page,
  };
  const asked: Reference = {
    key: "0123456789abcdef",
    url: "https://a.es/viejo",
    path: "a.es/0123456789abcdef.html",
    fields: { source_id: "a", method: "seed" },
    metadata: { title: "Padrón" },
    alias: "fedcba9876543210",
  };
  const local = "data/raw/a.es/0123456789abcdef.html";
  const line = manifestLine("tramites", asked, local, file, answer);

  it("is kept with what the server said of it", () => {
    expect(line.metadata).toMatchObject({
      status: 200,
      headers: page.headers,
      redirect_chain: ["https://a.es/viejo"],
      canonical_url: "https://a.es/nuevo",
      fresh_until: "2026-01-01T01:00:00.000Z",
      alias_key: "fedcba9876543210",
    });
  });

  it("comes back with its alias and where it was found", () => {
    expect(storedDocument(parseLine(serializeLine(line)) as typeof line)).toMatchObject({
      key: "0123456789abcdef",
      alias: "fedcba9876543210",
      page: { url: "https://a.es/nuevo", contentType: "text/html; charset=utf-8" },
      validators: { etag: '"x"', freshUntil: "2026-01-01T01:00:00.000Z" },
    });
  });

  it("was found where it was asked for, where nothing else is said", () => {
    const { finalUrl: _, ...direct } = answer;
    const plain = { ...direct, page: { ...page, headers: {} } };
    expect(storedDocument(manifestLine("tramites", asked, local, file, plain)).page).toEqual({
      url: "https://a.es/viejo",
      contentType: "",
    });
  });

  it("has in its meta file what its line says, and the name of its file", () => {
    expect(pageMeta(line)).toEqual({
      url: "https://a.es/viejo",
      canonical_url: "https://a.es/nuevo",
      final_url: "https://a.es/nuevo",
      redirect_chain: ["https://a.es/viejo"],
      status: 200,
      headers: page.headers,
      etag: '"x"',
      last_modified: "Thu, 01 Jan 2026 00:00:00 GMT",
      content_type: "text/html; charset=utf-8",
      fetched_at: "2026-01-01T00:00:00.000Z",
      sha256: "aa",
      bytes: 10,
      source_id: "a",
      file: "0123456789abcdef.html",
    });
  });

  it("has the same meta file after its line was read back", () => {
    expect(pageMeta(parseLine(serializeLine(line)) as typeof line)).toEqual(pageMeta(line));
  });

  it("has nulls in its meta file for what nobody said", () => {
    const bare = {
      downloadedAt: "x",
      page: { status: 203, headers: {}, redirectChain: [], canonicalUrl: "https://a.es/viejo" },
    };
    const { source_id: _, ...fields } = asked.fields;
    expect(pageMeta(manifestLine("tramites", { ...asked, fields }, local, file, bare))).toMatchObject({
      final_url: "https://a.es/viejo",
      etag: null,
      last_modified: null,
      content_type: null,
      source_id: null,
      status: 203,
    });
  });

  it("is what other documents are not", () => {
    const other = manifestLine("usgs", reference, path, file, { downloadedAt: "x" });
    expect(pageMeta(other)).toBeNull();
    expect(storedDocument(other)).not.toHaveProperty("page");
    expect(storedDocument(other)).not.toHaveProperty("alias");
  });

  it("cannot be feigned by a source", () => {
    const sly = { ...reference, metadata: { ...line.metadata, well_name: "W" } };
    const written = manifestLine("usgs", sly, path, file, { downloadedAt: "x" });
    expect(written.metadata).toEqual({ content_sha256: "bb", title: "Padrón", well_name: "W" });
  });

  it("is told of once more when it is gone, in a line that can be read back", () => {
    const why = { at: "2026-02-01T00:00:00.000Z", reason: "gone" };
    const to = "data/retired/tramites/0123456789abcdef.html";
    const last = retirementLine("tramites", storedDocument(line), to, why);
    const read = parseLine(serializeLine(last));
    expect(read).toEqual(last);
    expect(storedDocument(read as typeof last)).toMatchObject({
      key: "0123456789abcdef",
      retired: why,
      localPath: to,
      formerPath: local,
    });
    expect(pageMeta(last)).toBeNull();
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
    ...[-1, 1.5, 2 ** 53, "1e999"].map((size) => [
      `a size of ${size}`,
      serializeLine(good).replace(/"compressed_size":\d+/, `"compressed_size":${size}`),
      "compressed_size is not a number of bytes",
    ]),
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
        expect(Number.isSafeInteger(parsed.original_size) && parsed.original_size >= 0).toBe(true);
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
