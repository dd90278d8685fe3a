/** Reads pages that are pictures (P15), in a thread of its own that is kept from one document to the next. */
import { Worker } from "node:worker_threads";
import type { DetectedLanguage } from "../../domain/extracted-document.ts";
import type { Turn, Word } from "../pdf/word-builder.ts";
import { betterLanguages, firstLanguages } from "./languages.ts";
import type { OcrReply, OcrRequest, SeenPage } from "./ocr-messages.ts";
import type { QuarterTurns } from "./page-pictures.ts";
import { wordsOf } from "./page-words.ts";

/** Of one page, drawn and read once: a few seconds, and many more on a machine that has other things to do. */
const PAGE_MS = 120_000;
/** Of one document: pages after that are left as they are. */
const DOCUMENT_MS = 1_800_000;
/** A page of which less is certain may stand on its head. */
const DOUBTFUL = 0.75;
/** Letters that must have been seen, for that to be said. */
const MIN_LETTERS = 20;
/** Of two readings: each language is sure of itself in its own way. */
const ABOUT_AS_SURE = 0.1;
/** Letters that tell a language. */
const TELLING_LETTERS = 200;

export interface RecognisedPage {
  readonly words: ReadonlyMap<Turn, readonly Word[]>;
  /** From 0 to 1. */
  readonly confidence: number;
  /** That were seen, doubtful ones too. */
  readonly letters: number;
  /** By which it had to be turned to be read. */
  readonly turns: QuarterTurns;
  /** In points, as it is read. */
  readonly width: number;
  readonly height: number;
}

export interface DocumentRecogniser {
  /** From 1. Null where the page could not be drawn or read, or there is no more time. */
  read(page: number, options: { readonly withoutText: boolean }): Promise<RecognisedPage | null>;
  /** As they were last used. */
  readonly languages: readonly string[];
  /** What it has taken so far. */
  readonly spentMs: number;
  close(): Promise<void>;
}

export interface RecogniserOptions {
  readonly bytes: Uint8Array;
  /** Languages that are expected; none: any that can be read. */
  readonly expected: readonly string[];
  /** What the document says of itself. */
  readonly declared: string | null;
  readonly detectLanguage?: (text: string, declared: string | null) => DetectedLanguage;
  /** Called before each page, with the milliseconds it may take. */
  readonly onPage?: (ms: number) => void;
  readonly now?: () => number;
}

/** Opens documents one after the other. */
export class Recogniser {
  readonly #pageMs: number;
  #thread: OcrThread | null = null;

  constructor({ pageMs = PAGE_MS }: { readonly pageMs?: number } = {}) {
    this.#pageMs = pageMs;
  }

  open(options: RecogniserOptions): DocumentRecogniser {
    const { onPage } = options;
    return new OpenDocument(options, (request) => {
      if (request.kind === "page") onPage?.(this.#pageMs);
      return this.#ask(request);
    });
  }

  async end(): Promise<void> {
    await this.#thread?.end();
    this.#thread = null;
  }

  /** Null where the thread has ended, or was ended: the next request finds another. */
  async #ask(request: Request): Promise<OcrReply | null> {
    const isNew = this.#thread === null;
    if (isNew && request.kind === "close") return null;
    const thread = (this.#thread ??= new OcrThread(this.#pageMs));
    const { document, ...rest } = request;
    const bytes = isNew || thread.document !== document ? document : null;
    thread.document = document;
    const reply = await thread.ask(rest.kind === "close" ? { kind: "close" } : { ...rest, bytes });
    if (rest.kind === "close") thread.document = null;
    // What failed in WebAssembly may have left it in no state to go on.
    if (reply?.ok !== true) await this.end();
    return reply;
  }
}

type Request = { readonly document: Uint8Array } & (
  | Omit<OcrRequest & { kind: "page" }, "bytes">
  | { readonly kind: "close" }
);

class OcrThread {
  readonly #worker: Worker;
  readonly #pageMs: number;
  readonly #died: Promise<null>;
  /** What it has open. */
  document: Uint8Array | null = null;

