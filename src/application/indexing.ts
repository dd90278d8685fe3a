import type { IndexEntry, SearchCorpus, SearchIndex } from "./ports.ts";

export interface IndexingParts {
  readonly corpus: SearchCorpus;
  readonly index: SearchIndex;
  /** No more is begun once this says so; the next run goes on. @default never */
  readonly isOver?: () => boolean;
}

export interface IndexingCounts {
  /** New, or other than before. */
  readonly put: number;
  /** No longer there. */
  readonly dropped: number;
  /** False where it was stopped before its end. */
  readonly complete: boolean;
}

/** Documents of one transaction: a kill costs no more than these. */
const BATCH = 64;
/** Characters of one transaction: few large documents are a batch, too. */
const BATCH_CHARS = 1_000_000;

/** Brings the index up to what is stored of a source: what has changed is read, what is gone leaves. */
export async function bringUpToDate({
  corpus,
  index,
  isOver = () => false,
}: IndexingParts): Promise<IndexingCounts> {
  const { source } = corpus;
  const gone = new Map(await index.known(source));
  const stale = new Map<string, string>();
  for await (const { key, stamp } of corpus.entries()) {
    if (gone.get(key) !== stamp) stale.set(key, stamp);
    gone.delete(key);
  }
  const put = await putStale(stale, { corpus, index, isOver });
  const complete = !isOver();
  // Nothing is to be found in those that were listed and could not be read: they are not asked for again.
  const silent = complete ? Array.from(stale, ([key, stamp]) => ({ key, stamp, document: null })) : [];
  for (let at = 0; at < silent.length; at += ROWS) await index.put(source, silent.slice(at, at + ROWS));
  const dropped = [...gone.keys()];
  for (let at = 0; at < dropped.length; at += ROWS) await index.drop(source, dropped.slice(at, at + ROWS));
  return { put, dropped: gone.size, complete };
}

/** Rows without text that come or leave in one transaction. */
const ROWS = 1000;

/** Takes from `stale` what was put. */
async function putStale(
  stale: Map<string, string>,
  { corpus, index, isOver }: Required<IndexingParts>,
): Promise<number> {
  if (stale.size === 0 || isOver()) return 0;
  let batch: IndexEntry[] = [];
  let [put, chars] = [0, 0];
  const flush = async () => {
    await index.put(corpus.source, batch);
    put += batch.length;
    for (const { key } of batch) stale.delete(key);
    [batch, chars] = [[], 0];
  };
  for await (const [key, document] of corpus.read(new Set(stale.keys()))) {
    const stamp = stale.get(key);
    if (stamp === undefined) continue;
    batch.push({ key, stamp, document });
    chars += document?.text.length ?? 0;
    if (batch.length >= BATCH || chars >= BATCH_CHARS) await flush();
    if (isOver()) break;
  }
  await flush();
  return put;
}
