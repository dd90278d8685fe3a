/** U14: documents inside ZIP archives are taken out, all of an archive or none, and within bounds. */
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ingest, type IngestOptions, type LevadaEvent, type Summary, verify } from "../../src/index.ts";
import { archiveEntries } from "../../src/sandbox/usgs-data.ts";
import { type ZipEntry, zipOf } from "../../src/sandbox/zip.ts";
import { brokenPromises, keyOf, newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, type Site, startPages } from "../kit/site.ts";
import { documentRequests, ingestUsgs, startSite } from "../kit/usgs.ts";

/** A site with a catalog of one link, and what a run of it comes to. */
async function take(
  body: Uint8Array | string,
  { href = "/T055.zip", ...options }: IngestOptions & { href?: string } = {},
) {
  const root = newRoot();
  const site = await startPages({ "/list": htmlCatalog([{ number: "T055", href }]), [href]: body });
  return { root, site, ...(await run(root, site, options)) };
}

async function run(root: TestRoot, site: Site, options: IngestOptions = {}) {
  const events: LevadaEvent[] = [];
  const summary: Summary = await ingest("usgs", {
    root: root.path,
    allowPrivateNetwork: true,
    ...options,
    sourceOptions: {
      baseUrl: site.url,
      catalogs: [{ kind: "html", url: `${site.url}/list` }],
      ...options.sourceOptions,
    },
    onEvent: (event) => events.push(event),
  });
  return { summary, events };
}

const content = (root: TestRoot, path: string) =>
  zstdDecompressSync(readFileSync(root.file("data/raw/usgs", path))).toString("latin1");

const lines = (root: TestRoot) => root.manifest().map(({ local_path }) => keyOf(local_path));

/** What is left of work under way. */
const incoming = (root: TestRoot) =>
  Object.keys(root.listing()).filter((name) => name.includes("/.incoming/"));

const pdf = (text: string) => `${PDF}% ${text}\n`;
const TWO: readonly ZipEntry[] = [
  { name: "a/first.pdf", content: pdf("one") },
  { name: "notes.txt", content: "nothing" },
  { name: "b/SECOND.PDF", content: pdf("two"), stored: true },
];

