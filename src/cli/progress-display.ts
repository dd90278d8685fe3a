import type { LevadaEvent } from "../domain/events.ts";
import type { Io } from "./io.ts";
import { afterEvent, NO_PROGRESS, type Progress, progressLine } from "./progress.ts";

/** Ten times a second at most: more costs and helps nobody. */
const REDRAW_MS = 100;
/** While nothing happens, the clock on the line still moves. */
const TICK_MS = 500;

const CLEAR_LINE = "\r\u001b[K";

/** One line at the bottom of the terminal, redrawn in place. */
export class ProgressDisplay {
  readonly #io: Io;
  readonly #ticking: NodeJS.Timeout;
  #progress: Progress = NO_PROGRESS;
  #drawn = false;
  #drawnAt = -Infinity;

  constructor(io: Io) {
    this.#io = io;
    this.#ticking = setInterval(() => this.#draw(), TICK_MS);
    this.#ticking.unref();
  }

  update(event: LevadaEvent): void {
    this.#progress = afterEvent(this.#progress, event);
    this.#draw();
  }

  /** Lets somebody else write whole lines to the same terminal; the line comes back with its next turn. */
  interrupt(write: () => void): void {
    this.#clear();
    write();
  }

  end(): void {
    clearInterval(this.#ticking);
    this.#clear();
  }

  #draw(): void {
    const now = this.#io.now();
    if (this.#progress.source === "" || now - this.#drawnAt < REDRAW_MS) return;
    const { stderr } = this.#io;
    // A line as wide as the terminal would wrap on some of them.
    stderr.write(CLEAR_LINE + progressLine(this.#progress, now, stderr.columns - 1));
    this.#drawn = true;
    this.#drawnAt = now;
  }

  #clear(): void {
    if (this.#drawn) this.#io.stderr.write(CLEAR_LINE);
    this.#drawn = false;
  }
}
