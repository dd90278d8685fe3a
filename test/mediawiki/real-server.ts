/**
 * A real MediaWiki for the suite: the one of LEVADA_TEST_MEDIAWIKI_API, or one that is installed, seeded and started by
 * the script of LEVADA_MEDIAWIKI_SCRIPT in a folder of its own, gone afterwards. LEVADA_MEDIAWIKI_DIR keeps that folder:
 * the next start takes a second. Where there is neither, the suite says why and is left out.
 */
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const HOME = join(import.meta.dirname, "../..");
const START_MS = 900_000;

export interface RealWiki {
  /** Null where there is none. */
  readonly apiUrl: string | null;
  /** Why there is none, or why it cannot be changed. */
  readonly reason: string;
  /** How it is changed; null for a wiki that is only to be read. */
  readonly control: { readonly script: string; readonly dir: string } | null;
}

declare module "vitest" {
  interface ProvidedContext {
    wiki: RealWiki;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { wiki, stop } = await open();
  if (wiki.apiUrl === null) console.log(`no real MediaWiki, the suite is left out: ${wiki.reason}`);
  else if (wiki.control === null) console.log(`${wiki.apiUrl} is only read: ${wiki.reason}`);
  project.provide("wiki", wiki);
  return stop;
}

async function open(): Promise<{ wiki: RealWiki; stop: () => Promise<void> }> {
  const { LEVADA_TEST_MEDIAWIKI_API: given, LEVADA_MEDIAWIKI_DIR: kept } = process.env;
  const script = resolve(
    HOME,
    process.env["LEVADA_MEDIAWIKI_SCRIPT"] ?? "../shared/tools/start-mediawiki.sh",
  );
  const hasScript = existsSync(script);
  const nothing = async () => {};
  if (given !== undefined) {
    const control = kept !== undefined && hasScript ? { script, dir: kept } : null;
    const reason = "LEVADA_MEDIAWIKI_DIR, the folder it was started in, is needed to change it";
    return { wiki: { apiUrl: given, reason, control }, stop: nothing };
  }
  if (!hasScript) {
    const reason = `LEVADA_TEST_MEDIAWIKI_API is not set, and there is no ${script} (LEVADA_MEDIAWIKI_SCRIPT)`;
    return { wiki: { apiUrl: null, reason, control: null }, stop: nothing };
  }
  return start(script, kept);
}

async function start(
  script: string,
  kept: string | undefined,
): Promise<{ wiki: RealWiki; stop: () => Promise<void> }> {
  const dir = kept ?? newFolder();
  const stop = async () => void (await runScript(script, kept === undefined ? "reset" : "stop", dir));
  try {
    console.log("a real MediaWiki is started; the first time this takes minutes");
    const apiUrl = (await runScript(script, "start", dir, String(await freePort()))).trim();
    return { wiki: { apiUrl, reason: "", control: { script, dir } }, stop };
  } catch (error) {
    // Packages that cannot be installed here: no root, no Debian, no network.
    const reason = `${script} failed: ${error instanceof Error ? error.message : String(error)}`;
    await stop().catch(() => {});
    if (kept === undefined) rmSync(dir, { recursive: true, force: true });
    return { wiki: { apiUrl: null, reason, control: null }, stop: async () => {} };
  }
}

/** The server runs as a user of its own, who must reach it. */
function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "levada-mediawiki-"));
  chmodSync(dir, 0o755);
  return dir;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Answers what the script prints. */
export async function runScript(
  script: string,
  mode: string,
  dir: string,
  ...rest: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)("bash", [script, mode, dir, ...rest], {
    timeout: START_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
