import { describe, expect, it } from "vitest";
import { charsetOf, decodeText, decodeWhole, StreamingDecoder } from "./text-decoding.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text, "utf8");

describe("the encoding of a document", () => {
  it.each<[string, Uint8Array, string | undefined, string]>([
    ["nothing said", utf8("hola"), undefined, "utf-8"],
    ["a header", utf8("hola"), "text/html; charset=ISO-8859-1", "windows-1252"],
    ["a header in quotes", utf8("hola"), `text/html; charset="iso-8859-15"`, "iso-8859-15"],
    ["a header that names none", utf8("hola"), "text/html; charset=klingon", "utf-8"],
    ["the mark before the header", utf8("\u{FEFF}hola"), "text/html; charset=iso-8859-1", "utf-8"],
    ["UTF-16 by its mark", Buffer.from([0xff, 0xfe, 0x41, 0]), undefined, "utf-16le"],
    ["UTF-16 by its mark, big end first", Buffer.from([0xfe, 0xff, 0, 0x41]), undefined, "utf-16be"],
    [
      "the XML declaration",
      latin1(`<?xml version='1.0' encoding='ISO-8859-1' ?>`),
      undefined,
      "windows-1252",
    ],
    ["meta charset", utf8("<html><meta charset=latin1>"), undefined, "windows-1252"],
    [
      "meta http-equiv",
      utf8(`<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`),
      undefined,
      "windows-1252",
    ],
    ["a header before meta", utf8("<meta charset=latin1>"), "text/html;charset=utf-8", "utf-8"],
    ["UTF-16 said in ASCII", utf8(`<?xml version="1.0" encoding="UTF-16"?>`), undefined, "utf-8"],
  ])("by %s", (_, head, contentType, expected) => {
    expect(new TextDecoder(charsetOf(head, { contentType })).encoding).toBe(expected);
  });
});

