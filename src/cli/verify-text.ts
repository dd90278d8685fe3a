import type { VerifyResult } from "../library/verify.ts";
import type { Paint } from "./paint.ts";
import { table } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** Nothing is wrong, or the repair has mended everything that was. */
export function isSound(result: VerifyResult): boolean {
  const { missing, corrupt, orphaned, manifest_problems, state_problems = [], repair } = result;
  if (manifest_problems.length > 0) return false;
  if (repair === undefined)
    return missing.length + corrupt.length + orphaned.length + state_problems.length === 0;
  return repair.summary === null || repair.summary.exit_code === 0;
}

/** What was found, a line per defect, and what to do about it. */
export function verifyText(results: readonly VerifyResult[], paint: Paint): string {
  const overview = table(
    [
      { title: "source" },
      ...["checked", "missing", "corrupt", "orphaned"].map((title) => ({ title, align: "right" as const })),
    ],
    results.map(({ name, checked, missing, corrupt, orphaned }) => [
      name,
      ...[checked, missing.length, corrupt.length, orphaned.length].map(String),
    ]),
  );
  return overview + results.map((result) => detailText(result, paint)).join("");
}

function detailText(result: VerifyResult, paint: Paint): string {
  const lines = [
    ...[...result.missing, ...result.corrupt].map(({ kind, path, detail }) => `${kind}  ${path}: ${detail}`),
    ...result.orphaned.map((path) => `orphaned  ${path}: no manifest line names it`),
    ...result.manifest_problems.map(({ line, problem }) => `manifest  line ${line}: ${problem}`),
    ...(result.state_problems ?? []).map((problem) => `state  ${problem}`),
  ];
  if (lines.length === 0) return "";
  const defects = lines.map((line) => `${paint.caution(visible(line))}\n`).join("");
  return `\n${defects}\n${outcomeText(result)}\n`;
}

function outcomeText({
  name,
  repair,
  missing,
  corrupt,
  orphaned,
  state_problems = [],
}: VerifyResult): string {
  if (repair === undefined) {
    return missing.length + corrupt.length + orphaned.length + state_problems.length === 0
      ? "The documents of these lines count as not stored: levada ingest fetches them again."
      : `To mend it: levada verify ${name} --repair`;
  }
  const aside =
    repair.set_aside.length === 0 ? "" : ` ${repair.set_aside.length} files moved to data/orphaned/.`;
  if (repair.summary === null) return `Nothing had to be fetched.${aside}`;
  const { completed, failed, skipped, pending } = repair.summary;
  return `Fetched again: ${completed} completed, ${failed} failed, ${skipped} skipped, ${pending} pending.${aside}`;
}
