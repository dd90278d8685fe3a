import { describe, expect, it } from "vitest";
import { SeenShapes, TRAP_LIMITS, trapOf, type TrapReason } from "./crawl-traps.ts";

const NOW = new Date("2026-05-01T00:00:00Z");
const trap = (url: string, seen = new SeenShapes()) => trapOf(new URL(url, "https://a.es"), seen, NOW);

/** How many of these addresses a crawl takes, and why it leaves the others. */
function crawl(urls: Iterable<string>): { taken: number; reasons: Set<TrapReason> } {
  const seen = new SeenShapes();
  const reasons = new Set<TrapReason>();
  let taken = 0;
  for (const text of urls) {
    const url = new URL(text, "https://a.es");
    const reason = trapOf(url, seen, NOW);
    if (reason === null) {
      taken++;
      seen.add(url);
    } else reasons.add(reason);
  }
  return { taken, reasons };
}

describe("an address that is a trap by itself", () => {
  it.each<[string, TrapReason]>([
    [`/${"x".repeat(2000)}`, "too_long"],
    [`/${Array.from({ length: 16 }, (_, i) => `s${i}`).join("/")}`, "too_deep"],
    ["/a/b/a/b", "repeating_path"],
    ["/x/a/b/a/b/y", "repeating_path"],
    ["/a/a/a", "repeating_path"],
    ["/a/b/c/a/b/c", "repeating_path"],
    ["/a/x/a/y/a/z/a", "repeating_path"],
    [`/?${Array.from({ length: 13 }, (_, i) => `f${i}=1`).join("&")}`, "too_many_parameters"],
    ["/calendario/2031/05", "calendar"],
    ["/calendario/3031/05", "calendar"],
    ["/agenda?year=2031&month=5", "calendar"],
    ["/agenda?fecha=2019-05-01", "calendar"],
    ["/eventos/2012/01/07", "calendar"],
    ["/noticias/2031/05/07", "calendar"],
    ["/x?date=20350101", "calendar"],
    ["/x?tx_cal[year]=2033&tx_cal[month]=2", "calendar"],
  ])("%s: %s", (url, reason) => {
    expect(trap(url)).toBe(reason);
  });

  it.each([
    ["/"],
    ["/es/tramites/1/2/3/4/5"],
    ["/2024/05/05"],
    ["/1/1/1/1"],
    ["/a/a"],
    ["/a/b/c/a"],
    ["/calendario/2026/06"],
    ["/calendario/2025/01/31"],
    ["/noticias/2009/05/07/titulo"],
    ["/buscar/act.php?id=BOE-A-1978-31229"],
    ["/producto-4500-12"],
    ["/solicitar/2009/05"],
    ["/p?year=2009"],
    ["/p?p=1&f=a&g=b"],
  ])("%s is none", (url) => {
    expect(trap(url)).toBeNull();
  });
});

describe("H: a crawl that does not end by itself", () => {
  const days = function* (path: (year: number, month: number, day: number) => string) {
    for (let at = Date.parse("2026-04-01"); ; at += 86_400_000) {
      const date = new Date(at);
      if (date.getUTCFullYear() > 2060) return;
      yield path(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    }
  };
  const numbers = function* (make: (index: number) => string, count = 3000) {
    for (let index = 0; index < count; index++) yield make(index);
  };
  const token = (index: number) => `k${((index + 1) * 2654435761).toString(36)}x9`;

  it.each<[string, Iterable<string>, number, TrapReason]>([
    [
      "H: endless calendar in the path",
      days((y, m, d) => `/agenda/${y}/${m}/${d}`),
      TRAP_LIMITS.maxDates,
      "calendar",
    ],
    [
      "H: endless calendar in parameters",
      days((y, m, d) => `/x?year=${y}&month=${m}&day=${d}`),
      TRAP_LIMITS.maxDates,
      "calendar",
    ],
    [
      "H: endless calendar in one word",
      days((y, m, d) => `/x/${y}-${String(m).padStart(2, "0")}-${d}/`),
      TRAP_LIMITS.maxDates,
      "calendar",
    ],
    [
      "H: endless calendar by seconds",
      numbers((i) => `/x?t=${1_700_000_000 + i * 86_400}`),
      TRAP_LIMITS.maxNumbers,
      "same_shape",
    ],
    [
      "H: pages by number without end",
      numbers((i) => `/lista?page=${i}`),
      TRAP_LIMITS.maxNumbers,
      "same_shape",
    ],
    [
      "H: a session in every URL of one page",
      numbers((i) => `/inicio?tk=${token(i)}`),
      TRAP_LIMITS.maxTokens,
      "session",
    ],
    [
      "H: every set of facets",
      numbers(
        (i) =>
          `/b?${[..."abcdefghij"]
            .filter((_, bit) => (i >> bit) & 1)
            .map((f) => `${f}=x`)
            .join("&")}`,
        1024,
      ),
      TRAP_LIMITS.maxKeySets,
      "facets",
    ],
    [
      "H: every combination of values",
      numbers((i) => `/b?color=${"rgbxyz"[i % 6]}&talla=${token(i).slice(0, 3)}&marca=m`),
      TRAP_LIMITS.maxCombinations,
      "facets",
    ],
    [
      "H: every order of parameters",
      [..."abc"]
        .flatMap((x) =>
          [..."abc"].flatMap((y) => [..."abc"].filter(() => x !== y).map((z) => `/b?${x}=1&${y}=1&${z}=1`)),
        )
        .filter((url) => new Set(new URL(url, "https://a.es").searchParams.keys()).size === 3),
      1,
      "parameter_order",
    ],
  ])("%s", (_, urls, most, reason) => {
    const { taken, reasons } = crawl(urls);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(most);
    expect(reasons).toContain(reason);
  });

  it("H: a session in every URL of a site is found out, and new pages are still taken", () => {
    const rounds = Array.from({ length: 2000 }, (_, i) => `/pagina-${"abcdefghij"[i % 10]}?tk=${token(i)}`);
    const { taken, reasons } = crawl(rounds);
    expect(taken).toBeLessThan(60);
    expect(reasons).toEqual(new Set(["session"]));
    const { taken: more } = crawl([...rounds, `/nueva?tk=${token(5000)}`]);
    expect(more).toBe(taken + 1);
  });

  it("leaves a site alone whose pages are called by odd ids or by number", () => {
    const oid = (index: number) => `${token(index)}${token(index + 7)}`.padEnd(40, "0");
    const vignette = Array.from({ length: 200 }, (_, i) => `/menuitem.${i % 8}/?vgnextoid=${oid(i)}`);
    const byNumber = Array.from({ length: 250 }, (_, i) => `/tramites/${1000 + i}`);
    const bySlug = Array.from({ length: 400 }, (_, i) => `/tramites/tramite-${token(i)}`);
    expect(crawl([...vignette, ...byNumber]).taken).toBe(450);
    expect(crawl(bySlug).taken).toBeGreaterThan(300);
  });

  it("takes the same address again", () => {
    expect(crawl(["/b?x=1&y=2", "/b?x=1&y=2"]).taken).toBe(2);
  });
});
