import { expect, it } from "vitest";
import { headerCharset } from "./charset.ts";

it.each<[string | undefined, string | null]>([
  [undefined, null],
  ["", null],
  ["text/html", null],
  ["text/html; charset=UTF-8", "utf-8"],
  ['text/html; charset="iso-8859-1"; x=y', "windows-1252"],
  ["text/html;charset='utf-8'", "utf-8"],
  ["text/html; Charset = latin1", "windows-1252"],
  ["text/html; charset=iso-8859-15, text/html", "iso-8859-15"],
  ["text/html; charset=nobody-knows", null],
  ["text/html; charset=", null],
])("the header %j names the encoding %j", (contentType, encoding) => {
  expect(headerCharset(contentType)).toBe(encoding);
});
