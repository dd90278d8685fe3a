import type { LevadaEvent, Summary } from "../domain/events.ts";
import type { Json } from "../domain/json.ts";
import { counted, durationText, momentText } from "./quantities.ts";
import { visible } from "./terminal-text.ts";

type Planned = Extract<LevadaEvent, { type: "planned" }>;

/** Lines of a plan as they come: columns are as wide as the widest cell so far. */
export class PlanLines {
  readonly #widths = [10, 10, 5, 16];
  readonly #counts = new Map<Planned["change"], number>();

  line({ change, id, url, fields, metadata }: Planned): string {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
    const cells = [change, id, text(fields["state"]), text(metadata["well_name"] ?? metadata["title"])].map(
      visible,
    );
    const padded = cells.map((cell, at) => {
      const width = Math.max(this.#widths[at] ?? 0, cell.length);
      this.#widths[at] = width;
      return cell.padEnd(width);
    });
    const reason = typeof metadata["reason"] === "string" ? `  (${visible(metadata["reason"])})` : "";
    return `${padded.join("  ")}  ${visible(url)}${reason}\n`;
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
