import { type SearchCorpus } from "../application/ports.ts";
import type { SearchDocument } from "../domain/search-document.ts";
import type { Source } from "../domain/source.ts";
import {
  type FillIn,
  isProcedureKey,
  procedureFiles,
  readProcedure,
} from "../infrastructure/search/procedure-files.ts";
import {
  type Describe,
  describeLines,
  describeStored,
  type StoredCorpusParts,
  storedEntries,
} from "../infrastructure/search/stored-corpus.ts";
import {
  cataloguedDocument,
  extractedDocument,
  gazetteDocument,
  wikiDocument,
} from "../search/documents/stored-documents.ts";

export interface CorpusParts extends Omit<StoredCorpusParts, "source" | "stemOf"> {
  readonly source: Pick<Source<never>, "name" | "pages" | "extraction">;
  readonly warn: (message: string) => void;
}

/** What can be found of a source. */
export function searchCorpus({ source: rules, warn, ...ports }: CorpusParts): SearchCorpus {
  const { name: source, extraction } = rules;
  const parts = { ...ports, source, ...(extraction === undefined ? {} : { stemOf: extraction.stem }) };
  if (source === "tramites") return proceduresCorpus(parts, warn);
  const entries = () => storedEntries(parts);
  if (source === "wiki")
    return { source, entries, read: (keys) => describeStored(parts, keys, describeWikiPage) };
  if (rules.pages === undefined)
    return {
      source,
      entries,
      read: (keys) =>
        describeLines(parts, keys, (stored, { metadata }) => cataloguedDocument(stored, metadata)),
    };
  const markdown = rules.extraction?.markdown ?? false;
  return {
    source,
    entries,
    read: (keys) =>
      describeStored(parts, keys, async (stored) =>
        stored.extract === null ? null : extractedDocument(stored, stored.extract, { markdown }),
      ),
  };
}

const describeWikiPage: Describe = async (stored, raw) => {
  const page = await raw();
  return page === null ? null : wikiDocument(stored, page);
};

/** Procedures, which are files that people write too, and documents of the gazette. Other pages are no answers. */
function proceduresCorpus(parts: StoredCorpusParts, warn: CorpusParts["warn"]): SearchCorpus {
  return {
    source: parts.source,
    async *entries() {
      yield* procedureFiles(parts.root);
      yield* storedEntries(parts);
    },
    async *read(keys) {
      yield* readProcedures(parts.root, keys, warn);
      yield* describeLines(parts, keys, (stored, { metadata }) => gazetteDocument(stored, metadata));
    },
  };
}

async function* readProcedures(
  root: string,
  keys: ReadonlySet<string>,
  warn: CorpusParts["warn"],
): AsyncGenerator<readonly [string, SearchDocument | null]> {
  const asked = [...keys].filter(isProcedureKey);
  if (asked.length === 0) return;
  const fillIn = await olderFiles();
  for (const key of asked) {
    const document = await readProcedure(root, key, fillIn);
    if (document === null) warn(`${key} is not in the index: it is no JSON object`);
    yield [key, document];
  }
}

/** Files from before v1 say less than can be known of them. */
async function olderFiles(): Promise<FillIn> {
  const { migrateProcedure } = await import("../procedures/migrate.ts");
  return (json) => {
    if (json["version"] === 1) return {};
    try {
      const migrated = migrateProcedure(json);
      return migrated.ok ? migrated.procedure : {};
    } catch {
      // A file may be anything; what it says itself is enough to find it by.
      return {};
    }
  };
}
