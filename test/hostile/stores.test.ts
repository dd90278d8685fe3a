/**
 * Links that somebody has planted (class G): under the temporary name of whatever is written, and in place of the folders
 * that it is written to. Nothing outside the root may change (R15).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { addSeed, ingest, LevadaError, writeHealthReport } from "../../src/index.ts";
import { figure } from "../kit/figures.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, type Site, startPages } from "../kit/site.ts";
import { startWiki } from "../kit/wiki.ts";
import { met } from "./ledger.ts";

const PAGE = `<!doctype html><html lang="es"><title>Beca</title><main><h1>Beca de comedor</h1><p>${"Se solicita en la sede. ".repeat(40)}</p></main>`;
const PATHS = ["/tramites/uno", "/tramites/dos"];

async function startSite(): Promise<Site> {
  const site: Site = await startPages((path) => {
    if (path === "/sitemap.xml")
      return `<urlset>${PATHS.map((one) => `<url><loc>${site.url}${one}</loc></url>`).join("")}</urlset>`;
    if (path === "/catalog") return htmlCatalog([{ number: "A001", href: "/good.pdf" }]);
    if (path === "/good.pdf") return PDF;
    return PATHS.includes(path) || path === "/"
      ? { headers: { "content-type": "text/html" }, body: PAGE.replace("comedor", `comedor ${path}`) }
      : undefined;
  });
  return site;
}

const row = (url: string) => ({
  id: "a",
  name: "A",
  name_abbrev: "A",
  jurisdiction: "local",
  portal_url: `${url}/`,
  access_method: "sitemap",
  sitemap_urls: [`${url}/sitemap.xml`],
  languages: ["es"],
});

function prepared(site: Site): TestRoot {
  const root = newRoot("default: {delay_ms: 0}\n");
  writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [row(site.url)] }));
  const config = {
    network: { allow_private: true },
    metrics: { file: "data/metrics.prom" },
    extraction: { workers: 1 },
    sources: {
      tramites: { registry: "registry.yaml" },
      usgs: { base_url: site.url, catalogs: [{ kind: "html", url: `${site.url}/catalog` }] },
    },
  };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify(config));
  return root;
}

/** Everything that writes, by a part of the names of the folders that only it writes to; the last is for all others. */
const WORKS: readonly (readonly [string, (root: string, site: Site, apiUrl: string) => Promise<unknown>])[] =
  [
    ["/usgs", (root) => ingest("usgs", { root, sourceOptions: { states: ["TX"] } })],
    ["/site", (root, site) => ingest("site", { root, sourceOptions: { url: `${site.url}/` } })],
    ["/wiki", (root, _, apiUrl) => ingest("wiki", { root, sourceOptions: { apiUrl }, limit: 2 })],
    ["/seeds", (root, site) => addSeed(`${site.url}/tramites/uno`, { root })],
    ["/health", (root) => writeHealthReport({ root, now: Date.UTC(2026, 2, 4) })],
    ["", (root) => ingest("tramites", { root })],
  ];

/** Answers what was thrown. */
async function writeAll(
  root: TestRoot,
  site: Site,
  apiUrl: string,
  folder: string | null = null,
): Promise<readonly unknown[]> {
  const thrown: unknown[] = [];
  const only = WORKS.find(([part]) => folder?.includes(part));
  for (const [, work] of only === undefined ? WORKS : [only])
    await work(root.path, site, apiUrl).catch((error: unknown) => thrown.push(error));
  return thrown;
}

const filesOf = (root: TestRoot): readonly string[] =>
  Object.keys(root.listing()).filter(
    (name) => /^(?:data|artifacts)\//.test(name) && !/\/api_calls_/.test(name),
  );

/** SQLite's files are its own business: a link in place of a database is the database that somebody has put there. */
const isDatabase = (name: string) => /\.(?:db|lock)(?:-\w+)?$/.test(name);

/** Names under which a file may be on its way. */
function temporaryNames(name: string): readonly string[] {
  const hidden = join(dirname(name), `.${basename(name)}`);
  return [".part", ".tmp", ".next", ".new", "~"].flatMap((end) => [`${name}${end}`, `${hidden}${end}`]);
}

const CANARY = "nobody has touched this\n";

describe("links that were planted", () => {
  it("under temporary names and in place of folders are not followed, and nothing is written outside", async () => {
    const site = await startSite();
    const wiki = await startWiki({ pages: 5 });
    const first = prepared(site);
    expect(await writeAll(first, site, wiki.apiUrl)).toEqual([]);
    const files = filesOf(first).filter((name) => !isDatabase(name));
    expect(files.length).toBeGreaterThan(20);
    const root = prepared(site);
    const outside = newRoot();
    const planted = files.flatMap(temporaryNames);
    for (const [at, name] of planted.entries()) {
      writeFileSync(outside.file(`canary-${at}`), CANARY);
      mkdirSync(dirname(root.file(name)), { recursive: true });
      symlinkSync(outside.file(`canary-${at}`), root.file(name));
    }
    expect(await writeAll(root, site, wiki.apiUrl)).toEqual([]);
    for (const at of planted.keys()) expect(readFileSync(outside.file(`canary-${at}`), "utf8")).toBe(CANARY);
    for (const name of files) expect([name, existsSync(root.file(name))]).toEqual([name, true]);
    figure("R15", "links planted under temporary names that were written through", `0 of ${planted.length}`);
    met("G15", "stores", "completed, not followed");
    // The owner of a root may keep `data` and what is in it on other disks (folders.ts).
    const folders = [...new Set(filesOf(first).map(dirname))].filter((name) => name.split("/").length > 2);
    expect(folders.length).toBeGreaterThan(5);
    for (const folder of folders) {
      const planting = prepared(site);
      const elsewhere = newRoot();
      mkdirSync(dirname(planting.file(folder)), { recursive: true });
      symlinkSync(elsewhere.path, planting.file(folder));
      const thrown = await writeAll(planting, site, wiki.apiUrl, folder);
      const names = readdirSync(elsewhere.path).filter((name) => name !== "rate_limits.yaml");
      expect([folder, names]).toEqual([folder, []]);
      expect([folder, thrown.length > 0]).toEqual([folder, true]);
      for (const error of thrown) expect(error).toBeInstanceOf(LevadaError);
      expect((thrown[0] as LevadaError).message).toContain("symbolic link");
    }
    figure("R15", "folders replaced by a link that were written through", `0 of ${folders.length}`);
    met("G16", "stores", "storage_failed");
  });
});
