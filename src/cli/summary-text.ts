import { isAbsolute, join } from "node:path";
import type { LevadaEvent, ProcedureCounts, Summary } from "../domain/events.ts";
import { LastingTrouble } from "./advice.ts";
import type { Paint } from "./paint.ts";
import { bytesText, counted, durationText, momentText } from "./quantities.ts";
import { pairs } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** What the events told beside the counts of the summary. */
export class RunNotes {
  /** The first error of each reason. */
  readonly examples = new Map<string, string>();
  compressedBytes = 0;
  /** Where documents go. */
  folder: string | null = null;
  /** Why discovery could not go on: the first catalog of each kind of failure, and how many there were. */
  readonly catalogTrouble = new Map<string, { readonly message: string; readonly count: number }>();
  readonly lasting = new LastingTrouble();

  note(event: LevadaEvent): void {
    this.lasting.note(event);
    if (event.type === "run_started") this.folder = event.folder;
    else if (event.type === "completed") this.compressedBytes += event.compressed_size;
    else if (event.type === "failed" || event.type === "skipped" || event.type === "pending") {
      if (!this.examples.has(event.reason)) this.examples.set(event.reason, event.error);
    } else if (event.type === "warning" && event.message.startsWith("catalog ")) {
      const { message, count } = this.catalogTrouble.get(event.code) ?? { message: event.message, count: 0 };
      this.catalogTrouble.set(event.code, { message, count: count + 1 });
    }
  }
}

export interface SummaryContext {
  readonly source: string;
  readonly root: string;
  readonly notes: RunNotes;
  /** The command line, to be run again. */
  readonly again: string;
  readonly now: number;
  readonly paint: Paint;
}

/** The account of a run for people: counts that add up, where the files are, what went wrong, what to do next. */
export function summaryText(summary: Summary, context: SummaryContext): string {
  const { source, root, paint } = context;
  const lines: (readonly [string, string])[] = [
    ["discovered", accountText(summary)],
    ["stored", storedText(summary, context.notes)],
    ...readLines(summary),
    ...procedureLines(summary.procedures),
    ["files", visible(filesFolder(source, root, context.notes))],
    ...(summary.retired === 0 ? [] : [["retired", `${summary.retired} no longer at the source`] as const]),
    ...(summary.filtered === 0 ? [] : [["left out", `${summary.filtered} not asked for`] as const]),
    ...reasonLines(summary, context.notes),
    ...catalogLines(context.notes),
    ...heldLines(summary, context.now),
    ...context.notes.lasting.advice(source, context.again).map((text) => ["advice", visible(text)] as const),
  ];
  const next = nextStep(summary, context);
  const title = paint.strong(`${source}: ${headline(summary)}`);
  return `${title}\n${pairs(next === null ? lines : [...lines, ["next", next]])}`;
}

function filesFolder(source: string, root: string, { folder }: RunNotes): string {
  const own = folder ?? `data/raw/${source}`;
  return isAbsolute(own) ? own : join(root, own);
}

function headline(summary: Summary): string {
  const { exit_code, completed, unchanged, retired, failed, duration_ms } = summary;
  const time = durationText(duration_ms);
  const stored = counted(completed, "document");
  if (exit_code === 130 || exit_code === 143) return `interrupted after ${time}, ${stored} stored`;
  if (exit_code === 4) return `stopped after ${time} by storage trouble, ${stored} stored`;
  if (exit_code === 3) return `${stored} stored in ${time}; some hosts must not be asked now`;
  if (failed > 0) return `${stored} stored, ${failed} failed in ${time}`;
  if (summary.discovery === "refused")
    return `${stored} stored in ${time}; too many are gone, none was removed`;
  if (hasUnread(summary)) return `${stored} stored in ${time}; some could not be read`;
  if (exit_code === 1) return `${stored} stored in ${time}; a catalog could not be read`;
  if (completed === 0 && retired > 0) return `nothing newer, ${retired} retired in ${time}`;
  if (completed === 0 && unchanged > 0) return `nothing newer in ${time}`;
  return `${stored} stored in ${time}`;
}

/** Nothing else went wrong. */
function hasUnread({ exit_code, failed, discovery, extracted }: Summary): boolean {
  return exit_code === 1 && failed === 0 && discovery !== "failed" && (extracted?.failed ?? 0) > 0;
}

function accountText(summary: Summary): string {
  const { discovered, completed, failed, skipped, unchanged, pending } = summary;
  return `${discovered} = ${completed} completed + ${failed} failed + ${skipped} skipped + ${unchanged} unchanged + ${pending} pending`;
}

function storedText({ completed, bytes }: Summary, { compressedBytes }: RunNotes): string {
  if (completed === 0) return "nothing";
  return `${counted(completed, "document")}, ${bytesText(bytes)} (${bytesText(compressedBytes)} on disk)`;
}

