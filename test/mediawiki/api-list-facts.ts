import { expect, it } from "vitest";
import type { ApiAnswer, ApiClient, ApiParams } from "./api-client.ts";

type Query = NonNullable<ApiAnswer["query"]>;

/** Lists in small steps are the lists in large ones, whichever way they are read. */
export function describeListFacts(api: () => ApiClient): void {
  const rows = async (list: keyof Query, params: ApiParams): Promise<readonly unknown[]> => {
    const answers = await api().all({ list, ...params });
    return answers.flatMap(({ query }) => (query?.[list] as readonly unknown[] | undefined) ?? []);
  };

  it.each<[keyof Query, ApiParams, ApiParams]>([
    ["allpages", { apprefix: "Case" }, { aplimit: 1 }],
    ["allpages", { apfrom: "Loop one", apto: "Main Page/old" }, { aplimit: 1 }],
    ["allpages", { apfilterredir: "redirects" }, { aplimit: 7 }],
    ["allpages", { apnamespace: 2 }, { aplimit: 1 }],
    ["allcategories", { acprop: "size" }, { aclimit: 40 }],
    ["allcategories", { acprefix: "amber", acprop: "size|hidden" }, { aclimit: 4 }],
    ["allredirects", { arprop: "ids|title|fragment" }, { arlimit: 7 }],
    ["allredirects", { arunique: 1 }, { arlimit: 7 }],
    [
      "recentchanges",
      { rcprop: "ids|title|sizes|flags|redirect|loginfo|tags|userid|user|comment" },
      { rclimit: 7 },
    ],
    ["recentchanges", { rctype: "new", rcnamespace: "0|1", rcshow: "!bot|!redirect" }, { rclimit: 5 }],
    ["logevents", { lenamespace: 0 }, { lelimit: 7 }],
    ["logevents", { letype: "delete", leprop: "ids|title|type|userid|tags" }, { lelimit: 3 }],
  ])("lists %s of %j the same in steps as at once", async (list, params, step) => {
    const max = Object.fromEntries(Object.keys(step).map((name) => [name, "max"]));
    const whole = await rows(list, { ...params, ...max });
    expect(whole.length).toBeGreaterThan(Number(Object.values(step)[0]));
    expect(await rows(list, { ...params, ...step })).toEqual(whole);
  });

  it.each<[keyof Query, ApiParams, string]>([
    ["allpages", { aplimit: "max", apprefix: "Loop" }, "apdir"],
    ["allcategories", { aclimit: "max" }, "acdir"],
    ["allredirects", { arlimit: "max", arprop: "ids|title" }, "ardir"],
  ])("lists %s backwards", async (list, params, direction) => {
    const forwards = await rows(list, params);
    expect(await rows(list, { ...params, [direction]: "descending" })).toEqual(forwards.toReversed());
  });

  it.each<[keyof Query, ApiParams]>([
    ["recentchanges", { rctitle: "Survey day 1", rctoponly: 1 }],
    ["logevents", { letitle: "Survey day 1" }],
    ["logevents", { letitle: "Moves 1", leaction: "move/move" }],
  ])("finds one row of %s by %j", async (list, params) => {
    expect(await rows(list, params)).toHaveLength(1);
  });

  it("goes on with two lists at once", async () => {
    const { query, ...answer } = await api().ask({ list: "allpages|allcategories", aplimit: 2, aclimit: 3 });
    expect([query?.allpages?.length, query?.allcategories?.length]).toEqual([2, 3]);
    expect(Object.keys(answer.continue ?? {})).toEqual(["apcontinue", "accontinue", "continue"]);
    expect([answer.batchcomplete, answer.continue?.["continue"]]).toEqual([true, "-||"]);
  });

  it("gives the history of one page in steps, each revision with its parent", async () => {
    const params = { titles: "Amber ridge", prop: "revisions", rvprop: "ids" };
    const history = async (more: ApiParams) =>
      (await api().all({ ...params, ...more })).flatMap(({ query }) => query?.pages?.[0]?.revisions ?? []);
    const newest = await history({ rvlimit: 1 });
    expect(newest.length).toBeGreaterThan(1);
    expect(newest.map(({ parentid }) => parentid)).toEqual([...newest.slice(1).map(({ revid }) => revid), 0]);
    expect(await history({ rvlimit: 1, rvdir: "newer" })).toEqual(newest.toReversed());
  });

  it("finds pages by revision, and says which revisions there are not", async () => {
    const [page] = await api().pages({ titles: "CON", prop: "info" });
    const { query } = await api().ask({
      revids: `${page?.lastrevid}|99999999`,
      prop: "revisions",
      rvprop: "ids",
    });
    expect(query?.pages?.map(({ pageid }) => pageid)).toEqual([page?.pageid]);
    expect(query?.badrevids).toEqual({ 99999999: { revid: 99_999_999, missing: true } });
  });

  it("gives content in an older shape, with a warning, where no slot is named", async () => {
    const { query, warnings } = await api().ask({
      titles: "CON",
      prop: "revisions",
      rvprop: "content|sha1|size|tags",
    });
    expect(query?.pages?.[0]?.revisions?.[0]?.content).toContain("This page tests a title.");
    expect(warnings?.["revisions"]?.warnings).toContain("rvslots");
  });
}
