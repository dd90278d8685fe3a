import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { startUsgsSandbox, type UsgsSandbox, type UsgsSandboxOptions } from "../sandbox/usgs.ts";

const LEVADA = fileURLToPath(new URL("../../bin/levada", import.meta.url));

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "levada-process-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(command: string, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (text.err += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  child.once("error", reject).once("close", (code) => resolve({ code, ...text }));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, ended: promise };
}

async function site(options: UsgsSandboxOptions): Promise<UsgsSandbox> {
  const sandbox = await startUsgsSandbox(options);
  onTestFinished(() => sandbox.close());
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "rate_limits.yaml"), 'hosts: {"127.0.0.1": {delay_ms: 0}}\n');
  return sandbox;
}

/** Documents never come: a run that lasts until it is stopped. */
const endless = () =>
  site({ behave: (path) => (path.startsWith("/crc-data/") ? { kind: "hang" } : undefined) });

const asksForDocument = ({ requests }: UsgsSandbox) =>
  requests.some(({ path }) => path.startsWith("/crc-data/"));

const ingest = ({ url }: UsgsSandbox) => [
  "ingest",
  "usgs",
  "--root",
  root,
  "--allow-private-network",
  "--base-url",
  url,
];

it("misuse exits 2", async () => {
  const { code, out } = await start(LEVADA, ["ingest", "usgs", "--limit", "0", "--root", root]).ended;
  expect([code, out]).toEqual([2, ""]);
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends a run with its summary and exit %i", async (signal, expected) => {
  const sandbox = await endless();
  const { child, ended } = start(LEVADA, [...ingest(sandbox), "--json"]);
  await expect.poll(() => asksForDocument(sandbox), { timeout: 20_000 }).toBe(true);
  child.kill(signal);
  const { code, out } = await ended;
  expect(code).toBe(expected);
  expect(JSON.parse(out.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
    type: "summary",
    exit_code: expected,
  });
});

it("a second SIGINT ends at once, without a summary", async () => {
  const sandbox = await endless();
  const { child, ended } = start(LEVADA, [...ingest(sandbox), "--json"]);
  await expect.poll(() => asksForDocument(sandbox), { timeout: 20_000 }).toBe(true);
  child.stderr?.once("data", () => child.kill("SIGINT"));
  child.kill("SIGINT");
  const { code, out } = await ended;
  expect(code).toBe(130);
  expect(out).not.toContain('"type":"summary"');
});

it("a second process on the same root is refused with exit 4, while status works", async () => {
  const sandbox = await endless();
  const first = start(LEVADA, ingest(sandbox));
  await expect.poll(() => asksForDocument(sandbox), { timeout: 20_000 }).toBe(true);
  const second = await start(LEVADA, ingest(sandbox)).ended;
  expect(second.code).toBe(4);
  expect(second.err).toMatch(/^levada: another levada process .*\n$/);
  expect((await start(LEVADA, ["status", "--root", root]).ended).code).toBe(0);
  first.child.kill("SIGINT");
  expect((await first.ended).code).toBe(130);
});

it("output that nobody reads stops the run quietly", async () => {
  const sandbox = await endless();
  const words = [LEVADA, ...ingest(sandbox), "--json"].map((word) => `'${word}'`).join(" ");
  const { code, out, err } = await start("bash", ["-c", `${words} | head -1; echo "\${PIPESTATUS[0]}"`])
    .ended;
  expect(code).toBe(0);
  expect(out.trimEnd().split("\n")).toEqual([expect.stringContaining("run_started"), "130"]);
  expect(err).not.toMatch(/EPIPE|Error| at /);
});

it("results that nobody reads are no error", async () => {
  const { out, err } = await start("bash", ["-c", `'${LEVADA}' --help | true; echo "\${PIPESTATUS[0]}"`])
    .ended;
  expect([out, err]).toEqual(["0\n", ""]);
});

it.each(["--version", "--help"])("%s costs little more than starting Node", async (flag) => {
  // The first run after a change fills the compile cache.
  await start(LEVADA, [flag]).ended;
  const baseline = await cpuOf(process.execPath, ["-e", "0"]);
  expect((await cpuOf(LEVADA, [flag])) / baseline).toBeLessThan(6);
});

/** CPU seconds of a command, the least of several tries: what else the machine does only adds to it. */
async function cpuOf(command: string, args: readonly string[]): Promise<number> {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  let least = Infinity;
  for (let n = 0; n < 5; n++) {
    const { err } = await start("bash", ["-c", `TIMEFORMAT='%U %S'; time ${words} >/dev/null`]).ended;
    const [user, system] = err.trim().split(" ").map(Number);
    least = Math.min(least, (user ?? 0) + (system ?? 0));
  }
  return least;
}
