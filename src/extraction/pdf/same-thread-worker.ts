/**
 * The two halves of pdf.js talk over a port. Without a worker of its own thread it copies every message as if there
 * were one, which for each letter of a page is an object: more work than reading the page. Both halves are here, in a
 * process of their own, so messages are handed over as they are, but for the lists that the sender goes on to empty.
 */
type Listener = (event: { readonly data: unknown }) => void;

interface Port {
  postMessage(message: unknown): void;
  addEventListener(
    type: string,
    listener: Listener,
    options?: { readonly signal?: AbortSignal } | null,
  ): void;
  removeEventListener(type: string, listener: Listener): void;
}

interface PdfJs {
  readonly PDFWorker?: new (options: { port: unknown; verbosity: number }) => { destroy(): void };
}

interface WorkerHalf {
  readonly WorkerMessageHandler?: { initializeFromPort?(port: Port): void };
}

/** Null where this pdf.js is put together in another way: it then does as it is used to. */
export function sameThreadWorker({ PDFWorker }: PdfJs): { destroy(): void } | null {
  const { pdfjsWorker } = globalThis as { pdfjsWorker?: WorkerHalf };
  const handler = pdfjsWorker?.WorkerMessageHandler;
  if (PDFWorker === undefined || typeof handler?.initializeFromPort !== "function") return null;
  const [near, far] = portPair();
  const worker = new PDFWorker({ port: near, verbosity: 0 });
  handler.initializeFromPort(far);
  return worker;
}

function portPair(): [Port, Port] {
  const ends: [Set<Listener>, Set<Listener>] = [new Set(), new Set()];
  return [portOf(ends[0], ends[1]), portOf(ends[1], ends[0])];
}

function portOf(own: Set<Listener>, others: ReadonlySet<Listener>): Port {
  return {
    postMessage: (message) => {
      const event = { data: kept(message) };
      queueMicrotask(() => {
        for (const listener of others) listener(event);
      });
    },
    addEventListener: (_, listener, options) => {
      own.add(listener);
      options?.signal?.addEventListener("abort", () => own.delete(listener));
    },
    removeEventListener: (_, listener) => own.delete(listener),
  };
}

/** A list of operators is emptied once it is sent. */
function kept(message: unknown): unknown {
  const { chunk } = (message ?? {}) as { chunk?: { fnArray?: unknown; argsArray?: unknown } };
  if (!Array.isArray(chunk?.fnArray) || !Array.isArray(chunk.argsArray)) return message;
  const copy = { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() };
  return { ...(message as object), chunk: copy };
}
