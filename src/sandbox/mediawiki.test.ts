import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  failingPage,
  type MediaWikiBehaviour,
  type MediaWikiSandbox,
  type MediaWikiSandboxOptions,
  mutateWiki,
  startMediaWikiSandbox,
  type Wiki,
} from "./mediawiki.ts";

let site: MediaWikiSandbox | null = null;
afterEach(async () => {
  await site?.close();
  site = null;
});

const SMALL: MediaWikiSandboxOptions = { pages: 20, oddities: false };

async function start(options: MediaWikiSandboxOptions = SMALL): Promise<MediaWikiSandbox> {
  site = await startMediaWikiSandbox(options);
  return site;
}

type Row = Record<string, unknown>;
interface Answer {
  readonly batchcomplete?: true;
  readonly continue?: Record<string, string>;
  readonly error?: { readonly code: string; readonly lag?: number };
  readonly query?: {
    readonly pages?: readonly Row[];
    readonly recentchanges?: readonly Row[];
    readonly logevents?: readonly Row[];
  };
}

function post(params: Readonly<Record<string, string>>, init: RequestInit = {}): Promise<Response> {
  const body = new URLSearchParams({ action: "query", format: "json", formatversion: "2", ...params });
  return fetch(site?.apiUrl ?? "", { method: "POST", body, ...init });
}

const ask = async (params: Readonly<Record<string, string>>) => (await (await post(params)).json()) as Answer;
const pageOf = async (titles: string) => (await ask({ titles, prop: "info" })).query?.pages?.[0] ?? {};
const log = async (letype: string) => (await ask({ list: "logevents", letype })).query?.logevents ?? [];
const changes = async (more = {}) =>
  (await ask({ list: "recentchanges", rclimit: "max", rcprop: "ids|title|loginfo", ...more })).query
    ?.recentchanges ?? [];

