import { expect, it } from "vitest";
import { found, type Parsed } from "./json-value.ts";
import type { Told } from "./api-client.ts";
import { allCategories, readCategories } from "./categories.ts";
import { successOf } from "./testing/answers.ts";

const read = (allcategories: unknown) =>
  readCategories(successOf({ batchcomplete: true, query: { allcategories } }));

it("reads the names of categories", () => {
  expect(read([{ category: "Beds", size: 3 }, { category: "0" }])).toEqual({
    ok: true,
    value: ["Beds", "0"],
  });
  expect(read([])).toEqual({ ok: true, value: [] });
});

it.each([[undefined], [{}], [["Beds"]], [[{ title: "Category:Beds" }]]])("does not read %j", (list) => {
  expect(read(list)).toMatchObject({ ok: false, failure: { kind: "structure_changed" } });
});

const HTTP = { status: 200, etag: null, lastModified: null };

async function* answers(...lists: readonly (readonly string[])[]): AsyncGenerator<Parsed<Told>> {
  for (const list of lists) {
    const allcategories = list.map((category) => ({ category }));
    yield found({ answer: successOf({ batchcomplete: true, query: { allcategories } }), http: HTTP });
  }
}

it("merges answers: each name once, in the order first seen", async () => {
  const client = { walk: () => answers(["B", "A"], ["B", "b", "A", "C"]) };
  expect(await allCategories(client)).toEqual({ ok: true, value: ["B", "A", "b", "C"] });
});

it("gives the failure, not half a list, when an answer fails", async () => {
  async function* walk(): AsyncGenerator<Parsed<Told>> {
    yield* answers(["A"]);
    yield { ok: false, failure: { kind: "http_status", status: 503 } };
  }
  expect(await allCategories({ walk })).toMatchObject({ ok: false, failure: { status: 503 } });
});
