import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collect,
  endsOf,
  folderOf,
  hashOf,
  jsonIn,
  levada,
  linesOf,
  metasOf,
  namesIn,
  officesRoot,
  openOffices,
  type PageMeta,
  plainRow,
  queueOf,
} from "../kit/offices.ts";
import { PDF, type Site, startPages } from "../kit/site.ts";

const seeded = (site: Pick<Site, "url">, paths: readonly string[]) =>
  plainRow("uno", site.url, { access_method: "seed", seed_urls: paths.map((path) => `${site.url}${path}`) });

const PAGE = "/tramites/ayuda-nacimiento-adopcion";

const META_FIELDS = [
  "url",
  "canonical_url",
  "final_url",
  "redirect_chain",
  "status",
  "headers",
  "etag",
  "last_modified",
  "content_type",
  "fetched_at",
  "sha256",
  "bytes",
  "source_id",
  "file",
];

it("P11: a page lies under its host and the hash of its canonical address, with what the server said beside it", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([seeded(sede, [`${PAGE}?utm_source=x&fbclid=1`])]);
  await collect(root);
  const hash = hashOf(`${sede.url}${PAGE}`);
  expect(namesIn(root, folderOf(sede))).toEqual([`${hash}.html`, `${hash}.meta.json`]);
  expect(folderOf(sede)).toMatch(/^data\/raw\/127\.0\.0\.1_\d+$/);
  const bytes = readFileSync(root.file(folderOf(sede), `${hash}.html`));
  const meta = jsonIn<PageMeta>(root, `${folderOf(sede)}/${hash}.meta.json`);
  expect(Object.keys(meta)).toEqual(META_FIELDS);
  expect(meta).toMatchObject({
    url: `${sede.url}${PAGE}?utm_source=x&fbclid=1`,
    canonical_url: `${sede.url}${PAGE}`,
    redirect_chain: [],
    status: 200,
    content_type: "text/html; charset=utf-8",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    source_id: "uno",
  });
  expect(Math.abs(Date.parse(meta.fetched_at) - Date.now())).toBeLessThan(120_000);
  expect(sede.requests.at(-1)?.path).toBe(`${PAGE}?utm_source=x&fbclid=1`);
});

it("P11: each kind of file keeps its extension, by what it is and not by what it is called", async () => {
  const offices = await openOffices();
  const { comunidad } = offices;
  const files = [
    ["guia-renta-inclusion.pdf", "pdf"],
    ["guia-escuelas-infantiles.pdf", "pdf"],
    ["bases-autoconsumo.docx", "docx"],
    ["bases-rehabilitacion.odt", "odt"],
  ] as const;
  const paths = files.map(([name]) => `/procedimientos/documentos/${name}`);
  const root = officesRoot([seeded(comunidad, paths)]);
  await collect(root);
  const metas = metasOf(root, comunidad);
  expect(paths.map((path) => metas.get(path)?.file.split(".")[1])).toEqual(
    files.map(([, extension]) => extension),
  );
});

it("P11: the last two versions are kept, a third takes the place of the first, and diff shows what has changed", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([seeded(sede, [PAGE])]);
  const base = `${folderOf(sede)}/${hashOf(`${sede.url}${PAGE}`)}`;
  const current = () => readFileSync(root.file(`${base}.html`), "utf8");
  const previous = () => readFileSync(root.file(`${base}.prev.html`), "utf8");
  await collect(root);
  const first = current();
  const { stdout: alone } = await levada(root, "diff", `${sede.url}${PAGE}`);
  expect(alone).toContain("only one version");

  sede.change(PAGE);
  await collect(root);
  const second = current();
  expect(second).not.toBe(first);
  expect(previous()).toBe(first);

  sede.change(PAGE);
  await collect(root);
  expect(previous()).toBe(second);
  const suffixes = [".html", ".meta.json", ".prev.html", ".prev.meta.json"];
  expect(namesIn(root, folderOf(sede))).toEqual(
    suffixes.map((suffix) => `${base}${suffix}`.split("/").at(-1)),
  );
  const [now, before] = [".meta.json", ".prev.meta.json"].map((end) =>
    jsonIn<PageMeta>(root, `${base}${end}`),
  );
  expect(now?.sha256).toBe(createHash("sha256").update(current()).digest("hex"));
  expect(before?.sha256).toBe(createHash("sha256").update(second).digest("hex"));

  const shown = await levada(root, "diff", `${sede.url}${PAGE}/?utm_medium=web`);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/^\+ /m);
  expect(shown.stdout).toMatch(/^- /m);
  const { stdout } = await levada(root, "diff", hashOf(`${sede.url}${PAGE}`), "--json");
  const told = JSON.parse(stdout) as { lines: { kind: string }[]; previous: PageMeta; current: PageMeta };
  expect(new Set(told.lines.map(({ kind }) => kind))).toEqual(new Set(["same", "added", "removed"]));
  expect([told.previous.sha256, told.current.sha256]).toEqual([before?.sha256, now?.sha256]);
  expect((await levada(root, "diff", `${sede.url}/nunca`)).code).toBe(2);
});