/** What was read of them, where something was. */
function readLines({ extracted }: Summary): readonly (readonly [string, string])[] {
  if (extracted === undefined) return [];
  const { accept, review, reject, failed } = extracted;
  const parts = [
    `${accept} good`,
    ...(review === 0 ? [] : [`${review} to be reviewed`]),
    ...(reject === 0 ? [] : [`${reject} of little use`]),
    ...(failed === 0 ? [] : [`${failed} that could not be read`]),
  ];
  return accept + review + reject + failed === 0 ? [] : [["read", parts.join(", ")]];
}

/** What there is of procedures, where the source has some. */
export function procedureLines(counts: ProcedureCounts | undefined): readonly (readonly [string, string])[] {
  if (counts === undefined) return [];
  const { stored, proposals, review, outcomes } = counts;
  const became = Object.entries(outcomes).map(
    ([outcome, count]) => `${count} ${outcome.replaceAll("_", " ")}`,
  );
  return [
    ["procedures", `${stored} in data/tramites${became.length === 0 ? "" : `; now: ${became.join(", ")}`}`],
    ...fieldLines(counts),
    ...(review === 0
      ? []
      : [["review", `${review} to look at, ${proposals} of them proposals: levada review`] as const]),
  ];
}

/** How many of a hundred have each field. */
export function fieldLines(counts: ProcedureCounts | undefined): readonly (readonly [string, string])[] {
  if (counts === undefined || counts.stored === 0) return [];
  const shares = Object.entries(counts.coverage).map(
    ([field, count]) => `${field} ${Math.round((count / counts.stored) * 100)} %`,
  );
  return [["fields", shares.join(", ")]];
}

function reasonLines({ reasons }: Summary, { examples }: RunNotes): readonly (readonly [string, string])[] {
  return Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => {
      const example = examples.get(reason);
      return [
        "reason",
        visible(`${reason}: ${count}${example === undefined ? "" : ` (${example})`}`),
      ] as const;
    });
}

function catalogLines({ catalogTrouble }: RunNotes): readonly (readonly [string, string])[] {
  return [...catalogTrouble.values()].map(({ message, count }) => [
    "trouble",
    visible(count === 1 ? message : `${message} (and ${count - 1} more like it)`),
  ]);
}

const HELD: Readonly<Record<string, string>> = {
  breaker_open: "failed too often in a row and is left alone",
  retry_after: "asked for silence",
  robots_unavailable: "does not answer for its robots.txt, so nothing may be fetched",
};

/** Of many hosts the first few tell enough; `status` lists them all. */
const HELD_SHOWN = 8;

function heldLines({ held }: Summary, now: number): readonly (readonly [string, string])[] {
  const lines = held.slice(0, HELD_SHOWN).map(({ host, reason, until }) => {
    const why = HELD[reason] ?? reason;
    return visible(`${host} ${why}${until === null ? "" : ` until ${momentText(until, now)}`}`);
  });
  const more = held.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${counted(more, "host")} more`] : [])].map(
    (line) => ["held", line] as const,
  );
}

function nextStep(summary: Summary, { source, again, notes, now, paint }: SummaryContext): string | null {
  const command = paint.strong(visible(again));
  switch (summary.exit_code) {
    case 130:
    case 143:
      return `run the same command again to go on: ${command}`;
    case 3:
      if (notes.lasting.isAll(summary)) return null;
      return `run the same command again ${afterText(summary, now)}: ${command}`;
    case 1:
      if (summary.discovery === "refused") {
        return `if they are to go: ${paint.strong(visible(`${again} --allow-mass-removal`))}`;
      }
      if (summary.failed > 0) {
        return `${paint.strong(`levada status ${source} --failed`)} lists what failed; ${retryCommand(again, paint)} tries it again`;
      }
      if (hasUnread(summary))
        return `give them more time and memory (extraction: in levada.config.yaml), then run the same command again: ${command}`;
      return notes.lasting.isAll(summary) ? null : `run the same command again later: ${command}`;
    default:
      return null;
  }
}

function retryCommand(again: string, paint: Paint): string {
  // The two contradict each other: what failed is fetched again in any case.
  const command = again.replace(/ --no-resume(?= |$)/, "");
  return paint.strong(visible(command.includes(" --retry-failed") ? command : `${command} --retry-failed`));
}

/** The last of the hosts decides. */
function afterText({ held }: Summary, now: number): string {
  const last = held.reduce(
    (latest, { until }) => Math.max(latest, until === null ? 0 : Date.parse(until)),
    0,
  );
  return last <= now ? "later" : `after ${momentText(new Date(last).toISOString(), now)}, or now with --wait`;
}
