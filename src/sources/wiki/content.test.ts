import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContentBatch, type HttpFacts } from "./content.ts";
import { successOf } from "./testing/answers.ts";

const HTTP: HttpFacts = { status: 200, etag: null, lastModified: null };
const revision = (revid: number, content: string) => ({
  revid,
  parentid: 0,
  timestamp: "2024-05-01T10:00:00Z",
  slots: { main: { contentmodel: "wikitext", contentformat: "text/x-wiki", content } },
});
const page = (pageid: number, more: object = {}) => ({ pageid, ns: 0, title: `Page ${pageid}`, ...more });
const done = (...pages: object[]) => ({ batchcomplete: true, query: { pages } });
const cut = (...pages: object[]) => ({
  continue: { rvcontinue: "8|80", continue: "||info" },
  query: { pages },
});
const category = (...titles: string[]) => titles.map((title) => ({ ns: 14, title }));

function resultsOf(ids: number[], ...answers: object[]) {
  const batch = new ContentBatch(ids);
  for (const answer of answers) batch.add(successOf(answer), HTTP);
  return batch.results();
}

describe("a batch of content", () => {
  it("is put together from an answer that was cut and its continuations", () => {
    const results = resultsOf(
      [7, 8],
      cut(
        page(7, { revisions: [revision(70, "seven")], contentmodel: "wikitext", redirect: true }),
        page(8, { revisions: [], contentmodel: "wikitext", categories: category("Category:A") }),
      ),
      cut(page(7, { categories: category("Category:B", "Category:C") }), page(8)),
      done(
        page(7, { categories: category("Category:C", "Category:D") }),
        page(8, { revisions: [revision(80, "")] }),
      ),
    );
    expect(results.get(7)).toEqual({
      kind: "page",
      page: {
        pageid: 7,
        namespace: 0,
        title: "Page 7",
        revid: 70,
        timestamp: "2024-05-01T10:00:00Z",
        contentModel: "wikitext",
        content: "seven",
        categories: ["Category:B", "Category:C", "Category:D"],
        isRedirect: true,
        http: HTTP,
      },
    });
    expect(results.get(8)).toMatchObject({
      page: { content: "", categories: ["Category:A"], isRedirect: false },
    });
  });

  it("remembers which answer brought the text", () => {
    const batch = new ContentBatch([7]);
    batch.add(successOf(cut(page(7, { revisions: [] }))), { ...HTTP, etag: "a" });
    batch.add(successOf(cut(page(7, { revisions: [revision(70, "x")] }))), { ...HTTP, etag: "b" });
    batch.add(successOf(done(page(7))), { ...HTTP, etag: "c" });
    expect(batch.results().get(7)).toMatchObject({ page: { http: { etag: "b" } } });
  });

  const whole = page(7, { revisions: [revision(70, "x")] });
  it.each([
    ["deleted", done({ pageid: 7, missing: true }), { kind: "missing" }],
    ["deleted after its text came", done(whole, { pageid: 7, missing: true }), { kind: "missing" }],
    ["back after it was gone", done({ pageid: 7, missing: true }, whole), { kind: "page" }],
    [
      "an invalid id",
      done({ pageid: 7, invalid: true, invalidreason: "no" }),
      { kind: "invalid", reason: "no" },
    ],
    [
      "a special page",
      done({ pageid: 7, ns: -1, title: "Special:X", special: true }),
      { kind: "invalid", reason: "a special page" },
    ],
    ["without a revision", done(page(7)), { kind: "incomplete" }],
    ["with its revisions cut away for good", done(page(7, { revisions: [] })), { kind: "incomplete" }],
    ["not in the answer", done(page(8)), { kind: "incomplete" }],
    ["in an answer without pages", { batchcomplete: true }, { kind: "incomplete" }],
    ["whole, but more was to come", cut(whole), { kind: "incomplete" }],
    ["without a revision id", done(page(7, { revisions: [{ timestamp: "x" }] })), { kind: "incomplete" }],
    [
      "without a model at its slot",
      done(
        page(7, {
          contentmodel: "css",
          revisions: [{ ...revision(7, ""), slots: { main: { content: "" } } }],
        }),
      ),
      { page: { contentModel: "css" } },
    ],
  ])("a page that is %s", (_, answer, expected) => {
    expect(resultsOf([7], answer).get(7)).toMatchObject(expected);
  });

  const bare = { revid: 70, parentid: 0, timestamp: "2024-05-01T10:00:00Z" };
  it.each([
    ["text_hidden", { ...bare, slots: { main: { texthidden: true } } }],
    ["text_hidden", { ...bare, texthidden: true, suppressed: true }],
    ["text_missing", { ...bare, slots: { main: { contentmodel: "wikitext", textmissing: true } } }],
    ["slot_missing", { ...bare, slots: { main: { missing: true } } }],
    ["slot_missing", { ...bare, slots: {} }],
    ["slot_missing", bare],
    ["bad_content_format", { ...bare, slots: { main: { contentmodel: "x", badcontentformat: true } } }],
  ])("says %s of %j", (reason, shown) => {
    expect(resultsOf([7], done(page(7, { revisions: [shown] }))).get(7)).toEqual({
      kind: "unreadable",
      reason,
      title: "Page 7",
      revid: 70,
    });
  });

  it("is not misled by pages nobody asked for", () => {
    expect([...resultsOf([7], done(whole, page(9, { revisions: [revision(9, "")] }))).keys()]).toEqual([7]);
  });

  it("gives the same however the text and the categories are split over answers", () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const parts = ids.flatMap((id) => [
      page(id, { revisions: [revision(id, `text ${id}`)] }),
      page(id, { categories: category(`Category:${id}`) }),
    ]);
    const expected = resultsOf(ids, done(...parts));
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: 12 }), fc.nat(12), (shuffled, at) => {
        const first = cut(...ids.map((id) => page(id, { revisions: [] })), ...shuffled.slice(0, at));
        expect(resultsOf(ids, first, done(...shuffled.slice(at)))).toEqual(expected);
      }),
    );
  });
});
