import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRobots } from "./robots.ts";

/** RFC 9309 as it reads, slow and without a thought for anything else: every rule against every path, by hand. */
interface Rule {
  readonly allow: boolean;
  readonly path: string;
}

interface Group {
  readonly agents: readonly string[];
  readonly rules: readonly Rule[];
}

/** 2.2.3, one character at a time; a `*` is tried with every length there is. */
function matches(pattern: string, path: string): boolean {
  if (pattern === "") return true;
  if (pattern === "$") return path === "";
  if (pattern.startsWith("*")) {
    const rest = pattern.slice(1);
    return Array.from({ length: path.length + 1 }, (_, from) => path.slice(from)).some((tail) =>
      matches(rest, tail),
    );
  }
  return path !== "" && pattern[0] === path[0] && matches(pattern.slice(1), path.slice(1));
}

/** 2.2.1: all groups that name the agent; those for everyone where there is none. */
function rulesFor(groups: readonly Group[], agent: string): readonly Rule[] {
  const of = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  const own = of(agent);
  return (own.length > 0 ? own : of("*")).flatMap(({ rules }) => rules);
}

/** 2.2.2: the most octets win, of equals the allow. */
function isAllowed(groups: readonly Group[], agent: string, path: string): boolean {
  const matching = rulesFor(groups, agent).filter((rule) => rule.path !== "" && matches(rule.path, path));
  const most = Math.max(...matching.map((rule) => rule.path.length));
  const longest = matching.filter((rule) => rule.path.length === most);
  return longest.length === 0 || longest.some(({ allow }) => allow);
}

function written(groups: readonly Group[]): string {
  return groups
    .flatMap(({ agents, rules }) => [
      ...agents.map((agent) => `User-agent: ${agent}`),
      ...rules.map(({ allow, path }) => `${allow ? "Allow" : "Disallow"}: ${path}`),
    ])
    .join("\n");
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 5 });
const pattern = fc
  .tuple(letters, fc.constantFrom("", "$"))
  .map(([body, end]) => `/${body}${end}`)
  .filter((text) => !text.includes("**"));
const rule = fc.record({ allow: fc.boolean(), path: fc.oneof(pattern, fc.constant("")) });
const group = fc.record({
  agents: fc.uniqueArray(fc.constantFrom("levada", "*", "other"), { minLength: 1, maxLength: 3 }),
  // 2.1: without a rule the next user-agent line would belong to the same group.
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
});
const groups = fc.array(group, { maxLength: 3 });
const path = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 6 }).map((text) => `/${text}`);

const allows = (some: readonly Group[], at: string) =>
  parseRobots(written(some), "Levada").allows(`https://a.es${at}`);

describe("robots.txt, beside the RFC read word by word", () => {
  it("allows the same paths", () => {
    fc.assert(
      fc.property(groups, path, (some, at) => {
        expect(allows(some, at)).toBe(isAllowed(some, "levada", at));
      }),
      { numRuns: 2000 },
    );
  });

  it("never allows more for one more disallow, nor less for one more allow", () => {
    fc.assert(
      fc.property(groups, rule, path, (some, more, at) => {
        const own = [...some, { agents: ["levada"], rules: [{ allow: true, path: "" }] }];
        const before = allows(own, at);
        const after = allows([...own, { agents: ["levada"], rules: [more] }], at);
        if (more.allow) expect(after || !before).toBe(true);
        else expect(before || !after).toBe(true);
      }),
    );
  });

  it("is closed by a longer disallow and opened again by a longer allow", () => {
    fc.assert(
      fc.property(path, (at) => {
        const closed = {
          agents: ["*"],
          rules: [
            { allow: true, path: "/" },
            { allow: false, path: `${at}$` },
          ],
        };
        if (at === "/") return;
        expect(allows([closed], at)).toBe(false);
        expect(allows([{ ...closed, rules: [...closed.rules, { allow: true, path: `${at}$` }] }], at)).toBe(
          true,
        );
      }),
    );
  });

  it("says nothing else for the order of groups, for comments, blanks, cases and line ends", () => {
    const noise = fc.constantFrom("# why", "", "   ", "Host: a.es", "nothing");
    fc.assert(
      fc.property(groups, noise, fc.constantFrom("\n", "\r\n", "\r"), path, (some, line, end, at) => {
        const lines = written(some.toReversed())
          .split("\n")
          .flatMap((one) => [line, ` ${one.replace(/^[^:]*/, (key) => key.toUpperCase())} # x`]);
        const parsed = parseRobots(lines.join(end), "Levada");
        expect(parsed.allows(`https://a.es${at}`)).toBe(isAllowed(some, "levada", at));
      }),
    );
  });
});
