import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, statfs, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { mountSmallDisk } from "../../test/conformance/small-disk.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { startUsgsSandbox, type UsgsSandbox, type UsgsSandboxOptions } from "../sandbox/usgs.ts";
import { cliReference, REFERENCE_FILE } from "./reference.ts";
import { run } from "./run.ts";
import { levada, lines, memoryIo } from "./testing/memory-io.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "levada-cli-"));
  root = join(folder, "root");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function site(options: UsgsSandboxOptions = {}): Promise<UsgsSandbox> {
  const sandbox = await startUsgsSandbox(options);
  onTestFinished(() => sandbox.close());
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "rate_limits.yaml"), 'hosts: {"127.0.0.1": {delay_ms: 0}}\n');
  return sandbox;
}

const onSite = ({ url }: UsgsSandbox) => ["--root", root, "--allow-private-network", "--base-url", url];

describe("misuse is one line, exit 2, and writes nothing", () => {
  it.each([
    ["ingest usgs --limit 0", /--limit.*whole number from 1/],
    ["ingest usgs --limit abc", /--limit.*'abc'.*whole number from 1/],
    ["ingest usgs --limit=-1", /--limit.*'-1'/],
    ["ingest usgs --limit -1", /--limit.*'-1'/],
    ["ingest usgs --limit 1e3", /--limit.*'1e3'/],
    ["ingest usgs --limit 99999999999999999999", /--limit/],
    ["ingest usgs --json --limit 0", /--limit/],
    ["ingest usgs --limit", /--limit.*missing; it takes documents to queue/],
    ["ingest usgs --resume --no-resume", /--resume leaves out.*--no-resume fetches everything.*not both/],
    ["plan usgs --no-resume --resume", /--resume leaves out.*not both/],
    ["ingest usgs --no-resume --retry-failed", /--retry-failed takes only what failed.*not both/],
    ["ingest usgs --concurrency 0", /--concurrency.*whole number from 1/],
    ["ingest usgs --states XX", /"XX".*TX/],
    ["ingest usgs --states ,", /--states.*list/],
    ["ingest usgs --base-url nope", /"nope".*https/],
    ["ingest usgs --base-url ftp://h/", /ftp.*http or https/],
    ["ingest usgs --formats exe", /"exe".*pdf/],
    ["ingest usgs --unknown-state maybe", /--unknown-state.*reject, keep/],
    ["ingest usgs --limt 5", /--limt.*did you mean --limit\?.*levada ingest takes --limit/],
    ["ingest usgs extra", /"extra": usgs takes nothing after its name/],
    ["ingest site a b", /too many arguments.*usage: levada ingest/],
    ["ingest site", /which site\? give its address/],
    ["ingest site example.org", /"example.org" is no address of a site/],
    ["ingest tramites --method magic", /--method.*sitemap, feed, api, crawl, seed/],
    ["ingest tramites --only sepe", /unknown source id "sepe" \(did you mean age-sepe\?\)/],
    ["tramites import missing.json", /there is no such file: missing.json/],
    ["ingest tramites --registry missing.yaml", /cannot read .*missing.yaml: there is no such file/],
    ["seed add nothing", /a seed is an http or https URL/],
    ["seed add https://x.es/ --source usgs", /"usgs" takes no seeds; the source that does is tramites/],
    ["diff https://x.es/", /there is no stored page "https:\/\/x.es\/"/],
    ["ingest usg", /unknown source "usg" \(did you mean usgs\?\); sources: usgs/],
    ["ingest", /missing.*source.*usage: levada ingest.*usgs/],
    ["plan nothing", /unknown source "nothing"; sources: usgs/],
    ["ingst usgs", /unknown command 'ingst' \(did you mean ingest\?\); commands: ingest, plan/],
    ["status nothing", /unknown source "nothing"; sources: usgs, tramites, wiki, site, all/],
    ["config", /missing.*usage: levada config/],
    ["config hide", /'hide'.*show/],
    ["status --log-level loud", /'loud'.*silent, error, warn, info, debug/],
    ["status --config missing.yaml", /missing\.yaml does not exist/],
    ["ingest usgs --ba\u001bd", /--ba\\x1bd/],
  ])("levada %s", async (line, said) => {
    const { code, out, err } = await levada([
      ...line.split(" "),
      ...(line.endsWith("--limit") ? [] : ["--root", root]),
    ]);
    expect(err).toMatch(said);
    expect([code, out, err.split("\n").length]).toEqual([2, "", 2]);
    expect(existsSync(root)).toBe(false);
  });

  it.each(["ingest usgs", "plan usgs", "status", "config show", "demo"])(
    "levada %s with a file as --root",
    async (words) => {
      await writeFile(root, "mine");
      for (const place of [root, join(root, "below")]) {
        const { code, out, err } = await levada([...words.split(" "), "--root", place]);
        expect([code, out, err.split("\n").length]).toEqual([2, "", 2]);
        expect(err).toMatch(/not a (folder|directory)|leads through a file/);
      }
      expect(await readFile(root, "utf8")).toBe("mine");
    },
  );

  it("an unknown key of the configuration", async () => {
    await mkdir(root);
    await writeFile(join(root, "levada.config.yaml"), "netwrok: {}\n");
    const { code, err } = await levada(["ingest", "usgs", "--root", root]);
    expect([code, err.split("\n").length]).toEqual([2, 2]);
    expect(err).toContain("netwrok");
    expect(existsSync(join(root, "data"))).toBe(false);
  });

  it("a file that the configuration names and that is not there", async () => {
    await mkdir(root);
    await writeFile(join(root, "levada.config.yaml"), "sources: { tramites: { registry: registrx.yaml } }\n");
    const { code, err } = await levada(["ingest", "tramites", "--root", root]);
    expect([code, err.split("\n").length]).toEqual([2, 2]);
    expect(err).toMatch(
      /levada\.config\.yaml: sources\.tramites\.registry: cannot read .*registrx\.yaml: there is no/,
    );
    expect(existsSync(join(root, "data"))).toBe(false);
  });
});

