import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ingest, type LevadaEvent, reextract, type Summary } from "../../src/index.ts";
import { createChromiumRenderer } from "../../src/infrastructure/browser/chromium-renderer.ts";
import { findChromium } from "../../src/infrastructure/browser/find-chromium.ts";
import { levada } from "../kit/offices.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { type Site, startPages } from "../kit/site.ts";

const SHELL = `<!doctype html><html lang="es"><head><title>Sede</title></head><body><div id="app"></div>
<script src="/app.js"></script></body></html>`;

const APP = `
const row = (text) => { const p = document.createElement("p"); p.textContent = text; return p; };
fetch("/api/ayuda.json").then((answer) => answer.json()).then(({ titulo, requisitos }) => {
  const main = document.createElement("main");
  const h1 = document.createElement("h1"); h1.textContent = titulo; main.append(h1);
  const h2 = document.createElement("h2"); h2.textContent = "Requisitos"; main.append(h2);
  for (const one of requisitos) main.append(row(one));
  document.getElementById("app").append(main);
});`;

const REQUIREMENTS = Array.from(
  { length: 12 },
  (_, nth) => `Residir en el municipio ${nth} desde hace al menos un año.`,
);

const ANSWERS: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /privado/\n" },
  "/ayuda": { type: "text/html; charset=utf-8", body: SHELL },
  "/app.js": { type: "text/javascript", body: APP },
  "/api/ayuda.json": {
    type: "application/json",
    body: JSON.stringify({ titulo: "Ayuda al alquiler", requisitos: REQUIREMENTS }),
  },
};

function startShell(change: Readonly<Record<string, string>> = {}): Promise<Site> {
  return startPages((path) => {
    const answer = ANSWERS[path];
    if (answer === undefined) return undefined;
    return { headers: { "content-type": answer.type }, body: change[path] ?? answer.body };
  });
}

function siteRoot(rateLimits?: string): TestRoot {
  const root = rateLimits === undefined ? newRoot() : newRoot(rateLimits);
  writeFileSync(root.file("levada.config.yaml"), "network: {allow_private: true}\n");
  return root;
}

interface Run {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
}

async function collect(root: TestRoot, url: string, render: boolean): Promise<Run> {
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  const summary = await ingest("site", {
    root: root.path,
    sourceOptions: { url },
    render,
    onEvent,
    limit: 1,
  });
  return { summary, events };
}

function readingIn(root: TestRoot): { extracted_text: string; metadata: Record<string, unknown> } {
  const names = readdirSync(root.file("data/extracted"), { recursive: true, encoding: "utf8" });
  const file = names.find((name) => name.endsWith(".extracted.json")) ?? "";
  return JSON.parse(readFileSync(root.file(`data/extracted/${file}`), "utf8")) as never;
}

it("a page that is scripts only is flagged, and read once it is rendered", async () => {
  const site = await startShell();
  const root = siteRoot();
  await collect(root, `${site.url}/ayuda`, false);
  expect(readingIn(root).metadata["requires_js_rendering"]).toBe(true);
  const asked = site.requests.filter(({ path }) => path === "/ayuda").length;
  await collect(root, `${site.url}/ayuda`, true);
  const { extracted_text, metadata } = readingIn(root);
  expect(metadata["requires_js_rendering"]).toBe(false);
  expect(extracted_text).toContain("# Ayuda al alquiler");
  for (const requirement of REQUIREMENTS) expect(extracted_text).toContain(requirement);
  // Shown to the browser as it is stored: only what its scripts wanted was asked for.
  expect(site.requests.filter(({ path }) => path === "/ayuda").length).toBeLessThanOrEqual(asked + 1);
  expect(site.requests.filter(({ path }) => path === "/app.js").length).toBe(1);
  expect(new Set(site.requests.map(({ headers }) => headers["user-agent"])).size).toBe(1);
});

it("what was rendered is kept: it is read again offline, and rendered no second time", async () => {
  const site = await startShell();
  const root = siteRoot();
  await collect(root, `${site.url}/ayuda`, true);
  const before = site.requests.length;
  await reextract("site", { root: root.path });
  expect(site.requests.length).toBe(before);
  expect(readingIn(root).extracted_text).toContain("# Ayuda al alquiler");
  await collect(root, `${site.url}/ayuda`, true);
  expect(site.requests.filter(({ path }) => path === "/app.js").length).toBe(1);
});

it("the browser has no way to the network but through the engine", async () => {
  const canary = await startPages(() => "secret");
  const port = new URL(canary.url).port;
  const script = `
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.1"]) {
      const url = "http://" + host + ":${port}/";
      fetch(url + "fetch", { mode: "no-cors" }).catch(() => {});
      fetch(url + "post", { method: "POST", mode: "no-cors", body: "x" }).catch(() => {});
      navigator.sendBeacon(url + "beacon", "x");
      new WebSocket(url.replace("http", "ws") + "socket");
      new EventSource(url + "events");
      for (const [tag, name] of [["img", "src"], ["iframe", "src"], ["script", "src"], ["link", "href"], ["video", "src"]]) {
        const element = document.createElement(tag);
        if (tag === "link") element.rel = "prefetch";
        element[name] = url + tag;
        document.body.append(element);
      }
      open(url + "window");
      try { new RTCPeerConnection({ iceServers: [{ urls: "stun:" + host + ":${port}" }] }).createDataChannel("x"); } catch {}
      try { new WebTransport(url.replace("http:", "https:")); } catch {}
    }`;
  const program = findChromium(process.env) ?? "";
  const renderer = createChromiumRenderer({ program, userAgent: "Levada" });
  const wanted: string[] = [];
  try {
    const page = {
      url: "http://sede.test/",
      contentType: "text/html",
      body: Buffer.from(
        `<body><script>document.body.dataset.rtc = typeof RTCPeerConnection + " " + typeof WebTransport;${script}</script>`,
      ),
    };
    const load = async (url: string) => (wanted.push(url), null);
    const html = await renderer.render(page, load, new AbortController().signal);
    expect(html).toContain("<script>");
    expect(html).toContain('data-rtc="undefined undefined"');
  } finally {
    await renderer.close();
  }
  expect(wanted.length).toBeGreaterThan(0);
  expect(canary.requests).toEqual([]);
});

