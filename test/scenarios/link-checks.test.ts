import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import {
  checkKnownLinks,
  type FlaggedLink,
  ingest,
  linkHealth,
  reextract,
  reviewAccept,
  reviewList,
  reviewReject,
  reviewShow,
  writeHealthReport,
} from "../../src/index.ts";
import { createIdentity } from "../kit/certificate.ts";
import { jsonIn, levada, officesRoot, pathOf, plainRow, snapshot } from "../kit/offices.ts";
import {
  collect as collectOffice,
  officeRoot,
  procedurePage,
  readJson,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";

interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A site whose pages a test changes while it runs; it answers validators, and 304 where they match. */
async function startSite(pages: Record<string, Page>) {
  const methods: string[] = [];
  const site = await startPages((path, _, request) => {
    methods.push(`${request.method} ${path}`);
    const page = pages[path];
    if (page === undefined) return undefined;
    const etag = page.headers?.["etag"];
    if (etag !== undefined && request.headers["if-none-match"] === etag) return { status: 304 };
    return { body: `<html><p>${path}`, ...page };
  });
  const asked = (from = 0) => methods.slice(from).filter((one) => !one.endsWith("/robots.txt"));
  return { ...site, pages, methods, asked };
}

const rootOf = (url: string, paths: readonly string[]): TestRoot =>
  officesRoot([
    plainRow("uno", url, { access_method: "seed", seed_urls: paths.map((path) => `${url}${path}`) }),
  ]);

async function told(root: TestRoot): Promise<readonly FlaggedLink[]> {
  const links: FlaggedLink[] = [];
  await linkHealth({ root: root.path, onLink: (link) => void links.push(link) });
  return links.toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

const brief = async (root: TestRoot) =>
  (await told(root)).map(({ url, state, reason, flags }) =>
    [pathOf(url), state, reason, ...flags].filter((word) => word !== "").join(" "),
  );

const check = (root: TestRoot, limit?: number) =>
  checkKnownLinks({ root: root.path, ...(limit === undefined ? {} : { limit }) });

const collect = (root: TestRoot) => ingest("tramites", { root: root.path });

function curate(root: TestRoot, tramite: string, url: string): void {
  mkdirSync(root.file("data/tramites"), { recursive: true });
  const file = {
    tramite,
    nombre: tramite,
    organismo: "Ayuntamiento de Ejemplo",
    descripcion: "Registro de quienes viven en el municipio.",
    keywords: [tramite, "vivir en el municipio", "registro de vecinos"],
    fuente_url: url,
    verificado: true,
  };
  writeFileSync(root.file(`data/tramites/${tramite}.json`), JSON.stringify(file));
}

describe("P38: levada health --check", () => {
  it("P38: asks with HEAD where validators tell, and else for the bytes; stores nothing", async () => {
    const site = await startSite({
      "/a": { headers: { etag: '"1"' } },
      "/b": { headers: { "last-modified": "Mon, 02 Mar 2026 10:00:00 GMT" } },
      "/c": {},
    });
    const root = rootOf(site.url, Object.keys(site.pages));
    await collect(root);
    const before = snapshot(root, "data/raw");
    const from = site.methods.length;
    expect(await check(root)).toEqual({ checked: 3, held: 0 });
    expect(site.asked(from).toSorted()).toEqual(["GET /c", "HEAD /a", "HEAD /b"]);
    expect(await brief(root)).toEqual([]);
    expect(snapshot(root, "data/raw")).toEqual(before);
  });

  it.each([405, 403, 404, 501])("P38: asks again with GET where HEAD is answered %d", async (status) => {
    const site = await startPages((path, _, request) => {
      if (path === "/robots.txt") return undefined;
      return request.method === "HEAD" ? { status } : { headers: { etag: '"1"' }, body: `<html><p>${path}` };
    });
    const root = rootOf(site.url, ["/a"]);
    await collect(root);
    expect(await check(root)).toEqual({ checked: 1, held: 0 });
    expect(await brief(root)).toEqual([]);
  });

  it("P38: tells content that is not what is stored, until a run has stored it", async () => {
    const site = await startSite({ "/a": { headers: { etag: '"1"' } }, "/b": {}, "/c": {} });
    const root = rootOf(site.url, Object.keys(site.pages));
    await collect(root);
    site.pages["/a"] = { headers: { etag: '"2"' }, body: "<html><p>news" };
    site.pages["/b"] = { body: "<html><p>news of b" };
    await check(root);
    expect(await brief(root)).toEqual(["/a active content_drift", "/b active content_drift"]);
    const { markdown } = await writeHealthReport({ root: root.path });
    expect(markdown).toContain("## Content that is not what is stored (2)");
    await collect(root);
    expect(await brief(root)).toEqual([]);
  });

  it("P38: takes a page whose bytes are others at every request for what it says", async () => {
    let nth = 0;
    let fee = "12 euros";
    const site = await startPages((path) =>
      path === "/a"
        ? {
            headers: { "content-type": "text/html" },
            body: `<html><title>Alta</title><meta name="token" content="${nth++}"><main><h1>Alta</h1><p>La tasa del trámite es de ${fee}, y se paga en el registro.</p></main>`,
          }
        : undefined,
    );
    const root = rootOf(site.url, ["/a"]);
    const config = "network: {allow_private: true}\nextraction: {workers: 1}\n";
    writeFileSync(
      root.file("levada.config.yaml"),
      `${config}sources: {tramites: {registry: registry.yaml}}\n`,
    );
    await collect(root);
    await check(root);
    expect(await brief(root)).toEqual([]);
    fee = "15 euros";
    await check(root);
    expect(await brief(root)).toEqual(["/a active content_drift"]);
  });

  it("P38: tells a redirect that leads elsewhere than before", async () => {
    const to = (path: string): Page => ({ status: 302, headers: { location: path } });
    const site = await startSite({ "/a": to("/x"), "/x": {}, "/y": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    await collect(root);
    await check(root);
    expect(await brief(root)).toEqual([]);
    site.pages["/x"] = to("/y");
    await check(root);
    const [link] = await told(root);
    expect(link?.flags).toContain("redirect_changed");
    expect(link?.redirect_chain.at(-1)).toBe(`${site.url}/y`);
    expect((await writeHealthReport({ root: root.path })).markdown).toContain(
      "## Redirects that changed (1)",
    );
  });

  it.each([
    [410, 1, ["/a inactive gone down"]],
    [404, 1, ["/a active http_404 down"]],
    [503, 2, ["/a active http_503 down"]],
    [404, 3, ["/a degraded http_404 down"]],
    [503, 3, ["/a degraded http_503 down"]],
    [429, 3, []],
  ])("P38: after %d, %d times in a row", async (status, times, expected) => {
    const site = await startSite({ "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    await collect(root);
    const before = snapshot(root, "data/raw");
    site.pages["/a"] = { status };
    // The host may be parked by a 429: then nothing is asked, and nothing counted.
    for (let time = 0; time < times; time++) await check(root);
    expect(await brief(root)).toEqual(expected);
    expect(snapshot(root, "data/raw")).toEqual(before);
    const { stdout } = await levada(root, "status", "tramites", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ sources: [{ completed: 2 }] });
  });

  it("P38: a link that answers again is well again, and the report says so", async () => {
    const site = await startSite({ "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    await collect(root);
    site.pages["/a"] = { status: 410 };
    await check(root);
    site.pages["/a"] = {};
    await check(root);
    expect(await brief(root)).toEqual([]);
    expect((await writeHealthReport({ root: root.path })).markdown).toContain("## Back again (1)");
  });

  it("P38: asks nothing that robots.txt is against, and counts it as no failure", async () => {
    const rules: Page = { body: "User-agent: *\nDisallow:\n" };
    const site = await startSite({ "/robots.txt": rules, "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    await collect(root);
    rules.body = "User-agent: *\nDisallow: /a\n";
    const from = site.methods.length;
    const clock = laterBy(2 * 86_400_000);
    expect(await checkKnownLinks({ root: root.path, clock })).toEqual({ checked: 1, held: 1 });
    expect(site.asked(from)).toEqual(["GET /b"]);
    expect(await brief(root)).toEqual([]);
  });

  it("P38: looks at those first that were not looked at for longest", async () => {
    const paths = ["/a", "/b", "/c", "/d"];
    const site = await startSite(Object.fromEntries(paths.map((path) => [path, {}])));
    const root = rootOf(site.url, paths);
    await collect(root);
    const from = site.methods.length;
    expect(await check(root, 2)).toEqual({ checked: 2, held: 0 });
    const first = site.asked(from);
    expect(await check(root, 2)).toEqual({ checked: 2, held: 0 });
    const both = site.asked(from);
    expect(first).toHaveLength(2);
    expect(both.toSorted()).toEqual(paths.map((path) => `GET ${path}`));
  });

  it("P38: takes the way of every other request: no private address is asked", async () => {
    const site = await startSite({ "/a": {} });
    const root = rootOf(site.url, []);
    writeFileSync(
      root.file("levada.config.yaml"),
      stringify({ sources: { tramites: { registry: "registry.yaml" } } }),
    );
    curate(root, "padron", `${site.url}/a`);
    curate(root, "metadatos", "http://169.254.169.254/latest/meta-data/");
    await check(root);
    expect(site.requests).toEqual([]);
    expect((await told(root)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      "active address_refused",
      "active address_refused",
    ]);
  });

  it("P38: keeps the pace of hosts", async () => {
    const site = await startSite({ "/a": {}, "/b": {}, "/c": {} });
    const root = rootOf(site.url, ["/a", "/b", "/c"]);
    await collect(root);
    writeFileSync(root.file("rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 150}}`);
    const from = site.requests.length;
    await check(root);
    const times = site.requests.slice(from).map(({ at }) => at);
    const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
    expect(gaps).toHaveLength(2);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(149);
  });

  it("P38: a lost database costs the history only", async () => {
    const site = await startSite({ "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    await collect(root);
    site.pages["/a"] = { status: 410 };
    writeFileSync(root.databaseFile, "");
    await check(root);
    expect(await brief(root)).toEqual(["/a inactive gone down"]);
  });
});

function laterBy(ms: number) {
  return {
    now: () => Date.now() + ms,
    monotonic: () => performance.now(),
    steady: () => Date.now() + ms,
    sleep: (wait: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(wait, 50))),
  };
}

describe("P38: links of curated files", () => {
  it("P38: one that is inactive or has drifted waits for a person, until one has decided", async () => {
    const site = await startSite({ "/a": {}, "/b": {}, "/c": {} });
    const root = rootOf(site.url, []);
    for (const [name, path] of [
      ["padron", "/a"],
      ["becas", "/b"],
      ["bodas", "/c"],
    ] as const)
      curate(root, name, `${site.url}${path}`);
    expect(await check(root)).toEqual({ checked: 3, held: 0 });
    expect(await reviewList({ root: root.path })).toEqual([]);
    site.pages["/a"] = { status: 410 };
    site.pages["/b"] = { body: "<html><p>otra cosa" };
    await check(root);
    const waiting = async () =>
      (await reviewList({ root: root.path })).map(({ item }) => `${item.id} ${item.reason}`).toSorted();
    expect(await waiting()).toEqual(["becas content_drift", "padron link_inactive"]);
    const catalog = jsonIn<{ documents: { tramite_id: string; link_status: string }[] }>(
      root,
      "data/ingestion/ingestion_catalog.json",
    );
    expect(catalog.documents.map((row) => `${row.tramite_id} ${row.link_status}`)).toEqual([
      "becas active",
      "bodas active",
      "padron inactive",
    ]);
    expect((await told(root)).map(({ tramite }) => tramite)).toEqual(["padron", "becas"]);
    await reviewAccept("padron", { root: root.path, by: "ana" });
    await check(root);
    expect(await waiting()).toEqual(["becas content_drift"]);
    site.pages["/a"] = {};
    await check(root);
    site.pages["/a"] = { status: 410 };
    await check(root);
    expect(await waiting()).toEqual(["becas content_drift", "padron link_inactive"]);
  });
});

it("P38: an automatic procedure whose page has drifted waits for a person until it is fetched again", async () => {
  const PATH = "/ayuda-alquiler";
  const DEADLINE = "10 días hábiles desde la convocatoria";
  const site = await startOffice({ [PATH]: procedurePage() });
  const root = officeRoot(site.url);
  const at = { root: root.path };
  await collectOffice(root);
  const [file = ""] = readdirSync(root.file("data/tramites"));
  const name = file.replace(".json", "");
  const waiting = async () => (await reviewList(at)).filter(({ item }) => item.reason === "content_drift");
  await checkKnownLinks(at);
  expect(await waiting()).toEqual([]);

  // Its bytes are others at every look; what it says is not.
  let looks = 0;
  const drift = (deadline: string) =>
    site.pages.set(PATH, procedurePage({ deadline, more: `<!-- ${looks++} -->` }));
  drift(DEADLINE);
  await checkKnownLinks(at);
  const { item } = await reviewShow(name, at);
  expect(item).toMatchObject({
    tramite: name,
    reason: "content_drift",
    source_url: `${site.url}${PATH}`,
    raw_path: expect.stringMatching(/\.html$/),
    extracted_path: `data/extracted/${name}.extracted.json`,
  });
  expect(existsSync(root.file(String(item.raw_path)))).toBe(true);
  expect(readJson(root, "data/ingestion/review_queue.json")["items"]).toMatchObject([item]);

  const before = readJson(root, `data/tramites/${file}`);
  await reviewReject(name, { ...at, by: "ana" });
  drift(DEADLINE);
  for (const run of [() => reextract("tramites", at), () => checkKnownLinks(at)]) {
    await run();
    expect(await waiting(), "a flag that was dismissed").toEqual([]);
    expect(readJson(root, `data/tramites/${file}`)["plazos"]).toEqual(before["plazos"]);
  }
  rmSync(root.databaseFile);
  await checkKnownLinks(at);
  expect(await waiting(), "a decision outlives the database").toEqual([]);
  drift("5 días hábiles desde la convocatoria");
  await checkKnownLinks(at);
  expect(await waiting(), "it says something else again").toHaveLength(1);

  // It is due at once, whatever its own interval says.
  const { outcomes } = await collectOffice(root, { revisit: "due" });
  expect(outcomes[PATH]).toMatchObject({ outcome: "updated" });
  expect(await waiting()).toEqual([]);
  expect(JSON.stringify(readJson(root, `data/tramites/${file}`)["plazos"])).toContain("5 días");
});

describe("P38: certificates", () => {
  it.each([
    [5, [4], "## Certificates that expire soon (1)"],
    [60, [], "Nothing needs attention."],
  ])("P38: of one that expires in %d days", async (days, left, line) => {
    const expires = new Date(Date.now() + days * 86_400_000);
    const identity = createIdentity(["127.0.0.1"], expires);
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, identity.cert]);
    const server = createServer(identity, (_, response) => response.end("<html><p>a"));
    onTestFinished(() => {
      setDefaultCACertificates(before);
      server.close();
      server.closeAllConnections();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const root = rootOf("https://127.0.0.1", []);
    curate(root, "padron", `https://127.0.0.1:${port}/a`);
    const config = readFileSync(root.file("levada.config.yaml"), "utf8");
    const hook = stringify({ hooks: { on_alert: { command: ["sh", "-c", "cat >> alerts"] } } });
    writeFileSync(root.file("levada.config.yaml"), `${config}\n${hook}`);
    expect(await check(root)).toEqual({ checked: 1, held: 0 });
    await check(root);
    const alerts = existsSync(root.file("alerts")) ? readFileSync(root.file("alerts"), "utf8") : "";
    const expected = { alerts: [{ code: "certificate_expires", host: `127.0.0.1:${port}` }] };
    expect(alerts.split("\n").flatMap((one) => (one === "" ? [] : JSON.parse(one)))).toMatchObject(
      left.map(() => expected),
    );
    const { certificates } = await linkHealth({ root: root.path });
    expect(certificates.map(({ days_left }) => days_left)).toEqual(left);
    expect((await writeHealthReport({ root: root.path })).markdown).toContain(line);
  });
});

describe("P38: alerts of a check", () => {
  const hooked = (root: TestRoot, hook: object) =>
    writeFileSync(
      root.file("levada.config.yaml"),
      stringify({
        network: { allow_private: true },
        sources: { tramites: { registry: "registry.yaml" } },
        hooks: { on_alert: hook },
      }),
    );

  it("P38: tell a command once of each link that went down or leads elsewhere", async () => {
    const to = (path: string): Page => ({ status: 302, headers: { location: path } });
    const site = await startSite({ "/a": {}, "/b": {}, "/c": to("/x"), "/x": {}, "/y": {}, "/d": {} });
    const root = rootOf(site.url, ["/a", "/b", "/c", "/d"]);
    const command = ["sh", "-c", 'cat >> alerts; echo "$LEVADA_SOURCE $LEVADA_EXIT_CODE" >> around'];
    hooked(root, { command });
    await collect(root);
    const alerts = () =>
      (existsSync(root.file("alerts")) ? readFileSync(root.file("alerts"), "utf8") : "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as { readonly alerts: readonly { code: string; url: string }[] });
    const newsOf = async () => {
      const from = alerts().length;
      await check(root);
      return alerts()
        .slice(from)
        .map((one) => one.alerts.map(({ code, url }) => `${code} ${pathOf(url)}`).toSorted());
    };
    expect(await newsOf()).toEqual([]);
    site.pages["/a"] = { status: 410 };
    site.pages["/b"] = { status: 404 };
    site.pages["/x"] = to("/y");
    expect(await newsOf()).toEqual([["link_inactive /a", "redirect_changed /c"]]);
    expect(alerts()[0]).toMatchObject({
      type: "alert",
      version: 1,
      source: "tramites",
      run_id: expect.any(String),
      left_off: 0,
      check: { checked: 4, held: 0 },
    });
    expect(readFileSync(root.file("around"), "utf8")).toBe("tramites 0\n");
    expect(await newsOf()).toEqual([]);
    expect(await newsOf(), "the third failure").toEqual([["link_degraded /b"]]);
    expect(await newsOf()).toEqual([]);
    site.pages["/a"] = {};
    expect(await newsOf(), "that it is back is no alarm").toEqual([]);
    site.pages["/a"] = { status: 410 };
    expect(await newsOf(), "it went down anew").toEqual([["link_inactive /a"]]);
  });

  it("P38: a hook that fails is a warning, and the check has been made", async () => {
    const site = await startSite({ "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    hooked(root, { webhook: "http://127.0.0.1:9/?token=s3cret" });
    await collect(root);
    site.pages["/a"] = { status: 410 };
    const { code, stderr } = await levada(root, "health", "--check");
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^warning: hooks\.on_alert: the webhook at 127\.0\.0\.1:9 was not told.*\n2 links/,
      ),
    ]);
    expect(stderr).not.toContain("s3cret");
    expect(await brief(root)).toEqual(["/a inactive gone down"]);
  });
});

describe("P38: levada health", () => {
  it("P38: shows, counts and reports, and ends with 0 also where links are dead", async () => {
    const site = await startSite({ "/a": {}, "/b": {} });
    const root = rootOf(site.url, ["/a", "/b"]);
    expect(await levada(root, "health")).toMatchObject({ code: 0, stdout: "no links are known yet\n" });
    await collect(root);
    site.pages["/a"] = { status: 410 };
    const shown = await levada(root, "health", "--check");
    expect(shown).toMatchObject({ code: 0, stderr: "2 links looked at\n" });
    expect(shown.stdout).toContain("inactive");
    expect(shown.stdout).toContain("tramites: 2 links: 1 active, 0 degraded, 1 inactive\n");
    const lines = (await levada(root, "health", "--json")).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: "link", url: `${site.url}/a`, state: "inactive", reason: "gone", failures: 1 },
      { type: "summary", links: { tramites: { active: 1, degraded: 0, inactive: 1 } }, flagged: 1 },
    ]);
    expect((await levada(root, "health", "--report")).code).toBe(0);
    const { file } = await writeHealthReport({ root: root.path });
    expect(file).toMatch(/data\/ingestion\/health\/\d{4}-W\d\d\.md$/);
    const own = join(root.path, "own.md");
    expect((await levada(root, "health", "--report", own, "--json")).code).toBe(0);
    expect(readFileSync(own, "utf8")).toContain("## Inactive (1)");
  });

  it.each([
    [["--limit", "5"], "--limit says how many links --check looks at"],
    [["--check", "--limit", "none"], "whole number"],
    [["--chek"], "unknown option"],
    [["padron"], "too many arguments"],
    [["--report", ""], "path"],
  ])("P38: %j is misuse", async (words, message) => {
    const root = officesRoot([]);
    const before = root.listing();
    const { code, stderr } = await levada(root, "health", ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(root.listing()).toEqual(before);
  });
});
