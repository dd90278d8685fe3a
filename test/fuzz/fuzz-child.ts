/**
 * The process in which a parser is fuzzed: it may hang, run out of memory or die. What it is about to try stands in a
 * file, so that its parent knows what killed it.
 */
import { openSync, writeSync } from "node:fs";
import { Choices } from "../../src/sandbox/offices-random.ts";
import { Coverage } from "./coverage.ts";
import { firstInputs } from "./inputs.ts";
import { minimised } from "./minimise.ts";
import { mutated } from "./mutate.ts";
import { examine, type Finding } from "./oracle.ts";
import { type FuzzTarget, MAX_BYTES } from "./target.ts";
import { targetNamed } from "./targets.ts";

export interface ChildOrder {
  readonly target: string;
  readonly seed: number;
  /** From when everything is loaded and the first inputs are read. */
  readonly seconds: number;
  /** Where the input under way is written. */
  readonly underWay: string;
  /** Keys of what was found already: it is counted, not told again. */
  readonly known: readonly string[];
}

export type ChildMessage =
  | ({ readonly kind: "progress" } & ChildProgress)
  | { readonly kind: "finding"; readonly finding: Finding; readonly input: string };

export interface ChildProgress {
  readonly runs: number;
  readonly corpus: number;
  readonly blocks: number;
  /** The same causes again. */
  readonly repeats: number;
  readonly isDone: boolean;
}

/** Inputs between two looks at what has run: a look costs more than most inputs do. The rarer the news, the more. */
const MIN_BATCH = 8;
const MAX_BATCH = 256;
const MAX_CORPUS = 2_000;
const PROGRESS_MS = 500;

class Fuzzing {
  readonly #target: FuzzTarget;
  readonly #order: ChildOrder;
  readonly #choices: Choices;
  readonly #coverage = new Coverage();
  readonly #corpus: Uint8Array[] = [];
  readonly #known: Set<string>;
  readonly #underWay: number;
  #batch = MIN_BATCH;
  #runs = 0;
  #repeats = 0;
  #until = 0;
  #toldAt = 0;

  constructor(order: ChildOrder, target: FuzzTarget) {
    this.#order = order;
    this.#target = target;
    this.#choices = new Choices("fuzz", order.target, order.seed);
    this.#known = new Set(order.known);
    this.#underWay = openSync(order.underWay, "w");
  }

  async run(): Promise<void> {
    const first = firstInputs(this.#target);
    // All of them are kept, whatever they reach: somebody thought of each.
    for (const input of first) {
      await this.#try(input);
      this.#coverage.news(true);
      this.#corpus.push(input);
    }
    this.#until = Date.now() + this.#order.seconds * 1000;
    while (Date.now() < this.#until) await this.#runBatch();
    this.#tell(true);
  }

  async #runBatch(): Promise<void> {
    const batch: Uint8Array[] = [];
    while (batch.length < this.#batch && Date.now() < this.#until) batch.push(await this.#tryNext());
    const hasNews = this.#coverage.news(false) > 0;
    if (hasNews) await this.#keepTheNew(batch);
    this.#batch = Math.min(MAX_BATCH, Math.max(MIN_BATCH, hasNews ? this.#batch / 2 : this.#batch * 2));
    this.#tell(false);
  }

  async #tryNext(): Promise<Uint8Array> {
    const input = this.#next();
    await this.#try(input);
    return input;
  }

  /** Which of them it was is found by halves. */
  async #keepTheNew(batch: readonly Uint8Array[]): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) {
      await this.#try(only);
      if (this.#coverage.news(true) > 0) this.#keep(only);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      for (const input of half) await this.#try(input);
      if (this.#coverage.news(false) > 0) await this.#keepTheNew(half);
    }
  }

  #keep(input: Uint8Array): void {
    if (this.#corpus.length < MAX_CORPUS) this.#corpus.push(input);
    else this.#corpus[this.#choices.between(0, MAX_CORPUS - 1)] = input;
  }

  /** The latest are tried the most: there is more behind them. */
  #next(): Uint8Array {
    const { length } = this.#corpus;
    const from = this.#choices.between(0, 2) === 0 ? Math.max(0, length - 20) : 0;
    const parent = this.#corpus[this.#choices.between(from, length - 1)] ?? new Uint8Array();
    const { dictionary, maxBytes = MAX_BYTES } = this.#target;
    return mutated(parent, this.#choices, { corpus: this.#corpus, dictionary, maxBytes });
  }

  async #try(input: Uint8Array): Promise<void> {
    this.#announce(input);
    const finding = await examine(this.#target, input);
    if (finding === null) return;
    if (this.#known.has(finding.key)) {
      this.#repeats++;
      return;
    }
    if (finding.kind === "slow" && !(await this.#isSlowAgain(input))) return;
    this.#known.add(finding.key);
    const smallest = finding.kind === "slow" ? input : await this.#smallest(input, finding);
    send({ kind: "finding", finding, input: Buffer.from(smallest).toString("base64") });
  }

  /** Once may be the machine. */
  async #isSlowAgain(input: Uint8Array): Promise<boolean> {
    for (let again = 0; again < 2; again++) {
      this.#announce(input);
      if ((await examine(this.#target, input))?.kind !== "slow") return false;
    }
    return true;
  }

  #smallest(input: Uint8Array, { key }: Finding): Promise<Uint8Array> {
    return minimised(input, async (shorter) => {
      this.#announce(shorter);
      return (await examine(this.#target, shorter))?.key === key;
    });
  }

  /** The number of the run, the length of the input, the input. */
  #announce(input: Uint8Array): void {
    this.#runs++;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(this.#runs % 2 ** 32);
    head.writeUInt32LE(input.length, 4);
    const whole = Buffer.concat([head, input]);
    writeSync(this.#underWay, whole, 0, whole.length, 0);
  }

  #tell(isDone: boolean): void {
    if (!isDone && Date.now() - this.#toldAt < PROGRESS_MS) return;
    this.#toldAt = Date.now();
    send({
      kind: "progress",
      runs: this.#runs,
      corpus: this.#corpus.length,
      blocks: this.#coverage.blocks,
      repeats: this.#repeats,
      isDone,
    });
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

const order = JSON.parse(process.argv[2] ?? "{}") as ChildOrder;
await new Fuzzing(order, await targetNamed(order.target)).run();
process.disconnect();
