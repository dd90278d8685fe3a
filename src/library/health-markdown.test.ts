import { describe, expect, it } from "vitest";
import { isoWeek } from "../domain/iso-week.ts";
import type { FlaggedLink } from "./health.ts";
import { healthMarkdown, type HealthWeek, ReportSection } from "./health-markdown.ts";

const NOW = Date.UTC(2026, 10, 18, 9, 30);

function link(change: Partial<FlaggedLink> = {}): FlaggedLink {
  return {
    source: "tramites",
    url: "https://sede.example.es/padron",
    url_hash: "0123456789abcdef",
    tramite: "padron",
    state: "inactive",
    since: "2026-11-17T00:00:00.000Z",
    failures: 8,
    down_since: "2026-11-10T00:00:00.000Z",
    last_check: "2026-11-18T00:00:00.000Z",
    last_ok: "2026-11-09T00:00:00.000Z",
    reason: "http_503",
    detail: "the server answered 503",
    flags: ["down"],
    redirect_chain: [],
    former_redirect_chain: null,
    ...change,
  };
}

function section(...links: readonly FlaggedLink[]): ReportSection {
  const made = new ReportSection();
  for (const one of links) made.add(one);
  return made;
}

function report(change: Partial<HealthWeek> = {}): string {
  return healthMarkdown({
    week: isoWeek(NOW),
    now: NOW,
    links: { tramites: { active: 9, degraded: 0, inactive: 0 } },
    inactive: section(),
    degraded: section(),
    back: section(),
    redirects: section(),
    drift: section(),
    certificates: [],
    hostsDown: new Map(),
    newLinks: new Map(),
    ...change,
  });
}

describe("P38: the weekly report", () => {
  it("P38: says when there is nothing to say", () => {
    expect(report()).toBe(
      `# Link health, 2026-W47

2026-11-16 to 2026-11-22; as of 2026-11-18 09:30 UTC.

| Source | Active | Degraded | Inactive |
| --- | --- | --- | --- |
| tramites | 9 | 0 | 0 |

Nothing needs attention.
`,
    );
    expect(report({ links: {} })).toContain("No links are known yet.");
  });

  it.each<[string, Partial<HealthWeek>, string]>([
    [
      "what is down, and what is so since this week",
      { inactive: section(link()) },
      "| padron | <https://sede.example.es/padron> | 2026-11-10 (**new**) | the server answered 503 |",
    ],
    [
      "what is down for longer",
      { degraded: section(link({ since: "2026-11-11T00:00:00.000Z", detail: "" })) },
      "| padron | <https://sede.example.es/padron> | 2026-11-10 | http\\_503 |",
    ],
    [
      "what is back",
      { back: section(link({ tramite: null })) },
      "| – | <https://sede.example.es/padron> | 2026-11-17 |",
    ],
    [
      "where links lead now, and led before",
      {
        redirects: section(
          link({ redirect_chain: ["https://b.es/", "https://c.es/"], former_redirect_chain: [] }),
        ),
      },
      "| <https://c.es/> | itself |",
    ],
    [
      "hosts that are down",
      { hostsDown: new Map([["sede.example.es", { count: 40, since: NOW - 86_400_000 }]]) },
      "| sede.example.es | 40 | 2026-11-17 |",
    ],
    [
      "a certificate that has expired",
      { certificates: [{ host: "a.es", expires_at: "2026-11-17T00:00:00.000Z", days_left: -2 }] },
      "| a.es | 2026-11-17 | expired |",
    ],
    ["new links", { newLinks: new Map([["a.es", 2]]) }, "## New links (2)"],
  ])("P38: tells %s", (_, change, line) => expect(report(change)).toContain(line));

  it("P38: counts all and shows some", () => {
    const many = Array.from({ length: 250 }, (_, nth) => link({ url: `https://a.es/${nth}` }));
    const text = report({ inactive: section(...many) });
    expect(text).toContain("## Inactive (250)");
    expect(text.match(/<https:\/\/a\.es\//g)).toHaveLength(200);
    expect(text).toContain("… and 50 more");
  });

  it("R15: what a site says stays text, in its cell", () => {
    const text = report({
      inactive: section(
        link({
          tramite: "a|b\n# head",
          url: "https://a.es/x|y<script>alert(1)</script>",
          detail: "<img src=x onerror=alert(1)> [click](javascript:alert(1)) `\u001b[2J\u202e`",
        }),
      ),
    });
    expect(text).not.toMatch(/(?<!\\)<(?:script|img)|\u001b|\u202e|(?<!\\)\]\(/);
    const row = text.split("\n").find((line) => line.includes("a.es"));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
  });
});
