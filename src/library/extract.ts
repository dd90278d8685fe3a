import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import type { DocumentReader, RawFile } from "../application/ports.ts";
import type { DocumentType } from "../domain/extracted-document.ts";
import type { ExtractionOutcome } from "../domain/extraction.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { requireOcr } from "./ocr.ts";
import { readerPool } from "./reader-pool.ts";

export interface ExtractOptions extends CommonOptions {
  /** What links are relative to. @default as the meta file beside it says, else the file itself */
  readonly url?: string;
  /** What the files are. @default found out, each */
  readonly type?: DocumentType;
  /** Reads pages that are pictures of text, too. @default false: they are flagged */
  readonly ocr?: boolean;
  /** What `-` stands for. @default the process's standard input */
  readonly input?: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

export interface ExtractedFile {
  /** As it was named. */
  readonly file: string;
  readonly url: string;
  readonly outcome: ExtractionOutcome;
}

/**
 * Reads files, several at a time, and yields them in order. Offline. One that cannot be read says why and does not keep
 * others from being read.
 *
 * @example
 * for await (const { file, outcome } of extract(["page.html"])) if (outcome.ok) console.log(file, outcome.document.title);
 */
export async function* extract(
  files: readonly string[],
  options: ExtractOptions = {},
): AsyncGenerator<ExtractedFile> {
  if (options.ocr === true) requireOcr();
  const { settings } = await loadConfiguration(options);
  const reader = readerPool(settings);
  const held = new HeldInput(options.input ?? process.stdin);
  // No more are begun than are soon wanted: what is read waits for those before it.
  const ahead: Promise<ExtractedFile>[] = [];
  try {
    for (const file of files) {
      if (options.signal?.aborted === true) return;
      ahead.push(readOne(file, options, reader, held));
      if (ahead.length >= reader.width * 2) yield await (ahead.shift() as Promise<ExtractedFile>);
    }
    for (const one of ahead.splice(0)) yield await one;
  } finally {
    await reader.close();
    await Promise.allSettled(ahead);
    await held.drop();
  }
}

async function readOne(
  file: string,
  options: ExtractOptions,
  reader: DocumentReader,
  held: HeldInput,
): Promise<ExtractedFile> {
  const path = file === "-" ? await held.file() : resolve(file);
  const meta = await metaBeside(path);
  const url = options.url ?? meta.url ?? (file === "-" ? "about:blank" : pathToFileURL(path).href);
  const raw: RawFile = {
    file: path,
    url,
    contentType: meta.contentType ?? "",
    ocr: options.ocr ?? false,
    ...(options.type === undefined ? {} : { type: options.type }),
  };
  return { file, url, outcome: await reader.read(raw, options.signal) };
}

/** Pages of the raw store have what the server said of them beside them. */
async function metaBeside(path: string): Promise<{ readonly url?: string; readonly contentType?: string }> {
  const name = basename(path).replace(/\.[^.]+$/, "");
  try {
    const meta = JSON.parse(await readFile(join(dirname(path), `${name}.meta.json`), "utf8")) as unknown;
    if (typeof meta !== "object" || meta === null) return {};
    const { final_url, content_type } = meta as Readonly<Record<string, unknown>>;
    return {
      ...(typeof final_url === "string" && URL.canParse(final_url) ? { url: final_url } : {}),
      ...(typeof content_type === "string" ? { contentType: content_type } : {}),
    };
  } catch {
    return {};
  }
}

/** Readers take files: what comes in is kept as one meanwhile. */
class HeldInput {
  readonly #input: AsyncIterable<Uint8Array>;
  #folder: Promise<string> | null = null;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#input = input;
  }

  async file(): Promise<string> {
    return join(await (this.#folder ??= this.#hold()), "input");
  }

  async drop(): Promise<void> {
    if (this.#folder !== null) await rm(await this.#folder, { recursive: true, force: true });
  }

  async #hold(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "levada-"));
    await pipeline(this.#input, createWriteStream(join(folder, "input")));
    return folder;
  }
}