describe("storage trouble is one line and exit 4", () => {
  it.runIf(existsSync("/proc/self"))("where no folder can be made", async () => {
    for (const words of ["ingest usgs", "demo"]) {
      const { code, out, err } = await levada([...words.split(" "), "--root", "/proc/levada/root"]);
      expect([code, out, err.split("\n").length]).toEqual([4, "", 2]);
      expect(err).toMatch(/cannot create the folder \/proc\/levada:.*choose another --root/);
    }
  });

  it("where the root is a link to nowhere", async () => {
    await symlink(join(folder, "nowhere", "root"), root);
    const { code, err } = await levada(["ingest", "usgs", "--root", root]);
    expect([code, err.split("\n").length]).toEqual([4, 2]);
    expect(err).toContain(`cannot create the folder ${root}`);
  });

  it("where the disk is full, however little is left at the start", async ({ skip }) => {
    const disk = mountSmallDisk(1024 * 1024) ?? skip("mounting is not permitted here");
    onTestFinished(() => disk.unmount());
    const place = join(disk.folder, "root");
    for (const kept of [0, 12, 24, 48, 96]) {
      await rm(place, { recursive: true, force: true });
      await fill(disk.folder, kept * 1024);
      const { code, out, err } = await levada(["ingest", "usgs", "--root", place]);
      expect([kept, code, out]).toEqual([kept, 4, ""]);
      expect(err).toMatch(
        /^levada: .*levada\.(lock|db|lock\.json)\b.*(is full|no space is left).*ree some space and run the same command again.*\n$/,
      );
    }
  });
});

/** Leaves `kept` bytes of a disk free. */
async function fill(disk: string, kept: number): Promise<void> {
  const file = join(disk, "fill");
  await rm(file, { force: true });
  const { bavail, bsize } = await statfs(disk);
  await writeFile(file, Buffer.alloc(Math.max(bavail * bsize - kept, 0)));
}

