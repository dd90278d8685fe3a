/** E21: what runs tell of themselves: metrics in a file and on a port, hooks when they end, lines of the log. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stringify } from "yaml";
import { ingest, type LevadaEvent, listRuns, loadConfiguration, reextract } from "../../src/index.ts";
import { openMetrics } from "../../src/library/metrics.ts";
import { levada, lines } from "../../src/cli/testing/memory-io.ts";
import { officeRoot, procedurePage, startOffice } from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const HOME = join(import.meta.dirname, "../..");

/** An office of two pages, and a root whose settings say whom to tell of its runs. */
async function setUp(settings: object) {
  const office = await startOffice({
    "/ayuda": procedurePage(),
    "/padron": procedurePage({ name: "Alta en el padrón municipal", deadline: "todo el año" }),
  });
  const root = officeRoot(office.url);
  const config = {
    network: { allow_private: true },
    extraction: { workers: 1 },
    sources: { tramites: { registry: "registry.yaml" } },
    ...settings,
  };
  writeFileSync(root.file("levada.config.yaml"), stringify(config));
  return { office, root };
}

async function run(root: TestRoot): Promise<readonly LevadaEvent[]> {
  const events: LevadaEvent[] = [];
  await ingest("tramites", { root: root.path, onEvent: (event) => void events.push(event) });
  return events;
}

