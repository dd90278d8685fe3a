/** One writer per root, whichever commands they are; those that only read work beside it (E6, R6). */
import { hostname } from "node:os";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import type { TestRoot } from "../kit/root.ts";
import { type Started, startCommand } from "./command.ts";
import { several } from "./several.ts";
import { copyOf, ingestWords, removeRoot, type Sites, SOURCES, startSites, wholeRoot } from "./whole-root.ts";

const MINUTES = 600_000;
let sites: Sites;
let root: TestRoot;

beforeAll(async () => {
  sites = await startSites();
  root = await wholeRoot(sites);
}, MINUTES);

afterAll(async () => {
  removeRoot(root);
  await sites.close();
});

/** A run that does not end by itself. */
async function startWriter(): Promise<Started> {
  sites.site.behave = (path) => (path === "/three" ? { delayMs: 60_000 } : undefined);
  const from = sites.site.begun.length;
  const writer = startCommand(ingestWords(root, "site", sites));
  while (!sites.site.begun.slice(from).includes("/three")) await sleep(20);
  return writer;
}

async function endWriter({ child, ended }: Started): Promise<void> {
  child.kill("SIGKILL");
  await ended;
  sites.site.behave = () => undefined;
}

it(
  "every command that writes is refused at once beside a run, and told by whom; every other works",
  async () => {
    const writer = await startWriter();
    const { pid } = writer.child;
    const where = ["--root", root.path];
    const writing = [
      ...SOURCES.map((source) => ingestWords(root, source, sites)),
      ["verify", "all", "--repair", ...where],
      ["repair", "all", ...where],
      ["reextract", "site", ...where],
      ["reextract", "tramites", ...where],
      ["replay", "wiki", ...where],
      ["review", "accept", "padron_valdoria", ...where],
      ["review", "reject", "padron_valdoria", ...where],
      ["health", "--check", ...where],
      ["tramites", "import", root.file("data/tramites/padron_valdoria.json"), ...where],
    ];
    const reading = [
      ["verify", "all"],
      ["status", "all"],
      ["search", "licencia"],
      ["review", "list"],
      ["review", "show", "padron_valdoria"],
      ["runs", "list"],
      ["runs", "show", "last"],
      ["schedule", "list"],
      ["health"],
      ["diff", "local-avd-licencia-obra-menor"],
      ["tramites", "check"],
      ["plan", "tramites"],
      ["sources"],
      ["config", "show"],
    ].map((words) => [...words, ...where]);
    const said = await several([...writing, ...reading]);
    await endWriter(writer);
    const refused = said.slice(0, writing.length);
    const named = (words: readonly string[]) => words.slice(0, 2).join(" ");
    expect(refused.map(({ words, code }) => `${named(words)}: ${code}`)).toEqual(
      writing.map((words) => `${named(words)}: 4`),
    );
    const untold = refused.filter(({ stderr }) => !stderr.includes(`pid ${pid}, "ingest site"`));
    expect(untold.map(({ words, stderr }) => `${named(words)}: ${stderr}`)).toEqual([]);
    const failed = said.slice(writing.length).filter(({ code }) => code !== 0 && code !== 1);
    expect(failed.map(({ words, code, stderr }) => `${named(words)}: ${code} ${stderr}`)).toEqual([]);
    figure("R6", "commands that write, refused beside a run", refused.length);
    figure("R6", "commands that read, working beside a run", reading.length);
    figure("R6", "slowest refusal, ms", Math.round(Math.max(...refused.map(({ ms }) => ms))));
  },
  MINUTES,
);

const owner = (pid: number, host = hostname()) => ({
  pid,
  purpose: "ingest site",
  host,
  started: "2026-01-01",
});

it.each([
  ["of a process that has died", () => JSON.stringify(owner(2 ** 22 - 1))],
  ["of a process whose number another has now", () => JSON.stringify(owner(process.pid))],
  ["of another machine", () => JSON.stringify(owner(1, "elsewhere"))],
  ["that is no JSON", () => "{"],
])(
  "a word %s that a kill has left needs no hand",
  async (_, text) => {
    const copy = copyOf(root);
    for (const name of ["levada", "schedule"])
      writeFileSync(copy.file(`data/state/${name}.lock.json`), text());
    const where = ["--root", copy.path];
    const said = await several([
      ingestWords(copy, "usgs", sites),
      ["repair", "all", ...where],
      ["schedule", "run", "--once", ...where],
    ]);
    removeRoot(copy);
    expect(said.map(({ code, stderr }) => `${code} ${code === 0 ? "" : stderr}`)).toEqual(["0 ", "0 ", "0 "]);
  },
  MINUTES,
);
