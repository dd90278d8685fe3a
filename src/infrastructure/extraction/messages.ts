import type { RawFile } from "../../application/ports.ts";
import type { ExtractionOutcome } from "../../domain/extraction.ts";

/** What a reading process is sent, one at a time. */
export interface ReadRequest {
  readonly raw: RawFile;
  /** More bytes of one document are not read. */
  readonly maxBytes: number;
}

/** What it sends: once when it is ready, then an outcome for each request. */
export type ReadReply =
  | { readonly ready: true }
  /** Something has begun that may take so many milliseconds; it ends by itself then. */
  | { readonly longWorkMs: number }
  | { readonly outcome: ExtractionOutcome };
