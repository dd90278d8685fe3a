import { expect, it } from "vitest";
import type { FlaggedLink } from "../library/health.ts";
import { healthText } from "./health-text.ts";

const same = (text: string) => text;
const PLAIN = { good: same, bad: same, caution: same, strong: same, faint: same };
const NOW = Date.UTC(2026, 10, 18);

const LINK: FlaggedLink = {
  source: "tramites",
  url: "https://sede.example.es/padron\u001b[2J",
  url_hash: "0123456789abcdef",
  tramite: "padron",
  state: "degraded",
  since: "2026-11-15T00:00:00.000Z",
  failures: 3,
  down_since: "2026-11-13T00:00:00.000Z",
  last_check: null,
  last_ok: null,
  reason: "http_503",
  detail: "",
  flags: ["down", "redirect_changed"],
  redirect_chain: [],
  former_redirect_chain: null,
};

it("P38: the worst come first, certificates and counts last, and what is not shown is counted", () => {
  const links = [
    LINK,
    { ...LINK, state: "inactive", reason: "gone", flags: ["down"], tramite: null },
  ] as const;
  const text = healthText(
    links,
    {
      links: { tramites: { active: 7, degraded: 2, inactive: 1 } },
      flagged: 3,
      certificates: [
        { host: "a.es", expires_at: "2026-11-20T00:00:00.000Z", days_left: 2 },
        { host: "b.es", expires_at: "2026-11-10T00:00:00.000Z", days_left: -8 },
      ],
    },
    PLAIN,
    NOW,
  );
  expect(text).not.toContain("\u001b");
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/).slice(0, 3).join(" "))).toEqual([
    "state since reason",
    "inactive 5 d gone",
    "degraded 5 d http_503, redirect_changed",
    "… and 1 more; --json lists all",
    "certificate of a.es expires on 2026-11-20",
    "certificate of b.es expired on 2026-11-10",
    "tramites: 10 links: 7 active, 2 degraded, 1 inactive",
  ]);
});

it("P38: a root without links says so", () => {
  expect(healthText([], { links: {}, flagged: 0, certificates: [] }, PLAIN, NOW)).toBe(
    "no links are known yet\n",
  );
});
