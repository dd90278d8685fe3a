import type { Finding } from "../../domain/reference.ts";
import { type Cells, isTrue } from "./columns.ts";
import type { KnownWell } from "./documents.ts";
import { sanitizeLibraryNumber, sanitizeState } from "./names.ts";
import { filtered, rejected, type Walk } from "./walk.ts";

export type CheckedWell =
  | { readonly kind: "well"; readonly well: KnownWell }
  /** Not to be taken in this pass; said once where there is something to say. */
  | { readonly kind: "none"; readonly finding: Finding | null };

/**
 * Checks the names of a row (U15, U16) and whether it belongs to the pass of one state. Rows of another state that
 * is asked for wait for its pass, so that states come in the order asked for even where a server gives all at once.
 */
export function checkWell(
  walk: Walk,
  cells: Cells,
  pass: { readonly state: string; readonly states: readonly string[]; readonly where: string },
): CheckedWell {
  const rawNumber = cells.get("libraryNumber") ?? "";
  const number = sanitizeLibraryNumber(rawNumber);
  if (!number.ok) return refuse(walk, "library_number", number.problem, rawNumber, rawNumber, pass.where);
  const rawState = cells.get("state") ?? "";
  const state = sanitizeState(rawState, walk.options.unknownState);
  if (!state.ok) return refuse(walk, "state", state.problem, rawState, rawNumber, pass.where);
  if (state.value !== pass.state && state.value !== "unknown") {
    const waits = pass.states.includes(state.value) || !walk.isNews("state", number.value, state.value);
    return { kind: "none", finding: waits ? null : filtered("other_state", pass.where) };
  }
  const analysed = isTrue(cells.get("analysis"));
  return { kind: "well", well: { libraryNumber: number.value, state: state.value, analysed, cells } };
}

function refuse(
  walk: Walk,
  field: string,
  reason: string,
  value: string,
  libraryNumber: string,
  where: string,
): CheckedWell {
  const news = walk.isNews("rejected", field, value, libraryNumber);
  return { kind: "none", finding: news ? rejected(field, reason, value, where) : null };
}
