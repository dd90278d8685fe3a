import type { FieldDifference } from "../application/ports.ts";
import type { ProcedureDiff } from "../library/procedure-diff.ts";
import type { Paint } from "./paint.ts";
import { changeJson, changeLines } from "./review-text.ts";
import { visible } from "./terminal-text.ts";

export function procedureDiffJson({ versions, proposal, ...about }: ProcedureDiff): Record<string, unknown> {
  return {
    ...about,
    versions: versions?.map(changeJson) ?? null,
    proposal: proposal?.map(changeJson) ?? null,
  };
}

export function procedureDiffText({ tramite, versions, proposal }: ProcedureDiff, paint: Paint): string {
  const title = `${paint.strong(visible(tramite))}\n`;
  const kept =
    versions === null
      ? "only one version of it is kept\n"
      : part("since the version before", "it says what the version before said", versions, paint);
  const waiting = proposal === null ? "" : besideText(tramite, proposal, paint);
  return `${title}${kept}${waiting}`;
}

function besideText(tramite: string, proposal: readonly FieldDifference[], paint: Paint): string {
  const text = part(
    "what its page says now, against the curated file",
    "its page says what it says",
    proposal,
    paint,
  );
  return `${text}${paint.faint(visible(`levada review show ${tramite} leads to a decision`))}\n`;
}

function part(title: string, nothing: string, changes: readonly FieldDifference[], paint: Paint): string {
  return changes.length === 0 ? `${nothing}\n` : `${title}:\n${changeLines(changes, paint)}`;
}
