/** Where text goes. */
export interface Output {
  write(text: string): void;
  /** A terminal that understands cursor movements. */
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** `SIGPIPE`: nobody reads stdout any more. */
export type StopSignal = "SIGINT" | "SIGTERM" | "SIGPIPE";

/** Everything a command needs of the process it runs in, so that it can also run inside a test. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Wall clock, ms. */
  now(): number;
  /** Calls back for each request to stop; returns how to stop listening. */
  onStop(listener: (signal: StopSignal) => void): () => void;
  /** Ends the process at once. */
  exit(code: number): void;
}

/** Exit codes of an interrupted process, by convention 128 + the signal's number. Unread output counts as Ctrl-C. */
export function interruptedCode(signal: StopSignal): 130 | 143 {
  return signal === "SIGTERM" ? 143 : 130;
}

type Listener = (signal: StopSignal) => void;

/** The real process. Signals that arrive while no command listens end it at once. */
export function processIo(): Io {
  const listeners = new Set<Listener>();
  const stop = (signal: StopSignal) => {
    if (listeners.size === 0 && signal !== "SIGPIPE") process.exit(interruptedCode(signal));
    for (const listener of listeners) listener(signal);
  };
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  return {
    stdout: outputTo(process.stdout, () => stop("SIGPIPE")),
    stderr: outputTo(process.stderr, () => {}),
    env: process.env,
    now: Date.now,
    onStop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => process.exit(code),
  };
}

/** A closed pipe (`| head -1`) is no error: what comes after it is dropped, and whoever works for it may stop. */
function outputTo(stream: NodeJS.WriteStream, onClosed: () => void): Output {
  let closed = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (closed) return;
    closed = true;
    if (error.code !== "EPIPE") process.exitCode = 4;
    onClosed();
  });
  return {
    write(text) {
      if (!closed) stream.write(text);
    },
    isTerminal: Boolean(stream.isTTY) && process.env["TERM"] !== "dumb",
    get columns() {
      // A pseudo-terminal without a size says 0.
      return stream.columns > 0 ? stream.columns : 80;
    },
  };
}