const warningsOf = (events: readonly LevadaEvent[]) =>
  events.flatMap((event) => (event.type === "warning" ? [`${event.code}: ${event.message}`] : []));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("metrics", () => {
  it("are in their file when a run has ended, and go on from run to run", async () => {
    const { root, office } = await setUp({ metrics: { file: "levada.prom" } });
    expect(warningsOf(await run(root))).toEqual([]);
    const read = () => readFileSync(root.file("levada.prom"), "utf8");
    expect(read()).toContain('levada_documents_total{source="tramites",outcome="new"} 2\n');
    expect(read()).toContain('levada_runs_total{source="tramites",exit_code="0"} 1\n');
    expect(read()).toContain('levada_procedures{source="tramites"} 2\n');
    expect(read()).toContain('levada_links{source="tramites",state="active"} 2\n');
    expect(read()).toMatch(/^levada_request_duration_seconds_count\{source="tramites"\} [3-9]/m);
    expect(read()).toMatch(/^levada_last_run_timestamp_seconds\{source="tramites"\} 1\d{9}/m);
    office.pages.set("/nueva", procedurePage({ name: "Licencia de obra menor" }));
    await run(root);
    expect(read()).toContain('levada_documents_total{source="tramites",outcome="new"} 3\n');
    expect(read()).toContain('levada_documents_total{source="tramites",outcome="unchanged"} 2\n');
    expect(read()).toContain('levada_runs_total{source="tramites",exit_code="0"} 2\n');
    expect(read()).not.toContain("levada_run_in_progress{");
  });

  it("are served on loopback while a run goes on, and not after it", async () => {
    const port = await freePort();
    const { root } = await setUp({ metrics: { port } });
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const asked: Promise<Response>[] = [];
    await ingest("tramites", {
      root: root.path,
      onEvent: (event) => {
        if (event.type === "completed" && asked.length === 0) asked.push(ask("/metrics"), ask("/"));
      },
    });
    const [metrics, other] = await Promise.all(asked);
    expect(metrics?.status).toBe(200);
    expect(metrics?.headers.get("content-type")).toContain("text/plain");
    expect(await metrics?.text()).toContain('levada_run_in_progress{source="tramites"} 1\n');
    expect(other?.status).toBe(404);
    await expect(ask("/metrics")).rejects.toThrow();
  });

  it("are served between runs to whoever keeps them open", async () => {
    const port = await freePort();
    const { root } = await setUp({ metrics: { port } });
    const metrics = await openMetrics(await loadConfiguration({ root: root.path }), () => {});
    await run(root);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('levada_runs_total{source="tramites",exit_code="0"} 1\n');
    await metrics?.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  it("tell between runs what another process has done meanwhile", async () => {
    const { root, office } = await setUp({ metrics: { file: "idle.prom" } });
    await run(root);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const metrics = await openMetrics(await loadConfiguration({ root: root.path }), () => {});
    const read = () => readFileSync(root.file("idle.prom"), "utf8");
    expect(read()).toContain('levada_documents_total{source="tramites",outcome="new"} 2\n');
    office.pages.set("/nueva", procedurePage({ name: "Licencia de obra menor" }));
    // Other settings: it shares nothing with the one that waits, as another process would not.
    writeFileSync(root.file("other.yaml"), stringify({ network: { allow_private: true } }));
    const words = ["ingest", "tramites", "--registry", root.file("registry.yaml"), "--config"];
    await levada([...words, root.file("other.yaml"), "--root", root.path]);
    vi.advanceTimersByTime(5_000);
    await expect.poll(read).toContain('levada_documents_total{source="tramites",outcome="new"} 3\n');
    await metrics?.close();
  });

  it("tell what a check of links has found, without a run", async () => {
    const { root, office } = await setUp({
      metrics: { file: "levada.prom" },
      health: { degraded_after: 1 },
    });
    await run(root);
    office.pages.delete("/padron");
    expect((await levada(["health", "--check", "--root", root.path])).code).toBe(0);
    const text = readFileSync(root.file("levada.prom"), "utf8");
    expect(text).toContain('levada_links{source="tramites",state="degraded"} 1\n');
  });

  it("are served as long as a schedule goes on", async () => {
    const port = await freePort();
    const tasks = Object.fromEntries(
      ["sitemaps", "lastmod", "feeds", "refetch", "reextract"].map((name) => [name, false]),
    );
    const yearly = { cron: "0 0 1 1 *", run: "status" };
    const { root } = await setUp({ metrics: { port }, schedule: { tasks: { ...tasks, yearly } } });
    await run(root);
    const words = ["schedule", "run", "--root", root.path];
    const child = spawn(join(HOME, "bin/levada"), words, { stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    onTestFinished(() => void child.kill("SIGKILL"));
    const text = () =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        (answer) => answer.text(),
        () => "",
      );
    await expect.poll(text).toContain('levada_runs_total{source="tramites",exit_code="0"} 1\n');
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(await text()).toBe("");
  });

  it.each([
    ["a folder that is not there", () => ({ file: "no/such/folder/x.prom" }), "could not be written"],
    ["a port that is taken", (taken: number) => ({ port: taken }), "cannot be served on 127.0.0.1:"],
  ])("cannot fail a run: %s is a warning before the summary", async (_, metrics, problem) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { root } = await setUp({ metrics: metrics((server.address() as AddressInfo).port) });
    const events = await run(root);
    expect(warningsOf(events)).toEqual([expect.stringContaining(`metrics_failed: metrics ${problem}`)]);
    expect(events.at(-1)).toMatchObject({ type: "summary", exit_code: 0, completed: 2 });
  });

  it("cost nothing where nobody wants them: prom-client is not loaded", async () => {
    const { root } = await setUp({});
    const script = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) });
      const { ingest } = await import(${JSON.stringify(join(HOME, "src/index.ts"))});
      const { exit_code } = await ingest("tramites", { root: process.argv[1] });
      await import(${JSON.stringify(join(HOME, "src/cli/commands/runs.ts"))});
      console.log(exit_code, loaded.includes("yaml"), loaded.includes("prom-client"));`;
    const { stdout, stderr } = await inProcess(script, root.path);
    expect([stdout.trim(), stderr]).toEqual(["0 true false", ""]);
  });
});

/** The office answers from this process, so that it must not be blocked. */
async function inProcess(script: string, argument: string) {
  const words = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script, argument];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], timeout: 50_000 });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  return { stdout, stderr };
}

describe("hooks", () => {
  it("give the summary to a command when the root is free again, and an alert only where there is one", async () => {
    const { root, office } = await setUp({
      hooks: {
        on_run_end: { command: ["sh", "-c", "cat >> ends"] },
        on_alert: { command: "cat >> alerts", shell: true },
      },
    });
    const first = await run(root);
    const told = () => lines(readFileSync(root.file("ends"), "utf8"));
    expect(told()).toEqual([first.at(-1)]);
    expect(told()[0]).toMatchObject({ type: "summary", source: "tramites", completed: 2, exit_code: 0 });
    expect(existsSync(root.file("alerts"))).toBe(false);
    office.pages.set("/nueva", "");
    await run(root);
    expect(told()).toHaveLength(2);
    const [alert] = lines(readFileSync(root.file("alerts"), "utf8"));
    expect(alert).toMatchObject({
      type: "alert",
      source: "tramites",
      alerts: [{ code: "run_failed" }],
      summary: { type: "summary", exit_code: 1 },
    });
  });

  it("hear of a reading of all that is stored, too, and so do metrics", async () => {
    const told = { command: ["sh", "-c", "cat >> told"] };
    const { root } = await setUp({
      hooks: { on_run_end: told, on_alert: told },
      metrics: { file: "levada.prom" },
    });
    await run(root);
    rmSync(root.file("told"));
    rmSync(root.file("levada.prom"));
    const { exitCode } = await reextract("tramites", {
      root: root.path,
      signal: AbortSignal.abort("SIGTERM"),
    });
    expect(exitCode).toBe(143);
    const { id } = (await listRuns({ root: root.path }))[0] ?? {};
    expect(lines(readFileSync(root.file("told"), "utf8"))).toMatchObject([
      { type: "alert", run_id: id, alerts: [{ code: "run_failed" }] },
      { type: "summary", kind: "reextract", source: "tramites", run_id: id, exit_code: 143 },
    ]);
    const metrics = readFileSync(root.file("levada.prom"), "utf8");
    expect(metrics).toContain('levada_runs_total{source="tramites",exit_code="143"} 1\n');
  });

  it("hear of a reading that storage trouble has ended", async () => {
    const { root } = await setUp({ hooks: { on_alert: { command: ["sh", "-c", "cat >> told"] } } });
    await run(root);
    rmSync(root.file("data/extracted"), { recursive: true });
    writeFileSync(root.file("data/extracted"), "");
    await expect(reextract("tramites", { root: root.path })).rejects.toThrow(/file where a folder/);
    expect(lines(readFileSync(root.file("told"), "utf8"))).toMatchObject([
      { alerts: [{ code: "run_failed" }, { code: "storage_trouble" }], summary: { exit_code: 4 } },
    ]);
  });

  it("post it to a webhook", async () => {
    const told: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        told.push(`${request.method} ${request.url} ${body}`);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=s3cret`;
    const { root } = await setUp({ hooks: { on_run_end: { webhook } } });
    const events = await run(root);
    expect(warningsOf(events)).toEqual([]);
    expect(told).toEqual([`POST /hook?token=s3cret ${JSON.stringify(events.at(-1))}\n`]);
  });

  it.each([
    [{ command: ["sh", "-c", "echo no; echo why >&2; exit 5"] }, "the command ended with exit code 5: why"],
    [{ command: "sleep 30", timeout_ms: 200 }, "the command took longer than 200 ms and was ended"],
    [{ command: "/no/such/program --token s3cret" }, "the command could not be started"],
    [{ webhook: "http://127.0.0.1:9/?token=s3cret" }, "the webhook at 127.0.0.1:9 was not told"],
  ])("cannot fail a run: trouble with %j is a warning before the summary", async (hook, problem) => {
    const { root } = await setUp({ hooks: { on_run_end: hook } });
    const events = await run(root);
    expect(warningsOf(events)).toEqual([
      expect.stringContaining(`hook_failed: hooks.on_run_end: ${problem}`),
    ]);
    expect(warningsOf(events).join()).not.toContain("s3cret");
    expect(events.at(-1)).toMatchObject({ type: "summary", exit_code: 0 });
  });

  it("are named by config show without what may be secret in them", async () => {
    const { root } = await setUp({
      hooks: { on_alert: { webhook: "https://chat.example/hook?token=s3cret" } },
    });
    const { out } = await levada(["config", "show", "--root", root.path]);
    expect(out).toContain("hooks.on_alert");
    expect(out).toContain("(webhook)");
    expect(out).not.toContain("s3cret");
  });

  it.each([
    [{ on_run_end: {} }, "hooks.on_run_end takes a command or a webhook"],
    [{ on_run_end: { command: "a", webhook: "https://a.example/" } }, "takes a command or a webhook"],
    [{ on_alert: { command: [] } }, "hooks.on_alert.command is empty"],
    [{ on_alert: { webhook: "ftp://a.example/" } }, "hooks.on_alert.webhook should be an http or https URL"],
    [{ on_alert: { webhook: "https://a.example/", shell: true } }, "shell and timeout_ms are for a command"],
    [{ on_end: { command: "a" } }, "unknown key hooks.on_end"],
  ])("that make no sense are refused: %j", async (hooks, problem) => {
    const { root } = await setUp({ hooks });
    const { code, err } = await levada(["status", "--root", root.path]);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
  });
});

it("every line of the log names the run, and the host where there is one", async () => {
  const { root, office } = await setUp({});
  office.pages.set("/vacia", "");
  const { err } = await levada(["ingest", "tramites", "--root", root.path, "--log-level", "debug"]);
  const { host } = new URL(office.url);
  const logged = lines(err);
  const withUrl = logged.filter((line) => line["url"] !== undefined);
  expect(withUrl.length).toBeGreaterThan(5);
  for (const line of logged) expect(line["run_id"]).toMatch(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/);
  for (const line of withUrl) expect(line["host"]).toBe(host);
});
