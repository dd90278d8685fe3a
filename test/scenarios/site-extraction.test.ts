import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collect,
  collectSite,
  hashOf,
  levada,
  officesRoot,
  type OfficesRun,
  openOffices,
  rowOf,
  snapshot,
} from "../kit/offices.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import { reextract } from "../../src/index.ts";

function siteRoot(extraction = "{workers: 2}"): TestRoot {
  const root = newRoot();
  writeFileSync(
    root.file("levada.config.yaml"),
    `network: {allow_private: true}\nextraction: ${extraction}\n`,
  );
  return root;
}

const text = (about: string) => `${about} se solicita en la sede electrónica. `.repeat(20);

const page = (title: string, more = "") =>
  `<html lang="es"><title>${title}</title><nav><a href="/">Inicio</a></nav><main><h1>${title}</h1><p>${text(title)}</p>${more}</main><footer>Aviso legal</footer>`;

const listing = (host: string, paths: readonly string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>http://${host}${path}</loc></url>`).join("")}</urlset>`;

/** Pages by path, listed by a sitemap; what is set on `pages` is served from then on. */
async function startSite(pages: Record<string, string>) {
  const site = await startPages((path, _, request) => {
    if (path === "/sitemap.xml")
      return {
        headers: { "content-type": "application/xml" },
        body: listing(request.headers.host ?? "", Object.keys(pages)),
      };
    const body = pages[path];
    return body === undefined ? undefined : { headers: { "content-type": "text/html; charset=utf-8" }, body };
  });
  return site;
}

const extractsIn = (root: TestRoot) =>
  existsSync(root.file("data/extracted"))
    ? readdirSync(root.file("data/extracted"), { recursive: true, encoding: "utf8" }).filter((name) =>
        statSync(root.file(`data/extracted/${name}`)).isFile(),
      )
    : [];

const read = ({ events }: OfficesRun) => events.filter(({ type }) => type === "extracted").length;

it("site: every page is there as Markdown and as JSON, without the frame of the site", async () => {
  const site = await startSite({
    "/": page("Inicio"),
    "/beca": page(
      "Beca de comedor",
      "<p>Rellene la <a href='solicitud'>solicitud</a> y adjunte el libro de familia.</p>",
    ),
  });
  const root = siteRoot();
  const { summary } = await collectSite(root, `${site.url}/`);
  expect(summary).toMatchObject({ completed: 2, exit_code: 0 });
  expect(Object.values(summary.extracted ?? {}).reduce((sum, n) => sum + n, 0)).toBe(2);
  const names = extractsIn(root);
  expect(names.filter((name) => name.endsWith(".md")).length).toBe(2);
  expect(names.filter((name) => name.endsWith(".extracted.json")).length).toBe(2);
  const markdown = names
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(root.file(`data/extracted/${name}`), "utf8"));
  const beca = markdown.find((one) => one.includes("Beca")) ?? "";
  expect(beca).toMatch(/^---\ntitle: "Beca de comedor"\nurl: "http:.*\/beca"\n/);
  expect(beca).toContain(`[solicitud](${site.url}/solicitud)`);
  expect(beca).not.toMatch(/Aviso legal|Inicio/);
});

it("site: what was read holds until the page or the reader changes; then only that is read again", async () => {
  const pages: Record<string, string> = {
    "/": page("Inicio"),
    "/beca": page("Beca"),
    "/padron": page("Padrón"),
  };
  const site = await startSite(pages);
  const root = siteRoot();
  expect(read(await collectSite(root, `${site.url}/`))).toBe(3);
  const before = snapshot(root, "data/extracted");
  expect(read(await collectSite(root, `${site.url}/`))).toBe(0);
  expect(snapshot(root, "data/extracted")).toEqual(before);
  pages["/beca"] = page("Beca de libros");
  expect(read(await collectSite(root, `${site.url}/`))).toBe(1);
  const { documents, failed, exitCode } = await reextract("site", { root: root.path });
  expect({ documents, failed, exitCode }).toEqual({ documents: 3, failed: 0, exitCode: 0 });
});

it("site: with a page goes what was read of it", async () => {
  const { sede } = await openOffices();
  const root = siteRoot();
  await collectSite(root, `${sede.url}/`);
  const before = extractsIn(root).length;
  sede.remove("/tramites/fe-de-vida");
  const { summary } = await collectSite(root, `${sede.url}/`);
  expect(summary.retired).toBe(1);
  expect(extractsIn(root).length).toBe(before - 2);
});

