import type { FoundPage, ReadResult, SeenAttempt } from "../../domain/source.ts";
import type { Failure } from "../../domain/failure.ts";

/** What a server has under an address: text, bytes in pieces, or a failure. */
export type Served = string | Uint8Array | Failure | { readonly cut: string; readonly failure: Failure };

export interface FakeContext {
  readonly asked: string[];
  readonly warnings: string[];
  readonly signal: AbortSignal;
  readonly stop: () => void;
  now(): number;
  warn(code: string, message: string): void;
  mostBytes(own: number): number;
  sitemapsOf(url: string): Promise<readonly string[]>;
  pageOf(key: string): Promise<FoundPage | null>;
  read<T>(
    url: string,
    parse: (body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) => Promise<T>,
    options?: { readonly observe?: (seen: SeenAttempt) => Promise<void> },
  ): Promise<ReadResult<T>>;
}

export interface Web {
  readonly served?: Readonly<Record<string, Served>>;
  readonly sitemaps?: readonly string[];
  /** Pages by key, once their way has ended. */
  readonly pages?: ReadonlyMap<string, FoundPage>;
  readonly contentType?: string;
}

export const NOW = Date.UTC(2026, 2, 2, 12);
const MISSING: Failure = { kind: "http_status", status: 404 };

/** What finders are handed, without an engine behind it. */
export function fakeContext({ served = {}, sitemaps = [], pages, contentType = "" }: Web): FakeContext {
  const [asked, warnings]: [string[], string[]] = [[], []];
  const stopping = new AbortController();
  return {
    asked,
    warnings,
    signal: stopping.signal,
    stop: () => stopping.abort(),
    now: () => NOW,
    warn: (code, message) => void warnings.push(`${code} ${message}`),
    mostBytes: (own) => own,
    sitemapsOf: async () => sitemaps,
    pageOf: async (key) => pages?.get(key) ?? null,
    read: async (url, parse) => {
      asked.push(url);
      const answer = served[url] ?? MISSING;
      if (typeof answer === "object" && "kind" in answer) return { ok: false, failure: answer };
      const headers = { "content-type": contentType };
      if (typeof answer === "object" && "cut" in answer) {
        await parse(broken(answer.cut), headers).catch(() => {});
        return { ok: false, failure: answer.failure };
      }
      return { ok: true, value: await parse(inPieces(Buffer.from(answer as string)), headers), url, headers };
    },
  };
}

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* broken(text: string): AsyncGenerator<Uint8Array> {
  yield* inPieces(Buffer.from(text));
  throw new Error("the line went dead");
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
