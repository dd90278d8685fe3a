/** A process whose wall clock can be set while it runs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Preload, buildPreload } from "./preload.ts";

export const DAY_S = 86_400;

export class ShiftedClock {
  readonly #file: string;
  readonly #library: string;
  #seconds = 0;

  constructor(library: string) {
    const folder = mkdtempSync(join(tmpdir(), "levada-clock-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    this.#file = join(folder, "shift");
    this.#library = library;
    this.set(0);
  }

  /** For the process that is to see it. */
  get environment(): Readonly<Record<string, string>> {
    return { LD_PRELOAD: this.#library, CLOCK_SHIFT: this.#file };
  }

  get seconds(): number {
    return this.#seconds;
  }

  jump(seconds: number): void {
    this.set(this.#seconds + seconds);
  }

  /** In place: processes have the file mapped. */
  set(seconds: number): void {
    this.#seconds = seconds;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    writeFileSync(this.#file, bytes, { flag: this.#isNew ? "w" : "r+" });
    this.#isNew = false;
  }
  #isNew = true;
}

export const buildClock = (): Preload => buildPreload("clock-shift.c");