describe("a ZIP of documents", () => {
  it("is one item of the run and a line for each document", async () => {
    const { root, site, summary, events } = await take(zipOf(TWO));
    expect(summary).toMatchObject({ discovered: 1, completed: 1, exit_code: 0 });
    expect(root.documents()).toEqual(["T055-1", "T055-2"]);
    expect(content(root, "TX/T055-1.pdf.zst")).toBe(pdf("one"));
    expect(content(root, "TX/T055-2.pdf.zst")).toBe(pdf("two"));
    expect(root.manifest()).toMatchObject([
      {
        library_number: "T055",
        state: "TX",
        source_url: `${site.url}/T055.zip`,
        original_size: pdf("one").length,
      },
      { library_number: "T055", metadata: { archive_entry: "b/SECOND.PDF", archive_key: "T055" } },
    ]);
    expect(events.filter(({ type }) => type === "completed")).toMatchObject([
      { id: "T055", documents: ["T055-1", "T055-2"], original_size: pdf("one").length * 2 },
    ]);
    expect(root.checkpoint()?.completed_ids).toEqual(["T055-1", "T055-2"]);
    expect(brokenPromises(root)).toEqual([]);
    expect(incoming(root)).toEqual([]);
  });

  it("is fetched again whole when verify --repair finds one of its documents spoiled", async () => {
    const { root, site } = await take(zipOf(TWO));
    writeFileSync(root.file("data/raw/usgs/TX/T055-2.pdf.zst"), "spoiled");
    const asked = () => site.requests.filter(({ path }) => path === "/T055.zip").length;
    const options = { root: root.path, allowPrivateNetwork: true };
    const [report] = await verify("usgs", { ...options, repair: true });
    expect(report).toMatchObject({
      corrupt: [{ key: "T055-2" }],
      repair: { summary: { completed: 1, exit_code: 0 } },
    });
    expect(asked()).toBe(2);
    expect(await verify("usgs", options)).toMatchObject([
      { checked: 2, missing: [], corrupt: [], orphaned: [] },
    ]);
    expect(content(root, "TX/T055-2.pdf.zst")).toBe(pdf("two"));
  });

  it("gives its only document its own key", async () => {
    const { root } = await take(zipOf(TWO.slice(0, 2)));
    expect(root.documents()).toEqual(["T055"]);
    expect(root.manifest()).toMatchObject([
      { metadata: { archive_entry: "a/first.pdf", archive_key: "T055", archive_documents: 1 } },
    ]);
  });

  it.each([
    ["nothing", { name: "x.pdf", content: pdf("x") }],
    ["a folder, a resource fork and a nested ZIP", { name: "x.pdf", content: pdf("x") }],
  ])("passes over what is no document: %s", async (what, document) => {
    const others: ZipEntry[] =
      what === "nothing"
        ? []
        : [
            { name: "folder.pdf/", mode: 0o040755 },
            { name: "__MACOSX/._x.pdf", content: "\0\x05\x16\x07" },
            { name: "inner.zip", content: zipOf(TWO) },
          ];
    const { root } = await take(zipOf([...others, document]));
    expect(lines(root)).toEqual(["T055"]);
  });

  it("is opened behind a link that promises a PDF", async () => {
    const { root } = await take(zipOf(TWO), { href: "/T055.pdf" });
    expect(lines(root)).toEqual(["T055-1", "T055-2"]);
  });

  it("gives other formats where they are asked for, each under its own extension", async () => {
    const { root } = await take(zipOf(TWO), { sourceOptions: { formats: ["pdf", "txt"] } });
    expect(root.manifest().map(({ local_path }) => local_path)).toEqual([
      "data/raw/usgs/TX/T055-1.pdf.zst",
      "data/raw/usgs/TX/T055-2.txt.zst",
      "data/raw/usgs/TX/T055-3.pdf.zst",
    ]);
  });

  it("is kept as it is where ZIPs are asked for", async () => {
    const bytes = zipOf(TWO);
    const { root } = await take(bytes, { sourceOptions: { formats: ["zip"] } });
    expect(content(root, "TX/T055.zip.zst")).toBe(Buffer.from(bytes).toString("latin1"));
    expect(root.manifest()[0]?.metadata["archive_key"]).toBeUndefined();
  });

  it.each([
    ["a ZIP link", "/T055.zip", "skipped", "no_documents"],
    ["a PDF link", "/T055.pdf", "failed", "unexpected_content"],
  ] as const)("without a document ends with a reason: %s", async (_, href, state, reason) => {
    const { root, summary } = await take(zipOf([{ name: "notes.txt", content: "x" }]), { href });
    expect(summary).toMatchObject({ [state]: 1, completed: 0, reasons: { [reason]: 1 } });
    expect(lines(root)).toEqual([]);
    expect(incoming(root)).toEqual([]);
  });

  it("without a document is asked again only for something else", async () => {
    const { root, site } = await take(zipOf([{ name: "notes.txt", content: "x" }]));
    const asked = () => site.requests.filter(({ path }) => path === "/T055.zip").length;
    for (const lost of [false, true]) {
      if (lost) rmSync(root.databaseFile);
      const { summary } = await run(root, site);
      expect(summary).toMatchObject({ skipped: 1, reasons: { no_documents: 1 }, exit_code: 0 });
      expect(asked()).toBe(1);
    }
    await run(root, site, { sourceOptions: { formats: ["txt"] } });
    expect(lines(root)).toEqual(["T055"]);
    expect(asked()).toBe(2);
  });

  it("is fetched again where its end may have been cut", async () => {
    const site = await startSite({
      wells: 1,
      documentsPerWell: 0,
      archives: true,
      oddities: false,
      states: ["TX"],
      behave: (path, nth) =>
        path.endsWith("zip") && nth === 1 ? { kind: "unframed", cut: true } : undefined,
    });
    const root = newRoot();
    const { summary, events } = await ingestUsgs(root, site);
    expect(summary).toMatchObject({ completed: 2, exit_code: 0 });
    expect(events.filter(({ type }) => type === "retry")).toMatchObject([
      { error: expect.stringContaining("the body is broken") },
    ]);
    expect(root.documents()).toHaveLength(3);
  });

  it("never takes the key of another link", async () => {
    const root = newRoot();
    const catalog = htmlCatalog([
      { number: "T055", href: "/a.zip" },
      { number: "T055", href: "/b.pdf" },
    ]);
    const site = await startPages({ "/list": catalog, "/a.zip": zipOf(TWO), "/b.pdf": pdf("other") });
    await run(root, site);
    expect(root.documents()).toEqual(["T055-1", "T055-2", "T055-2-2"]);
    expect(content(root, "TX/T055-2.pdf.zst")).toBe(pdf("other"));
    rmSync(root.file("data/state"), { recursive: true });
    await run(root, site, { resume: false });
    expect(root.documents()).toEqual(["T055-1", "T055-2", "T055-2-2"]);
    expect(content(root, "TX/T055-2-2.pdf.zst")).toBe(pdf("two"));
  });

  it("shows a hostile name as text only", async () => {
    const { root } = await take(zipOf([{ name: `\u001b[2Jx\n\u202e${"y".repeat(400)}.pdf`, content: PDF }]));
    const entry = String(root.manifest()[0]?.metadata["archive_entry"]);
    expect(entry).toMatch(/^\[2Jxy+$/);
    expect(entry).toHaveLength(300);
    expect(root.documents()).toEqual(["T055"]);
  });
});

const good: ZipEntry = { name: "good.pdf", content: pdf("good") };
const zeros = Buffer.alloc(3 * 1024 * 1024);

describe("F: a hostile ZIP is refused whole, by name, and nothing of it is stored", () => {
  it.each<[string, Uint8Array, string, RegExp]>([
    ...[
      "../x.pdf",
      "a/../../x.pdf",
      "..\\x.pdf",
      "/etc/x.pdf",
      "\\x.pdf",
      "C:\\x.pdf",
      "c:x.pdf",
      "a/..",
    ].map((name): [string, Uint8Array, string, RegExp] => [
      `the name ${name}`,
      zipOf([good, { name, content: PDF }]),
      "archive_refused",
      /absolute path|leads out/,
    ]),
    [
      "a symbolic link",
      zipOf([good, { name: "l", content: "/etc/passwd", mode: 0o120777 }]),
      "archive_refused",
      /link/,
    ],
    [
      "a device",
      zipOf([good, { name: "d.pdf", content: PDF, mode: 0o020644 }]),
      "archive_refused",
      /neither/,
    ],
    [
      "an encrypted entry",
      zipOf([good, { name: "e.pdf", content: PDF, flags: 1 }]),
      "archive_refused",
      /encrypted/,
    ],
    [
      "strong encryption",
      zipOf([good, { name: "e.pdf", content: PDF, flags: 0x41 }]),
      "archive_refused",
      /encrypt/,
    ],
    ["a name twice", zipOf([good, good]), "archive_refused", /twice/],
    [
      "an unknown method",
      zipOf([good, { name: "m.pdf", content: PDF, method: 14 }]),
      "archive_refused",
      /method 14/,
    ],
    ["a name without end", zipOf([good, { name: "n".repeat(5000) }]), "archive_refused", /characters/],
    ["no name", zipOf([good, { name: "" }]), "archive_refused", /no name/],
    [
      "a claim too small",
      zipOf([good, { name: "s.pdf", content: pdf("x"), claimedSize: 10 }]),
      "archive_refused",
      /larger/,
    ],
    [
      "a claim too large",
      zipOf([good, { name: "s.pdf", content: PDF, claimedSize: 999 }]),
      "archive_refused",
      /smaller/,
    ],
    [
      "a stored entry that lies",
      zipOf([good, { name: "s.pdf", content: PDF, stored: true, claimedSize: 9 }]),
      "archive_refused",
      /mismatch/,
    ],
    [
      "an entry beyond the end",
      zipOf([good, { name: "s.pdf", content: PDF, claimedCompressedSize: 1e6 }]),
      "archive_refused",
      /bounds/,
    ],
    [
      "a cut entry",
      zipOf([good, { name: "s.pdf", content: pdf("x"), claimedCompressedSize: 20 }]),
      "archive_refused",
      /s\.pdf/,
    ],
    [
      "a wrong checksum",
      zipOf([good, { name: "s.pdf", content: PDF, claimedChecksum: 1 }]),
      "archive_refused",
      /checksum/,
    ],
    [
      "a bomb",
      zipOf([good, { name: "b.txt", content: Buffer.alloc(1200), claimedSize: 2 ** 31 }]),
      "archive_refused",
      /1000 times/,
    ],
    [
      "a bomb that lies about itself",
      zipOf([good, { name: "b.pdf", content: Buffer.concat([Buffer.from(PDF), zeros]), claimedSize: 2000 }]),
      "archive_refused",
      /larger/,
    ],
    [
      "10,001 entries",
      zipOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, stored: true }))),
      "archive_refused",
      /10000/,
    ],
    [
      "70,000 entries, counted with 16 bits",
      zipOf(Array.from({ length: 70_000 }, (_, n) => ({ name: `${n}`, stored: true }))),
      "archive_refused",
      /more entries/,
    ],
    [
      "201 documents",
      zipOf(Array.from({ length: 201 }, (_, n) => ({ name: `${n}.pdf`, content: PDF }))),
      "archive_refused",
      /201 documents/,
    ],
    [
      "something that is no PDF",
      zipOf([good, { name: "h.pdf", content: "<html>sorry</html>" }]),
      "unexpected_content",
      /h\.pdf/,
    ],
    ["an empty PDF", zipOf([good, { name: "h.pdf" }]), "unexpected_content", /h\.pdf/],
    ["half an archive", zipOf(TWO).subarray(0, 150), "archive_refused", /cannot be read/],
    [
      "junk after the magic",
      Buffer.from("PK\x03\x04".padEnd(5000, "x")),
      "archive_refused",
      /cannot be read/,
    ],
    ["something else altogether", Buffer.from("<html>sorry</html>"), "unexpected_content", /HTML/],
  ])("%s", async (_, body, reason, message) => {
    const { root, site, summary, events } = await take(body);
    expect(summary).toMatchObject({ failed: 1, completed: 0, reasons: { [reason]: 1 }, exit_code: 1 });
    expect(events.find(({ type }) => type === "failed")).toMatchObject({
      error: expect.stringMatching(message),
    });
    expect([lines(root), root.documents(), incoming(root)]).toEqual([[], [], []]);
    expect(site.requests.filter(({ path }) => path === "/T055.zip")).toHaveLength(1);
  });

  it("more bytes than a document may have", async () => {
    const root = newRoot();
    writeFileSync(root.file("levada.config.yaml"), "sources: {usgs: {max_decoded_bytes: 100000}}");
    const big = (name: string) => ({
      name,
      content: Buffer.concat([Buffer.from(PDF), zeros.subarray(0, 60_000)]),
    });
    const pages: Record<string, Uint8Array | string> = {
      "/list": htmlCatalog([{ number: "T055", href: "/T055.zip" }]),
      "/T055.zip": zipOf([big("a.pdf"), big("b.pdf")]),
    };
    const site = await startPages(pages);
    expect((await run(root, site)).summary.reasons).toEqual({ too_large: 1 });
    expect(lines(root)).toEqual([]);
    pages["/T055.zip"] = zipOf([big("a.pdf")]);
    expect((await run(root, site)).summary).toMatchObject({ completed: 1 });
  });
});

