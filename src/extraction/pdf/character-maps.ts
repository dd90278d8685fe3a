/**
 * What the codes of Chinese, Japanese and Korean fonts stand for, where a file names one of the maps that every reader
 * has to know (ISO 32000-1, 9.7.5.2) rather than bringing its own. They are Adobe's, packed as pdf.js reads them;
 * `cmaps/LICENSE` goes with them.
 */
import { readFile } from "node:fs/promises";

const FOLDER = new URL("./cmaps/", import.meta.url);
/** Names come out of strangers' files. */
const NAME = /^[\w-]+\.bcmap$/;

/** What pdf.js asks for data that do not come with it. */
export class CharacterMaps {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== "cMapUrl" || !NAME.test(filename)) throw new Error(`there is no ${filename} of ${kind}`);
    return new Uint8Array(await readFile(new URL(filename, FOLDER)));
  }
}
