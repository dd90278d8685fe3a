import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newWiki } from "../../test/kit/wiki-files.ts";
import type { MediaWikiSandboxOptions } from "../sandbox/mediawiki.ts";
import { levada, lines } from "./testing/memory-io.ts";

async function place(options: MediaWikiSandboxOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), "levada-cli-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, "rate_limits.yaml"), 'hosts: {"127.0.0.1": {delay_ms: 0}}\n');
  const site = await newWiki({ pages: 20, oddities: false, ...options });
  const common = ["--root", root, "--allow-private-network"];
  return { root, site, common, onWiki: [...common, "--api", site.apiUrl] };
}

it("prints categories one a line, or as an array", async () => {
  const { onWiki } = await place();
  const plain = await levada(["categories", ...onWiki]);
  expect(plain).toMatchObject({ code: 0, err: "" });
  const { out, code } = await levada(["categories", ...onWiki, "--json"]);
  expect(code).toBe(0);
  const names = JSON.parse(out) as string[];
  expect(names.length).toBeGreaterThan(0);
  expect(plain.out).toBe(names.map((name) => `${name}\n`).join(""));
});

it("prints no category and says why when the wiki cannot be read", async () => {
  const { onWiki } = await place({ behave: () => ({ kind: "error", code: "readapidenied" }) });
  const { code, out, err } = await levada(["categories", ...onWiki, "--json"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/readapidenied/);
});

it("tells of pages that are retired, of nothing newer, and replays", async () => {
  const { root, site, common, onWiki } = await place();
  site.wiki.edit("Short-lived", "Soon gone.");
  const first = await levada(["ingest", "wiki", ...onWiki]);
  expect(first.code).toBe(0);
  expect(first.out).toContain(join(root, "artifacts/raw/wiki/page"));
  const again = await levada(["ingest", "wiki", ...onWiki]);
  expect(again.out).toMatch(/^wiki: nothing newer in /);
  site.wiki.delete("Short-lived");
  const retired = await levada(["ingest", "wiki", ...onWiki]);
  expect(retired.out).toMatch(/^wiki: nothing newer, 1 retired/);
  expect(retired.out).toMatch(/retired +1 no longer at the source/);

  await rm(join(root, "artifacts/raw/wiki/page"), { recursive: true });
  const replayed = await levada(["replay", "wiki", ...common, "--json"]);
  expect(replayed).toMatchObject({ code: 0, err: "" });
  const [summary] = lines(replayed.out);
  expect(summary).toMatchObject({ type: "summary", source: "wiki", failed: 0, exit_code: 0, problems: [] });
  expect(
    (await readdir(join(root, "artifacts/raw/wiki/page"))).filter((name) => name.endsWith(".json")).length,
  ).toBe(summary?.["processed"]);
  const text = await levada([
    "replay",
    "wiki",
    ...common,
    "--run",
    String((summary?.["runs"] as string[] | undefined)?.[0]),
  ]);
  expect(text.out).toMatch(/^wiki: 0 pages rebuilt from 1 log in /);
  const status = await levada(["status", "wiki", ...common]);
  expect(status.out).toContain("wiki");
});

it.each([
  ["replay usgs", /'usgs'.*wiki/],
  ["replay", /missing.*source/],
  ["replay wiki --run nope", /no log/],
  ["categories --api nope", /"nope".*api\.php/],
])("%s is misuse: one line, exit 2", async (line, message) => {
  const { common } = await place();
  const { code, out, err } = await levada([...line.split(" "), ...common]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});
