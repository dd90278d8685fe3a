import { Command, type ErrorOptions } from "commander";
import { MisuseError } from "../domain/errors.ts";

/** A command whose misuse is one line that says what was wrong and what is accepted. */
export class LevadaCommand extends Command {
  override createCommand(name?: string): LevadaCommand {
    return new LevadaCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const wrong = message
      .replace(/^error: /, "")
      .replace(/\n\(Did you mean (one of )?/, (_, several) => ` (did you mean ${several ?? ""}`)
      .replace(/\.$/, "");
    throw new MisuseError(`${wrong}${this.#accepted(options?.code ?? "", wrong)}`);
  }

  #accepted(code: string, wrong: string): string {
    switch (code) {
      case "commander.optionMissingArgument": {
        const option = this.options.find(({ flags }) => wrong.includes(`'${flags}'`));
        return option === undefined ? "" : `; it takes ${option.description}`;
      }
      case "commander.unknownOption":
        return `; ${this.#path()} takes ${this.#flags().join(", ")}`;
      case "commander.unknownCommand":
        return `; commands: ${this.#commands().join(", ")}`;
      case "commander.missingArgument":
      case "commander.excessArguments":
        return `; usage: ${this.#path()} ${this.usage()}${this.#argumentNotes()}`;
      default:
        return "";
    }
  }

  #path(): string {
    return this.parent === null ? this.name() : `${this.parent.name()} ${this.name()}`;
  }

  #flags(): readonly string[] {
    const help = this.createHelp();
    return [...help.visibleOptions(this), ...help.visibleGlobalOptions(this)].map(
      ({ long, flags }) => long ?? flags,
    );
  }

  #commands(): readonly string[] {
    return this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name());
  }

  #argumentNotes(): string {
    const notes = this.registeredArguments.filter(({ description }) => description !== "");
    return notes.map((argument) => `; ${argument.name()}: ${argument.description}`).join("");
  }
}
