import { availableParallelism } from "node:os";
import type { DocumentReader } from "../application/ports.ts";
import type { Settings } from "../application/settings.ts";
import { createReaderPool } from "../infrastructure/extraction/reader-pool.ts";

/** Readers as the settings want them; none is started before there is something to read. */
export function readerPool({ extraction, documentLimits }: Settings): DocumentReader {
  const workers = Math.max(1, Math.min(extraction.workers, availableParallelism()));
  return createReaderPool({ ...extraction, workers, maxBytes: documentLimits.maxDecodedBytes });
}
