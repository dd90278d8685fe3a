import type { SearchFilters } from "../../domain/search-document.ts";
import { foldText } from "../../search/words.ts";

/** Conditions on the table `document`, and their values. */
export interface FilterSql {
  /** Empty where nothing is asked for; else begins with AND. */
  readonly where: string;
  readonly values: readonly string[];
}

const CONDITIONS: readonly (readonly [keyof SearchFilters, string, (value: string) => string])[] = [
  ["source", "d.source = ?", (value) => value],
  ["level", "d.level = ?", (value) => value],
  ["ccaa", "d.ccaa = ?", (value) => value],
  ["municipio", "d.municipio = ?", (value) => value],
  ["organism", "instr(d.organism_folded, ?) > 0", foldText],
  ["type", "d.type = ?", (value) => value],
  ["channel", "d.channel = ?", (value) => value],
  ["lang", "instr(d.languages, ?) > 0", (value) => ` ${value} `],
];

export function filterSql(filters: SearchFilters): FilterSql {
  const given = CONDITIONS.flatMap(([name, condition, spell]) => {
    const value = filters[name];
    return value === undefined ? [] : [{ condition, value: spell(value) }];
  });
  return {
    where: given.map(({ condition }) => ` AND ${condition}`).join(""),
    values: given.map(({ value }) => value),
  };
}
