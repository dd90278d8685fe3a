import { StorageError } from "../domain/errors.ts";
import type { Clock, DiskGauge } from "./ports.ts";

const MAX_RESERVE_BYTES = 256 * 1024 * 1024;
const RESERVE_SHARE = 0.05;
const CHECK_EVERY_MS = 50;

/** How much of a file system is never filled. */
export function reserveOf(totalBytes: number): number {
  return Math.min(MAX_RESERVE_BYTES, totalBytes * RESERVE_SHARE);
}

/** Stops a run before the disk is full (U21): below the reserve nothing new is begun. */
export class DiskGuard {
  readonly #disk: DiskGauge;
  readonly #clock: Clock;
  #checkedAt = -Infinity;

  constructor(ports: { disk: DiskGauge; clock: Clock }) {
    this.#disk = ports.disk;
    this.#clock = ports.clock;
  }

  /** Throws when too little space is left; looks at most twenty times a second, so that a fast run cannot overrun the reserve. */
  async check(): Promise<void> {
    if (this.#clock.monotonic() - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = this.#clock.monotonic();
    const { freeBytes, totalBytes } = await this.#disk.free();
    const reserve = reserveOf(totalBytes);
    if (freeBytes >= reserve) return;
    throw new StorageError(
      "disk_full",
      `only ${megabytes(freeBytes)} are free and ${megabytes(reserve)} are kept in reserve. Free some space and run the same command again: it goes on where it stopped.`,
    );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
