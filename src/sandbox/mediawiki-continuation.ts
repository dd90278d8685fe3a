import { badContinue } from "./mediawiki-params.ts";

/**
 * What ApiContinuationManager does. `continue` is "generator parameters||finished modules": as long as one module over
 * the generator's pages is unfinished, the generator runs again from where it started, and finished modules rest; when
 * all are done the generator goes on, and they start again. "-" says that generator and pages are done.
 */
export class Continuation {
  readonly generatorDone: boolean;
  readonly #modules: readonly string[];
  readonly #pageModules: ReadonlySet<string>;
  readonly #resting: ReadonlySet<string>;
  readonly #generatorParams: Readonly<Record<string, string>>;
  readonly #unfinished = new Map<string, Record<string, string | number>>();
  #generatorNext: Record<string, string | number> | null = null;

  constructor(
    request: ReadonlyMap<string, string>,
    pageModules: readonly string[],
    otherModules: readonly string[],
  ) {
    this.#modules = [...pageModules, ...otherModules];
    this.#pageModules = new Set(pageModules);
    const given = request.get("continue") ?? "";
    const [generator = "", finished = "", more] = given === "" ? [] : given.split("||");
    if (more !== undefined || (given !== "" && !given.includes("||"))) throw badContinue();
    this.generatorDone = generator === "-";
    this.#resting = new Set([...finished.split("|"), ...(this.generatorDone ? pageModules : [])]);
    const names = this.generatorDone ? [] : generator.split("|").filter((name) => request.has(name));
    this.#generatorParams = Object.fromEntries(names.map((name) => [name, request.get(name) ?? ""]));
  }

  runs(module: string): boolean {
    return !this.#resting.has(module);
  }

  goOn(module: string, param: string, value: string | number): void {
    this.#unfinished.set(module, { ...this.#unfinished.get(module), [param]: value });
  }

  goOnWithGenerator(param: string, value: string): void {
    this.#generatorNext = { [param]: value };
  }

  result(): { readonly next: Record<string, string | number> | null; readonly batchComplete: boolean } {
    const ofPages = [...this.#unfinished].filter(([module]) => this.#pageModules.has(module));
    const ofOthers = [...this.#unfinished].filter(([module]) => !this.#pageModules.has(module));
    const generator = ofPages.length > 0 ? this.#generatorParams : this.#generatorNext;
    const keys = generator === null ? "-" : Object.keys(generator).join("|");
    const restart = ofPages.length === 0 && this.#generatorNext !== null;
    const finished = this.#modules.filter(
      (module) => !this.#unfinished.has(module) && !(restart && this.#pageModules.has(module)),
    );
    const params = Object.assign({}, ...[...ofOthers, ...ofPages].map(([, values]) => values), generator);
    const more = this.#unfinished.size > 0 || generator !== null;
    return {
      next: more ? { ...params, continue: `${keys}||${finished.join("|")}` } : null,
      batchComplete: ofPages.length === 0,
    };
  }
}
