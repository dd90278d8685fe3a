/**
 * R12: a hostile document cannot stop the engine. All of class F, read by \`levada extract\` in one command, in a run of a
 * site that serves them, and as archives of documents; the good ones beside them are read, and the command needs
 * hardly more memory than for good ones.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { zipOf } from "../../src/sandbox/zip.ts";
import { eventsIn } from "../kit/command.ts";
import { figure } from "../kit/figures.ts";
import { DOCUMENTS, GAZETTE, type HostileDocument, ZIP_ENTRIES } from "../kit/hostile-documents.ts";
import { expectBalanced } from "../kit/hostile-run.ts";
import { newRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";
import { ingest, type LevadaEvent } from "../../src/index.ts";
import { met } from "./ledger.ts";

const MB = 1_000_000;
const LEVADA = join(import.meta.dirname, "../../bin/levada");
const PRELOAD = join(import.meta.dirname, "../kit/peak-memory.ts");
/** So that what takes long is given up in time. */
const LIMITS = "extraction: {workers: 1, timeout_ms: 8000}\n";
const GOOD_HTML = `<!doctype html><html lang="es"><main><h1>Beca</h1><p>${"Se solicita en la sede. ".repeat(40)}</p></main>`;

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly peakBytes: number;
}

/** Reading processes inherit the preload, and end before the command does: what it writes last stands. */
function levada(folder: string, args: readonly string[]): Promise<Ran> {
  const peak = join(folder, "peak");
  const child = spawn(LEVADA, args, {
    env: { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}`, LEVADA_PEAK_FILE: peak },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 250_000,
    killSignal: "SIGKILL",
  });
  const [out, err]: Buffer[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out?.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err?.push(chunk));
  return new Promise((resolve) =>
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(out ?? []).toString(),
        stderr: Buffer.concat(err ?? []).toString(),
        peakBytes: Number(readFileSync(peak, "utf8")),
      }),
    ),
  );
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "levada-documents-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Extracted {
  readonly file: string;
  readonly extracted_text: string;
  readonly error?: { readonly code: string };
}

function expectNamed(documents: readonly HostileDocument[], found: readonly Extracted[]): void {
  for (const { id, name, ends, never } of documents) {
    const one = found.find(({ file }) => file.endsWith(`/${name}`));
    const end = one === undefined ? "missing" : (one.error?.code ?? "ok");
    expect([id, end, ends.includes(end)]).toEqual([id, end, true]);
    // Nothing is opened into more than it was.
    expect([id, (one?.extracted_text.length ?? 0) < 12_000_000]).toEqual([id, true]);
    const said = JSON.stringify(one);
    if (never !== undefined)
      expect([id, never.test(said) || never.test(one?.extracted_text ?? "")]).toEqual([id, false]);
    met(id, "extract", end === "ok" ? "ok" : `failed ${end}`);
  }
}

describe("R12: a hostile document cannot stop the engine", () => {
  it("read by levada extract, one after the other: each has a name, and the good ones are read", async () => {
    const folder = newFolder();
    const documents = [...DOCUMENTS, ...GAZETTE];
    writeFileSync(join(folder, "levada.config.yaml"), LIMITS);
    const good = ["a.html", "z.html"].map((name) => join(folder, name));
    for (const file of good) writeFileSync(file, GOOD_HTML);
    for (const { name, bytes } of documents) writeFileSync(join(folder, name), bytes());
    const files = documents.map(({ name }) => join(folder, name));
    const plain = await levada(folder, ["extract", "--json", "--root", folder, ...good]);
    const ran = await levada(folder, [
      "extract",
      "--json",
      "--root",
      folder,
      good[0] ?? "",
      ...files,
      good[1] ?? "",
    ]);
    expect([ran.code, ran.stderr.includes("bug")]).toEqual([1, false]);
    const found = ran.stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Extracted);
    expect(found.map(({ file }) => file)).toEqual([good[0], ...files, good[1]]);
    expect(found.at(0)?.error).toBeUndefined();
    expect(found.at(-1)?.error).toBeUndefined();
    expectNamed(documents, found);
    const more = Math.round((ran.peakBytes - plain.peakBytes) / MB);
    figure(
      "R12",
      "hostile documents that ended by name in levada extract",
      `${documents.length} of ${documents.length}`,
    );
    figure("R12", "memory of levada extract above that for good documents, MB", more);
    expect(more).toBeLessThanOrEqual(50);
  });

  it("read in a run: each is stored as it came, and has a name where it cannot be read", async () => {
    const documents = DOCUMENTS.filter(({ id }) => !/^F0[1-8]$/.test(id));
    const run = async (served: readonly HostileDocument[]) => {
      const root = newRoot("default: {delay_ms: 0}\n");
      writeFileSync(root.file("levada.config.yaml"), LIMITS);
      const site = await startPages((path) => {
        if (path === "/") {
          const links = served.map(({ name }) => `<a href="/${name}">${name}</a>`).join("\n");
          return {
            headers: { "content-type": "text/html" },
            body: GOOD_HTML.replace("</main>", `${links}</main>`),
          };
        }
        const one = served.find(({ name }) => path === `/${name}`);
        return one === undefined ? undefined : { headers: { "content-type": one.type }, body: one.bytes() };
      });
      const flags = [
        "ingest",
        "site",
        `${site.url}/`,
        "--root",
        root.path,
        "--allow-private-network",
        "--json",
      ];
      return { root, site, ...(await levada(root.path, flags)) };
    };
    const plain = await run([]);
    const ran = await run(documents);
    const events = eventsIn(ran.stdout);
    const summary = events.at(-1);
    // A page without a byte is none.
    expect(summary).toMatchObject({ type: "summary", completed: documents.length, failed: 1 });
    for (const { id, name, ends } of documents) {
      const end = endOf(events, `/${name}`);
      expect([id, end, ends.includes(end)]).toEqual([id, end, true]);
      met(id, "reading in a run", end === "ok" ? "ok" : `failed ${end}`);
    }
    const more = Math.round((ran.peakBytes - plain.peakBytes) / MB);
    figure("R12", "memory of a run over hostile documents above that over a good one, MB", more);
    expect(more).toBeLessThanOrEqual(50);
  });

  it("as archives of documents: nothing of them is stored, and nothing is written outside", async () => {
    const root = newRoot();
    const rows = ZIP_ENTRIES.map(([id]) => ({ number: id, href: `/${id}.zip` }));
    const site = await startPages((path) => {
      if (path === "/catalog") return htmlCatalog([{ number: "A001", href: "/good.pdf" }, ...rows]);
      if (path === "/good.pdf") return PDF;
      const entries = ZIP_ENTRIES.find(([id]) => path === `/${id}.zip`)?.[1]();
      return entries === undefined ? undefined : zipOf([{ name: "good.pdf", content: PDF }, ...entries]);
    });
    const events: LevadaEvent[] = [];
    const summary = await ingest("usgs", {
      root: root.path,
      allowPrivateNetwork: true,
      sourceOptions: { baseUrl: site.url, catalogs: [{ kind: "html", url: `${site.url}/catalog` }] },
      onEvent: (event) => void events.push(event),
    });
    expectBalanced(summary);
    expect(root.documents()).toEqual(["A001"]);
    expect(existsSync("/tmp/evil.pdf")).toBe(false);
    for (const [id] of ZIP_ENTRIES) {
      const end = events.find((event) => event.type === "failed" && event.id === id);
      const reason = end?.type === "failed" ? end.reason : "";
      expect([id, reason]).toEqual([id, "archive_refused"]);
      met(id, "zip of documents", `failed ${reason}`);
    }
    figure(
      "R12",
      "hostile archives that were refused whole",
      `${ZIP_ENTRIES.length} of ${ZIP_ENTRIES.length}`,
    );
  });
});

function endOf(events: readonly LevadaEvent[], path: string): string {
  for (const event of events) {
    if (!("url" in event) || !event.url.endsWith(path)) continue;
    if (event.type === "extracted") return "ok";
    if (event.type === "extract_failed") return event.reason;
    if (event.type === "failed") return "empty";
  }
  return "missing";
}
