import type { ExitCode } from "../domain/exit-code.ts";
import type { DiscoverContext, ReadResult } from "../domain/source.ts";
import { createEngine, type NetworkPorts, type RunRequest } from "./engine.ts";

/** What a question came to, and the exit code that follows from it. */
export interface Asked<T> {
  readonly answer: T;
  readonly exitCode: ExitCode;
}

type Answer<T> = { readonly ok: true; readonly value: T } | Extract<ReadResult<T>, { readonly ok: false }>;

/**
 * One question to a source's site beside any run: read as politely as everything else, with the same memory of hosts
 * and the same log of calls. Nothing is stored. Throws only when storage broke.
 */
export async function ask<O, T>(
  request: RunRequest<O>,
  ports: NetworkPorts,
  question: (context: DiscoverContext<O>) => Promise<Answer<T>>,
): Promise<Asked<Answer<T>>> {
  const engine = createEngine(request, ports);
  try {
    const answer = await question(engine.context);
    const failure = engine.failure();
    if (failure !== null) throw failure.error;
    return { answer, exitCode: exitCodeOf(answer, request.signal) };
  } finally {
    engine.close();
  }
}

function exitCodeOf(answer: Answer<unknown>, signal: AbortSignal): ExitCode {
  if (signal.aborted) return signal.reason === "SIGTERM" ? 143 : 130;
  if (answer.ok) return 0;
  return answer.failure.kind === "host_held" || answer.failure.kind === "robots_unavailable" ? 3 : 1;
}
