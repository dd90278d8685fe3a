import type { SourceFlag } from "../../domain/source.ts";

/** Flags of `levada ingest usgs`; what they set is in options.ts. */
export const USGS_FLAGS: readonly SourceFlag[] = [
  {
    flag: "--states <codes>",
    description: "postal codes, walked in this order (default: TX,OK,LA,NM,CO,WY,ND,MT,KS)",
    option: "states",
    kind: "list",
  },
  {
    flag: "--base-url <url>",
    description: "where the catalog is (default: https://my.usgs.gov)",
    option: "baseUrl",
    kind: "text",
  },
  {
    flag: "--formats <list>",
    description: "formats to fetch, also out of ZIPs, such as pdf,xlsx,csv (default: pdf)",
    option: "formats",
    kind: "list",
  },
  {
    flag: "--all-analyses",
    description: "analyses of every kind, not routine core analyses only",
    option: "allAnalyses",
    kind: "boolean",
  },
  {
    flag: "--include-cuttings",
    description: "cuttings too, not cores only",
    option: "includeCuttings",
    kind: "boolean",
  },
  {
    flag: "--unknown-state <what>",
    description: "documents whose state is none: reject them (default), or keep them under unknown/",
    option: "unknownState",
    kind: "choice",
    choices: ["reject", "keep"],
  },
];

export const USGS_EXAMPLES: readonly string[] = [
  "levada ingest usgs --limit 5",
  "levada ingest usgs --states TX,OK --dry-run",
  "levada ingest usgs --formats pdf,xlsx --include-cuttings --root corpus",
  "levada ingest usgs --retry-failed --wait",
];
