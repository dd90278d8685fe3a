import { Option } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { SearchFlags } from "../commands/search.ts";
import { wholeNumber } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

/** `levada search`. */
export function addSearch(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("search")
    .description("Find documents of every source by what they say; offline")
    .argument(
      "<query...>",
      "words in any spelling: accents and endings do not matter, and there is no syntax",
    )
    .option("--source <source>", "documents of one source (default: all)")
    .option("--level <level>", "procedures of this level: estatal, autonomico, local")
    .option("--ccaa <name>", "procedures of this autonomous community, by slug or name")
    .option("--municipio <name>", "procedures of this town")
    .option("--organism <name>", "by a part of the organism's name, or its abbreviation")
    .option("--type <type>", "kind of procedure (certificado, subvencion …) or document (pdf, boe_xml …)")
    .option("--channel <channel>", "how to apply: electronico, presencial, mixto")
    .option("--lang <code>", "language: es, ca, gl, eu, en …")
    .addOption(new Option("--limit <n>", "hits to show at most (default: 10)").argParser(wholeNumber))
    .addHelpText(
      "after",
      examples(
        'search "prestación por desempleo"',
        "search empadronamiento --level local --ccaa Cataluña --lang ca",
        'search "core analysis" --source usgs --limit 3 --json',
      ),
    );
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => parse(argv.map(asWord));
  command.action(async (words: readonly string[]) => {
    const { searchCommand } = await import("../commands/search.ts");
    ends(await searchCommand(words.join(" "), command.optsWithGlobals<SearchFlags>(), io));
  });
}

/** There is no syntax: "-ayuda" is a word. No flag has one dash but -h. */
const asWord = (word: string) => word.replace(/^-(?=\p{L}{2})/u, "");
