/** How a known link stands (P38). */
export type LinkState = "active" | "degraded" | "inactive";

/**
 * What is known of the health of a link. Times are wall clock, ms.
 *
 *            failures in a row                        days down
 *   active ────────────────────▶ degraded ────────────────────────▶ inactive
 *     ▲  └────── 410, or days down with few looks ─────────────────▶   │
 *     └──────────────────────── success ◀──────────────────────────────┘
 */
export interface LinkHealth {
  readonly state: LinkState;
  /** Since when it is in this state. */
  readonly since: number;
  /** The state it was in before; null where it was in no other. */
  readonly before: LinkState | null;
  /** In a row. */
  readonly failures: number;
  /** When the first of these failures was; null while the link is well. */
  readonly downSince: number | null;
  readonly firstSeen: number;
  /** Also of a look that taught nothing. */
  readonly lastCheck: number | null;
  readonly lastOk: number | null;
  /** Of the last failure: a code, and a line for people; empty while the link is well. */
  readonly reason: string;
  readonly detail: string;
  /** Where it led when it was last well: all addresses after its own; null while nobody has seen it. */
  readonly chain: readonly string[] | null;
  /** What `chain` was before it last changed, and when that was. */
  readonly formerChain: readonly string[] | null;
  readonly redirectChangedAt: number | null;
  /** What the content is compared with: of the stored version, else of the first that was seen. */
  readonly contentHash: string | null;
  /** Of the content that was last seen, where it is not that; null where it is. */
  readonly driftHash: string | null;
  readonly driftSince: number | null;
}

/** What one look at a link has taught. */
export type Observation =
  | {
      readonly kind: "ok";
      /** Addresses after its own; null where another address of the same page was asked. */
      readonly chain: readonly string[] | null;
      readonly content: SeenContent;
    }
  | { readonly kind: "failed"; readonly reason: string; readonly detail: string }
  /** The server says that it is gone for good (410). */
  | { readonly kind: "gone"; readonly detail: string }
  /** Nothing: the server asked for patience (429), the host is parked or must not be asked. */
  | { readonly kind: "silent" };

export type SeenContent =
  | { readonly kind: "unseen" }
  /** It is what is stored. */
  | { readonly kind: "same"; readonly hash: string | null }
  /** `stored` is null where nothing is stored. */
  | { readonly kind: "seen"; readonly hash: string; readonly stored: string | null };

export interface HealthRules {
  /** Failures in a row that make a link `degraded`. */
  readonly degradedAfter: number;
  /** How long it has to be down to be `inactive`, ms. */
  readonly inactiveAfterMs: number;
  /** A certificate that expires in fewer days is told. */
  readonly certificateDays: number;
}

/** A link that nobody has looked at yet. `lastOk` is when its page was stored, if it was. */
export function newLink(now: number, lastOk: number | null = null): LinkHealth {
  return {
    state: "active",
    since: lastOk ?? now,
    before: null,
    failures: 0,
    downSince: null,
    firstSeen: lastOk ?? now,
    lastCheck: lastOk,
    lastOk,
    reason: "",
    detail: "",
    chain: null,
    formerChain: null,
    redirectChangedAt: null,
    contentHash: null,
    driftHash: null,
    driftSince: null,
  };
}

/** The one place that decides what a look at a link means. Total and pure. */
export function observed(
  link: LinkHealth,
  observation: Observation,
  now: number,
  rules: HealthRules,
): LinkHealth {
  switch (observation.kind) {
    case "silent":
      return { ...link, lastCheck: now };
    case "ok":
      return well(link, observation, now);
    case "gone":
      return down(link, { reason: "gone", detail: observation.detail }, "inactive", now);
    case "failed": {
      const { reason, detail } = observation;
      return down(link, { reason, detail }, stateAfter(link, now, rules), now);
    }
  }
}

function stateAfter(link: LinkHealth, now: number, rules: HealthRules): LinkState {
  if (link.state === "inactive") return "inactive";
  if (link.downSince !== null && now - link.downSince + LEEWAY_MS >= rules.inactiveAfterMs) return "inactive";
  return link.failures + 1 >= rules.degradedAfter ? "degraded" : link.state;
}

function down(
  link: LinkHealth,
  why: { readonly reason: string; readonly detail: string },
  state: LinkState,
  now: number,
): LinkHealth {
  return {
    ...inState(link, state, now),
    ...why,
    failures: link.failures + 1,
    downSince: link.downSince ?? now,
    lastCheck: now,
  };
}

function well(link: LinkHealth, seen: Observation & { readonly kind: "ok" }, now: number): LinkHealth {
  return {
    ...inState(link, "active", now),
    failures: 0,
    downSince: null,
    reason: "",
    detail: "",
    lastCheck: now,
    lastOk: now,
    ...redirects(link, seen.chain, now),
    ...content(link, seen.content, now),
  };
}

function inState(link: LinkHealth, state: LinkState, now: number): LinkHealth {
  return state === link.state ? link : { ...link, state, before: link.state, since: now };
}

function redirects(link: LinkHealth, chain: readonly string[] | null, now: number): Partial<LinkHealth> {
  if (chain === null || isEqual(chain, link.chain)) return {};
  if (link.chain === null) return { chain };
  return { chain, formerChain: link.chain, redirectChangedAt: now };
}

function isEqual(a: readonly string[], b: readonly string[] | null): boolean {
  return a.length === b?.length && a.every((url, at) => url === b[at]);
}

function content(link: LinkHealth, seen: SeenContent, now: number): Partial<LinkHealth> {
  if (seen.kind === "unseen") return {};
  const contentHash =
    seen.kind === "same" ? (seen.hash ?? link.contentHash) : (seen.stored ?? link.contentHash ?? seen.hash);
  if (seen.kind === "same" || seen.hash === contentHash)
    return { contentHash, driftHash: null, driftSince: null };
  // A page that is another at every look has drifted once.
  return { contentHash, driftHash: seen.hash, driftSince: link.driftSince ?? now };
}

/** Whether where a link leads is news: for a week, so that every weekly report has it once. */
export function isNewRedirect({ redirectChangedAt }: LinkHealth, now: number): boolean {
  return redirectChangedAt !== null && now - redirectChangedAt < WEEK_MS;
}

/** Whether a person should know of it. */
export function isFlagged(link: LinkHealth, now: number): boolean {
  return (
    link.state !== "active" || link.downSince !== null || link.driftSince !== null || isNewRedirect(link, now)
  );
}

export function expiresSoon(
  expiresAt: number,
  now: number,
  { certificateDays }: Pick<HealthRules, "certificateDays">,
): boolean {
  return expiresAt - now < certificateDays * DAY_MS;
}

/**
 * What one request says of its host, by what events tell of it: a host that answers something is there, one that asks for
 * patience says nothing (as `signOfHealth` has it for whole failures).
 */
export function signOfExchange(outcome: string, status: number | null): "healthy" | "sick" | "silent" {
  if (outcome === "http_status") {
    if (status === 429) return "silent";
    return (status ?? 0) >= 500 ? "sick" : "healthy";
  }
  if (["timeout", "connection", "body_broken"].includes(outcome)) return "sick";
  return ["asked_to_wait", "interrupted", "address_refused"].includes(outcome) ? "silent" : "healthy";
}

/** Runs at the same hour of two days look a little earlier or later: that is no day more. */
const LEEWAY_MS = 3_600_000;

export const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