describe("the MediaWiki sandbox", () => {
  it("is the same wiki every time: ids, revisions, times, contents", async () => {
    const read = async () => {
      await start({ pages: 30, hugePages: 0 });
      const listing = {
        generator: "allpages",
        gaplimit: "max",
        prop: "info|revisions",
        rvprop: "ids|timestamp|content",
        rvslots: "main",
      };
      const answers = [
        await ask(listing),
        await ask({ list: "recentchanges", rclimit: "max" }),
        await ask({ list: "logevents" }),
      ];
      await site?.close();
      return answers;
    };
    expect(await read()).toEqual(await read());
  });

  it("takes parameters of the query and of a form, and a form over a query", async () => {
    const { apiUrl, requests } = await start();
    const query = "?action=query&format=json&formatversion=2&pageids=1";
    const get = (await (await fetch(apiUrl + query)).json()) as Answer;
    expect(get.query?.pages).toMatchObject([{ pageid: 1 }]);
    const body = new URLSearchParams({ pageids: "2" });
    const form = (await (await fetch(apiUrl + query, { method: "POST", body })).json()) as Answer;
    expect(form.query?.pages).toMatchObject([{ pageid: 2 }]);
    expect(requests.map(({ method, params }) => [method, params["pageids"]])).toEqual([
      ["GET", "1"],
      ["POST", "2"],
    ]);
    expect(requests[1]?.at).toBeGreaterThanOrEqual(requests[0]?.at ?? Infinity);
  });

  it.each<[string, MediaWikiSandboxOptions, number]>([
    ["/robots.txt", SMALL, 200],
    ["/robots.txt", { ...SMALL, robots: { status: 503 } }, 503],
    ["/wiki/Amber_ridge", SMALL, 200],
    ["/wiki/No_such_page", SMALL, 404],
    ["/wiki/%E0%A4", SMALL, 404],
    ["/elsewhere", SMALL, 404],
  ])("answers for %s with %j what it should: %i", async (path, options, status) => {
    const { url } = await start(options);
    expect((await fetch(url + path)).status).toBe(status);
  });

  it.each<[string, (wiki: Wiki) => void]>([
    ["a page is deleted", (wiki) => wiki.delete("Amber bench")],
    ["a page is created", (wiki) => void wiki.edit("AAA", "Before all others.")],
  ])(
    "never gives all of one page when a generator with categories is continued and meanwhile %s",
    async (_, change) => {
      const { wiki } = await start({ pages: 676, oddities: false });
      const params = {
        generator: "allpages",
        gaplimit: "5",
        gapto: "Amber g",
        prop: "info|categories",
        cllimit: "4",
      };
      const answers = [await ask(params)];
      change(wiki);
      for (
        let last = answers[0];
        last?.continue !== undefined && answers.length < 50;
        last = answers.at(-1)
      ) {
        answers.push(await ask({ ...params, ...last.continue }));
      }
      const pages = answers.flatMap(({ query }) => query?.pages ?? []);
      const whole = new Set(pages.filter((page) => "lastrevid" in page).map(({ title }) => title));
      expect(new Set(pages.map(({ title }) => title).filter((title) => !whole.has(title))).size).toBe(1);
    },
  );

  it("asks to wait while it lags, with 200 and Retry-After, and only those who said maxlag", async () => {
    const sandbox = await start();
    sandbox.lag("on");
    const response = await post({ pageids: "1", maxlag: "5" });
    expect([
      response.status,
      response.headers.get("retry-after"),
      response.headers.get("mediawiki-api-error"),
    ]).toEqual([200, "5", "maxlag"]);
    expect(response.headers.get("x-database-lag")).toBe("30000");
    expect(((await response.json()) as Answer).error).toMatchObject({ code: "maxlag", lag: 30_000 });
    expect((await ask({ pageids: "1" })).error).toBe(undefined);
    sandbox.lag("off");
    expect((await ask({ pageids: "1", maxlag: "5" })).error).toBe(undefined);
  });

  it("forgets recent changes when the time to keep them is over; the log stays", async () => {
    let now = Date.UTC(2024, 5, 1);
    const { wiki } = await start({ ...SMALL, retentionDays: 30, clock: () => now });
    wiki.edit("Old news", "x");
    now += 31 * 86_400_000;
    wiki.edit("Fresh news", "x");
    expect((await changes()).map(({ title }) => title)).toEqual(["Fresh news"]);
    expect((await log("create")).map(({ title, timestamp }) => [title, timestamp])).toEqual([
      ["Fresh news", "2024-07-02T00:00:00Z"],
      ["Old news", "2024-06-01T00:00:00Z"],
    ]);
  });

  it("lists a large wiki from wherever a continuation points, every page once", async () => {
    const { wiki } = await start({ pages: 20_000, oddities: false });
    const params = { generator: "allpages", gaplimit: "max", prop: "info|revisions", rvprop: "ids" };
    const ids: unknown[] = [];
    let next: Record<string, string> | undefined = {};
    for (let requests = 0; next !== undefined && requests < 100; requests += 1) {
      const answer: Answer = await ask({ ...params, ...next });
      ids.push(...(answer.query?.pages ?? []).map(({ pageid }) => pageid));
      next = answer.continue;
    }
    expect([ids.length, new Set(ids).size, wiki.pageCount]).toEqual([20_001, 20_001, 20_001]);
    expect((await ask({ ...params, gapfilterredir: "redirects" })).query).toBe(undefined);
  });
});