describe("an archive that is stored", () => {
  it("is not fetched again, also when the database is lost", async () => {
    const site = await startSite({
      wells: 1,
      documentsPerWell: 1,
      archives: true,
      oddities: false,
      states: ["TX"],
    });
    const root = newRoot();
    expect((await ingestUsgs(root, site)).summary).toMatchObject({ completed: 3, exit_code: 0 });
    const before = root.documents();
    expect(before).toHaveLength(4);
    for (const lost of [[], ["levada.db"], ["levada.db", "usgs.json", "usgs.json.bak"]]) {
      for (const name of lost) rmSync(root.file("data/state", name), { force: true });
      const sent = site.requests.length;
      expect((await ingestUsgs(root, site)).summary).toMatchObject({ unchanged: 3, completed: 0 });
      expect(documentRequests(site, sent)).toEqual([]);
    }
    for (const well of site.wells) {
      for (const document of well.documents.filter(({ extension }) => extension === "zip")) {
        const pdfs = archiveEntries(well, document).filter(({ name }) => /pdf$/i.test(name));
        const stored = root.manifest().filter(({ source_url }) => source_url.endsWith(document.path));
        const bytes = stored.map(({ local_path }) => zstdDecompressSync(readFileSync(root.file(local_path))));
        expect(bytes.map((one) => one.toString("latin1"))).toEqual(
          pdfs.map((one) => Buffer.from(one.content).toString("latin1")),
        );
      }
    }
  });

  it("is replaced by --no-resume; documents that are no longer in it stay", async () => {
    const root = newRoot();
    const pages: Record<string, Uint8Array | string> = {
      "/list": htmlCatalog([{ number: "T055", href: "/T055.zip" }]),
      "/T055.zip": zipOf([...TWO, { name: "third.pdf", content: pdf("three") }]),
    };
    const site = await startPages(pages);
    await run(root, site);
    pages["/T055.zip"] = zipOf([
      { name: "new.pdf", content: pdf("new one") },
      { name: "b.pdf", content: pdf("new two") },
    ]);
    for (const lost of [false, true]) {
      if (lost) rmSync(root.file("data/state"), { recursive: true });
      expect((await run(root, site, { resume: false })).summary).toMatchObject({
        completed: 1,
        exit_code: 0,
      });
      expect(root.documents()).toEqual(["T055-1", "T055-2", "T055-3"]);
      expect(content(root, "TX/T055-1.pdf.zst")).toBe(pdf("new one"));
      expect(content(root, "TX/T055-3.pdf.zst")).toBe(pdf("three"));
      expect(brokenPromises(root)).toEqual([]);
      expect((await run(root, site)).summary).toMatchObject({ unchanged: 1 });
    }
  });

  it("is left as it was by a newer version that is refused", async () => {
    const root = newRoot();
    const pages: Record<string, Uint8Array | string> = {
      "/list": htmlCatalog([{ number: "T055", href: "/T055.zip" }]),
      "/T055.zip": zipOf(TWO),
    };
    const site = await startPages(pages);
    await run(root, site);
    const before = root.manifest();
    rmSync(root.file("data/state"), { recursive: true });
    pages["/T055.zip"] = zipOf([good, good]);
    expect((await run(root, site, { resume: false })).summary).toMatchObject({ failed: 1 });
    expect(root.manifest()).toEqual(before);
    expect(content(root, "TX/T055-2.pdf.zst")).toBe(pdf("two"));
    expect((await run(root, site)).summary).toMatchObject({ unchanged: 1 });
  });

  it("is fetched again when a crash tore its lines, and then is whole", async () => {
    const { root, site } = await take(zipOf(TWO));
    const text = readFileSync(root.manifestFile, "utf8");
    const second = text.indexOf("\n") + 1;
    for (const size of [1, second, second + 1, text.length - 1]) {
      truncateSync(root.manifestFile, size);
      expect((await run(root, site)).summary).toMatchObject({ completed: 1, exit_code: 0 });
      expect([...new Set(lines(root))]).toEqual(["T055-1", "T055-2"]);
      expect(brokenPromises(root)).toEqual([]);
      expect((await run(root, site)).summary).toMatchObject({ unchanged: 1 });
      writeFileSync(root.manifestFile, "");
      appendFileSync(root.manifestFile, text);
    }
  });
});

