import { conditionalHeaders } from "../domain/change.ts";
import { describe, type Failure } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { Judged } from "./discovery.ts";
import type { Engine, RunRequest } from "./engine.ts";

export interface SeenPage {
  readonly change: "new" | "changed" | "unchanged" | "gone";
  readonly reason: string;
}

export type AskPage = (judged: Judged) => Promise<SeenPage>;

/**
 * Of a page that may have changed the server is asked, as a run would ask it, but no body is read; where the server has
 * given nothing to ask with, only a run can tell.
 */
export function askingPages<O>(
  { source, options, settings }: RunRequest<O>,
  { fetcher }: Engine<O>,
  robots: (url: URL) => Promise<Failure | null>,
): AskPage {
  return async ({ reference, known, change }) => {
    if (change.kind !== "changed" || !change.conditional) return { change: change.kind, reason: "" };
    const headers = conditionalHeaders(known?.document?.validators ?? known?.twin?.validators);
    if (Object.keys(headers).length === 0)
      return { change: "changed", reason: "has to be fetched to be compared" };
    const fetched = await fetcher.attempt<null>({
      url: reference.url,
      headers,
      limits: settings.pageLimits,
      inScope: (url) => source.allows(url, options, reference),
      robots,
      attempt: 1,
      consume: async (answer) => {
        await answer.discard();
        return { value: null };
      },
    });
    if (fetched.ok) return { change: "notModified" in fetched ? "unchanged" : "changed", reason: "" };
    const verdict = judge(fetched.failure, Infinity, source.policy);
    const isGone = verdict.action === "skip" && ["gone", "not_found"].includes(verdict.reason);
    return { change: isGone ? "gone" : "changed", reason: describe(fetched.failure) };
  };
}
