import type { Alert } from "./alerts.ts";
import { DAY_MS, type LinkHealth } from "./link-health.ts";
import { withoutSecrets } from "./url-noise.ts";

/** How far somebody was told how links stand. */
export interface ToldLinks {
  /** Wall clock, ms. */
  readonly at: number;
  /** Hosts whose certificates were told of, and when those expire. */
  readonly certificates: Readonly<Record<string, number>>;
}

export const NOTHING_TOLD: ToldLinks = { at: -1, certificates: {} };

/** What has become of a link after a time: it is told when it happens, and not again while it lasts. */
export function linkAlerts(
  link: LinkHealth & { readonly url: string; readonly host: string },
  tramite: string | null,
  after: number,
): readonly Alert[] {
  const { host, state, since, detail, chain, redirectChangedAt } = link;
  // It leaves this machine.
  const url = withoutSecrets(link.url);
  const about = { host, url, ...(tramite === null ? {} : { tramite }) };
  const alerts: Alert[] = [];
  if (state !== "active" && since > after)
    alerts.push({
      code: `link_${state}`,
      message: withoutSecrets(`${url} is ${state}: ${detail}`),
      ...about,
      since: iso(since),
    });
  if (redirectChangedAt !== null && redirectChangedAt > after)
    alerts.push({
      code: "redirect_changed",
      message: withoutSecrets(`${url} leads to ${chain?.at(-1) ?? url} now`),
      ...about,
      since: iso(redirectChangedAt),
    });
  return alerts;
}

export interface HostCertificate {
  readonly host: string;
  readonly expiresAt: number;
}

/** Those that expire soon and were not told of; a new one for the same host is another one. */
export function certificateAlerts(
  soon: readonly HostCertificate[],
  { certificates }: ToldLinks,
  now: number,
): readonly Alert[] {
  return soon
    .filter(({ host, expiresAt }) => certificates[host] !== expiresAt)
    .map(({ host, expiresAt }) => ({
      code: "certificate_expires",
      message: certificateText(host, expiresAt, now),
      host,
      expires_at: iso(expiresAt),
    }));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function certificateText(host: string, expiresAt: number, now: number): string {
  const day = iso(expiresAt).slice(0, 10);
  const days = Math.floor((expiresAt - now) / DAY_MS);
  return days < 0
    ? `the certificate of ${host} has expired on ${day}`
    : `the certificate of ${host} expires on ${day}, in ${days} days`;
}
