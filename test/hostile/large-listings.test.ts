/** Memory of the command while it reads listings that are just below the cap, measured by the kernel (R9). */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CommandRun, eventsIn } from "../kit/command.ts";
import { figure } from "../kit/figures.ts";
import { LARGE_LISTINGS, type LargeListing, NEAR_CAP, TOO_RICH, typeOf } from "../kit/large-listings.ts";
import { newRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";

const MB = 1_000_000;
const LEVADA = join(import.meta.dirname, "../../bin/levada");
const PRELOAD = join(import.meta.dirname, "../kit/peak-memory.ts");

/** `levada ingest` of the listing's source, at a cap of 32 MiB. */
async function read(listing: LargeListing, bytes: number, more: object = {}): Promise<CommandRun> {
  const root = newRoot("default: {delay_ms: 0}\n");
  let answer: ReturnType<LargeListing["answers"]> = () => undefined;
  const site = await startPages((path) => {
    const body = answer(path);
    return body === undefined ? undefined : { headers: typeOf(path), body };
  });
  answer = listing.answers(site.url, bytes);
  const { source } = listing;
  const config = listing.config(site.url);
  const caps = { max_body_bytes: "32MiB", max_decoded_bytes: "32MiB", ...more };
  const sources = { [source]: source === "tramites" ? caps : { ...caps, ...config } };
  // What reads documents has a process of its own, and would be measured by chance.
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify({ extraction: { workers: 0 }, sources }));
  const flags = ["ingest", source, "--root", root.path, "--allow-private-network", "--json"];
  if (source === "usgs") flags.push("--states", "TX");
  if (source === "tramites") {
    writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [config] }));
    flags.push("--registry", root.file("registry.yaml"));
  }
  const peak = root.file("peak");
  const [out, err] = [openSync(root.file("stdout"), "w"), openSync(root.file("stderr"), "w")];
  const child = spawn(LEVADA, flags, {
    env: { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}`, LEVADA_PEAK_FILE: peak },
    // Into files: what a slow reader of a pipe leaves waiting is not of the listing.
    stdio: ["ignore", out, err],
    timeout: 100_000,
    killSignal: "SIGKILL",
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  closeSync(out);
  closeSync(err);
  const [stdout, stderr] = ["stdout", "stderr"].map((name) => readFileSync(root.file(name), "utf8"));
  return {
    code,
    events: eventsIn(stdout ?? ""),
    stderr: stderr ?? "",
    peakBytes: Number(readFileSync(peak, "utf8")),
  };
}

const readPlain = (listing: LargeListing) => read(listing, listing.plain);

/** `read`, or why not. */
function endOf({ events }: CommandRun): string {
  const last = events.at(-1);
  if (last?.type === "summary" && last.completed === 1 && last.failed === 0) return "read";
  const said = events.map((event) => JSON.stringify(event)).join("\n");
  return /"(?:code|reason)":"(too_large|structure_changed)"/.exec(said)?.[1] ?? "nothing said";
}

const MOST_MB = 64;
/** Each so-and-so-many-th kind: 1 is all of them. */
const EVERY = Number(process.env["LEVADA_LISTINGS_EVERY"] ?? 1);

const medianOf = (peaks: readonly number[]) =>
  peaks.toSorted((a, b) => a - b)[Math.floor(peaks.length / 2)] ?? Infinity;

describe.runIf(process.platform === "linux")("R9: a listing just below the cap cannot exhaust memory", () => {
  const risen = new Map<LargeListing["source"], number>();

  it("is measured after a first run, which compiles what the next ones find compiled", async () => {
    for (const source of ["tramites", "usgs", "wiki"])
      await readPlain(LARGE_LISTINGS.find((one) => one.source === source) as LargeListing);
  });

  const chosen = LARGE_LISTINGS.filter((_, at) => at % EVERY === 0);

  it.each(chosen.map((listing) => [listing.what, listing] as const))("%s", async (what, listing) => {
    const plain = await readPlain(listing);
    expect([what, endOf(plain)]).toEqual([what, "read"]);
    for (const size of listing.ownCap === null ? [NEAR_CAP] : [listing.ownCap, NEAR_CAP]) {
      const isRead = !TOO_RICH.has(what) && (size === listing.ownCap || listing.ownCap === null);
      const peaks: number[] = [];
      const look = async () => {
        const large = await read(listing, size);
        expect(endOf(large), large.stderr).toMatch(
          isRead ? /^read$/ : /^(?:read|too_large|structure_changed)$/,
        );
        peaks.push(Math.round((large.peakBytes - plain.peakBytes) / MB));
      };
      await look();
      // Garbage that is not yet collected is in one peak and not in the next: beyond the line, two more must be within it.
      if (Math.max(...peaks) > MOST_MB) for (let n = 0; n < 2; n++) await look();
      const more = medianOf(peaks);
      console.log(`${what}, ${size / MB} MB: ${more} MB more (peaks: ${peaks.join(", ")})`);
      risen.set(listing.source, Math.max(more, risen.get(listing.source) ?? 0));
      expect(more).toBeLessThanOrEqual(MOST_MB);
    }
  });

  it("is read beyond that where the user allows it", async () => {
    const catalog = LARGE_LISTINGS.find(({ what }) => what === "usgs HTML catalog, long cells");
    const large = await read(catalog as LargeListing, NEAR_CAP, { max_listing_bytes: "32MiB" });
    expect(endOf(large), large.stderr).toBe("read");
  });

  it("says how much it took", () => {
    for (const [source, more] of risen) {
      figure(
        "R9",
        `memory for the worst listing of ${source} just below its cap, above a plain one, MB`,
        more,
      );
    }
  });
});
