/**
 * Class G: whatever a site's text becomes the name of, or is shown in. One root holds documents of every source whose names
 * and titles are hostile; then every command that shows something is asked to.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { partsOf } from "../../src/infrastructure/files/document-path.ts";
import { makeFilename } from "../../src/index.ts";
import { figure } from "../kit/figures.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";
import type { Way } from "./catalogue.ts";
import { met } from "./ledger.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");

const NAMES: readonly (readonly [id: string, text: string])[] = [
  ["G02", "../../../../tmp/evil"],
  ["G03", "Beca\u0000oculta"],
  ["G04", "x".repeat(256)],
  ["G05", "ñ".repeat(128)],
  ["G06", 'Beca\n{"forged":true,"library_number":"X"}'],
  ["G07", "Beca \u001b[2J\u001b]0;pwned\u0007\u009b31m"],
  ["G08", "Beca \u202egpj.exe"],
  ["G09", "Beca <script>alert(1)</script>"],
  ["G10", '=HYPERLINK("http://evil.example")'],
  ["G11", "CON"],
  ["G12", "a."],
  ["G13", "-rf"],
  ["G14", "Ca\u0303o"],
  ["G14", "C\u00e3o"],
];

const RAW_CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** In a file: what would begin a line, or end one. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** A safe name on every file system: no path, no control, not reserved, not too long in bytes. */
const SAFE =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))(?!-)(?!.*[. ]$)[^\u0000-\u001f\u007f-\u009f/\\:*?"<>|]+$/i;

function levada(root: TestRoot, ...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(LEVADA, [...args, "--root", root.path, "--no-color"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}

const escaped = (text: string) =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\u0000-\u001f\u0080-\u009f]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const wikiJson = (id: number, title: string) => ({
  pageid: id,
  ns: 0,
  title,
  lastrevid: id,
  revisions: [
    {
      revid: id,
      parentid: 0,
      timestamp: "2026-01-01T00:00:00Z",
      slots: {
        main: { contentmodel: "wikitext", contentformat: "text/x-wiki", content: `Text of ${title}` },
      },
    },
  ],
});

/** A wiki of pages with these titles: as much of MediaWiki as a crawl asks for. */
function wikiAnswer(query: URLSearchParams): string {
  const pages = NAMES.map(([, title], at) => wikiJson(at + 1, title.replaceAll("\u0000", "\ufffd")));
  if (query.get("meta") === "siteinfo")
    return JSON.stringify({
      batchcomplete: true,
      query: {
        general: {
          generator: "MediaWiki 1.43.0",
          server: "http://127.0.0.1",
          articlepath: "/wiki/$1",
          base: "http://127.0.0.1/wiki/Main",
          sitename: "W",
        },
        namespaces: { "0": { id: 0, name: "", case: "first-letter", content: true } },
      },
    });
  if (query.get("list") !== null)
    return JSON.stringify({ batchcomplete: true, query: { [query.get("list") ?? ""]: [] } });
  const ids = query.get("pageids")?.split("|").map(Number);
  return JSON.stringify({
    batchcomplete: true,
    query: { pages: pages.filter(({ pageid }) => ids?.includes(pageid) ?? true) },
  });
}

async function filled(): Promise<{ readonly root: TestRoot; readonly events: string }> {
  const root = newRoot("default: {delay_ms: 0}\n");
  const rows = NAMES.map(([, text], at) => ({
    number: `B${String(at).padStart(3, "0")}`,
    well: text,
    href: `/doc-${at}.pdf`,
  }));
  const site = await startPages((path) => {
    const [plain = "", search = ""] = path.split("?");
    if (plain === "/w/api.php")
      return {
        headers: { "content-type": "application/json" },
        body: wikiAnswer(new URLSearchParams(search)),
      };
    if (plain === "/catalog")
      return htmlCatalog([...rows, ...NAMES.map(([, text]) => ({ number: text, href: "/doc-0.pdf" }))]);
    const disposition = { "content-disposition": 'attachment; filename="../../../../tmp/evil.sh"' };
    if (plain.startsWith("/doc-")) return { headers: disposition, body: `${PDF}% ${plain}\n` };
    if (plain === "/sitemap.xml")
      return `<urlset>${NAMES.map((_, at) => `<url><loc>${site.url}/tramites/${at}</loc></url>`).join("")}</urlset>`;
    const at = /^\/tramites\/(\d+)$/.exec(plain)?.[1];
    if (at === undefined) return undefined;
    const title = escaped(NAMES[Number(at)]?.[1] ?? "");
    const body = `<!doctype html><html lang="es"><head><title>${title}</title></head><main><h1>${title} ${at}</h1><h2>Requisitos</h2><p>Requisitos de ${title}: ${"Se solicita en la sede. ".repeat(30)}</p><h2>Plazo</h2><p>Quince días.</p></main></html>`;
    return { headers: { ...disposition, "content-type": "text/html; charset=utf-8" }, body };
  });
  const row = {
    id: "a",
    name: "A",
    name_abbrev: "A",
    jurisdiction: "local",
    portal_url: `${site.url}/`,
    access_method: "sitemap",
    sitemap_urls: [`${site.url}/sitemap.xml`],
    languages: ["es"],
  };
  writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [row] }));
  const config = {
    network: { allow_private: true },
    metrics: { file: "metrics.prom" },
    sources: {
      tramites: { registry: "registry.yaml" },
      usgs: { base_url: site.url, catalogs: [{ kind: "html", url: `${site.url}/catalog` }] },
    },
  };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify(config));
  let events = "";
  for (const args of [
    ["usgs", "--states", "TX"],
    ["tramites"],
    ["wiki", "--api", `${site.url}/w/api.php`],
    ["site", `${site.url}/tramites/0`],
  ])
    events += (await levada(root, "ingest", ...args, "--json")).said;
  return { root, events };
}

