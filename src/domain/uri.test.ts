import { expect, it } from "vitest";
import { asUri } from "./uri.ts";

it.each([
  ["https://sede.es/x?a[0]=1&b={c}", "https://sede.es/x?a%5B0%5D=1&b=%7Bc%7D"],
  ["https://sede.es/trámite?q=ñ|b#a|b", "https://sede.es/tr%C3%A1mite?q=%C3%B1%7Cb#a%7Cb"],
  ["https://sede.es/a%zz?b=100%", "https://sede.es/a%25zz?b=100%25"],
  ["https://sede.es/a%20b?c=%C3%B1", "https://sede.es/a%20b?c=%C3%B1"],
  ["https://sede.es/x?q=^`", "https://sede.es/x?q=%5E%60"],
  ["http://[::1]:8080/a[1]", "http://[::1]:8080/a%5B1%5D"],
  ["no address", "no address"],
])("%s is the URI %s", (url, uri) => {
  expect(asUri(url)).toBe(uri);
  expect(asUri(uri)).toBe(uri);
});
