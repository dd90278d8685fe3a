import type { ProcedurePorts } from "./normalizing.ts";
import type {
  DocumentReader,
  ExtractFiles,
  Extracts,
  Links,
  ListingMemory,
  Ports,
  Renderer,
} from "./ports.ts";
import type { ForeignFiles } from "./taking-over.ts";

/** What a run needs; what it can do without has a default. */
export type IngestPorts = Omit<Ports, "lock"> & {
  /** The database was unreadable and set aside: everything in it is brought back from manifest and checkpoint. */
  readonly databaseWasCorrupt: boolean;
  /** Reads what another program has stored, where the user has a registry of its. @default there is none */
  readonly foreign?: ForeignFiles;
  /** Reads what was stored, where the source wants that. @default nothing is read */
  readonly extraction?: {
    readonly reader: DocumentReader;
    readonly files: ExtractFiles;
    readonly extracts: Extracts;
    /** Shows pages that are scripts only. @default they are flagged */
    readonly renderer?: Renderer;
    /** Reads pages that are pictures of text. @default false: they are flagged */
    readonly ocr?: boolean;
  };
  /** Makes procedures of what was read, where the source has some. @default none are made */
  readonly normalization?: ProcedurePorts;
  /**
   * Done when everything is stored and before the run is accounted for: what follows from it for others. Its trouble is a
   * warning. @default nothing
   */
  readonly beforeTheEnd?: (warn: (code: string, message: string) => void) => Promise<void>;
  /** @default listings are not remembered */
  readonly listings?: ListingMemory;
  /** Remembers how links stand, where documents are pages of the web. @default nobody does */
  readonly links?: Links;
};
