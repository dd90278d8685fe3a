import { expect, it } from "vitest";
import type { ApiAnswer, ApiClient, ApiPage } from "./api-client.ts";

const CONTENT = { prop: "revisions|categories|info", rvprop: "ids|content", rvslots: "main" };
const HUGE = Array.from({ length: 6 }, (_, index) => `Huge volume ${index + 1}`);

const pagesOf = (answers: readonly ApiAnswer[]) => answers.flatMap(({ query }) => query?.pages ?? []);
const contentOf = (page: ApiPage) => page.revisions?.[0]?.slots?.main.content;

/** How answers are split, and how they come together again. */
export function describeContinuationFacts(api: () => ApiClient): void {
  it("lists every page once with its revision, 500 a request and never split", async () => {
    const listed = await api().all({
      generator: "allpages",
      gaplimit: "max",
      prop: "info|revisions",
      rvprop: "ids",
    });
    const plain = await api().all({ list: "allpages", aplimit: "max" });
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.map(({ batchcomplete }) => batchcomplete)).toEqual(listed.map(() => true));
    const pages = pagesOf(listed);
    const ids = plain.flatMap(({ query }) => query?.allpages ?? []).map(({ pageid }) => pageid);
    expect(new Set(pages.map(({ pageid }) => pageid))).toEqual(new Set(ids));
    expect(pages).toHaveLength(ids.length);
    expect(pages.filter(({ revisions, lastrevid }) => revisions?.[0]?.revid !== lastrevid)).toEqual([]);
  });

  it("lists titles in the order of their UTF-8 bytes", async () => {
    const answers = await api().all({ list: "allpages", aplimit: "max" });
    const titles = answers.flatMap(({ query }) => query?.allpages ?? []).map(({ title }) => title);
    const keys = titles.map((title) => Buffer.from(title.replaceAll(" ", "_")));
    expect(
      keys.filter((key, index) => index > 0 && Buffer.compare(keys[index - 1] as Buffer, key) >= 0),
    ).toEqual([]);
    expect(titles.indexOf("🪨 Rock")).toBeGreaterThan(titles.indexOf("Ligature ﬁ"));
  });

  it("runs the generator again for the rest of a batch's categories, and says when the batch is complete", async () => {
    const params = {
      generator: "allpages",
      gaplimit: 3,
      gapfrom: "CON",
      prop: "info|categories",
      cllimit: 2,
    };
    const first = await api().ask(params);
    expect(first.batchcomplete).toBe(undefined);
    expect(first.continue).toMatchObject({ continue: "||info" });
    const second = await api().ask({ ...params, ...first.continue });
    const ids = (answer: ApiAnswer) => answer.query?.pages?.map(({ pageid }) => pageid);
    expect(ids(second)).toEqual(ids(first));
    expect(second.query?.pages?.[0]?.lastrevid).toBe(undefined);
  });

  it("cuts an answer at 8 MiB: a warning, where to go on, and a page with no revision in its list", async () => {
    const ids = await api().idsOf(HUGE);
    const first = await api().ask({ ...CONTENT, pageids: ids.join("|"), cllimit: "max" });
    expect(first.warnings?.["result"]?.warnings).toContain("larger than the limit of 8,388,608 bytes");
    expect(first.batchcomplete).toBe(undefined);
    const cut = first.query?.pages?.find(({ revisions }) => revisions?.length === 0);
    expect(first.continue).toEqual({
      rvcontinue: `${cut?.pageid}|${cut?.lastrevid}`,
      continue: "||categories|info",
    });
  });

  it("gives all of a cut answer to whoever goes on until the batch is complete", async () => {
    const ids = await api().idsOf([...HUGE, "CON"]);
    const answers = await api().all({ ...CONTENT, pageids: ids.join("|"), cllimit: 2 });
    const pages = pagesOf(answers);
    expect(answers.at(-1)?.batchcomplete).toBe(true);
    for (const id of ids) {
      const same = pages.filter(({ pageid }) => pageid === id);
      const contents = same.map(contentOf).filter((content) => content !== undefined);
      const length = same.find((page) => page.length !== undefined)?.length;
      expect(contents.map((content) => Buffer.byteLength(content))).toEqual([length]);
    }
  });

  it("goes on with several things at once", async () => {
    const ids = await api().idsOf([...HUGE, "CON"]);
    const { continue: next } = await api().ask({ ...CONTENT, pageids: ids.join("|"), cllimit: 1 });
    expect(Object.keys(next ?? {}).toSorted()).toEqual(["clcontinue", "continue", "rvcontinue"]);
    expect(next?.["continue"]).toBe("||info");
  });

  it("gives 620 categories of a page in two answers", async () => {
    const [id = 0] = await api().idsOf(["Many categories"]);
    const answers = await api().all({ pageids: id, prop: "categories", cllimit: "max" });
    const titles = pagesOf(answers).flatMap(({ categories }) => categories?.map(({ title }) => title) ?? []);
    expect(answers.map(({ batchcomplete }) => batchcomplete)).toEqual([undefined, true]);
    expect([titles.length, new Set(titles).size]).toEqual([620, 620]);
    expect(titles[0]).toMatch(/^Category:/);
  });

  it("gives ten categories to whoever does not ask for more", async () => {
    const [page] = await api().pages({ titles: "Many categories", prop: "categories" });
    expect(page?.categories).toHaveLength(10);
  });
}
