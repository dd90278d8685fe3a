import { expect, it } from "vitest";
import type { ApiClient } from "./api-client.ts";

/** Where redirects lead, and where they do not. */
export function describeRedirectFacts(api: () => ApiClient): void {
  it("marks a redirect, without its target", async () => {
    const [page] = await api().pages({ titles: "Section shortcut", prop: "info" });
    expect(page?.redirect).toBe(true);
    expect(JSON.stringify(page)).not.toContain("Amber ridge");
  });

  it("follows a double redirect and lists the whole chain", async () => {
    const { query } = await api().ask({ titles: "Older name 1", redirects: 1, prop: "info" });
    const [first, second] = query?.redirects ?? [];
    expect(first).toEqual({ from: "Older name 1", to: "Old name 1" });
    expect(second?.from).toBe("Old name 1");
    expect(query?.redirects).toHaveLength(2);
    expect(query?.pages?.map(({ title }) => title)).toEqual([second?.to]);
  });

  it("tells the section that a redirect leads to", async () => {
    const { query } = await api().ask({ titles: "Section shortcut", redirects: 1 });
    expect(query?.redirects).toEqual([
      { from: "Section shortcut", to: "Amber ridge", tofragment: "Position" },
    ]);
  });

  it("gives the missing target of a broken redirect", async () => {
    const { query } = await api().ask({ titles: "Broken shortcut", redirects: 1 });
    expect(query?.redirects).toEqual([{ from: "Broken shortcut", to: "A page that never was" }]);
    expect(query?.pages).toEqual([{ ns: 0, title: "A page that never was", missing: true }]);
  });

  it.each([
    ["Loop one", ["Loop one", "Loop two"]],
    ["Self loop", ["Self loop"]],
  ])("answers a loop without its pages: %s", async (titles, chain) => {
    const { query } = await api().ask({ titles, redirects: 1, prop: "info" });
    expect(query?.redirects?.map(({ from }) => from)).toEqual(chain);
    expect(query?.pages).toBe(undefined);
  });

  it("lists redirects by target with the id of each and its section", async () => {
    const listed = await api().all({
      list: "allredirects",
      arlimit: 5,
      arprop: "ids|title|fragment",
      arto: "B",
    });
    const rows = listed.flatMap(({ query }) => query?.allredirects ?? []);
    const [shortcut, broken] = await api().idsOf(["Section shortcut", "Broken shortcut"]);
    expect(rows).toContainEqual({ fromid: shortcut, ns: 0, title: "Amber ridge", fragment: "Position" });
    expect(rows).toContainEqual({ fromid: broken, ns: 0, title: "A page that never was" });
  });

  it("lists every redirect of the namespace in allredirects, by the namespace of its target", async () => {
    const params = { generator: "allpages", gaplimit: "max", gapfilterredir: "redirects", prop: "info" };
    const redirects = (await api().all(params)).flatMap(({ query }) => query?.pages ?? []);
    expect(redirects.filter(({ redirect }) => redirect !== true)).toEqual([]);
    const listed = new Set<number>();
    for (const arnamespace of [0, 14]) {
      const answers = await api().all({
        list: "allredirects",
        arlimit: "max",
        arprop: "ids|title",
        arnamespace,
      });
      for (const { fromid } of answers.flatMap(({ query }) => query?.allredirects ?? []))
        listed.add(fromid ?? 0);
    }
    expect(redirects.length).toBeGreaterThan(10);
    expect(redirects.filter(({ pageid }) => !listed.has(pageid ?? 0))).toEqual([]);
  });

  it("will not follow redirects of a generator that lists them", async () => {
    const { error } = await api().ask({ generator: "allpages", redirects: 1 });
    expect(error?.info).toContain("gapfilterredir=nonredirects");
  });
}