it("site: reextract brings back what was lost, byte for byte but for the time it took", async () => {
  const site = await startSite({ "/": page("Inicio"), "/beca": page("Beca") });
  const root = siteRoot();
  await collectSite(root, `${site.url}/`);
  const contents = () =>
    extractsIn(root)
      .toSorted()
      .map((name) => [
        name,
        readFileSync(root.file(`data/extracted/${name}`), "utf8").replace(
          /"extraction_duration_ms": \d+|"extracted_at": ".*"/g,
          "",
        ),
      ]);
  const before = contents();
  rmSync(root.file("data/extracted"), { recursive: true });
  const { code, stdout } = await levada(root, "reextract", "site", "--json");
  expect(code).toBe(0);
  expect(contents()).toEqual(before);
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
    type: "summary",
    source: "site",
    documents: 2,
  });
});

it("site: a page that cannot be read in its time fails alone; the others are read, and the run is whole", async () => {
  const heavy = `<main>${"<p>Se solicita en la <b>sede</b>.</p>".repeat(400_000)}</main>`;
  const site = await startSite({ "/": page("Inicio"), "/enorme": heavy, "/beca": page("Beca") });
  const root = siteRoot("{workers: 1, memory_mb: 128}");
  const { summary, events } = await collectSite(root, `${site.url}/`);
  expect(summary).toMatchObject({ completed: 3, failed: 0, exit_code: 1 });
  expect(summary.extracted).toMatchObject({ failed: 1 });
  const failure = events.find(({ type }) => type === "extract_failed");
  expect(failure).toMatchObject({ reason: "out_of_memory", url: `${site.url}/enorme` });
  expect(read({ summary, events })).toBe(2);
  // It is not tried again as long as nothing has changed …
  const again = await collectSite(root, `${site.url}/`);
  expect(again.summary.extracted).toEqual({ accept: 0, review: 0, reject: 0, failed: 0 });
  // … and is once it is given more.
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 1, memory_mb: 130}\n",
  );
  const { extracted } = (await collectSite(root, `${site.url}/`)).summary;
  expect(Object.values(extracted ?? {}).reduce((sum, n) => sum + n, 0)).toBe(1);
});

it("site: what was deleted of it is written again by the next run", async () => {
  const site = await startSite({ "/": page("Inicio"), "/beca": page("Beca") });
  const root = siteRoot();
  await collectSite(root, `${site.url}/`);
  const before = extractsIn(root);
  rmSync(root.file("data/extracted"), { recursive: true });
  expect(read(await collectSite(root, `${site.url}/`))).toBe(2);
  expect(extractsIn(root)).toEqual(before);
});

it("site: reextract brings a lost database back first, and reads all that is stored", async () => {
  const site = await startSite({ "/": page("Inicio"), "/beca": page("Beca") });
  const root = siteRoot();
  await collectSite(root, `${site.url}/`);
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(root.file(`data/state/levada.db${suffix}`), { force: true });
  rmSync(root.file("data/extracted"), { recursive: true });
  expect(await reextract("site", { root: root.path })).toMatchObject({ documents: 2, exitCode: 0 });
  expect(extractsIn(root).length).toBe(4);
});

it("site: with no readers nothing is read, and reextract catches up", async () => {
  const site = await startSite({ "/": page("Inicio") });
  const root = siteRoot("{workers: 0}");
  const { summary } = await collectSite(root, `${site.url}/`);
  expect(summary.extracted).toBeUndefined();
  expect(extractsIn(root)).toEqual([]);
  expect(await reextract("site", { root: root.path })).toMatchObject({ documents: 1, exitCode: 0 });
  expect(extractsIn(root).length).toBe(2);
});

it.each(["wiki", "usg"])("reextract %s is refused with what it takes", async (source) => {
  const { code, stderr } = await levada(newRoot(), "reextract", source);
  expect(code).toBe(2);
  expect(stderr).toMatch(/tramites|usgs/);
});

it("tramites: what a page says is in data/extracted/ under the name of its procedure, else of its page, with what it was made of", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "sede")]);
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nsources: {tramites: {registry: registry.yaml}}\n",
  );
  const { summary } = await collect(root);
  expect(summary.exit_code).toBe(0);
  const folder = `${offices.sede.host.replace(":", "_")}`;
  const hash = hashOf(`${offices.sede.url}/tramites/fe-de-vida`);
  const named = extractsIn(root).filter((name) => name.includes("age-mssc-fe-vida-estado"));
  const unnamed = extractsIn(root).filter((name) => name.includes(`${folder}-`));
  expect([named.length, unnamed.length]).toEqual([1, summary.completed - (summary.procedures?.stored ?? 0)]);
  const file = root.file("data/extracted/age-mssc-fe-vida-estado.extracted.json");
  const reading = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  expect(reading).toMatchObject({ document_type: "html", raw_path: `data/raw/${folder}/${hash}.html` });
  expect(Date.parse(String(reading["extracted_at"]))).toBeGreaterThan(Date.now() - 600_000);
  expect(reading["extractor_version"]).toEqual(expect.any(String));
  expect(extractsIn(root).length).toBe(summary.completed);
});