describe("text", () => {
  it.each<[string, Uint8Array, string]>([
    ["UTF-8", utf8("Tramitación"), "Tramitación"],
    ["UTF-8 with a mark", utf8("\u{FEFF}Año"), "Año"],
    ["windows-1252 that nobody declared", latin1("Tramitación de año"), "Tramitación de año"],
    ["one bad byte in UTF-8", Buffer.concat([utf8("Año ñ ó "), Buffer.from([0xff])]), "Año ñ ó \u{FFFD}"],
    ["nothing", Buffer.alloc(0), ""],
    ["ASCII and a character cut at the end", Buffer.from([0x41, 0xc3]), "A\u{FFFD}"],
  ])("of %s", (_, bytes, expected) => {
    expect(decodeWhole(bytes)).toBe(expected);
  });

  it.each<[string, Uint8Array, string | undefined, string, string]>([
    ["UTF-8 that is called iso-8859-1", utf8("Año"), "text/html; charset=iso-8859-1", "utf-8", "Año"],
    ["windows-1252 that is called UTF-8", latin1("Año"), "text/html; charset=utf-8", "windows-1252", "Año"],
    [
      "windows-1252 with the mark of UTF-8",
      latin1("\xef\xbb\xbfAño y día"),
      undefined,
      "windows-1252",
      "ï»¿Año y día",
    ],
    ["iso-8859-15", latin1("Año \xa4"), "text/html; charset=iso-8859-15", "iso-8859-15", "Año €"],
    [
      "windows-1251, as declared",
      Buffer.from([0xcf, 0xf0, 0xe8]),
      "text/html; charset=windows-1251",
      "windows-1251",
      "При",
    ],
    [
      "iso-2022-jp, as declared",
      utf8("\u{1b}$B$3\u{1b}(B"),
      "text/html; charset=iso-2022-jp",
      "iso-2022-jp",
      "こ",
    ],
    [
      "UTF-16 that only its zeros give away",
      Buffer.from("Año, y más", "utf16le"),
      undefined,
      "utf-16le",
      "Año, y más",
    ],
    [
      "UTF-16, big end first",
      Buffer.from("Año, y más", "utf16le").swap16(),
      undefined,
      "utf-16be",
      "Año, y más",
    ],
    [
      "the sign of currency, declared",
      latin1("el signo \xa4 es raro: ñ"),
      "text/html; charset=windows-1252",
      "windows-1252",
      "el signo ¤ es raro: ñ",
    ],
    [
      "a euro of iso-8859-15 beside quotes of windows-1252",
      latin1("\x93ñ\x94 30 \xa4"),
      undefined,
      "windows-1252",
      "“ñ” 30 €",
    ],
    [
      "UTF-8 with a pasted letter",
      Buffer.concat([utf8("Año, día y "), latin1("acción")]),
      undefined,
      "utf-8",
      "Año, día y acción",
    ],
    [
      "UTF-8 with half a letter",
      Buffer.concat([utf8("Año, día y aci"), Buffer.from([0xc3]), utf8("n")]),
      undefined,
      "utf-8",
      "Año, día y aci\u{fffd}n",
    ],
    [
      "surrogates and overlong forms in UTF-8",
      Buffer.concat([utf8("ñññññññ "), Buffer.from([0xed, 0xa0, 0x80, 0x20, 0xe0, 0x80, 0x80])]),
      undefined,
      "utf-8",
      `ñññññññ ${"\u{fffd}".repeat(3)} ${"\u{fffd}".repeat(3)}`,
    ],
    ["an apostrophe of windows-1252", latin1("l\x92any"), undefined, "windows-1252", "l’any"],
  ])("of %s", (_, bytes, contentType, encoding, text) => {
    expect(decodeText(bytes, { contentType })).toEqual({ encoding, text });
  });

  it("of a stream that is called iso-8859-15 is UTF-8 where it is that", () => {
    const decoder = new StreamingDecoder(utf8("<a>"), { contentType: "text/html; charset=iso-8859-15" });
    expect(decoder.decode(utf8("Año")) + decoder.end()).toBe("Año");
    const other = new StreamingDecoder(utf8("<a>"), { contentType: "text/html; charset=iso-8859-15" });
    expect(other.decode(latin1("Año \xa4")) + other.end()).toBe("Año €");
  });

  const streamed = (bytes: Uint8Array, size: number) => {
    const decoder = new StreamingDecoder(bytes.subarray(0, 4096));
    let text = "";
    for (let from = 0; from < bytes.length; from += size)
      text += decoder.decode(bytes.subarray(from, from + size));
    return text + decoder.end();
  };

  it.each<[string, Uint8Array, string]>([
    [
      "a stray byte far before the rest",
      Buffer.concat([latin1("a\xbb "), utf8("x".repeat(5000)), utf8("ñ á ó")]),
      `a\u{fffd} ${"x".repeat(5000)}ñ á ó`,
    ],
    [
      "windows-1252 with what looks like UTF-8 later",
      Buffer.concat([latin1("año día \xbf"), utf8("x".repeat(5000)), utf8("ñ")]),
      `año día ¿${"x".repeat(5000)}Ã±`,
    ],
    [
      "more than is held back",
      Buffer.concat([utf8("ñ".repeat(40_000)), latin1("\xff"), utf8("ñ")]),
      `${"ñ".repeat(40_000)}\u{fffd}ñ`,
    ],
    ["a mark inside of the text", utf8("a\u{feff}b"), "a\u{feff}b"],
    ["a sign for what was lost before", utf8("a \u{fffd} b"), "a \u{fffd} b"],
    ["a character cut at the end", Buffer.concat([utf8("ñ"), Buffer.from([0xc3])]), "ñ\u{fffd}"],
  ])("of %s is the same in pieces of any size", (_, bytes, text) => {
    for (const size of [1, 3, 64, 4096, Infinity]) expect(streamed(bytes, size)).toBe(text);
  });

  it("is the same however the bytes are cut", () => {
    const bytes = utf8("a€ñ\u{1F600}".repeat(50));
    for (const size of [1, 2, 3, 5]) {
      const decoder = new StreamingDecoder(bytes);
      let text = "";
      for (let from = 0; from < bytes.length; from += size)
        text += decoder.decode(bytes.subarray(from, from + size));
      expect(text + decoder.end()).toBe("a€ñ\u{1F600}".repeat(50));
    }
  });

  it("of UTF-16 is the same however the bytes are cut", () => {
    const bytes = Buffer.from("\u{FEFF}<a>ñ\u{1F600}</a>", "utf16le");
    const decoder = new StreamingDecoder(bytes);
    let text = "";
    for (const byte of bytes) text += decoder.decode(Uint8Array.of(byte));
    expect(text + decoder.end()).toBe("<a>ñ\u{1F600}</a>");
  });
});