  constructor(pageMs: number) {
    this.#pageMs = pageMs;
    const entry = import.meta.url.endsWith(".ts") ? "./ocr-thread.ts" : "./ocr-thread.js";
    this.#worker = new Worker(new URL(entry, import.meta.url), { stdout: true, stderr: true });
    this.#died = new Promise((resolve) => {
      this.#worker.once("error", () => resolve(null));
      this.#worker.once("exit", () => resolve(null));
    });
    this.#worker.unref();
  }

  async ask(request: OcrRequest): Promise<OcrReply | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), this.#pageMs)));
    const reply = new Promise<OcrReply>((resolve) => this.#worker.once("message", resolve));
    this.#worker.postMessage(request, []);
    try {
      return await Promise.race([reply, this.#died, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

class OpenDocument implements DocumentRecogniser {
  readonly #options: RecogniserOptions;
  readonly #ask: (request: Request) => Promise<OcrReply | null>;
  readonly #now: () => number;
  /** That pages before this one lay on: the next ones will, too. */
  #turns: QuarterTurns = 0;
  #bodySize = 0;
  #isSettled = false;
  languages: readonly string[];
  spentMs = 0;

  constructor(options: RecogniserOptions, ask: (request: Request) => Promise<OcrReply | null>) {
    this.#options = options;
    this.#ask = ask;
    this.#now = options.now ?? (() => performance.now());
    this.languages = firstLanguages(options.declared, options.expected);
  }

  async read(number: number, options: { readonly withoutText: boolean }): Promise<RecognisedPage | null> {
    const started = this.#now();
    const seen = await this.#upright(number, options.withoutText);
    const page = seen === null ? null : await this.#inItsLanguage(number, options.withoutText, seen);
    this.spentMs += this.#now() - started;
    return page;
  }

  async close(): Promise<void> {
    await this.#ask({ kind: "close", document: this.#options.bytes });
  }

  async #upright(number: number, withoutText: boolean): Promise<RecognisedPage | null> {
    const first = await this.#look(number, withoutText, this.#turns);
    if (first === null || first.confidence >= DOUBTFUL || first.letters < MIN_LETTERS) return first;
    // Tesseract reads text that runs downwards, too: what it cannot read upright it can on its head, or neither.
    const turns = ((this.#turns + 2) % 4) as QuarterTurns;
    const other = await this.#look(number, withoutText, turns);
    if (other === null || other.confidence <= first.confidence) return first;
    this.#turns = turns;
    return other;
  }

  /** Until there is enough text to tell the languages by, and then once more in those. */
  async #inItsLanguage(number: number, withoutText: boolean, page: RecognisedPage): Promise<RecognisedPage> {
    const { detectLanguage, declared, expected } = this.#options;
    if (this.#isSettled || page.letters < TELLING_LETTERS || detectLanguage === undefined) return page;
    this.#isSettled = true;
    const found = detectLanguage(textOf(page), declared);
    const shares = found.languages?.map(({ language }) => language) ?? [];
    const told = shares.length > 0 ? shares : found.language === null ? [] : [found.language];
    const better = betterLanguages(this.languages, told, expected);
    if (better === null) return page;
    const before = this.languages;
    this.languages = better;
    const again = await this.#look(number, withoutText, this.#turns);
    if (again !== null && again.confidence >= page.confidence - ABOUT_AS_SURE) return again;
    this.languages = before;
    return page;
  }

  async #look(number: number, withoutText: boolean, turns: QuarterTurns): Promise<RecognisedPage | null> {
    if (this.spentMs >= DOCUMENT_MS) return null;
    const { bytes: document } = this.#options;
    const { languages } = this;
    const reply = await this.#ask({ kind: "page", document, number, turns, withoutText, languages });
    if (reply?.ok !== true || reply.page === null) return null;
    return this.#read(reply.page, turns);
  }

  #read(page: SeenPage, turns: QuarterTurns): RecognisedPage {
    const { bodySize, ...read } = wordsOf(page, this.#bodySize);
    if (this.#bodySize === 0 && read.letters >= TELLING_LETTERS) this.#bodySize = bodySize;
    return { ...read, turns, width: (page.width * 72) / page.dpi, height: (page.height * 72) / page.dpi };
  }
}

function textOf({ words }: RecognisedPage): string {
  return [...words.values()].map((each) => each.map(({ text }) => text).join(" ")).join("\n");
}
