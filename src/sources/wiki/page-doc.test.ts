import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssembledPage } from "./content.ts";
import {
  buildPageDoc,
  pageToken,
  parsePageDoc,
  relationsDigest,
  serializePageDoc,
  type WikiPageDoc,
  wikiPageDocSchema,
} from "./page-doc.ts";
import { NO_RELATIONS, type PageRelations } from "./redirects.ts";

const site = { host: "strata.example", server: "https://strata.example", articlePath: "/wiki/$1" };
const page: AssembledPage = {
  pageid: 7,
  namespace: 0,
  title: "Äußerer Rücken",
  revid: 70,
  timestamp: "2024-05-01T10:00:00Z",
  contentModel: "wikitext",
  content: "Text.\n\u2028🪨",
  categories: ["Category:B", "Category:A"],
  isRedirect: false,
  http: { status: 200, etag: null, lastModified: null },
};
const fetchedAt = "2024-06-01T00:00:00.000Z";
const relations: PageRelations = { ...NO_RELATIONS, redirectsFrom: ["Old", "Older"] };
const leading: PageRelations = {
  ...NO_RELATIONS,
  redirectTo: "Next",
  redirectTarget: "Bed",
  redirectFragment: "Top",
};
const doc = buildPageDoc({ site, page, relations, fetchedAt });

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("the document of a page", () => {
  it("is written with its keys in the order of the contract, and text as it is", () => {
    expect(textOf(serializePageDoc(doc))).toBe(`{
  "source": "strata.example",
  "pageid": 7,
  "title": "Äußerer Rücken",
  "canonical_url": "https://strata.example/wiki/%C3%84u%C3%9Ferer_R%C3%BCcken",
  "revid": 70,
  "timestamp": "2024-05-01T10:00:00Z",
  "content_model": "wikitext",
  "categories": [
    "Category:B",
    "Category:A"
  ],
  "content": "Text.\\n\u2028🪨",
  "is_redirect": false,
  "redirect_target": null,
  "redirect_fragment": null,
  "redirect_problem": null,
  "redirects_from": [
    "Old",
    "Older"
  ],
  "fetched_at": "2024-06-01T00:00:00.000Z",
  "http": {
    "status": 200,
    "etag": null,
    "last_modified": null
  }
}
`);
  });

  it("gives the same bytes whatever order its keys came in", () => {
    const shuffled = Object.fromEntries(Object.entries(doc).toReversed()) as unknown as WikiPageDoc;
    expect(serializePageDoc(shuffled)).toEqual(serializePageDoc(doc));
  });

  it("keeps any content, and fits its own contract", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        const one = { ...doc, content };
        expect(wikiPageDocSchema.safeParse(one).success).toBe(true);
        expect(parsePageDoc(textOf(serializePageDoc(one)))).toEqual(one);
      }),
    );
  });

  it("is what JSON.stringify writes, however long its content is and wherever it is cut", () => {
    const pair = "\u{1f600}";
    for (const shift of ["", "a", '"', "\n", `${"a".repeat(2 ** 18 - 1)}\ud83d`]) {
      const content = shift + `${pair}${pair}"\n–`.repeat(100_000);
      const whole = JSON.stringify({ ...doc, content }, null, 2);
      expect(textOf(serializePageDoc({ ...doc, content })) === `${whole}\n`).toBe(true);
    }
  });

  it.each<[string, boolean, PageRelations, Partial<WikiPageDoc>]>([
    [
      "a redirect",
      true,
      leading,
      { redirect_target: "Bed", redirect_fragment: "Top", redirect_problem: null },
    ],
    ["a redirect nobody knew", true, NO_RELATIONS, { redirect_target: null, redirect_problem: "unknown" }],
    [
      "a broken redirect",
      true,
      { ...NO_RELATIONS, redirectProblem: "loop" },
      { redirect_target: null, redirect_problem: "loop" },
    ],
    ["no redirect any more", false, leading, { redirect_target: null, redirect_fragment: null }],
  ])("is consistent for %s", (_, isRedirect, said, expected) => {
    const built = buildPageDoc({ site, page: { ...page, isRedirect }, relations: said, fetchedAt });
    expect(built).toMatchObject({ ...expected, is_redirect: isRedirect });
  });

  it.each([
    ["", "not JSON"],
    ["{}", "source"],
    [JSON.stringify({ ...doc, pageid: "7" }), "pageid"],
    [JSON.stringify({ ...doc, http: null }), "http"],
    [JSON.stringify({ ...doc, redirect_problem: "odd" }), "redirect_problem"],
  ])("is not read from %s", (text, problem) => {
    expect(parsePageDoc(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("may have fields of a later version", () => {
    expect(parsePageDoc(JSON.stringify({ ...doc, extract: "Text." }))).toMatchObject({ extract: "Text." });
  });
});

describe("the change token", () => {
  const token = pageToken(page, relations);

  it("is the same for the same page", () => {
    expect(pageToken({ ...page }, { ...relations })).toBe(token);
    expect(token).toMatch(/^70-[0-9a-f]{16}$/);
  });

  it.each<[string, Partial<AssembledPage>, Partial<PageRelations>]>([
    ["its revision", { revid: 69 }, {}],
    ["its title", { title: "Other" }, {}],
    ["what leads to it", {}, { redirectsFrom: ["Old"] }],
    ["how that is split", {}, { redirectsFrom: ['Old","Older'] }],
    ["where it leads", {}, { redirectTarget: "Old" }],
    ["the place there", {}, { redirectFragment: "Old" }],
    ["a problem", {}, { redirectProblem: "loop" }],
  ])("differs with %s", (_, other, said) => {
    expect(pageToken({ ...page, ...other }, { ...relations, ...said })).not.toBe(token);
  });

  it("has a part that only tells of relations", () => {
    expect(relationsDigest(relations)).toBe(relationsDigest({ ...relations }));
    expect(relationsDigest(relations)).not.toBe(relationsDigest(NO_RELATIONS));
  });
});
