import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { newRoot, type TestRoot } from "../kit/root.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");

const page = (title: string) =>
  `<html lang="es"><head><meta charset="utf-8"><title>${title}</title></head><body><nav><a href="/">Inicio</a></nav>
  <main><h1>${title}</h1><h2>Requisitos</h2><p>${"Tener más de dieciocho años y residir en España. ".repeat(10)}</p>
  <p>Rellene la <a href="solicitud.pdf">solicitud</a> y preséntela en el registro.</p></main></body></html>`;

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function extract(root: TestRoot, words: readonly string[], input?: string): Promise<Run> {
  const child = spawn(LEVADA, ["extract", ...words], { cwd: root.path, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

const lines = ({ stdout }: Run) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown> & { metadata: Record<string, unknown> });

it("extract prints Markdown, and writes nothing", async () => {
  const root = newRoot();
  writeFileSync(root.file("uno.html"), page("Uno"));
  const before = readdirSync(root.path);
  const { code, stdout } = await extract(root, ["uno.html", "--url", "https://sede.example.es/tramites/uno"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Uno\n\n## Requisitos\n\nTener más de dieciocho años/);
  expect(stdout).toContain("[solicitud](https://sede.example.es/tramites/solicitud.pdf)");
  expect(stdout).not.toContain("Inicio");
  expect(readdirSync(root.path)).toEqual(before);
});

it("extract --json prints one object of P20 a line, in the order of the files, also for those that cannot be read", async () => {
  const root = newRoot();
  const names = Array.from({ length: 9 }, (_, nth) => `${nth}.html`);
  for (const [nth, name] of names.entries())
    writeFileSync(root.file(name), page(`Ayuda ${nth}`).repeat(nth === 0 ? 200 : 1));
  writeFileSync(root.file("vacio.html"), "");
  writeFileSync(root.file("foto.jpg"), Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]));
  writeFileSync(root.file("zip.html.zst"), zstdCompressSync(page("Comprimida")));
  const files = [
    ...names.slice(0, 4),
    "nada.html",
    ...names.slice(4),
    "vacio.html",
    "foto.jpg",
    "zip.html.zst",
  ];
  const run = await extract(root, [...files, "--json"]);
  expect(run.code).toBe(1);
  const read = lines(run);
  expect(read.map(({ file }) => file)).toEqual(files);
  const keys = [
    "document_type",
    "extracted_text",
    "form_fields",
    "headings",
    "links",
    "metadata",
    "source_url",
    "tables",
    "title",
  ];
  for (const one of read) expect(Object.keys(one)).toEqual(expect.arrayContaining(keys));
  const codes = new Map(read.map(({ file, error }) => [file, (error as { code: string } | undefined)?.code]));
  expect(codes.get("nada.html")).toBe("missing");
  expect(codes.get("vacio.html")).toBe("empty");
  expect(codes.get("foto.jpg")).toBe("unsupported");
  expect(codes.get("3.html")).toBeUndefined();
  expect(read.at(-1)).toMatchObject({ title: "Comprimida", document_type: "html" });
  expect(run.stderr).toMatch(/nada\.html: .*not there/);
});

it("extract takes what a page of the raw store says of itself, and the user's word above it", async () => {
  const root = newRoot();
  mkdirSync(root.file("raw"));
  writeFileSync(root.file("raw/ab.html"), Buffer.from(page("Año"), "latin1"));
  const meta = { final_url: "https://sede.example.es/a/b", content_type: "text/html; charset=iso-8859-1" };
  writeFileSync(root.file("raw/ab.meta.json"), JSON.stringify(meta));
  const [stored] = lines(await extract(root, ["raw/ab.html", "--json"]));
  expect(stored).toMatchObject({ title: "Año", source_url: "https://sede.example.es/a/b" });
  expect(stored?.["links"]).toEqual([{ text: "solicitud", url: "https://sede.example.es/a/solicitud.pdf" }]);
  const [told] = lines(await extract(root, ["raw/ab.html", "--json", "--url", "https://other.example/x/"]));
  expect(told?.["links"]).toEqual([{ text: "solicitud", url: "https://other.example/x/solicitud.pdf" }]);
});

it("extract - reads what comes in, and --type is believed", async () => {
  const root = newRoot();
  const [one] = lines(
    await extract(root, ["-", "--json", "--type", "html", "--url", "https://a.example/"], page("Entra")),
  );
  expect(one).toMatchObject({ title: "Entra", file: "-", source_url: "https://a.example/" });
  expect(one?.metadata["language_detected"]).toBe("es");
});

it.each([
  [["uno.html", "--type", "htm"], /--type "htm".*html/],
  [["uno.html", "--url", "sede.example.es"], /--url.*https:/],
  [["uno.html", "--json", "--markdown"], /--json.*--markdown/],
  [[], /file/],
])("extract %j is refused with what is accepted", async (words, message) => {
  const run = await extract(newRoot(), words);
  expect(run.code).toBe(2);
  expect(run.stderr.trim().split("\n").length).toBe(1);
  expect(run.stderr).toMatch(message);
});