const COMMANDS: readonly (readonly string[])[] = [
  ["ingest", "tramites"],
  ["status", "--failed"],
  ["search", "beca"],
  ["search", "requisitos", "--json"],
  ["review"],
  ["runs", "list"],
  ["runs", "show", "last"],
  ["health"],
  ["verify"],
  ["config", "show"],
];

describe("R15: names and output", () => {
  it("what a site says neither names a file of its own choosing nor reaches a terminal raw", async () => {
    const { root, events } = await filled();
    for (const line of events.split("\n"))
      expect([line.slice(0, 200), RAW_CONTROL.test(line)]).toEqual([line.slice(0, 200), false]);
    const stored = { usgs: 0, tramites: 0, wiki: 0, site: 0 };
    for (const source of ["usgs", "tramites", "wiki", "site"] as const) {
      const text = readFileSync(root.file(`data/raw/${source}/manifest.jsonl`), "utf8");
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const line of lines) expect(line).not.toHaveProperty("forged");
      expect(text.replaceAll("\n", "")).not.toMatch(CONTROL);
      stored[source] = lines.length;
    }
    expect(stored.usgs).toBeGreaterThanOrEqual(NAMES.length);
    // Twins of one name are one title to a wiki and two pages.
    expect(stored.wiki).toBe(NAMES.length);
    expect(stored.tramites).toBe(NAMES.length);
    expect(stored.site).toBe(NAMES.length);
    const files = readdirSync(root.path, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const folded = new Map<string, string>();
    for (const { name, parentPath } of files) {
      expect([name, SAFE.test(name.replace(/^\./, "")) && Buffer.byteLength(name) <= 255]).toEqual([
        name,
        true,
      ]);
      // On a file system that folds letters, two files would be one.
      const key = `${parentPath}/${name.normalize("NFC").toLowerCase()}`;
      expect([name, folded.get(key)]).toEqual([name, undefined]);
      folded.set(key, name);
    }
    const metrics = readFileSync(root.file("metrics.prom"), "utf8");
    expect(metrics.replaceAll("\n", "")).not.toMatch(CONTROL);
    let shown = 0;
    for (const command of [...COMMANDS, ["review", "show", reviewId(root)]]) {
      const { said } = await levada(root, ...command);
      for (const line of said.split("\n"))
        expect([command.join(" "), line.slice(0, 300), RAW_CONTROL.test(line)]).toEqual([
          command.join(" "),
          line.slice(0, 300),
          false,
        ]);
      shown += said.length;
    }
    expect(shown).toBeGreaterThan(1000);
    figure("R15", "commands that showed hostile names without a control character", COMMANDS.length + 1);
    figure("R15", "files of documents with hostile names, all under the root with safe names", files.length);
    const ways: readonly Way[] = [
      "names and output of usgs",
      "names and output of tramites",
      "names and output of wiki",
      "names and output of site",
    ];
    for (const [id] of NAMES) for (const way of ways) met(id, way, "stored under a safe name, shown escaped");
    for (const way of ways.filter((one) => !one.endsWith("wiki")))
      met("G01", way, "stored under a name of ours");
    met("G17", "configuration", "refused as misuse");
  });

  it.each([
    "..",
    "a/../b",
    "/a",
    "C:\\a",
    "a\\b",
    "a\0b",
    "a\nb",
    "ñ".repeat(128),
    "x".repeat(256),
    ".incoming/a",
    "MANIFEST.jsonl",
  ])("the last door before the disk does not open for %j", (path) => {
    expect(() => partsOf(path)).toThrow("is refused");
  });

  it("titles of a wiki make names that are safe everywhere", () => {
    for (const [, title] of NAMES) {
      const name = makeFilename(title, 7);
      expect([title, SAFE.test(name) && Buffer.byteLength(name) <= 255]).toEqual([title, true]);
    }
  });
});

function reviewId(root: TestRoot): string {
  const queue = JSON.parse(readFileSync(root.file("data/ingestion/review_queue.json"), "utf8")) as {
    items: { id: string }[];
  };
  return queue.items[0]?.id ?? "none";
}