describe("help", () => {
  it("of levada is on stdout, with examples and exit codes", async () => {
    const { code, out, err } = await levada(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/Commands:[^]*Examples:[^]*Exit codes:/);
  });

  it("without a command is on stderr, with exit 2", async () => {
    const { code, out, err } = await levada([]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Usage: levada");
  });

  it("of a source shows its flags", async () => {
    const { out } = await levada(["ingest", "usgs", "--help"]);
    expect(out).toMatch(/Options of usgs:[^]*--states[^]*--unknown-state[^]*Examples:/);
  });

  it("prints the version of the package", async () => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await levada(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  it("is what docs/cli.md says (else: npm run docs)", async () =>
    expect(await readFile(REFERENCE_FILE, "utf8")).toBe(await cliReference()));
});

describe("ingest", () => {
  it("with --json prints events, the summary last, and nothing else", async () => {
    const sandbox = await site();
    const { code, out, err } = await levada(["ingest", "usgs", "--limit", "5", "--json", ...onSite(sandbox)]);
    const events = lines(out);
    const summary = events.at(-1) as Record<string, number | string>;
    expect([code, err]).toEqual([0, ""]);
    expect(events.filter(({ type }) => type === "completed")).toHaveLength(5);
    expect(summary).toMatchObject({ type: "summary", source: "usgs", completed: 5, queued: 5 });
    expect(summary["run_id"]).toEqual(expect.any(String));
    expect(events.filter(({ type }) => type === "summary")).toHaveLength(1);
  });

  it("for people has plain lines on stderr and the account on stdout; global flags may stand first", async () => {
    const sandbox = await site();
    const { code, out, err } = await levada([
      ...onSite(sandbox).slice(0, 3),
      "ingest",
      "--base-url",
      sandbox.url,
      "usgs",
      "--limit",
      "2",
    ]);
    expect(code).toBe(0);
    expect(err.match(/^completed /gm)).toHaveLength(2);
    expect(err).not.toMatch(/[\r\u001b]/);
    expect(out).toContain("2 = 2 completed + 0 failed + 0 skipped + 0 unchanged + 0 pending");
    expect(out).toContain(join(root, "data", "raw", "usgs"));
  });

  it("on a terminal draws progress on stderr and clears it", async () => {
    const sandbox = await site();
    const { err } = await levada(["ingest", "usgs", "--limit", "3", ...onSite(sandbox)], {
      terminals: ["stderr"],
    });
    expect(err).toContain("\r\u001b[Kusgs");
    expect(err.endsWith("\r\u001b[K")).toBe(true);
    expect(err).not.toContain("completed ");
  });

  it("that leaves failures behind exits 1 and says what to do; status --failed lists them", async () => {
    const sandbox = await site({
      behave: (path) => (path.endsWith("T001Data01.pdf") ? { kind: "html" } : undefined),
    });
    const { code, out, err } = await levada(["ingest", "usgs", "--states", "TX", ...onSite(sandbox)]);
    expect(code).toBe(1);
    expect(err).toMatch(/^failed +T001/m);
    expect(out).toContain("levada status usgs --failed");
    const status = await levada(["status", "usgs", "--failed", "--root", root]);
    expect(status.out).toMatch(/T001-\d+ +1 +unexpected_content/);
    const json = JSON.parse((await levada(["status", "--failed", "--json", "--root", root])).out);
    expect(json.sources[0]).toMatchObject({ name: "usgs", failed: 1, failed_items: [{ attempts: 1 }] });
  });

  it("held up by a host exits 3 and says which, why and until when", async () => {
    const headers = { "retry-after": "3600" };
    const sandbox = await site({
      behave: (path) =>
        path.startsWith("/crc-data/") ? { kind: "status", status: 429, headers } : undefined,
    });
    const { code, out } = await levada(["ingest", "usgs", "--limit", "2", ...onSite(sandbox)]);
    expect(code).toBe(3);
    expect(out).toMatch(/held +127\.0\.0\.1:\d+ asked for silence until .*\(in (1 h|59 min|60 min)/);
    expect(out).toMatch(/run the same command again after .*levada ingest usgs --limit 2/);
    expect((await levada(["status", "--root", root])).out).toMatch(
      /127\.0\.0\.1:\d+: asked for silence until/,
    );
  });

  it("from an address that is not public says which flag allows it", async () => {
    const sandbox = await site();
    const words = ["usgs", "--root", root, "--base-url", sandbox.url];
    const { code, out } = await levada(["ingest", ...words]);
    expect(code).toBe(1);
    expect(out).toMatch(/advice .*levada ingest usgs .* --allow-private-network \(or network\.allow_private/);
    expect(out).not.toContain("later");
    expect((await levada(["plan", ...words])).out).toContain("--allow-private-network");
    expect(sandbox.requests).toEqual([]);
  });

  it("from a site whose robots.txt disallows it says what that means", async () => {
    const sandbox = await site({ robots: "User-agent: *\nDisallow: /\n" });
    const { code, out } = await levada(["ingest", "usgs", ...onSite(sandbox)]);
    expect(code).toBe(1);
    expect(out).toMatch(/does not want this fetched.*obey_robots: false/);
  });

  it("from a site that has changed says where the expectation is kept", async () => {
    const sandbox = await site({ behave: (path) => (path === "/robots.txt" ? undefined : { kind: "html" }) });
    const { code, out } = await levada(["ingest", "usgs", ...onSite(sandbox)]);
    expect(code).toBe(1);
    const readme = /src\/sources\/usgs\/README\.md/.exec(out)?.[0] ?? "nowhere";
    expect(existsSync(new URL(`../../${readme}`, import.meta.url))).toBe(true);
  });

  it("with --log-level debug writes every event as JSON to stderr, with silent nothing", async () => {
    const sandbox = await site();
    const debug = await levada([
      "ingest",
      "usgs",
      "--limit",
      "1",
      "--log-level",
      "debug",
      ...onSite(sandbox),
    ]);
    expect(lines(debug.err).filter(({ type }) => type === "exchange").length).toBeGreaterThan(2);
    expect(lines(debug.err).find(({ type }) => type === "completed")).toMatchObject({ level: "info" });
    for (const { level, time, at, version, run_id } of lines(debug.err)) {
      expect([level, time, version, run_id]).toEqual([expect.any(String), at, 1, expect.any(String)]);
    }
    const silent = await levada([
      "ingest",
      "usgs",
      "--limit",
      "1",
      "--log-level",
      "silent",
      ...onSite(sandbox),
    ]);
    expect(silent.err).toBe("");
  });

  it("is refused with exit 4 while another writes to the root", async () => {
    const sandbox = await site();
    const held = await createRootLock(root).acquire("a test");
    const { code, err } = await levada(["ingest", "usgs", ...onSite(sandbox)]);
    await held.release();
    expect([code, err.split("\n").length]).toEqual([4, 2]);
    expect(err).toContain("another levada process");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGPIPE", 130],
  ] as const)("stopped by %s says so and exits %i; a second one ends at once", async (signal, expected) => {
    const sandbox = await site({
      behave: (path) => (path.startsWith("/crc-data/") ? { kind: "hang" } : undefined),
    });
    const io = memoryIo();
    const ended = run(["ingest", "usgs", ...onSite(sandbox)], io);
    await expect.poll(() => sandbox.requests.some(({ path }) => path.startsWith("/crc-data/"))).toBe(true);
    io.stop(signal);
    io.stop("SIGPIPE");
    expect(io.exits).toEqual([]);
    io.stop("SIGINT");
    expect(io.exits).toEqual([130]);
    expect(await ended).toBe(expected);
    expect(io.err()).toContain("stopping");
    expect(io.out()).toContain("interrupted after");
  });
});

describe("plan", () => {
  it.each(["plan usgs", "ingest usgs --dry-run"])(
    "%s prints a line per document and writes nothing",
    async (words) => {
      const sandbox = await site();
      await rm(root, { recursive: true });
      const { code, out } = await levada([...words.split(" "), "--limit", "1", ...onSite(sandbox)]);
      expect(code).toBe(0);
      expect(out).toMatch(/^new +T001-\d+ +TX +STATE_TX_1-A +http:\/\/127/);
      expect(out).toContain("1 document to fetch (1 new, 0 changed)");
      expect(existsSync(root)).toBe(false);
      expect(sandbox.requests.some(({ path }) => path.startsWith("/crc-data/"))).toBe(false);
    },
  );

  it("with --json prints planned events and the summary", async () => {
    const sandbox = await site();
    const { out } = await levada(["plan", "usgs", "--limit", "2", "--json", ...onSite(sandbox)]);
    expect(lines(out).filter(({ type }) => type === "planned")).toHaveLength(2);
    expect(lines(out).at(-1)).toMatchObject({ type: "summary", pending: 2, completed: 0 });
  });
});

describe("what can be asked offline", () => {
  it("status of an empty root is zeros, and creates nothing", async () => {
    const { code, out } = await levada(["status", "--json"], { env: { LEVADA_ROOT: root } });
    expect(code).toBe(0);
    expect(out.split("\n")).toHaveLength(2);
    expect(JSON.parse(out).sources[0]).toMatchObject({
      name: "usgs",
      completed: 0,
      failed: 0,
      skipped: 0,
      pending: 0,
      last_run: null,
    });
    expect((await levada(["status", "--root", root])).out).toMatch(/usgs +0 +0 +0 +0 +closed +never/);
    expect(existsSync(root)).toBe(false);
  });

  it("verify says what is wrong and how to mend it; --repair mends it; repair and doctor look on", async () => {
    const sandbox = await site();
    await levada(["ingest", "usgs", "--limit", "3", ...onSite(sandbox)]);
    const there = ["--root", root];
    expect((await levada(["verify", "usgs", ...there])).code).toBe(0);
    const manifest = await readFile(join(root, "data/raw/usgs/manifest.jsonl"), "utf8");
    const [first, second] = lines(manifest).map(({ local_path }) => String(local_path));
    await rm(join(root, first as string));
    await writeFile(join(root, second as string), "spoiled");
    await writeFile(join(root, "data/raw/usgs/TX/x.pdf.zst"), "stray");
    const found = await levada(["verify", "usgs", ...there]);
    expect(found.code).toBe(1);
    for (const text of ["missing  ", "corrupt  ", "orphaned  ", "levada verify usgs --repair"])
      expect(found.out).toContain(text);
    const json = await levada(["verify", "usgs", "--json", ...there]);
    expect(JSON.parse(json.out)).toMatchObject({
      sources: [{ name: "usgs", checked: 3, orphaned: [expect.any(String)] }],
    });
    const mended = await levada(["verify", "usgs", "--repair", "--allow-private-network", ...there]);
    expect([mended.code, mended.out.includes("2 completed")]).toEqual([0, true]);
    expect((await levada(["verify", "--json", ...there])).code).toBe(0);
    expect((await levada(["repair", "usgs", ...there])).out).toContain("usgs");
    const doctor = await levada(["doctor", "--json", ...there]);
    expect(doctor.code).toBe(0);
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; state: string }[] };
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["runtime", "root", "disk", "lock", "usgs"]),
    );
  });

  it("doctor names what stands in the way of a run", async () => {
    await mkdir(root, { recursive: true });
    await writeFile(join(root, "levada.config.yaml"), "netwerk: {}");
    const { code, out } = await levada(["doctor", "--root", root]);
    expect([code, out.includes("problem"), out.includes("netwerk")]).toEqual([1, true, true]);
  });

  it("sources lists names and summaries", async () => {
    expect(JSON.parse((await levada(["sources", "--json"])).out).sources[0]).toEqual({
      name: "usgs",
      summary: expect.any(String),
    });
    expect((await levada(["sources"])).out).toMatch(/^usgs +USGS/m);
  });

  it("config show gives each value and where it came from", async () => {
    await site();
    await writeFile(join(root, "levada.config.yaml"), 'sources: {usgs: {base_url: "http://h.example"}}\n');
    const { out } = await levada(["config", "show", "--allow-private-network"], {
      env: { LEVADA_ROOT: root, LEVADA_USER_AGENT: "Me/1" },
    });
    expect(out).toMatch(/^root +\S+ +environment$/m);
    expect(out).toMatch(/^network\.allow_private +true +flag$/m);
    expect(out).toMatch(/^network\.user_agent +Me\/1 +environment$/m);
    expect(out).toMatch(/^sources\.usgs\.base_url +http:\/\/h\.example +\S+levada\.config\.yaml$/m);
    expect(out).toMatch(/^127\.0\.0\.1 +0 +1 +yes +\S+rate_limits\.yaml$/m);
    const json = JSON.parse((await levada(["config", "show", "--json", "--root", root])).out);
    expect(json.values).toContainEqual({ name: "sources.usgs.catalogs", value: [], from: "default" });
    expect(json.root).toEqual({ value: root, from: "flag" });
  });
});

describe("demo", () => {
  it("ingests twice, fetches once and answers questions, also when it is run again", async () => {
    const first = await levada(["demo", "--root", root]);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/manifest\.jsonl[^]*"library_number"/);
    expect(first.out).toMatch(/usgs +first run +24 documents stored/);
    expect(first.out).toMatch(/second run +0 documents stored \(0 B\), 24 unchanged/);
    expect(first.out).toMatch(/wiki +first run +119 documents stored/);
    expect(first.out).toMatch(/tramites +first run +\d{2,} documents stored/);
    expect(first.out.match(/ 0 brought documents/g)).toHaveLength(3);
    const again = lines((await levada(["demo", "--root", root, "--json"])).out);
    expect(again.at(-1)).toMatchObject({
      type: "demo",
      sites: [
        { source: "usgs", first_run: { completed: 0, unchanged: 24 } },
        { source: "tramites", first_run: { completed: 0, failed: 0 } },
        { source: "wiki", first_run: { completed: 0, unchanged: 119 } },
      ],
    });
    expect(first.out).toMatch(/search 'no puedo pagar el alquiler'.*\n +.*alquiler.*data\/tramites\//i);
  }, 180_000);

  it("takes no folder that holds something else", async () => {
    await mkdir(root);
    await writeFile(join(root, "thesis.txt"), "mine");
    const { code, err } = await levada(["demo", "--root", root]);
    expect([code, existsSync(join(root, "data"))]).toEqual([2, false]);
    expect(err).toContain("not a demo's folder");
    expect((await levada(["demo", "--root", join(root, "thesis.txt")])).code).toBe(2);
  });

  it("says so when its port is taken", async () => {
    const other = await site();
    await rm(root, { recursive: true });
    await mkdir(root);
    await writeFile(join(root, ".levada-demo.json"), `{"usgs":${new URL(other.url).port}}\n`);
    const { code, err } = await levada(["demo", "--root", root]);
    expect(code).toBe(2);
    expect(err).toMatch(/port \d+.*in use/);
  });
});
