import type { LevadaEvent, Summary } from "../domain/events.ts";
import type { Json } from "../domain/json.ts";
import { counted, durationText, momentText } from "./quantities.ts";
import { visible } from "./terminal-text.ts";

type Planned = Extract<LevadaEvent, { type: "planned" }>;

/** A longer cell stands out of its column instead of moving all that follow. */
const WIDEST = 40;

/** Lines of a plan as they come: columns are as wide as the widest cell so far. What is unchanged is only counted. */
export class PlanLines {
  readonly #widths = { change: 10, id: 10, state: 5, title: 16 };
  readonly #counts = new Map<Planned["change"], number>();

  line({ change, id, url, fields, metadata }: Planned): string {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
    if (change === "unchanged") return "";
    const title = metadata["well_name"] ?? metadata["title"] ?? fields["title"];
    const cells = [
      this.#cell("change", change),
      this.#cell("id", id),
      // Only some sources know of states.
      ...(fields["state"] === undefined ? [] : [this.#cell("state", text(fields["state"]))]),
      this.#cell("title", text(title)),
      visible(typeof fields["canonical_url"] === "string" ? fields["canonical_url"] : url),
      ...(typeof metadata["reason"] === "string" ? [`(${visible(metadata["reason"])})`] : []),
    ];
    return `${cells.join("  ").trimEnd()}\n`;
  }

  #cell(column: "change" | "id" | "state" | "title", value: string): string {
    const cell = visible(value);
    if (cell.length <= WIDEST) this.#widths[column] = Math.max(this.#widths[column], cell.length);
    return cell.padEnd(this.#widths[column]);
  }

  /** What a run would do, in numbers. */
  totals(summary: Summary, now: number, advice: readonly string[] = []): string {
    const count = (change: Planned["change"]) => this.#counts.get(change) ?? 0;
    const parts = [
      `${counted(count("new") + count("changed"), "document")} to fetch (${count("new")} new, ${count("changed")} changed)`,
      `${summary.unchanged} unchanged`,
      ...(count("gone") > 0 ? [`${count("gone")} gone`] : []),
      ...(count("disallowed") > 0 ? [`${count("disallowed")} disallowed by robots.txt`] : []),
      ...(rejected(summary, count("gone") + count("disallowed")) ?? []),
      ...(summary.filtered > 0 ? [`${summary.filtered} not asked for`] : []),
    ];
    const held = summary.held.map(
      ({ host, reason, until }) =>
        `${visible(host)} must not be asked now (${visible(reason)})${until === null ? "" : ` until ${momentText(until, now)}`}; the plan is incomplete\n`,
    );
    const failed =
      summary.discovery === "failed" ? ["a catalog could not be read; the plan is incomplete\n"] : [];
    const advised = advice.map((line) => `${visible(line)}\n`);
    return `${parts.join(", ")}; ${durationText(summary.duration_ms)}, nothing was written\n${[...held, ...failed, ...advised].join("")}`;
  }
}

function rejected({ skipped, failed }: Summary, known: number): readonly string[] | undefined {
  const parts = [
    ...(skipped > known ? [`${skipped - known} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.length === 0 ? undefined : parts;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "-";
}
