import { describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { addSeed, parseSeedList, seedProblems, seedUrls, serialiseSeedList } from "./seed-list.ts";

/** Enough to tell spellings apart; the real rules are not the list's business. */
const canonical = (url: string) =>
  url
    .replace(/^http:/, "https:")
    .replace(/#.*$/, "")
    .replace(/\/$/, "");

const FILE = `# Mis páginas
https://sede.example.es/tramites/1   # la primera

https://sede.example.es/tramites/2#requisitos
http://sede.example.es/tramites/1/
no es una dirección
ftp://sede.example.es/x
`;

describe("a list of seeds", () => {
  const list = parseSeedList(FILE);

  it("gives every page once", () => {
    expect(seedUrls(list, canonical)).toEqual([
      "https://sede.example.es/tramites/1",
      "https://sede.example.es/tramites/2#requisitos",
    ]);
  });

  it("names the lines that are no addresses", () => {
    expect(seedProblems(list).map(({ line }) => line)).toEqual([6, 7]);
  });

  it.each([[FILE], [""], ["# solo\n"], ["https://a.example.es/\n\n\n"]])(
    "is written as it was read: %j",
    (text) => {
      expect(serialiseSeedList(parseSeedList(text))).toBe(text);
    },
  );

  it.each([
    "https://a.example.es/\r\n# x\r\n",
    "https://a.example.es/\r# x",
    "\uFEFFhttps://a.example.es/\n# x",
  ])("does not mind how lines end: %j", (text) => {
    expect(seedUrls(parseSeedList(text), canonical)).toEqual(["https://a.example.es/"]);
    expect(serialiseSeedList(parseSeedList(text))).toBe("https://a.example.es/\n# x\n");
  });

  it("takes a new page at its end", () => {
    const { added, list: longer } = addSeed(list, " https://otra.example.es/Trámite ", canonical);
    expect(added).toBe(true);
    expect(serialiseSeedList(longer)).toBe(`${FILE}https://otra.example.es/Tr%C3%A1mite\n`);
  });

  it("does not take a page twice, however it is spelt", () => {
    expect(addSeed(list, "HTTP://SEDE.example.es/tramites/1", canonical)).toEqual({
      added: false,
      list,
      url: "https://sede.example.es/tramites/1",
      line: 2,
    });
  });

  it.each([
    "",
    "sede.example.es",
    "ftp://a.example.es",
    "https://a.example.es/ https://b.example.es/",
    "https://u:p@a.example.es/",
    "#x",
    "https://a.example.es/\nhttps://b.example.es/",
  ])("refuses %j", (address) => {
    expect(() => addSeed(list, address, canonical)).toThrow(MisuseError);
  });

  it("leaves out what has no canonical form", () => {
    expect(seedUrls(list, () => null)).toEqual([]);
    expect(() => addSeed(list, "https://a.example.es/", () => null)).toThrow(MisuseError);
  });
});
