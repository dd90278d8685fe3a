/** Of a law that has been changed, what holds on a day: every part (`bloque`) lists the versions it has had. */
import { calendarDay } from "../../finders/calendar-day.ts";
import type { PageElement } from "../html/element.ts";
import { childrenNamed, fieldOf } from "../xml/xml-tree.ts";

/** Undefined where the part has no versions. Of one that is still to come, what it will say first. */
export function versionInForce(block: PageElement, day: string): PageElement | undefined {
  // Of two from the same day the later one in the list was made of the earlier one.
  const versions = childrenNamed(block, "version")
    .map((version) => ({ version, since: sinceOf(version) }))
    .toSorted((a, b) => (a.since < b.since ? -1 : Number(a.since > b.since)));
  return (versions.findLast(({ since }) => since <= day) ?? versions[0])?.version;
}

function sinceOf(version: PageElement): string {
  return (
    calendarDay(fieldOf(version, "fechavigencia")) ?? calendarDay(fieldOf(version, "fechapublicacion")) ?? ""
  );
}

/** Repealed, or replaced by a part of another name. */
export function hasLapsed(block: PageElement, day: string): boolean {
  const end = calendarDay(fieldOf(block, "fechacaducidad"));
  return end !== null && end <= day;
}
