import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { describeApiFacts } from "./api-facts.ts";
import { type Crawl, CrawledRoot } from "./crawled-root.ts";
import { inLanes, rawText, truePages, type TruePage } from "./real-wiki.ts";

const { apiUrl, reason } = inject("wiki");

describe.runIf(apiUrl === null)("without a real MediaWiki", () => {
  it(`the suite is left out, and says why: ${reason}`, () => expect(reason).not.toBe(""));
});

if (apiUrl !== null) {
  describeApiFacts("a real server", async () => ({ apiUrl }));
  describe("a crawl of a real MediaWiki", () => describeCrawl(apiUrl));
}

function describeCrawl(api: string): void {
  let truth: ReadonlyMap<number, TruePage>;
  let root: CrawledRoot;
  let first: Crawl;
  let docs: ReturnType<CrawledRoot["docs"]>;

  beforeAll(async () => {
    truth = await truePages(api);
    root = new CrawledRoot(api);
    first = await root.crawl();
    docs = root.docs();
  });
  afterAll(() => root.remove());

  const docOf = (title: string) => {
    const doc = [...docs.values()].find((one) => one.title === title);
    if (doc === undefined) throw new Error(`there is no document of ${title}`);
    return doc;
  };
  const byIds = <T>(pick: (id: number) => T) => new Map([...truth.keys()].map((id) => [id, pick(id)]));

  it("stores every page of namespace 0 once, with its revision", () => {
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(truth.size).toBeGreaterThan(1_500);
    expect(first.summary).toMatchObject({ discovered: truth.size, completed: truth.size, failed: 0 });
    const stored = new Map([...docs].map(([id, { title, revid }]) => [id, [title, revid]]));
    const wanted = byIds((id) => [truth.get(id)?.title, truth.get(id)?.revid]);
    expect(new Map([...stored].toSorted())).toEqual(new Map([...wanted].toSorted()));
  });

  it("asks ten times less often than there are pages", () => {
    expect(root.calls().length).toBeLessThanOrEqual(truth.size / 10);
  });

  it("stores the main slot of every page byte for byte", async () => {
    const different: string[] = [];
    await inLanes(docs.values(), async ({ pageid, title, content }) => {
      if (!(await rawText(api, pageid)).equals(Buffer.from(content))) different.push(title);
    });
    expect(different).toEqual([]);
    const huge = [...docs.values()].filter(({ content }) => content.length > 1_500_000);
    expect(huge).toHaveLength(6);
  });

  it("stores all categories of every page, 620 of one", () => {
    const stored = byIds((id) => docs.get(id)?.categories.toSorted());
    expect(stored).toEqual(byIds((id) => [...(truth.get(id)?.categories ?? [])].toSorted()));
    expect(docOf("Many categories").categories).toHaveLength(620);
  });

  it("stores models and redirects as the wiki says", () => {
    const stored = byIds((id) => [docs.get(id)?.content_model, docs.get(id)?.is_redirect]);
    expect(stored).toEqual(byIds((id) => [truth.get(id)?.model, truth.get(id)?.isRedirect]));
    expect(docOf("Site table.json").content_model).toBe("json");
    expect(docOf("Raw text page").content_model).toBe("text");
  });

  it.each([
    ["Old name 1", "Dolomite ridge", null, null],
    ["Older name 1", "Dolomite ridge", null, null],
    ["Section shortcut", "Amber ridge", "Position", null],
    ["Broken shortcut", null, null, "missing"],
    ["Loop one", null, null, "loop"],
    ["Loop two", null, null, "loop"],
    ["Self loop", null, null, "loop"],
    ["Redirect to category", "Category:Basalt ridge 001", null, null],
    ["Moves 1", "Moved place 1", null, null],
    ["Dolomite ridge", null, null, null],
  ])("leads %s to %s, section %s, problem %s", (title, target, fragment, problem) => {
    const { redirect_target, redirect_fragment, redirect_problem } = docOf(title);
    expect([redirect_target, redirect_fragment, redirect_problem]).toEqual([target, fragment, problem]);
  });

  it("names what leads to a page, through one hop and through two", () => {
    expect(docOf("Dolomite ridge").redirects_from.toSorted()).toEqual(["Old name 1", "Older name 1"]);
    expect(docOf("Old name 1").redirects_from).toEqual(["Older name 1"]);
    expect(docOf("Moved place 1").redirects_from).toEqual(["Moves 1"]);
    expect(docOf("CON").redirects_from).toEqual([]);
  });

  it("gives hard titles names that are unique where case is folded, short, and free of separators", () => {
    const names = root.files("page");
    expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(truth.size);
    expect(names.filter((name) => Buffer.byteLength(name) > 255 || /[/\\<>:"|?*]/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(con|nul|aux|prn|com\d|lpt\d)(\.|$)|^\.|[. ]$/i.test(name))).toEqual([]);
  });

  it("keeps a row of every page in the registry", () => {
    const rows = new Map(
      root.rows().map((row) => [row["page_id"], [row["title"], row["last_revid"], row["categories"]]]),
    );
    expect(rows).toEqual(
      byIds((id) => [
        truth.get(id)?.title,
        truth.get(id)?.revid,
        JSON.stringify(docs.get(id)?.categories ?? null),
      ]),
    );
  });

  it("on the second run asks for no text, writes no page, and says so", async () => {
    const before = root.contents();
    const second = await root.crawl();
    expect(second.code).toBe(0);
    expect(second.summary).toMatchObject({ discovered: truth.size, queued: 0, unchanged: truth.size });
    expect(root.contentAsked()).toEqual([]);
    expect(root.contents()).toEqual(before);
  });
}
