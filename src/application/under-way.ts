import type { StoredDocument } from "../domain/reference.ts";
import type { FoundPage } from "../domain/source.ts";
import type { Archive, Registry } from "./ports.ts";

/** Larger ones hold no links that anybody would follow. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Items that have been found and not yet ended, and who waits for their end: a crawl reads on in what it finds. */
export class UnderWay {
  readonly #hosts = new Map<string, string>();
  /** Each host once: its name, cut out of an address, would keep that address for every item. */
  readonly #names = new Map<string, string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  begin(key: string, url: string): void {
    const host = URL.parse(url)?.host ?? "";
    const known = this.#names.get(host);
    if (known === undefined) this.#names.set(host, host);
    this.#hosts.set(key, known ?? host);
  }

  end(key: string): void {
    this.#hosts.delete(key);
    for (const goOn of this.#waiting.get(key) ?? []) goOn();
    this.#waiting.delete(key);
  }

  /** A host has left the run, with everything that was to be asked of it. */
  endAllOf(host: string): void {
    for (const [key, its] of this.#hosts) if (its === host) this.end(key);
  }

  /** Resolves at once where nothing of that key is under way, and when the signal aborts. */
  async whenEnded(key: string, signal: AbortSignal): Promise<void> {
    if (!this.#hosts.has(key) || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const goOn = () => resolve();
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), goOn]);
    signal.addEventListener("abort", goOn, { once: true });
    await promise;
    signal.removeEventListener("abort", goOn);
  }
}

/** The page that is stored under a key, where it is small enough to be read. */
export async function storedPage(
  source: string,
  key: string,
  { registry, archive }: { readonly registry: Registry; readonly archive: Archive },
): Promise<FoundPage | null> {
  const document: StoredDocument | null = (await registry.find(source, [key])).get(key)?.document ?? null;
  if (document?.page === undefined || document.originalSize > MAX_BYTES) return null;
  const bytes = await archive.read(document);
  return bytes === null ? null : { bytes, ...document.page };
}
