// Writes docs/cli.md from the help, so that the two cannot differ. Run by `npm run docs`.
import { writeFile } from "node:fs/promises";
import type { Io } from "./io.ts";
import { buildProgram } from "./program.ts";

const WIDTH = 100;

export const REFERENCE_FILE = new URL("../../docs/cli.md", import.meta.url);

/** The reference as Markdown: the help of `levada` and of each of its commands. */
export async function cliReference(): Promise<string> {
  // "ingest" loads the sources, whose flags belong into the reference.
  const { command } = await buildProgram(["ingest"], SILENT);
  const commands = command.commands.filter((each) => each.name() !== "help");
  const sections = [
    "# Command line\n\nGenerated from the help by `npm run docs`.\n",
    section("levada", await helpOf(command)),
    ...(await Promise.all(
      commands.map(async (each) => section(`levada ${each.name()}`, await helpOf(each))),
    )),
  ];
  return sections.join("\n");
}

function section(title: string, help: string): string {
  return `## ${title}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`;
}

/** With the examples, which `helpInformation()` alone leaves out. */
async function helpOf(
  command: Awaited<ReturnType<typeof buildProgram>>["command"]["commands"][number],
): Promise<string> {
  let text = "";
  command.configureOutput({ writeOut: (part) => void (text += part), getOutHelpWidth: () => WIDTH });
  command.outputHelp();
  return text;
}

const NOWHERE = { write: () => {}, isTerminal: false, columns: WIDTH };

const SILENT: Io = {
  stdout: NOWHERE,
  stderr: NOWHERE,
  env: {},
  now: () => 0,
  onStop: () => () => {},
  exit: () => {},
};

if (import.meta.main) await writeFile(REFERENCE_FILE, await cliReference());
