import type { LevadaCommand } from "../command.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { examples, type Invocation } from "./definition.ts";

export interface ExtractFlags extends GlobalFlags {
  readonly url?: string;
  readonly type?: string;
  readonly markdown?: true;
  readonly ocr?: true;
}

export interface ReextractFlags extends GlobalFlags {
  readonly ocr?: true;
}

export function addExtract(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("extract")
    .description("Read documents, and print what they say as Markdown; offline")
    .argument("<file...>", "files, also those of data/raw/; - for standard input")
    .option("--url <url>", "where the document was found: what its links are relative to")
    .option("--type <type>", "what the files are (default: found out from their content and name)")
    .option("--ocr", "read pages that are scanned, too; takes seconds a page")
    .option("--markdown", "print Markdown (default); with --json, one object a line, in order")
    .addHelpText(
      "after",
      examples(
        "extract page.html",
        "extract data/raw/sede.example.es/*.html --json",
        "extract scan.pdf --ocr",
        "extract - --url https://example.org/page < page.html",
      ),
    );
  command.action(async (files: readonly string[]) => {
    const { extractCommand } = await import("../commands/extract.ts");
    ends(await extractCommand(files, command.optsWithGlobals<ExtractFlags>(), io));
  });
}

export function addReextract(parent: LevadaCommand, { io, ends }: Invocation): void {
  const command = parent
    .command("reextract")
    .description("Read every stored document of a source again, and write what it says; offline")
    .argument("<source>", "usgs, tramites or site")
    .option("--ocr", "read pages that are scanned, too; takes seconds a page")
    .addHelpText(
      "after",
      examples("reextract tramites", "reextract tramites --ocr", "reextract site --json"),
    );
  command.action(async (source: string) => {
    const { reextractCommand } = await import("../commands/reextract.ts");
    ends(await reextractCommand(source, command.optsWithGlobals<ReextractFlags>(), io));
  });
}