describe("kill -9 while archives are taken apart", () => {
  it("leaves all documents of an acknowledged archive, and asks for none of them twice", async () => {
    const site = await startSite({ wells: 1, documentsPerWell: 1, archives: true, oddities: false });
    const child = (root: TestRoot, killMs: number | null) => {
      const script = join(import.meta.dirname, "../kit/ingest-child.ts");
      const started = spawn(process.execPath, [
        "--disable-warning=ExperimentalWarning",
        script,
        root.path,
        site.url,
      ]);
      let output = "";
      started.stdout.on("data", (chunk: Buffer) => (output += chunk));
      const timer = killMs === null ? undefined : setTimeout(() => started.kill("SIGKILL"), killMs);
      return new Promise<string[]>((resolve) => {
        started.on("close", () => {
          clearTimeout(timer);
          resolve([...output.matchAll(/^completed (.+)\n/gm)].map((match) => match[1] ?? ""));
        });
      });
    };
    const rates = `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`;
    const whole = newRoot(rates);
    const began = performance.now();
    await child(whole, null);
    const usualMs = performance.now() - began;
    const expected = whole.documents();
    expect(expected).toHaveLength(12);

    const root = newRoot(rates);
    const step = process.env["LEVADA_ENDURANCE"] === "1" ? 1 : 3;
    for (let nth = 0; nth < 12; nth += step) {
      const acknowledged = await child(root, usualMs * (0.4 + nth * 0.05));
      expect(brokenPromises(root)).toEqual([]);
      const stored = new Set(lines(root));
      for (const id of acknowledged) {
        const members = expected.filter((key) => key === id || key.startsWith(`${id}-`));
        expect(members.filter((key) => !stored.has(key))).toEqual([]);
      }
    }
    await child(root, null);
    expect(root.documents()).toEqual(expected);
    expect(lines(root).toSorted()).toEqual(expected);
    expect(incoming(root)).toEqual([]);
    const requests = documentRequests(site).length;
    await child(root, null);
    expect(documentRequests(site)).toHaveLength(requests);
  }, 120_000);
});