describe("changes of the sandbox's wiki", () => {
  it("keeps the id over an edit, and notices nothing where nothing changed", async () => {
    const { wiki } = await start();
    const before = await pageOf("Amber ridge");
    wiki.edit("Amber ridge", wiki.pageTitled("Amber ridge")?.latest.text ?? "");
    expect(await pageOf("Amber ridge")).toEqual(before);
    wiki.edit("Amber ridge", "Another text.", { comment: "why" });
    const after = await pageOf("Amber ridge");
    expect(after["pageid"]).toBe(before["pageid"]);
    expect(Number(after["lastrevid"])).toBeGreaterThan(Number(before["lastrevid"]));
    expect(await changes()).toMatchObject([
      { type: "edit", title: "Amber ridge", old_revid: before["lastrevid"] },
    ]);
  });

  it("lets a revision id go down when a page is restored in part", async () => {
    const { wiki } = await start();
    const first = wiki.edit("Partly", "one").latest.id;
    wiki.edit("Partly", "two");
    const before = wiki.edit("Partly", "three");
    wiki.delete("Partly");
    expect(await pageOf("Partly")).toMatchObject({ missing: true });
    wiki.undelete("Partly", { revisions: 1 });
    expect(await pageOf("Partly")).toMatchObject({
      pageid: before.id,
      lastrevid: first,
      length: 3,
      new: true,
    });
    expect(first).toBeLessThan(before.latest.id);
    expect(await changes({ rctype: "edit|new" })).toEqual([]);
    expect(await log("delete")).toMatchObject([
      { action: "restore", params: { count: { revisions: 1, files: 0 } } },
      { action: "delete", params: {} },
    ]);
  });

  it("restores under the id that was deleted last, with all revisions of the title", async () => {
    const { wiki } = await start();
    wiki.edit("Twice", "first life");
    wiki.delete("Twice");
    const second = wiki.edit("Twice", "second life");
    wiki.delete("Twice");
    const restored = wiki.undelete("Twice");
    expect([restored.id, restored.revisions.length]).toEqual([second.id, 2]);
    expect(() => wiki.undelete("Twice")).toThrow("nothing to undelete");
  });

  it("moves a page back over the redirect it left, which is deleted for it", async () => {
    const { wiki } = await start();
    const { id } = wiki.edit("Here", "text");
    wiki.move("Here", "There");
    const left = wiki.pageTitled("Here")?.id;
    wiki.move("There", "Here");
    expect(await pageOf("Here")).toMatchObject({ pageid: id, length: 4 });
    expect(await pageOf("There")).toMatchObject({ redirect: true });
    expect(await log("move")).toMatchObject([{ action: "move_redir", logpage: id }, { action: "move" }]);
    expect(await log("delete")).toMatchObject([{ action: "delete_redir", logpage: left, pageid: id }]);
    expect(() => wiki.move("Here", "Amber ridge")).toThrow("there is a page already");
  });

  it("raises the revision by protecting, which only the log tells", async () => {
    const { wiki } = await start();
    const before = wiki.pageTitled("Amber ridge")?.latest.id ?? 0;
    const { latest } = wiki.protect("Amber ridge", { comment: "guard" });
    expect(latest.id).toBeGreaterThan(before);
    expect(await changes()).toMatchObject([{ type: "log", revid: latest.id, logtype: "protect" }]);
    expect(await log("protect")).toMatchObject([
      { action: "protect", comment: "guard", params: { cascade: false } },
    ]);
  });

  it("drops a category with its last member, and keeps one that has a page", async () => {
    const { wiki } = await start({ pages: 0, oddities: false });
    const names = async () => JSON.stringify(await ask({ list: "allcategories", acprop: "size" }));
    wiki.edit("Member", "[[Category:Short lived]] [[Category:Kept|sort key]]");
    wiki.edit("Category:Kept", "A page.");
    expect(await names()).toContain('"Short lived","size":1,"pages":1');
    wiki.edit("Member", "nothing");
    expect(await names()).not.toContain("Short lived");
    expect(await names()).toContain('"Kept","size":0');
    wiki.delete("Category:Kept");
    expect(await names()).not.toContain("Kept");
  });

  it("makes one change of each kind for a second visit", async () => {
    const { wiki } = await start();
    mutateWiki(wiki, "1");
    const titles = [
      "New in round 1",
      "To move 1",
      "Has moved 1",
      "To move quietly 1",
      "Has moved quietly 1",
      "To delete 1",
      "To restore 1",
    ];
    const there = titles.map((title) => wiki.pageTitled(title) !== null);
    expect(there).toEqual([true, true, true, false, true, false, true]);
    expect(wiki.pageTitled("To move 1")?.redirect).toMatchObject({ key: "Has_moved_1" });
    expect(() => wiki.delete("To delete 1")).toThrow("there is no such page");
    expect(() => wiki.edit("Bad[title", "x")).toThrow("not the title of a page");
  });
});

