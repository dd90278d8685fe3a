/** What was wrong with something that was read all the same, by name, with how often. */
export interface Problem<Code extends string> {
  readonly code: Code;
  readonly count: number;
}

export class Problems<Code extends string> {
  readonly #counts = new Map<Code, number>();

  add(code: Code, count = 1): void {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  has(code: Code): boolean {
    return this.#counts.has(code);
  }

  list(): readonly Problem<Code>[] {
    return [...this.#counts].map(([code, count]) => ({ code, count }));
  }
}