it("P11: a page that becomes another kind of file leaves no file of the old kind but the version before", async () => {
  let body = "<html><title>uno</title>";
  const site = await startPages((path) => (path === "/robots.txt" ? undefined : body));
  const root = officesRoot([seeded(site, ["/tramites/a"])]);
  const hash = hashOf(`${site.url}/tramites/a`);
  const names = () => namesIn(root, folderOf(site)).map((name) => name.replace(hash, "h"));
  await collect(root);
  body = PDF;
  await collect(root);
  expect(names()).toEqual(["h.meta.json", "h.pdf", "h.prev.html", "h.prev.meta.json"]);
  body = `${PDF}%`;
  await collect(root);
  expect(names()).toEqual(["h.meta.json", "h.pdf", "h.prev.meta.json", "h.prev.pdf"]);
  body = "<html><title>dos</title>";
  await collect(root);
  expect(names()).toEqual(["h.html", "h.meta.json", "h.prev.meta.json", "h.prev.pdf"]);
  expect(linesOf(root).at(-1)?.local_path).toMatch(/\.html$/);
  const { stdout } = await levada(root, "diff", hash);
  expect(stdout).toContain("bytes differ");
});

it("P11: no cookie and no secret of a header reaches the disk, and none is sent back", async () => {
  const canary = "c4n4ry0f7h35354m3";
  const secrets = { "set-cookie": `id=${canary}`, "x-auth-token": canary, "x-csrf-token": canary };
  const site = await startPages((path) =>
    path === "/robots.txt"
      ? undefined
      : { headers: { ...secrets, "x-plain": "kept" }, body: `<html>${path}` },
  );
  const root = officesRoot([seeded(site, ["/tramites/a", "/tramites/b"])]);
  await collect(root);
  for (const name of Object.keys(root.listing()))
    expect(readFileSync(root.file(name)).includes(canary), name).toBe(false);
  expect([...metasOf(root, site).values()].map(({ headers }) => headers["x-plain"])).toEqual([
    "kept",
    "kept",
  ]);
  for (const { headers } of site.requests) expect(headers["cookie"]).toBeUndefined();
});

it("P12: sessions, campaigns, fragments and slashes are one page; what changes content is another", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const spellings = [
    `${PAGE};jsessionid=0A1B2C3D4E5F`,
    `${PAGE}?utm_source=boletin&gclid=1`,
    `${PAGE}/`,
    `${PAGE}#requisitos`,
    `${PAGE}?PHPSESSID=abcdef0123456789`,
    PAGE.replace("ayuda", "%61yuda"),
  ];
  const other = `${PAGE}?vgnextoid=1`;
  const root = officesRoot([seeded(sede, [...spellings, other])]);
  sede.add({ path: other, title: "Otra página" });
  const { summary } = await collect(root);
  expect(sede.requests.map(({ path }) => path)).toEqual(["/robots.txt", spellings[0], other]);
  expect(summary).toMatchObject({ discovered: 2, completed: 2 });
  const hosts = [...metasOf(root, sede).values()].map(({ canonical_url }) => canonical_url);
  expect(hosts.toSorted()).toEqual([`${sede.url}${PAGE}`, `${sede.url}${other}`]);
});

it("P12: the page that a redirect leads to is stored under its own address, and known by the old one too", async () => {
  const offices = await openOffices();
  const { comunidad } = offices;
  const [old, own] = ["/tramites/ayuda-alquiler-joven", "/procedimientos/ayuda-alquiler-joven"];
  const root = officesRoot([seeded(comunidad, [old])]);
  await collect(root);
  const hash = hashOf(`${comunidad.url}${own}`);
  expect(namesIn(root, folderOf(comunidad))).toEqual([`${hash}.html`, `${hash}.meta.json`]);
  expect(linesOf(root)[0]?.metadata["alias_key"]).toBe(hashOf(`${comunidad.url}${old}`));
  expect(queueOf(root)).toMatchObject([{ url: `${comunidad.url}${old}`, state: "completed" }]);
  comunidad.change(own);
  await collect(root);
  expect(namesIn(root, folderOf(comunidad)).length).toBe(4);
  const { code, stdout } = await levada(root, "diff", `${comunidad.url}${old}`, "--json");
  expect([code, (JSON.parse(stdout) as { key: string }).key]).toEqual([0, hash]);
});

it.each([
  ["before", ["/tramites/viejo", "/tramites/nuevo"]],
  ["after", ["/tramites/nuevo", "/tramites/viejo"]],
])(
  "P12: a redirect that is listed %s the page it leads to does not have it fetched twice, now or later",
  async (_, paths) => {
    const site = await startPages((path, __, { headers }) => {
      if (path === "/tramites/viejo") return { status: 301, headers: { location: "/tramites/nuevo" } };
      if (path !== "/tramites/nuevo") return undefined;
      if (headers["if-none-match"] === '"1"') return { status: 304 };
      return { headers: { etag: '"1"' }, body: "<html>nuevo" };
    });
    const root = officesRoot([seeded(site, paths)]);
    const run = await collect(root);
    const asked = () => site.requests.filter(({ path }) => path === "/tramites/nuevo").length;
    expect(asked()).toBe(1);
    expect(run.summary).toMatchObject({ discovered: 2, completed: 1, failed: 0, exit_code: 0 });
    expect(metasOf(root, site).size).toBe(1);
    expect([...endsOf(run).values()].filter((end) => end !== "skipped duplicate")).toEqual([]);
    await collect(root);
    expect(asked()).toBe(2);
    expect(metasOf(root, site).size).toBe(1);
    expect(linesOf(root).length).toBe(1);
  },
);
