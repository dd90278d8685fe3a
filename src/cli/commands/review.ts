import { MisuseError } from "../../domain/errors.ts";
import { DRIFT_DECISION, type ReviewDecision } from "../../domain/procedure.ts";
import { reviewAccept, reviewList, reviewProblems, reviewReject, reviewShow } from "../../library/review.ts";
import { commonOptions } from "../common-options.ts";
import type { ReviewFlags } from "../definitions/review.ts";
import type { Io } from "../io.ts";
import { paintFor } from "../paint.ts";
import { detailJson, detailText, listText, rowJson } from "../review-text.ts";
import { jsonLine, visible } from "../terminal-text.ts";

/** `levada review`: what waits for a person, and what they decide. */
export async function reviewCommand(
  what: string,
  id: string | undefined,
  flags: ReviewFlags,
  io: Io,
): Promise<number> {
  refuse(what, id, flags);
  for (const problem of await reviewProblems(commonOptions(flags, io)))
    io.stderr.write(`warning: ${visible(problem)}\n`);
  io.stdout.write(await answer(what, id ?? "", flags, io));
  return 0;
}

async function answer(what: string, id: string, flags: ReviewFlags, io: Io): Promise<string> {
  const options = { ...commonOptions(flags, io), ...(flags.by === undefined ? {} : { by: flags.by }) };
  const { json, fields } = flags;
  switch (what) {
    case "show": {
      const detail = await reviewShow(id, options);
      return json === true
        ? jsonLine(detailJson(detail))
        : detailText(detail, paintFor(io.stdout, io, flags), io.now());
    }
    case "accept":
      return decided(
        await reviewAccept(id, { ...options, ...(fields === undefined ? {} : { fields }) }),
        json,
      );
    case "reject":
      return decided(await reviewReject(id, options), json);
    default: {
      const rows = await reviewList(options);
      return json === true ? jsonLine({ items: rows.map(rowJson) }) : listText(rows, io.stdout);
    }
  }
}

/** A page that nobody took for a procedure has no file yet that could be accepted. */
const TAKEN_LATER =
  "its procedure is made by the next run: levada reextract tramites, which needs no network";

/** Whatever was decided of it: the file goes on saying what the page said before. */
const STILL_DRIFTED =
  "the flag is settled and the procedure stays as it is; levada ingest tramites fetches the page and reads what it says now";

function nextStep({ of, tramite, decision }: ReviewDecision): string {
  if (of.startsWith(DRIFT_DECISION)) return `\n${STILL_DRIFTED}`;
  return tramite === null && decision === "accept" ? `\n${TAKEN_LATER}` : "";
}

function decided(decision: ReviewDecision, json: true | undefined): string {
  if (json === true) return jsonLine(decision);
  const { id, fields, by } = decision;
  const what = decision.decision === "reject" ? "rejected" : "accepted";
  const which = fields === null ? "" : ` (${fields.length === 0 ? "nothing differed" : fields.join(", ")})`;
  return visible(`${what} ${id}${which}, by ${by}`) + `${nextStep(decision)}\n`;
}

function refuse(what: string, id: string | undefined, { fields, by }: ReviewFlags): void {
  if (what === "list" && id !== undefined)
    throw new MisuseError(`levada review list takes no id; levada review show ${id} shows one`);
  if (what !== "list" && (id === undefined || id === ""))
    throw new MisuseError(
      `which one? levada review ${what} takes the name, url_hash or address of one that levada review lists`,
    );
  if (fields !== undefined && what !== "accept")
    throw new MisuseError(`--fields says what to take over; levada review ${what} takes nothing over`);
  if (by !== undefined && what !== "accept" && what !== "reject")
    throw new MisuseError(`--by says who decides; levada review ${what} decides nothing`);
}
