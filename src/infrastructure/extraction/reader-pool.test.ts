import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { DocumentReader, RawFile } from "../../application/ports.ts";
import { createReaderPool, type ReaderLimits } from "./reader-pool.ts";

const LIMITS: ReaderLimits = { workers: 1, timeoutMs: 60_000, memoryMb: 512, maxBytes: 64 << 20 };

function pool(limits: Partial<ReaderLimits> = {}): DocumentReader {
  const reader = createReaderPool({ ...LIMITS, ...limits });
  onTestFinished(() => reader.close());
  return reader;
}

function fileWith(content: string | Uint8Array, name = "page.html"): RawFile {
  const folder = mkdtempSync(join(tmpdir(), "levada-reader-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return { file: join(folder, name), url: "https://sede.example.es/beca", contentType: "" };
}

const PAGE = `<html lang="es"><title>Beca</title><main><h1>Beca de comedor</h1><p>${"Se solicita en la sede. ".repeat(30)}</p></main>`;

/** Processes that were started by this one to read. */
function readers(): number[] {
  try {
    const found = execFileSync("pgrep", ["-P", String(process.pid), "-f", "reader-process"], {
      encoding: "utf8",
    });
    return found.trim().split("\n").map(Number);
  } catch {
    return [];
  }
}

describe("a pool of readers", () => {
  const shared = createReaderPool(LIMITS);
  afterAll(() => shared.close());

  it("reads pages as they are and as they are stored", async () => {
    const reader = pool();
    for (const raw of [fileWith(PAGE), fileWith(zstdCompressSync(PAGE), "page.html.zst")]) {
      const outcome = await reader.read(raw);
      expect(outcome).toMatchObject({
        ok: true,
        document: { title: "Beca de comedor", source_url: raw.url },
      });
    }
  });

  it("starts no process before there is something to read, and leaves none behind", async () => {
    const reader = pool({ workers: 2 });
    const before = readers().length;
    await Promise.all([
      reader.read(fileWith(PAGE)),
      reader.read(fileWith(PAGE)),
      reader.read(fileWith(PAGE)),
    ]);
    expect(readers().length - before).toBeLessThanOrEqual(2);
    await reader.close();
    expect(readers().length).toBeLessThanOrEqual(before);
  });

  it.each([
    ["a file that is not there", () => ({ ...fileWith(PAGE), file: "/nowhere/at-all.html" }), "missing"],
    ["a folder", () => ({ ...fileWith(PAGE), file: tmpdir() }), "unreadable"],
    ["nothing", () => fileWith(""), "empty"],
    [
      "a picture",
      () => fileWith(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "a.png"),
      "unsupported",
    ],
    [
      "a file that opens into too much",
      () => fileWith(zstdCompressSync(Buffer.alloc(80 << 20)), "a.html.zst"),
      "too_large",
    ],
    [
      "half of a compressed file",
      () => fileWith(zstdCompressSync(PAGE.repeat(9)).subarray(0, 60), "a.html.zst"),
      "unreadable",
    ],
  ])("names what is wrong with %s, and reads on", async (_, raw, code) => {
    expect(await shared.read(raw())).toMatchObject({ ok: false, failure: { code } });
    expect(await shared.read(fileWith(PAGE))).toMatchObject({ ok: true });
  });

  it("gives a page up that takes longer than it may, and reads on", async () => {
    const long = fileWith(`<p>${"palabra ".repeat(3_000_000)}`);
    const reader = pool({ timeoutMs: 300 });
    expect(await reader.read(long)).toMatchObject({ ok: false, failure: { code: "timeout" } });
    const patient = pool();
    expect(await patient.read(fileWith(PAGE))).toMatchObject({ ok: true });
  });

  it("gives a page up that takes more memory than it may, and reads on", async () => {
    const big = fileWith(`<p>${"<b>palabra</b> ".repeat(2_000_000)}`);
    const reader = pool({ memoryMb: 96 });
    expect(await reader.read(big)).toMatchObject({ ok: false, failure: { code: "out_of_memory" } });
    expect(await reader.read(fileWith(PAGE))).toMatchObject({ ok: true });
  });

  it("survives that a process dies, and reads the next document in another", async () => {
    const reader = pool();
    await reader.read(fileWith(PAGE));
    const reading = reader.read(fileWith(`<p>${"palabra ".repeat(3_000_000)}`));
    const killed = readers();
    for (const pid of killed) process.kill(pid, "SIGKILL");
    expect(killed.length).toBeGreaterThan(0);
    expect(await reading).toMatchObject({ ok: false, failure: { code: "crashed" } });
    expect(await reader.read(fileWith(PAGE))).toMatchObject({ ok: true });
  });

  it("gives up at once when it is told to", async () => {
    const reader = pool();
    const stop = new AbortController();
    const reading = reader.read(fileWith(`<p>${"palabra ".repeat(3_000_000)}`), stop.signal);
    const waiting = reader.read(fileWith(PAGE), stop.signal);
    stop.abort();
    expect(await reading).toMatchObject({ ok: false });
    expect(await waiting).toMatchObject({ ok: false });
  });

  it("reads 100,000 nested elements and a line of 2 MB without harm", async () => {
    const reader = pool();
    const deep = `<main>${"<div>".repeat(100_000)}${"Se solicita en la sede. ".repeat(20)}`;
    const line = `<main><p>${"Se solicita en la sede. ".repeat(84_000)}</p>`;
    for (const html of [deep, line]) {
      const outcome = await reader.read(fileWith(html));
      if (outcome.ok) expect(outcome.document.extracted_text).toContain("Se solicita en la sede.");
      else expect(["timeout", "out_of_memory"]).toContain(outcome.failure.code);
      expect(await reader.read(fileWith(PAGE))).toMatchObject({ ok: true });
    }
  }, 180_000);
});
