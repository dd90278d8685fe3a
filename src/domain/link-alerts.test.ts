import { expect, it } from "vitest";
import { certificateAlerts, linkAlerts, NOTHING_TOLD } from "./link-alerts.ts";
import { DAY_MS, type LinkHealth, newLink } from "./link-health.ts";

const NOW = Date.UTC(2026, 10, 16);
const URL = "https://a.es/x";

it.each<[string, Partial<LinkHealth>, number, readonly string[]]>([
  ["is well", {}, NOW - 1, []],
  ["is well again", { since: NOW, before: "inactive" }, NOW - 1, []],
  ["has failed once", { failures: 1, downSince: NOW }, NOW - 1, []],
  ["became degraded", { state: "degraded", since: NOW }, NOW - 1, ["link_degraded"]],
  ["became inactive", { state: "inactive", since: NOW }, NOW - 1, ["link_inactive"]],
  ["is down as before", { state: "inactive", since: NOW }, NOW, []],
  ["is down, and nobody was ever told", { state: "inactive", since: 0 }, NOTHING_TOLD.at, ["link_inactive"]],
  ["leads elsewhere", { redirectChangedAt: NOW, chain: ["https://b.es/"] }, NOW - 1, ["redirect_changed"]],
  ["leads elsewhere since long", { redirectChangedAt: NOW, chain: ["https://b.es/"] }, NOW, []],
  [
    "has drifted only: that waits for a person, and wakes nobody",
    { driftSince: NOW, driftHash: "d" },
    NOW - 1,
    [],
  ],
])("P38: what is told of a link that %s", (_, health, after, codes) => {
  const link = { ...newLink(NOW - DAY_MS), ...health, url: URL, host: "a.es" };
  const alerts = linkAlerts(link, "padron", after);
  expect(alerts.map(({ code }) => code)).toEqual(codes);
  for (const alert of alerts) expect(alert).toMatchObject({ url: URL, host: "a.es", tramite: "padron" });
});

it("P38: names where a link leads, and leaves out a procedure that there is none of", () => {
  const link = { ...newLink(0), redirectChangedAt: 5, chain: ["https://b.es/1", "https://b.es/2"] };
  expect(linkAlerts({ ...link, url: URL, host: "a.es" }, null, 4)).toEqual([
    {
      code: "redirect_changed",
      message: `${URL} leads to https://b.es/2 now`,
      url: URL,
      host: "a.es",
      since: "1970-01-01T00:00:00.005Z",
    },
  ]);
});

it("P38: tells of a certificate once, and of the next one of its host again", () => {
  const soon = [{ host: "a.es", expiresAt: NOW + 4.5 * DAY_MS }];
  const messages = (certificates: Record<string, number>, now = NOW) =>
    certificateAlerts(soon, { at: 0, certificates }, now).map(({ message }) => message);
  expect(messages({})).toEqual(["the certificate of a.es expires on 2026-11-20, in 4 days"]);
  expect(messages({ "a.es": NOW + 4.5 * DAY_MS })).toEqual([]);
  expect(messages({ "a.es": NOW - 90 * DAY_MS })).toHaveLength(1);
  expect(messages({}, NOW + 10 * DAY_MS)).toEqual(["the certificate of a.es has expired on 2026-11-20"]);
});

it("P38: tells no secret of an address", () => {
  const url = "https://u:s3cret@a.es/x?token=s3cret";
  const link = {
    ...newLink(0),
    state: "inactive",
    detail: `${url} answered 410`,
    url,
    host: "a.es",
  } as const;
  const moved = { ...link, redirectChangedAt: NOW, chain: [url] };
  const alerts = linkAlerts({ ...moved, since: NOW }, null, 0);
  expect(alerts).toHaveLength(2);
  expect(JSON.stringify(alerts)).not.toContain("s3cret");
});
