import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One ledger for all files of a run; or for several runs of some of them, where the environment names it. */
export function setup(): () => void {
  if (process.env["LEVADA_HOSTILE_LEDGER"] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "levada-hostile-"));
  process.env["LEVADA_HOSTILE_LEDGER"] = join(folder, "ledger.jsonl");
  return () => rmSync(folder, { recursive: true, force: true });
}
