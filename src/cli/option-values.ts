import { InvalidArgumentError, Option } from "commander";
import { MisuseError } from "../domain/errors.ts";
import type { Source, SourceFlag } from "../domain/source.ts";
import { didYouMean } from "./did-you-mean.ts";

/** `5`, not `0`, `-1`, `1e3`, `five` or `1.5`. */
export function wholeNumber(value: string): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (number < 1) throw new InvalidArgumentError("It takes a whole number from 1.");
  return number;
}

/** A folder or file: any text but none. */
export function path(value: string): string {
  if (value === "" || value.includes("\0")) throw new InvalidArgumentError("It takes a path.");
  return value;
}

/** `TX,OK`; a flag given twice adds to its list. */
export function commaList(value: string, before: readonly string[] | undefined): readonly string[] {
  const parts = value.split(",").map((part) => part.trim());
  const given = parts.filter((part) => part !== "");
  if (given.length === 0) throw new InvalidArgumentError("It takes a list with commas between.");
  return [...(before ?? []), ...given];
}

/** A source's flag, which it declares as data, as the parser wants it. */
export function sourceOption(source: Source<never>, flag: SourceFlag): Option {
  const option = new Option(flag.flag, flag.description).helpGroup(`Options of ${source.name}:`);
  if (flag.kind === "choice") option.choices(flag.choices ?? []);
  if (flag.kind === "list") option.argParser(commaList);
  if (flag.kind === "file") option.argParser(path);
  return option;
}

type Values = Readonly<Record<string, unknown>>;

/** The options of the chosen source out of everything that was parsed. A flag of another source is misuse. */
export function sourceOptions(
  chosen: Source<never>,
  sources: readonly Source<never>[],
  values: Values,
): Values {
  const own = (chosen.flags ?? []).map((flag) => ({ flag, name: attributeOf(flag) }));
  const ownNames = new Set(own.map(({ name }) => name));
  for (const flag of sources.flatMap(({ flags }) => flags ?? [])) {
    const name = attributeOf(flag);
    if (ownNames.has(name) || values[name] === undefined) continue;
    const accepted = own.map((mine) => longOf(mine.flag)).join(", ");
    throw new MisuseError(`${longOf(flag)} is not a flag of ${chosen.name}; of its own it takes ${accepted}`);
  }
  const given = own.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(given.map(({ flag, name }) => [flag.option, values[name]]));
}

/** What stands after the source's name, as the option that it sets. */
export function targetOption({ name, argument }: Source<never>, target: string | undefined): Values {
  if (target === undefined) return {};
  if (argument === undefined)
    throw new MisuseError(`${JSON.stringify(target.slice(0, 100))}: ${name} takes nothing after its name`);
  return { [argument.option]: target };
}

function attributeOf(flag: SourceFlag): string {
  return new Option(flag.flag).attributeName();
}

function longOf(flag: SourceFlag): string {
  return new Option(flag.flag).long ?? flag.flag;
}

/** The source of that name; a mistyped one is misuse that names those there are. */
export function chooseSource(
  name: string,
  sources: readonly Source<never>[],
  also: readonly string[] = [],
): string {
  const names = [...sources.map((source) => source.name), ...also];
  if (names.includes(name)) return name;
  throw new MisuseError(
    `unknown source ${JSON.stringify(name.slice(0, 100))}${didYouMean(name, names)}; sources: ${names.join(", ")}`,
  );
}
