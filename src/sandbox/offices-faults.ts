/** A path with or without its query, or what paths look like. */
export type PathPattern = string | RegExp;

export interface FailOptions {
  /** @default always */
  readonly times?: number;
  /** Seconds, or a date. */
  readonly retryAfter?: number | string;
}

export type OfficeFault =
  | { readonly kind: "status"; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: "hang" };

interface Rule {
  readonly pattern: PathPattern;
  readonly effect: OfficeFault | { readonly kind: "delay"; readonly ms: number };
  left: number;
}

/** What goes wrong at an office, until it is mended. */
export class OfficeFaults {
  #rules: Rule[] = [];

  fail(pattern: PathPattern, status: number, { times = Infinity, retryAfter }: FailOptions = {}): void {
    const effect: OfficeFault = { kind: "status", status, retryAfter: retryAfter?.toString() };
    this.#rules.push({ pattern, effect, left: times });
  }

  delay(pattern: PathPattern, ms: number): void {
    this.#rules.push({ pattern, effect: { kind: "delay", ms }, left: Infinity });
  }

  hang(pattern: PathPattern): void {
    this.#rules.push({ pattern, effect: { kind: "hang" }, left: Infinity });
  }

  mend(): void {
    this.#rules = [];
  }

  /** The delays of all rules, and the first fault; it is used up by this. */
  take(path: string): { readonly delayMs: number; readonly fault: OfficeFault | undefined } {
    let delayMs = 0;
    let fault: OfficeFault | undefined;
    for (const rule of this.#rules) {
      if (rule.left <= 0 || !matches(rule.pattern, path)) continue;
      if (rule.effect.kind === "delay") delayMs += rule.effect.ms;
      else if (fault === undefined) {
        fault = rule.effect;
        rule.left--;
      }
    }
    return { delayMs, fault };
  }
}

export function matches(pattern: PathPattern, path: string): boolean {
  if (typeof pattern === "string") return pattern === path || pattern === path.replace(/\?.*$/s, "");
  return path.search(pattern) !== -1;
}
