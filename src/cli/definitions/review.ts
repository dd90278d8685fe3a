import { Argument } from "commander";
import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { commaList } from "../option-values.ts";
import { examples, type Invocation } from "./definition.ts";

export interface ReviewFlags extends GlobalFlags {
  readonly fields?: readonly string[];
  readonly by?: string;
}

export function addReview(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("review")
    .description("Look at what needs a person: pages in doubt, and proposals beside curated files; offline")
    .addArgument(
      new Argument("[what]", "list, show, accept or reject")
        .choices(["list", "show", "accept", "reject"])
        .default("list"),
    )
    .argument("[id]", "the name of the procedure, its url_hash (6 digits will do) or its address")
    .option("--fields <fields>", "accept: only these fields of a proposal, such as plazos,tasas", commaList)
    .option("--by <name>", "accept, reject: who decides (default: the user of the system)")
    .addHelpText(
      "after",
      examples(
        "review",
        "review show empadronamiento",
        "review accept empadronamiento --fields plazos,tasas --by ana",
        "review reject 1f0c3a",
      ),
    );
  command.action(async (what: string, id: string | undefined) => {
    const { reviewCommand } = await import("../commands/review.ts");
    ends(await reviewCommand(what, id, command.optsWithGlobals<ReviewFlags>(), io));
  });
}
