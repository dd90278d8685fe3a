import { MisuseError } from "../../domain/errors.ts";
import { checkProcedures } from "../../library/check-procedures.ts";
import { type ImportedFile, importProcedures } from "../../library/import-procedures.ts";
import { checkJson, checkText } from "../check-text.ts";
import { commonOptions } from "../common-options.ts";
import type { TramitesFlags } from "../definitions/tramites.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import { counted } from "../quantities.ts";
import { table } from "../table.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada tramites`: procedures that people have written. */
export function tramitesCommand(
  what: string,
  files: readonly string[],
  flags: TramitesFlags,
  io: Io,
): Promise<number> {
  return what === "check" ? checkCommand(files, flags, io) : importCommand(files, flags, io);
}

async function checkCommand(files: readonly string[], flags: TramitesFlags, io: Io): Promise<number> {
  if (files.length > 0 || flags.replace === true)
    throw new MisuseError(
      "levada tramites check takes no files and no --replace: it looks at all curated files of the root",
    );
  const report = await checkProcedures(commonOptions(flags, io));
  io.stdout.write(
    flags.json === true ? jsonLine(checkJson(report)) : checkText(report, paintFor(io.stdout, io, flags)),
  );
  return 0;
}

async function importCommand(files: readonly string[], flags: TramitesFlags, io: Io): Promise<number> {
  if (files.length === 0 || files.includes(""))
    throw new MisuseError(
      "which files? levada tramites import takes files of procedures, or folders of them",
    );
  const imported = await importProcedures(files, {
    ...commonOptions(flags, io),
    replace: flags.replace ?? false,
  });
  for (const { file, problems } of imported)
    for (const problem of problems) io.stderr.write(`${visible(`${file}: ${problem}`)}\n`);
  io.stdout.write(flags.json === true ? jsonOf(imported) : textOf(imported));
  return imported.some(({ outcome }) => outcome === "refused") ? 1 : 0;
}

const countOf = (imported: readonly ImportedFile[], wanted: ImportedFile["outcome"]) =>
  imported.filter(({ outcome }) => outcome === wanted).length;

function jsonOf(imported: readonly ImportedFile[]): string {
  return jsonLine({
    imported: countOf(imported, "imported"),
    unchanged: countOf(imported, "unchanged"),
    refused: countOf(imported, "refused"),
    files: imported,
  });
}

function textOf(imported: readonly ImportedFile[]): string {
  if (imported.length === 0) return "no files: the folder holds no *.json\n";
  const rows = imported.map(({ outcome, tramite, completeness, file, retired }) => [
    outcome,
    visible(tramite ?? "-"),
    completeness === null ? "-" : completeness.toFixed(2),
    visible(file) + (retired.length === 0 ? "" : ` (in place of ${visible(retired.join(", "))})`),
  ]);
  const columns = [
    { title: "outcome" },
    { title: "procedure" },
    { title: "complete", align: "right" as const },
    { title: "file" },
  ];
  const counts = (["imported", "unchanged", "refused"] as const).map(
    (outcome) => `${countOf(imported, outcome)} ${outcome}`,
  );
  return `${table(columns, rows)}${counted(imported.length, "file")}: ${counts.join(", ")}\n`;
}
