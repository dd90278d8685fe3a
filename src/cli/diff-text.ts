import type { JsonObject } from "../domain/json.ts";
import type { PageDiff } from "../library/diff.ts";
import type { Paint } from "./paint.ts";
import { visible } from "./terminal-text.ts";

/** Lines shown around a change. */
const CONTEXT = 3;

/** The changes between two versions of a page, as a unified diff. */
export function diffText(diff: PageDiff, paint: Paint): string {
  const { previous, current, compared } = diff;
  const title = `${paint.strong(visible(diff.url))}\n`;
  if (previous === null || current === null) return `${title}only one version of it is kept\n`;
  const head = [
    paint.bad(`--- ${version(previous)}`),
    paint.good(`+++ ${version(current)}`),
    ...(compared === "markup"
      ? [paint.faint("what a reader sees is the same; the page itself has changed")]
      : []),
    ...(compared === "bytes" ? [paint.faint("not a text: its bytes differ")] : []),
  ];
  return `${title}${[...head, ...hunks(diff, paint)].join("\n")}\n`;
}

function version({ fetched_at, bytes, sha256 }: JsonObject): string {
  return `${visible(String(fetched_at))}  ${String(bytes)} bytes  sha256 ${visible(String(sha256)).slice(0, 16)}`;
}

function hunks({ lines }: PageDiff, paint: Paint): string[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== "same");
  const shown: string[] = [];
  let wasHidden = false;
  for (const [at, { kind, text }] of lines.entries()) {
    if (kind === "same" && !isNear(at)) {
      wasHidden = true;
      continue;
    }
    if (wasHidden) shown.push(paint.faint("…"));
    wasHidden = false;
    const line = visible(text);
    shown.push(
      kind === "same" ? `  ${line}` : kind === "added" ? paint.good(`+ ${line}`) : paint.bad(`- ${line}`),
    );
  }
  return shown;
}
