import { interruptedCode, type Io, type StopSignal } from "./io.ts";

/** A run has 5 s to end (U22); what has not ended by then is ended. */
const LAST_RESORT_MS = 4500;

/**
 * The first request to stop aborts `signal` with its name as the reason; a second one ends the process at once.
 * `end` must be called when the work is over.
 */
export function stopOnRequest(
  io: Io,
  say: (line: string) => void,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let lastResort: NodeJS.Timeout | undefined;
  const unsubscribe = io.onStop((signal) => {
    if (controller.signal.aborted) {
      // A pipe that closes during a stop is no second request.
      if (signal !== "SIGPIPE") io.exit(interruptedCode(signal));
      return;
    }
    say(announcement(signal));
    lastResort = setTimeout(() => io.exit(interruptedCode(signal)), LAST_RESORT_MS);
    controller.abort(signal);
  });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(lastResort);
      unsubscribe();
    },
  };
}

function announcement(signal: StopSignal): string {
  if (signal === "SIGPIPE") return "nobody reads the output any more: stopping, what is done is kept";
  const again = signal === "SIGINT" ? "Ctrl-C again" : "a second signal";
  return `${signal}: stopping, the document in hand is finished or given back (${again} stops at once)`;
}
