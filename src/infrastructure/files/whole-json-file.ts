import { type FileHandle, rename } from "node:fs/promises";
import { Durability } from "./durability.ts";
import { remove } from "./file-moves.ts";
import { openNew } from "./new-file.ts";
import { storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const CHUNK = 64 * 1024;

/** A JSON object whose last field is a list, written item by item and put in place whole. */
export class WholeJsonFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #durability: Durability;
  #text = "";
  #items = 0;

  private constructor(file: string, handle: FileHandle, durability: Durability) {
    this.#file = file;
    this.#handle = handle;
    this.#durability = durability;
  }

  static async create(file: string, durability = new Durability()): Promise<WholeJsonFile> {
    // What was left or planted under the temporary name is never written through.
    await remove(`${file}.part`);
    const handle = await openNew(`${file}.part`);
    return new WholeJsonFile(file, handle, durability);
  }

  /** `list` is the name of the field that is filled by `add`. */
  async begin(fields: Readonly<Record<string, string | number>>, list: string): Promise<void> {
    const head = Object.entries(fields).map(
      ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
    );
    await this.#write(`{\n${head.join("")}  ${JSON.stringify(list)}: [`);
  }

  async add(item: object): Promise<void> {
    await this.#write(`${this.#items++ === 0 ? "" : ","}\n    ${JSON.stringify(item)}`);
  }

  async end(): Promise<void> {
    await this.#write(`${this.#items === 0 ? "" : "\n  "}]\n}\n`);
    try {
      await this.#flush();
      await this.#durability.syncFile(this.#handle, this.#file);
    } finally {
      await this.#handle.close();
    }
    await rename(`${this.#file}.part`, this.#file).catch((error: unknown) => {
      throw storageError(error, `put ${this.#file} in place`);
    });
  }

  async #write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length > CHUNK) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    await writeWhole(this.#handle, Buffer.from(text), this.#file);
  }
}
