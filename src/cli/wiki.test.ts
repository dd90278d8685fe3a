import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startWiki } from "../../test/kit/wiki.ts";
import type { MediaWikiBehaviour, MediaWikiSandboxOptions } from "../sandbox/mediawiki.ts";
import { levada, lines } from "./testing/memory-io.ts";

async function place(options: MediaWikiSandboxOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), "levada-cli-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, "rate_limits.yaml"), 'hosts: {"127.0.0.1": {delay_ms: 0}}\n');
  const site = await startWiki({ pages: 20, oddities: false, ...options });
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

it("plans what is new, changed and gone by its title, and counts the rest", async () => {
  const { site, onWiki } = await place();
  site.wiki.edit("Short-lived", "Soon gone.");
  await levada(["ingest", "wiki", ...onWiki]);
  site.wiki.delete("Short-lived");
  const { id } = site.wiki.edit("A new one", "New.");
  site.wiki.edit("Main Page", "Changed.");
  const { code, out } = await levada(["plan", "wiki", ...onWiki]);
  expect(code).toBe(0);
  const printed = out.trimEnd().split("\n");
  expect(printed.map((line) => line.split(/ {2,}/).slice(0, 3)).slice(0, -1)).toEqual(
    expect.arrayContaining([
      ["new", String(id), "A new one"],
      ["changed", "1", "Main Page"],
      ["gone", expect.any(String), "Short-lived"],
    ]),
  );
  expect(printed).toHaveLength(4);
  expect(printed[0]).toContain(`${site.url}/wiki/`);
  expect(printed.at(-1)).toMatch(/^2 documents to fetch \(1 new, 1 changed\), 20 unchanged, 1 gone;/);
  const json = lines((await levada(["plan", "wiki", ...onWiki, "--json"])).out);
  expect(json.filter(({ type }) => type === "planned")).toHaveLength(23);
});

it("a root goes on with its wiki where none is named; configuration and --api stand above", async () => {
  const { root, site, common, onWiki } = await place();
  await levada(["ingest", "wiki", ...onWiki]);
  expect((await levada(["ingest", "wiki", ...common])).out).toMatch(/^wiki: nothing newer in /);
  expect((await levada(["plan", "wiki", ...common])).out).toMatch(/21 unchanged/);
  expect(await levada(["categories", ...common])).toMatchObject({ code: 0, err: "" });
  await writeFile(
    join(root, "levada.config.yaml"),
    `sources: { wiki: { api_url: "${site.url}/configured.php" } }`,
  );
  for (const command of ["ingest wiki", "plan wiki", "categories"]) {
    const { code, err } = await levada([...command.split(" "), ...common]);
    expect({ code, asked: err.includes("/configured.php") }).toEqual({ code: 1, asked: true });
    expect(await levada([...command.split(" "), ...onWiki])).toMatchObject({ code: 0 });
  }
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

it("tells the folder that the pages go to, also where none went there", async () => {
  const { root, onWiki } = await place();
  for (const [flags, folder] of [
    [[], "artifacts/raw/wiki/page"],
    [["--page-dir", "mine"], "mine"],
    [["--page-dir", join(root, "else/where")], "else/where"],
  ] as const) {
    for (const _ of ["stored", "nothing newer"]) {
      const { out } = await levada(["ingest", "wiki", ...onWiki, ...flags]);
      expect(out).toMatch(new RegExp(`files +${join(root, folder)}\\n`));
    }
  }
});

it.each([
  ["ingest wiki --page-dir a-file", /a-file is not a folder; name a folder for documents/],
  ["ingest wiki --raw-dir a-file/below", /a-file\/below leads through a file; .* the log of calls/],
  ["plan wiki --page-dir a-file", /a-file is not a folder/],
  ["replay wiki --page-dir a-file", /a-file is not a folder/],
  ["replay wiki --raw-dir a-file", /a-file/],
])("%s, where there is a file, is misuse: one line, exit 2, nothing written", async (line, message) => {
  const { root, site, common } = await place();
  await writeFile(join(root, "a-file"), "mine");
  const before = await readdir(root, { recursive: true });
  const api = line.startsWith("replay") ? [] : ["--api", site.apiUrl];
  const { code, out, err } = await levada([...line.split(" "), ...common, ...api]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(await readdir(root, { recursive: true })).toEqual(before);
  expect(site.requests).toEqual([]);
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

const WRONG_ADDRESSES: readonly [string, string, MediaWikiBehaviour | undefined, RegExp][] = [
  ["a page of the wiki", "/wiki/Main_Page", undefined, /got a page of HTML \(Main Page/],
  ["a page that is not there", "/w/apii.php", undefined, /got status 404/],
  ["an API of something else", "/w/api.php", { kind: "error", code: "badvalue" }, /got the error badvalue/],
];

it.each(WRONG_ADDRESSES)(
  "an --api that is %s is said to be wrong, at once",
  async (_, path, behaviour, seen) => {
    const { site, common } = await place({ behave: () => behaviour });
    const line = [...common, "--api", `${site.url}${path}`];
    const { code, out } = await levada(["ingest", "wiki", ...line]);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`trouble .*${path}: expected an api.php .*${seen.source}`));
    expect(out).not.toMatch(/again|held/);
    expect(site.requests).toHaveLength(1);
    expect(await levada(["plan", "wiki", ...line])).toMatchObject({ code: 1 });
    const categories = await levada(["categories", ...line]);
    expect(categories).toMatchObject({ code: 1, out: "" });
    expect(categories.err).toMatch(seen);
    expect(site.requests).toHaveLength(3);
  },
);

it("a wiki that may not be read is not to be asked again later", async () => {
  const { onWiki } = await place({ behave: () => ({ kind: "error", code: "readapidenied" }) });
  const { code, out } = await levada(["ingest", "wiki", ...onWiki]);
  expect(code).toBe(1);
  expect(out).toMatch(/trouble .*readapidenied/);
  expect(out).not.toMatch(/again/);
});

it("JSON that was cut at the first question is tried again", async () => {
  const { site, onWiki } = await place({ behave: (_, nth) => (nth === 1 ? { kind: "cut" } : undefined) });
  expect(await levada(["ingest", "wiki", ...onWiki])).toMatchObject({ code: 0 });
  expect(site.requests.filter(({ params }) => params["meta"] === "siteinfo")).toHaveLength(2);
});

it("a wrong --api is asked once, however many pages are to be tried again", async () => {
  const { site, common, onWiki } = await place({
    behave: ({ params }) => (params["rvslots"] === undefined ? undefined : { kind: "status", status: 404 }),
  });
  expect(await levada(["ingest", "wiki", ...onWiki])).toMatchObject({ code: 1 });
  const before = site.requests.length;
  const wrong = ["--api", `${site.url}/wiki/Main_Page`, "--retry-failed"];
  const { code, out } = await levada(["ingest", "wiki", ...common, ...wrong]);
  expect(code).toBe(1);
  expect(out).toMatch(/unexpected_content: 21 .*api\.php/);
  expect(site.requests.length - before).toBe(1);
});
