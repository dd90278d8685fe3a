import { access, constants, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reserveOf } from "../application/disk-guard.ts";
import { LevadaError } from "../domain/errors.ts";
import { createDiskGauge } from "../infrastructure/files/disk-gauge.ts";
import { readLockOwner } from "../infrastructure/files/root-lock.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { status } from "./status.ts";

/** One thing that was looked at. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** Looks at everything a run needs and says what stands in its way. Offline; writes nothing. */
export async function doctor(options: CommonOptions = {}): Promise<readonly Finding[]> {
  const findings: Finding[] = [runtime()];
  try {
    const configuration = await loadConfiguration(options);
    findings.push({ check: "configuration", state: "ok", message: `read; root ${configuration.root}` });
    findings.push(
      await rootFolder(configuration),
      await diskSpace(configuration),
      await writer(configuration),
    );
    findings.push(...network(configuration), ...(await state(options)));
  } catch (error) {
    if (!(error instanceof LevadaError)) throw error;
    const check = error.code === "misuse" ? "configuration" : "state";
    findings.push({ check, state: "problem", message: error.message });
  }
  return findings;
}

function runtime(): Finding {
  const { node, sqlite, zstd } = process.versions;
  return {
    check: "runtime",
    state: "ok",
    message: `Node ${node}, SQLite ${sqlite ?? "?"}, zstd ${zstd ?? "?"}`,
  };
}

async function rootFolder({ root }: Configuration): Promise<Finding> {
  const check = "root";
  const existing = await nearestFolder(root);
  try {
    await access(existing, constants.W_OK);
  } catch {
    return { check, state: "problem", message: `${existing} cannot be written to; choose another --root` };
  }
  const message = existing === root ? `${root} can be written to` : `${root} will be created`;
  return { check, state: "ok", message };
}

async function nearestFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

async function diskSpace({ root }: Configuration): Promise<Finding> {
  const { freeBytes, totalBytes } = await createDiskGauge(root).free();
  const reserve = reserveOf(totalBytes);
  const message = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free; ${gigabytes(reserve)} are kept in reserve`;
  return { check: "disk", state: freeBytes < reserve ? "problem" : "ok", message };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

async function writer({ root }: Configuration): Promise<Finding> {
  const owner = await readLockOwner(root);
  if (owner === null || !isAlive(owner.pid)) {
    return { check: "lock", state: "ok", message: "no other process writes to this root" };
  }
  return {
    check: "lock",
    state: "warning",
    message: `pid ${owner.pid} (${owner.purpose}) writes to this root`,
  };
}

/** A process that was killed leaves its name behind, but not its lock. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function network({ settings, files }: Configuration): Finding[] {
  const open = settings.allowPrivate;
  return [
    {
      check: "network",
      state: open ? "warning" : "ok",
      message: open
        ? "private addresses are allowed: a site can make Levada ask hosts of your own network"
        : "public addresses only",
    },
    {
      check: "pace",
      state: settings.pace.default.delayMs < 1000 ? "warning" : "ok",
      message: `${settings.pace.default.delayMs} ms between requests to a host unless ${join(files.rateLimits)} says otherwise`,
    },
  ];
}

async function state(options: CommonOptions): Promise<Finding[]> {
  const reports = await status("all", options);
  return reports.flatMap(({ name, completed, failed, pending, hosts, manifest_problems }) => [
    {
      check: name,
      state: manifest_problems.length > 0 ? ("problem" as const) : ("ok" as const),
      message:
        manifest_problems.length > 0
          ? `manifest.jsonl has ${manifest_problems.length} unreadable lines, the first is line ${manifest_problems[0]?.line}; levada verify ${name}`
          : `${completed} documents, ${failed} failed, ${pending} pending`,
    },
    ...hosts
      .filter(({ breaker, parked_until }) => breaker === "open" || parked_until !== null)
      .map(({ host, open_until, parked_until }) => ({
        check: name,
        state: "warning" as const,
        message: `${host} must not be asked before ${parked_until ?? open_until}`,
      })),
  ]);
}