describe("faults of the MediaWiki sandbox", () => {
  const fault = async (behaviour: MediaWikiBehaviour, init: RequestInit = {}) => {
    await start({ ...SMALL, behave: (_, nth) => (nth === 1 ? behaviour : undefined) });
    return post({ generator: "allpages", gaplimit: "max", prop: "info" }, { redirect: "manual", ...init });
  };

  it.each<[MediaWikiBehaviour, number, Record<string, string>]>([
    [{ kind: "status", status: 503 }, 503, {}],
    [{ kind: "status", status: 429, headers: { "Retry-After": "3" } }, 429, { "retry-after": "3" }],
    [{ kind: "redirect", location: "/x" }, 302, { location: "/x" }],
    [{ kind: "html" }, 200, { "content-type": "text/html; charset=UTF-8" }],
    [
      { kind: "body", contentType: "application/json", body: '{"a":' },
      200,
      { "content-type": "application/json" },
    ],
    [{ kind: "maxlag" }, 200, { "mediawiki-api-error": "maxlag", "retry-after": "5" }],
    [{ kind: "maxlag", lag: 90, retryAfter: 1 }, 200, { "retry-after": "1", "x-database-lag": "90" }],
    [{ kind: "error", code: "readonly" }, 200, { "mediawiki-api-error": "readonly" }],
    [{ kind: "delay", ms: 1 }, 200, { "content-type": "application/json; charset=utf-8" }],
    [{ kind: "unframed" }, 200, { connection: "close" }],
  ])("answers with %j as %i", async (behaviour, status, headers) => {
    const response = await fault(behaviour);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    await response.arrayBuffer();
  });

  it("breaks JSON in the middle", async () => {
    const response = await fault({ kind: "cut" });
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it("cuts a compressed answer, and sends less than it announced", async () => {
    const gzip = await fault({ kind: "cut", gzip: true });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    await expect(gzip.json()).rejects.toThrow();
    await site?.close();
    await expect((await fault({ kind: "short" })).text()).rejects.toThrow();
  });

  it("resets a connection, or never answers", async () => {
    await expect(fault({ kind: "reset" })).rejects.toThrow();
    await site?.close();
    await expect(fault({ kind: "hang" }, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  });

  it("repeats a continuation for ever", async () => {
    await start({ ...SMALL, behave: () => ({ kind: "repeat-continue" }) });
    const params = { list: "allpages", aplimit: "2" };
    const first = await ask(params);
    const second = await ask({ ...params, ...first.continue });
    expect(second.continue).toEqual(first.continue);
    expect((await ask({ ...params, ...second.continue })).continue).toEqual(first.continue);
  });

  it("survives a client that leaves in the middle of its request", async () => {
    const { url } = await start();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("POST /w/api.php HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf");
    await ask({ pageids: "1" });
    socket.destroy();
    await once(socket, "close");
    expect((await ask({ pageids: "1" })).query?.pages).toHaveLength(1);
    expect(site?.requests).toHaveLength(2);
  });

  it("says so where a test's own rule for faults throws", async () => {
    await start({
      ...SMALL,
      behave: () => {
        throw new Error("a mistake");
      },
    });
    const response = await post({ pageids: "1" });
    expect([response.status, await response.text()]).toEqual([500, "the sandbox failed: Error: a mistake\n"]);
  });

  it("cuts small answers too, where it is told a smaller limit", async () => {
    await start({ ...SMALL, maxResultBytes: 1_500 });
    const params = {
      pageids: "1|2|3|4|5|6|7|8",
      prop: "info|revisions|categories",
      rvprop: "content|ids",
      rvslots: "main",
    };
    const answers = [await ask(params)];
    for (let last = answers[0]; last?.continue !== undefined && answers.length < 50; last = answers.at(-1)) {
      answers.push(await ask({ ...params, ...last.continue }));
    }
    const revisions = answers
      .flatMap(({ query }) => query?.pages ?? [])
      .flatMap((page) => page["revisions"] ?? []);
    expect(answers.length).toBeGreaterThan(2);
    expect(new Set(revisions.map((revision) => JSON.stringify(revision))).size).toBe(8);
    expect(revisions).toHaveLength(8);
  });

  it("changes an answer as it is told to", async () => {
    const response = await fault({
      kind: "change",
      change: (answer) => ({ ...answer, batchcomplete: false }),
    });
    expect(await response.json()).toMatchObject({
      batchcomplete: false,
      query: { pages: expect.any(Array) },
    });
  });

  it("fails for every batch that a certain page is in, and for no other", async () => {
    await start({ ...SMALL, behave: failingPage(7) });
    const status = async (pageids: string) => {
      const response = await post({ pageids });
      await response.arrayBuffer();
      return response.status;
    };
    expect([await status("6|7|8"), await status("6|8"), await status("7"), await status("77")]).toEqual([
      500, 200, 500, 200,
    ]);
  });
});
