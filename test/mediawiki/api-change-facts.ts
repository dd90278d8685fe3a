import { expect, it } from "vitest";
import type { ApiClient, Change, LogEvent } from "./api-client.ts";

/** What a wiki tells of its past, and what it keeps to itself. */
export function describeChangeFacts(api: () => ApiClient): void {
  const events = async (params: Readonly<Record<string, string>>): Promise<readonly LogEvent[]> => {
    const answers = await api().all({ list: "logevents", lelimit: "max", ...params });
    return answers.flatMap(({ query }) => query?.logevents ?? []);
  };
  const changes = async (): Promise<readonly Change[]> => {
    const answers = await api().all({ list: "recentchanges", rclimit: "max" });
    return answers.flatMap(({ query }) => query?.recentchanges ?? []);
  };

  it("names in a move the page as logpage, and what sits at the old title as pageid", async () => {
    const moves = await events({ letype: "move" });
    const [page, redirect, quiet] = await api().idsOf(["Moved place 1", "Moves 1", "Moved quietly 1"]);
    const loud = moves.find(({ title }) => title === "Moves 1");
    expect(loud).toMatchObject({ logpage: page, pageid: redirect, type: "move", action: "move" });
    expect(loud?.params).toEqual({ target_ns: 0, target_title: "Moved place 1", suppressredirect: false });
    const silent = moves.find(({ title }) => title === "Moves quietly 1");
    expect(silent).toMatchObject({ logpage: quiet, pageid: 0, params: { suppressredirect: true } });
  });

  it("gives a page made again a new id, and a restored one its own", async () => {
    const deletions = await events({ letype: "delete" });
    const [again, restored] = await api().idsOf(["Returns 1", "Restored 1"]);
    const returns = deletions.find(({ title }) => title === "Returns 1");
    expect(returns).toMatchObject({ action: "delete", pageid: again });
    expect(returns?.logpage).not.toBe(again);
    const actions = deletions.filter(({ title }) => title === "Restored 1");
    expect(actions.map(({ action, logpage }) => [action, logpage])).toEqual([
      ["restore", restored],
      ["delete", restored],
    ]);
    expect(actions[0]?.params).toEqual({ count: { revisions: 1, files: 0 } });
  });

  it("shows a deletion in the log alone: the page is gone from every listing", async () => {
    const gone = (await events({ letype: "delete" })).find(({ title }) => title === "Goes away 1");
    expect(gone).toMatchObject({ action: "delete", pageid: 0, params: {} });
    const [page] = await api().pages({ pageids: String(gone?.logpage) });
    expect(page).toEqual({ pageid: gone?.logpage, missing: true });
  });

  it("takes one type of log a request", async () => {
    expect((await api().ask({ list: "logevents", letype: "move|delete" })).error?.code).toBe("badvalue");
    const types = new Set((await events({ letype: "move" })).map(({ type }) => type));
    expect([...types]).toEqual(["move"]);
  });

  it("leaves redirects of moves, imported pages and the edits of deleted pages out of the recent changes", async () => {
    const rows = await changes();
    const [redirect, imported, moved, made] = await api().idsOf([
      "Moves 1",
      "CON",
      "Moved place 1",
      "Survey day 1",
    ]);
    const ofPage = (id: number | undefined) =>
      rows.filter(({ pageid }) => pageid === id).map(({ type }) => type);
    expect([ofPage(redirect), ofPage(imported)]).toEqual([[], []]);
    expect(ofPage(moved)).toEqual(["log"]);
    expect(ofPage(made)).toEqual(["new"]);
    expect(rows.filter(({ title, type }) => title === "Goes away 1" && type !== "log")).toEqual([]);
  });

  it("tells a restored page in the recent changes only by the log rows, which have no revision", async () => {
    const rows = (await changes()).filter(({ title }) => title === "Restored 1");
    expect(rows.map(({ type, revid }) => [type, revid])).toEqual([
      ["log", 0],
      ["log", 0],
    ]);
  });

  it("lists changes newest first, and the other way round when asked", async () => {
    const older = await changes();
    const times = older.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const newer = await api().all({ list: "recentchanges", rclimit: "max", rcdir: "newer" });
    const rows = newer.flatMap(({ query }) => query?.recentchanges ?? []);
    expect(rows).toEqual(older.toReversed());
  });

  it("cuts time on both sides, inclusively", async () => {
    const times = (await changes()).map(({ timestamp }) => timestamp);
    const rcstart = times[0] ?? "";
    const rcend = times[5] ?? "";
    const { query } = await api().ask({ list: "recentchanges", rclimit: "max", rcstart, rcend });
    expect(query?.recentchanges).toHaveLength(
      times.filter((time) => time <= rcstart && time >= rcend).length,
    );
  });
}
