/** Parameters of a request, read as MediaWiki reads them: its limits, its warnings, its errors. */

/** Answered with HTTP 200, its code in the header `MediaWiki-API-Error`. */
export class ApiError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Sent beside it. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    info: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(info);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

export const badContinue = () =>
  new ApiError(
    "badcontinue",
    "Invalid continue param. You should pass the original value returned by the previous query.",
  );

const badValue = (name: string, value: string) =>
  new ApiError("badvalue", `Unrecognized value for parameter "${name}": ${value}.`);

/** For an anonymous reader. */
export const MAX_LIMIT = 500;
const MAX_VALUES = 50;
const UNIT_SEPARATOR = "\u001f";

export class Params {
  readonly #values: ReadonlyMap<string, string>;
  readonly #known: Set<string>;
  /** Texts by module, as `warnings` has them. */
  readonly warnings = new Map<string, string>();
  /** What `max` meant, by module. */
  readonly limits = new Map<string, number>();

  constructor(values: ReadonlyMap<string, string>, known: readonly string[]) {
    this.#values = values;
    this.#known = new Set(known);
  }

  know(names: readonly string[]): void {
    for (const name of names) this.#known.add(name);
  }

  get unknown(): readonly string[] {
    return [...this.#values.keys()].filter((name) => !this.#known.has(name));
  }

  warn(module: string, text: string): void {
    const before = this.warnings.get(module);
    this.warnings.set(module, before === undefined ? text : `${before}\n${text}`);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  /** Several values of one parameter; the given ones where it is absent. */
  list(name: string, fallback: readonly string[] = []): readonly string[] {
    const value = this.#values.get(name);
    if (value === undefined) return fallback;
    if (value === "") return [];
    const values = value.startsWith(UNIT_SEPARATOR) ? value.slice(1).split(UNIT_SEPARATOR) : value.split("|");
    if (values.length <= MAX_VALUES) return values;
    throw new ApiError(
      "toomanyvalues",
      `Too many values supplied for parameter "${name}". The limit is 50.`,
      {
        limit: MAX_VALUES,
        lowlimit: MAX_VALUES,
        highlimit: MAX_LIMIT,
      },
    );
  }

  /** Values that are not among the allowed ones are left out, with a warning. */
  subset(
    module: string,
    name: string,
    allowed: readonly string[],
    fallback: readonly string[],
  ): ReadonlySet<string> {
    const values = this.list(name, fallback);
    const foreign = values.filter((value) => !allowed.includes(value));
    const plural = foreign.length > 1 ? "values" : "value";
    if (foreign.length > 0)
      this.warn(module, `Unrecognized ${plural} for parameter "${name}": ${foreign.join(", ")}`);
    return new Set(values.filter((value) => allowed.includes(value)));
  }

  /** One of the allowed ones, or an error. */
  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name) ?? fallback;
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw badValue(name, value);
    return found;
  }

  integers(name: string): readonly number[] {
    return this.list(name).map((value) => integer(name, value));
  }

  integer(name: string): number | null {
    const value = this.text(name);
    return value === null ? null : integer(name, value);
  }

  limit(module: string, name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (value === "max") {
      this.limits.set(module, MAX_LIMIT);
      return MAX_LIMIT;
    }
    const number = integer(name, value);
    const clamped = Math.min(Math.max(number, 1), MAX_LIMIT);
    if (clamped !== number) {
      this.warn(module, `The value "${value}" for parameter "${name}" must be between 1 and ${MAX_LIMIT}.`);
    }
    return clamped;
  }

  /** ISO 8601, the fourteen digits of the database, or seconds since 1970; answered in ISO 8601. */
  timestamp(name: string, now: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (value === "now") return now;
    const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(value);
    const iso = digits === null ? value : fromDigits(value);
    const time = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : Date.parse(iso);
    if (Number.isNaN(time))
      throw new ApiError("badtimestamp", `Invalid value "${value}" for timestamp parameter "${name}".`);
    return new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z");
  }
}

function integer(name: string, value: string): number {
  const number = Number(value);
  if (/^[+-]?\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new ApiError("badinteger", `Invalid value "${value}" for integer parameter "${name}".`);
}

/** 20240105093000 for 2024-01-05T09:30:00Z, as continuations have it. */
export const toDigits = (iso: string) => iso.replace(/[-:TZ]/g, "");

export function fromDigits(digits: string): string {
  return digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
}
