import { expect, it } from "vitest";
import { readCategories, uniqueNames } from "./categories.ts";
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

it("keeps each name once, in the order first seen", () => {
  expect(uniqueNames(["B", "A", "B", "b", "A"])).toEqual(["B", "A", "b"]);
});
