import { beforeAll, describe, expect, it } from "vitest";
import { describeChangeFacts } from "./api-change-facts.ts";
import { describeContinuationFacts } from "./api-continuation-facts.ts";
import { ApiClient, type ApiParams } from "./api-client.ts";
import { describeListFacts } from "./api-list-facts.ts";
import { describeRedirectFacts } from "./api-redirect-facts.ts";

/**
 * What the crawler relies on, as it was seen on MediaWiki 1.39, over real HTTP. The sandbox passes it, and so does a
 * wiki seeded with the same titles: what our emulator says of a server is then what a server says of itself. Nothing
 * is changed on the wiki.
 */
export function describeApiFacts(name: string, open: () => Promise<{ readonly apiUrl: string }>): void {
  describe(`MediaWiki API: ${name}`, () => {
    let opened: ApiClient | null = null;
    const api = () => {
      if (opened === null) throw new Error("not opened");
      return opened;
    };
    beforeAll(async () => {
      opened = new ApiClient((await open()).apiUrl);
    });

    describeContinuationFacts(api);
    describeRedirectFacts(api);
    describeChangeFacts(api);
    describeListFacts(api);
    describeShapes(api);
    describeHttp(api);
    describePages(api);
  });
}

function describeShapes(api: () => ApiClient): void {
  it("tells a page missing by its id from one missing by its title", async () => {
    const [byId] = await api().pages({ pageids: 99_999_999, prop: "info" });
    expect(byId).toEqual({ pageid: 99_999_999, missing: true });
    const [byTitle] = await api().pages({ titles: "Nope nope", prop: "revisions" });
    expect(byTitle).toEqual({ ns: 0, title: "Nope nope", missing: true });
  });

  it("answers invalid, special, interwiki and normalized titles each in its own shape", async () => {
    const titles = "Bad[title|Special:Version|Special:Nonesuch|wikipedia:Foo|amber ridge|Cafe\u0301";
    const { query, warnings } = await api().ask({ titles });
    expect(query?.pages).toContainEqual({
      title: "Bad[title",
      invalidreason: 'The requested page title contains invalid characters: "[".',
      invalid: true,
    });
    expect(query?.pages).toContainEqual({ ns: -1, title: "Special:Version", special: true });
    expect(query?.pages).toContainEqual({ ns: -1, title: "Special:Nonesuch", special: true, missing: true });
    expect(query?.interwiki).toEqual([{ title: "wikipedia:Foo", iw: "wikipedia" }]);
    expect(query?.normalized).toEqual([
      { fromencoded: true, from: "Cafe%CC%81", to: "Café" },
      { fromencoded: false, from: "amber ridge", to: "Amber ridge" },
    ]);
    expect(warnings?.["query"]?.warnings).toContain("non-normalized data");
  });

  it("lists pages by id, those without one first", async () => {
    const pages = await api().pages({ titles: "X|0|Nope nope|CON|Bad[title" });
    const ids = pages.map(({ pageid }) => pageid);
    expect(ids.slice(0, 2)).toEqual([undefined, undefined]);
    const known = ids.slice(2).map(Number);
    expect(known).toHaveLength(3);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
  });

  it("takes 50 ids a request and refuses 51", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join("|");
    expect((await api().ask({ pageids: ids(50) })).query?.pages).toHaveLength(50);
    const { error } = await api().ask({ pageids: ids(51) });
    expect(error).toMatchObject({ code: "toomanyvalues", limit: 50 });
  });

  it.each<[string, ApiParams]>([
    ["badvalue", { list: "allpages", apnamespace: 99 }],
    ["badinteger", { pageids: "abc" }],
    ["badcontinue", { pageids: 1, prop: "categories", clcontinue: "x" }],
    ["badcontinue", { list: "recentchanges", rccontinue: "x" }],
    ["badcontinue", { pageids: 1, continue: "x" }],
    ["badgenerator", { generator: "nothere" }],
    ["badtimestamp", { list: "logevents", lestart: "garbage" }],
    ["multisource", { pageids: 1, titles: "X" }],
    ["params", { generator: "allpages", redirects: 1 }],
    ["badvalue", { list: "logevents", letype: "move|delete" }],
    ["badvalue", { action: "nonsense" }],
    ["unknown_leaction", { list: "logevents", leaction: "bogus/x" }],
    ["invalidparammix", { list: "logevents", letitle: "X", lenamespace: 0 }],
    ["invalidtitle", { list: "allpages", apfrom: "Amber[" }],
    ["invalidparammix", { list: "allredirects", arunique: 1, arprop: "ids" }],
    ["invalidparammix", { pageids: "1|2", prop: "revisions", rvlimit: 2 }],
    ["badcontinue", { list: "allpages", apcontinue: "a|b" }],
    ["badcontinue", { list: "allredirects", arcontinue: "a" }],
    ["badcontinue", { pageids: 1, prop: "revisions", rvcontinue: "x" }],
  ])("answers an error as HTTP 200 with its code in a header: %s for %j", async (code, params) => {
    const { status, headers, answer } = await api().exchange(params);
    expect([status, headers.get("mediawiki-api-error"), answer.error?.code]).toEqual([200, code, code]);
    expect(answer.query).toBe(undefined);
  });

  it("warns of what it does not know, by module, and goes on", async () => {
    const { warnings, batchcomplete } = await api().ask({ list: "nonsense", bogus: 1, more: 2, maxlag: 5 });
    expect(batchcomplete).toBe(true);
    expect(warnings).toEqual({
      query: { warnings: 'Unrecognized value for parameter "list": nonsense' },
      main: { warnings: "Unrecognized parameters: bogus, more." },
    });
  });

  it("lowers a limit that is too high, with a warning, and says what max means", async () => {
    const high = await api().ask({ list: "allpages", aplimit: 501 });
    expect(high.warnings?.["allpages"]?.warnings).toBe(
      'The value "501" for parameter "aplimit" must be between 1 and 500.',
    );
    expect((await api().ask({ list: "allpages", aplimit: "max" })).limits).toEqual({ allpages: 500 });
  });

  it("gives the time and the request's own name back to whoever asks", async () => {
    const { curtimestamp, requestid } = await api().ask({ pageids: 1, curtimestamp: 1, requestid: "r 1" });
    expect(curtimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(requestid).toBe("r 1");
  });

  it("takes even a negative maxlag while it does not lag", async () => {
    expect((await api().ask({ pageids: 1, maxlag: -1 })).error).toBe(undefined);
  });

  it("leaves the query out where a generator finds nothing", async () => {
    const answer = await api().ask({ generator: "allpages", gapfrom: "🪨zzz", prop: "info" });
    expect(answer).toEqual({ batchcomplete: true });
  });

  it("says where pages are and what time it is", async () => {
    const { query } = await api().ask({ meta: "siteinfo", siprop: "general|namespaces" });
    expect(query?.general).toMatchObject({ articlepath: "/wiki/$1", case: "first-letter", timezone: "UTC" });
    expect(query?.general?.["generator"]).toMatch(/^MediaWiki 1\.\d+/);
    expect(query?.general?.["time"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(query?.namespaces?.["14"]).toMatchObject({ id: 14, name: "Category" });
  });
}

function describeHttp(api: () => ApiClient): void {
  it("answers a GET that is too long with 414 in HTML, where a POST is well", async () => {
    const titles = Array.from({ length: 50 }, (_, index) => `${"層".repeat(60)} ${index}`).join("|");
    const response = await api().get({ action: "query", format: "json", titles });
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([
      414,
      "text/html",
    ]);
    expect(await response.text()).toContain("Request-URI Too Long");
    expect((await api().ask({ titles })).query?.pages).toHaveLength(50);
  });

  it("answers in HTML with 200 where no format is asked for", async () => {
    const response = await api().get({ action: "query", meta: "siteinfo" });
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([
      200,
      "text/html",
    ]);
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  it("sends no validators, and gzip to whoever takes it", async () => {
    const request = { action: "query", format: "json", formatversion: 2, meta: "siteinfo" };
    const response = await api().get(request, { "accept-encoding": "gzip" });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect([response.headers.get("etag"), response.headers.get("last-modified")]).toEqual([null, null]);
    expect(await response.json()).toMatchObject({ batchcomplete: true });
    const plain = await api().get(request, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBe(null);
    await plain.arrayBuffer();
  });

  it("answers in the older shape where formatversion=2 is not asked for", async () => {
    const response = await api().get({
      action: "query",
      format: "json",
      titles: "X|Nope nope",
      prop: "info",
    });
    const { batchcomplete, query } = (await response.json()) as {
      batchcomplete: string;
      query: { pages: Record<string, { pageid?: number; missing?: string }> };
    };
    expect(batchcomplete).toBe("");
    expect(query.pages["-1"]).toMatchObject({ missing: "" });
    expect(Object.entries(query.pages).filter(([id, page]) => id === String(page.pageid))).toHaveLength(1);
  });
}

function describePages(api: () => ApiClient): void {
  it.each([
    ["Site table.json", "json"],
    ["User:Keeper/common.css", "css"],
    ["User:Keeper/common.js", "javascript"],
    ["Raw text page", "text"],
    ["CON", "wikitext"],
  ])("gives the content of %s with its model, %s", async (titles, model) => {
    const [page] = await api().pages({
      titles,
      prop: "info|revisions",
      rvprop: "ids|content",
      rvslots: "main",
    });
    const main = page?.revisions?.[0]?.slots?.main;
    expect([page?.contentmodel, main?.contentmodel]).toEqual([model, model]);
    expect(Buffer.byteLength(main?.content ?? "")).toBe(page?.length);
  });

  it.each([
    ["0", "007", "-1", "1e3", "Null", "False", "Constructor", "CON", "Nul", "Aux"],
    ["Case pair", "Case Pair", "CASE PAIR"],
    [
      "Either/Or",
      "/Leading slash",
      ".hidden name",
      "...And ellipsis",
      "Trailing dot.",
      "Back\\slash",
      "100% chalk",
    ],
    ['The "quoted" ledge', "Keeper's well", "Salt & pepper", "What is marl?", "Star * star"],
    ["岩石", "أرض", "ארץ", "ไทย", "🪨 Rock", "Ligature ﬁ", "İstasyon", "Straße", "層".repeat(85)],
    [`${"Long title ".repeat(23)}ab`],
  ])("keeps hard titles apart: %s", async (...titles) => {
    const ids = await api().idsOf(titles);
    expect(ids).not.toContain(0);
    expect(new Set(ids).size).toBe(titles.length);
  });

  it("extracts whole pages one a request, and nothing of other models", async () => {
    const first = await api().ask({ titles: "CON|X|0", prop: "extracts", explaintext: 1 });
    expect(first.query?.pages?.filter(({ extract }) => extract !== undefined)).toHaveLength(1);
    expect(first.query?.pages).toHaveLength(3);
    expect(first.continue).toMatchObject({ excontinue: 1 });
    expect((await api().pages({ titles: "Site table.json", prop: "extracts", exlimit: 1 }))[0]?.extract).toBe(
      "",
    );
  });

  it.each([
    ["Field guide/Chapter 1", "/wiki/Field_guide/Chapter_1"],
    ['The "quoted" ledge', "/wiki/The_%22quoted%22_ledge"],
    ["Keeper's well", "/wiki/Keeper%27s_well"],
    ["Salt & pepper", "/wiki/Salt_%26_pepper"],
    ["Plus + minus", "/wiki/Plus_%2B_minus"],
    ["100% chalk", "/wiki/100%25_chalk"],
    ["What is marl?", "/wiki/What_is_marl%3F"],
    ["Semi; colon", "/wiki/Semi;_colon"],
    ["Site: the first", "/wiki/Site:_the_first"],
    ["Back\\slash", "/wiki/Back%5Cslash"],
    ["Star * star", "/wiki/Star_*_star"],
    ["Equal=sign", "/wiki/Equal%3Dsign"],
    ["At@sign", "/wiki/At@sign"],
    ["Comma, comma", "/wiki/Comma,_comma"],
    ["Tilde~one", "/wiki/Tilde~one"],
    ["Dollar $1", "/wiki/Dollar_$1"],
    ["Caret ^ caret", "/wiki/Caret_%5E_caret"],
    ["(Parentheses)", "/wiki/(Parentheses)"],
    ["Exclaim!", "/wiki/Exclaim!"],
    ["岩石", "/wiki/%E5%B2%A9%E7%9F%B3"],
  ])("gives %s the address %s", async (titles, path) => {
    const [page] = await api().pages({ titles, prop: "info", inprop: "url" });
    const { origin } = new URL(page?.fullurl ?? "");
    expect([page?.fullurl, page?.canonicalurl]).toEqual([origin + path, origin + path]);
  });

  it("finds only categories with a page among pages, and all of them among categories", async () => {
    const list = async (params: ApiParams) => (await api().all(params)).map(({ query }) => query);
    const pages = (await list({ list: "allpages", apnamespace: 14, aplimit: "max" })).flatMap(
      (query) => query?.allpages ?? [],
    );
    const answers = await list({ list: "allcategories", aclimit: "max", acprop: "size" });
    const categories = answers.flatMap((query) => query?.allcategories ?? []);
    const names = new Set(categories.map(({ category }) => category));
    expect(names.size).toBe(categories.length);
    expect(categories.length).toBeGreaterThan(500);
    expect(pages.length).toBeLessThan(categories.length);
    expect(pages.filter(({ title }) => !names.has(title.slice("Category:".length)))).toEqual([]);
  });
}
