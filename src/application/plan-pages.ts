import { conditionalHeaders } from "../domain/change.ts";
import { describe, type Failure } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { Judged } from "./discovery.ts";
import type { Engine, RunRequest } from "./engine.ts";

export interface SeenPage {
  readonly change: "new" | "changed" | "unchanged" | "gone";
  readonly reason: string;
}

/** Why a page is taken for what it is, without a word from its server. */
export function reasonOf({ reference, known, change }: Judged, now: number): string {
  const before = known?.document?.validators.token;
  if (known?.reason === "duplicate" && known.document === null)
    return `the same as ${known.twin?.of ?? "another"}`;
  if (change.kind === "changed" && reference.token !== before)
    return `changed ${reference.token ?? "at an unknown time"}, was ${before ?? "unknown"}`;
  if (change.kind !== "unchanged") return "";
  if (reference.token !== undefined && reference.token === before) return `not changed since ${before}`;
  const until = known?.check?.freshUntil ?? 0;
  return until > now ? `fresh until ${new Date(until).toISOString()}` : "";
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
  const keyOf = (url: string) => source.pages?.identify(url)?.key;
  return async ({ reference, known, change }) => {
    if (change.kind !== "changed" || !change.conditional) return { change: change.kind, reason: "" };
    const headers = conditionalHeaders(
      known?.check?.validators ?? known?.document?.validators ?? known?.twin?.validators,
    );
    if (Object.keys(headers).length === 0)
      return { change: "changed", reason: "may have: it has to be fetched to be compared" };
    const fetched = await fetcher.attempt<null>({
      url: reference.url,
      // What a server gave speaks of the address that gave it.
      conditions: (url) => (keyOf(known?.document?.page?.url ?? url.href) === keyOf(url.href) ? headers : {}),
      limits: settings.pageLimits,
      inScope: (url) => source.allows(url, options, reference),
      robots,
      attempt: 1,
      consume: async (answer) => {
        await answer.discard();
        return { value: null };
      },
    });
    if (fetched.ok)
      return "notModified" in fetched
        ? { change: "unchanged", reason: "the server says so" }
        : { change: "changed", reason: "the server says so" };
    const verdict = judge(fetched.failure, Infinity, source.policy);
    const isGone = verdict.action === "skip" && ["gone", "not_found"].includes(verdict.reason);
    return { change: isGone ? "gone" : "changed", reason: describe(fetched.failure) };
  };
}
