import { expect, it } from "vitest";
import { webUrl, writtenUrl } from "./web-url.ts";

const BASE = "https://example.org/a/b";

it.each<[string, string | null, string | null]>([
  ["https://example.org/x", "https://example.org/x", "https://example.org/x"],
  [" HTTP://example.org/x ", "http://example.org/x", "http://example.org/x"],
  ["/x", "https://example.org/x", "https://example.org/x"],
  ["//other.example/x", "https://other.example/x", "https://other.example/x"],
  ["https://example.org/#/ficha/1", "https://example.org/", "https://example.org/#/ficha/1"],
  ["https://u:p@example.org/", null, "https://u:p@example.org/"],
  ["x.html", "https://example.org/a/x.html", null],
  ["n/a", "https://example.org/a/n/a", null],
  ["", "https://example.org/a/b", null],
  ["javascript:void(0)", null, null],
  ["mailto:a@example.org", null, null],
  ["https://", null, null],
])("%j is the address %j, and written down %j", (text, address, written) => {
  expect([webUrl(text, BASE), writtenUrl(text, BASE)]).toEqual([address, written]);
});

it("nothing is no address", () => {
  expect([writtenUrl(null, BASE), writtenUrl(undefined, BASE), webUrl("/x")]).toEqual([null, null, null]);
});
