import type { CheckedProcedure, CheckReport } from "../library/check-procedures.ts";
import type { Paint } from "./paint.ts";
import { counted } from "./quantities.ts";
import { table } from "./table.ts";
import { clip, visible } from "./terminal-text.ts";

type Total = CheckReport["total"];

export function checkJson({ procedures, fields, total }: CheckReport): Record<string, unknown> {
  const count = (wanted: CheckedProcedure["status"]) =>
    procedures.filter(({ status }) => status === wanted).length;
  return {
    compared: count("compared"),
    not_fetched: count("not_fetched"),
    not_read: count("not_read"),
    agreement: total.agreement,
    total: withoutName(total),
    fields,
    procedures: procedures.map(({ total: own, ...procedure }) => ({
      ...procedure,
      agreement: own.agreement,
      total: withoutName(own),
    })),
  };
}

function withoutName({ facts, same, elsewhere, missing, extra, agreement }: Total): Omit<Total, "field"> {
  return { facts, same, elsewhere, missing, extra, agreement };
}

export function checkText({ procedures, fields, total }: CheckReport, paint: Paint): string {
  if (procedures.length === 0)
    return "there are no curated files; levada tramites import takes those that people have written\n";
  const compared = procedures.filter(({ status }) => status === "compared");
  const others = procedures.filter(({ status }) => status !== "compared");
  return [
    ...(compared.length === 0
      ? []
      : [totalsText([...fields, total]), compared.map((one) => detailOf(one, paint)).join("")]),
    others.map((one) => otherText(one, paint)).join(""),
    `${counted(compared.length, "procedure")} of ${procedures.length} compared\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const WIDTH = 10;

/** `████████░░  83 %` */
export function bar(share: number | null): string {
  if (share === null) return "-";
  const full = Math.round(share * WIDTH);
  return `${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${String(Math.round(share * 100)).padStart(3)} %`;
}

function totalsText(totals: readonly Total[]): string {
  const columns = [
    { title: "field" },
    ...["facts", "same", "elsewhere", "missing", "extra"].map((title) => ({
      title,
      align: "right" as const,
    })),
    { title: "agreement" },
  ];
  const rows = totals.map(({ field, facts, same, elsewhere, missing, extra, agreement }) => [
    field,
    ...[facts, same, elsewhere, missing, extra].map(String),
    bar(agreement),
  ]);
  return table(columns, rows);
}

/** Facts shown of a field, and letters of a fact. */
const SHOWN = 3;
const FACT_WIDTH = 100;

/** A procedure, and what a person wrote that was not read as such. */
function detailOf({ tramite, total, fields }: CheckedProcedure, paint: Paint): string {
  const lines = fields.flatMap(({ field, missing, elsewhere }) => [
    ...some(missing, (fact) => `${field}: missing: ${fact}`),
    ...some(elsewhere, ({ fact, field: other }) => `${field}: in ${other}: ${fact}`),
  ]);
  const title = `${paint.strong(visible(tramite))}  ${bar(total.agreement)}\n`;
  return title + lines.map((line) => `  ${paint.faint(visible(line))}\n`).join("");
}

function some<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const shown = items.slice(0, SHOWN).map((item) => clip(line(item), FACT_WIDTH));
  return items.length > SHOWN ? [...shown, `… and ${items.length - SHOWN} more`] : shown;
}

function otherText({ tramite, status, reason, advice }: CheckedProcedure, paint: Paint): string {
  const what = status === "not_read" ? `not_read (${reason})` : status;
  return `${paint.strong(visible(tramite))}  ${paint.caution(visible(what))}: ${visible(advice)}\n`;
}