it("scripts reach nothing that robots.txt or good manners keep us from", async () => {
  const other = await startPages(() => ({ headers: { "content-type": "application/json" }, body: "{}" }));
  const script = `
    fetch("/privado/datos.json").catch(() => {});
    fetch("/api/ayuda.json", { method: "POST", body: "x" }).catch(() => {});
    new WebSocket("ws://${other.host}/socket");
    new EventSource("http://${other.host}/events");
    const picture = new Image(); picture.src = "http://${other.host}/picture.png"; document.body.append(picture);
    const frame = document.createElement("iframe"); frame.src = "http://${other.host}/frame"; document.body.append(frame);
    navigator.sendBeacon("http://${other.host}/beacon", "x");
    ${APP}`;
  const site = await startShell({ "/app.js": script });
  const root = siteRoot();
  await collect(root, `${site.url}/ayuda`, true);
  expect(readingIn(root).extracted_text).toContain("# Ayuda al alquiler");
  expect(other.requests).toEqual([]);
  expect(site.requests.map(({ path }) => path).filter((path) => path.startsWith("/privado/"))).toEqual([]);
  expect(site.requests.filter(({ path }) => path === "/api/ayuda.json").length).toBe(1);
});

it("what scripts bring is brought again with --no-resume, and a page that said nothing is shown again", async () => {
  const answers: Record<string, string> = { "/api/ayuda.json": "" };
  const site = await startShell(answers);
  const root = siteRoot();
  const failed = await collect(root, `${site.url}/ayuda`, true);
  expect(
    failed.events.filter((event) => event.type === "warning" && event.code === "render_failed").length,
  ).toBe(1);
  expect(readingIn(root).metadata["requires_js_rendering"]).toBe(true);
  answers["/api/ayuda.json"] = JSON.stringify({ titulo: "Ayuda de mayo", requisitos: REQUIREMENTS });
  await collect(root, `${site.url}/ayuda`, true);
  expect(readingIn(root).extracted_text).toContain("# Ayuda de mayo");
  answers["/api/ayuda.json"] = JSON.stringify({ titulo: "Ayuda de junio", requisitos: REQUIREMENTS });
  await collect(root, `${site.url}/ayuda`, true);
  expect(readingIn(root).extracted_text).toContain("# Ayuda de mayo");
  const options = { root: root.path, sourceOptions: { url: `${site.url}/ayuda` }, limit: 1 };
  await ingest("site", { ...options, render: true, resume: false });
  expect(readingIn(root).extracted_text).toContain("# Ayuda de junio");
});

it("what a page asks for is asked at the pace of its host", async () => {
  const site = await startShell();
  const root = siteRoot("default: {delay_ms: 700}\n");
  await collect(root, `${site.url}/ayuda`, true);
  const times = site.requests.map(({ at }) => at);
  const pauses = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
  expect(times.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...pauses)).toBeGreaterThan(650);
});

it.each([
  ["never comes to rest", "for (;;) {}"],
  ["asks without end", "setInterval(() => fetch('/api/ayuda.json?' + Math.random()), 1)"],
  ["leaves", "location.href = 'http://127.0.0.1:1/elsewhere'"],
  ["opens dialogs", "alert('x'); confirm('y')"],
])("a page that %s fails alone", async (_, script) => {
  const site = await startShell({ "/app.js": script });
  const root = siteRoot();
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {timeout_ms: 4000}\n",
  );
  const { summary } = await collect(root, `${site.url}/ayuda`, true);
  expect(summary).toMatchObject({ completed: 1, failed: 0 });
  expect(summary.exit_code).toBe(0);
  expect(readingIn(root).metadata["requires_js_rendering"]).toBe(true);
});

it("without Chromium --render says what to do, and writes nothing", async () => {
  const root = siteRoot();
  const before = process.env["LEVADA_CHROMIUM"];
  process.env["LEVADA_CHROMIUM"] = "/nowhere/chromium";
  try {
    const { code, stderr } = await levada(root, "ingest", "site", "http://127.0.0.1:1/", "--render");
    expect(code).toBe(2);
    expect(stderr).toMatch(/Chromium.*LEVADA_CHROMIUM/);
    expect(readdirSync(root.path)).not.toContain("data");
  } finally {
    if (before === undefined) delete process.env["LEVADA_CHROMIUM"];
    else process.env["LEVADA_CHROMIUM"] = before;
  }
});
