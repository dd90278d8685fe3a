/** A small part of Gherkin, enough to read specifications aloud and to run them. */
export interface Step {
  readonly line: number;
  /** Without its keyword. */
  readonly text: string;
  /** Rows of the table below it, cells trimmed. */
  readonly table: readonly (readonly string[])[];
}

export interface Scenario {
  readonly name: string;
  /** Those of the background first. */
  readonly steps: readonly Step[];
}

export interface Feature {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
}

const STEP = /^(?:Given|When|Then|And|But) (.+)$/;
const TITLE = /^(Feature|Background|Scenario): ?(.*)$/;

export function parseFeature(text: string): Feature {
  let name = "";
  const background: Step[] = [];
  const scenarios: { name: string; steps: Step[] }[] = [];
  let steps: Step[] | null = null;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const title = TITLE.exec(line);
    const step = STEP.exec(line);
    if (title?.[1] === "Feature") name = title[2] ?? "";
    else if (title?.[1] === "Background") steps = background;
    else if (title?.[1] === "Scenario") {
      steps = [...background];
      scenarios.push({ name: title[2] ?? "", steps });
    } else if (line.startsWith("|")) addRow(steps, line, index + 1);
    else if (step !== null && steps !== null) steps.push({ line: index + 1, text: step[1] ?? "", table: [] });
    else if (steps !== null && line !== "" && !line.startsWith("#"))
      throw new Error(`line ${index + 1}: not a step: ${line}`);
  }
  return { name, scenarios };
}

function addRow(steps: Step[] | null, line: string, number: number): void {
  const step = steps?.pop();
  if (steps === null || step === undefined) throw new Error(`line ${number}: a table without a step`);
  const cells = line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
  steps.push({ ...step, table: [...step.table, cells] });
}

type Action<World> = (
  world: World,
  words: readonly string[],
  table: readonly (readonly string[])[],
) => void | Promise<void>;

/** What steps mean: `"…"` and numbers in a step are words of it, `{text}` and `{number}` in its pattern. */
export class Steps<World> {
  readonly #known: { readonly pattern: RegExp; readonly action: Action<World> }[] = [];

  define(pattern: string, action: Action<World>): void {
    const escaped = pattern.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    const source = escaped.replaceAll("{text}", '"([^"]*)"').replaceAll("{number}", String.raw`(\d+)`);
    this.#known.push({ pattern: new RegExp(`^${source}$`), action });
  }

  /** Throws for a step that nobody has defined, or that two have. */
  async run({ steps }: Scenario, world: World): Promise<void> {
    for (const step of steps) {
      const { action, words } = this.#meaning(step);
      await action(world, words, step.table);
    }
  }

  #meaning({ text, line }: Step): { readonly action: Action<World>; readonly words: readonly string[] } {
    const found = this.#known.flatMap(({ pattern, action }) => {
      const match = pattern.exec(text);
      return match === null ? [] : [{ action, words: match.slice(1) }];
    });
    const [meaning] = found;
    if (meaning === undefined) throw new Error(`line ${line}: nobody has defined the step: ${text}`);
    if (found.length > 1) throw new Error(`line ${line}: the step means more than one thing: ${text}`);
    return meaning;
  }
}
