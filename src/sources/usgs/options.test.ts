import { describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { csvCatalogAddress, idsUrl, reportUrl } from "./endpoints.ts";
import { DEFAULT_USGS_OPTIONS, resolveUsgsOptions, type UsgsOptions } from "./options.ts";
import { usgs } from "./source.ts";

describe("options", () => {
  it("are complete without any", () => {
    expect(resolveUsgsOptions()).toEqual(DEFAULT_USGS_OPTIONS);
    expect(resolveUsgsOptions({ states: undefined, formats: undefined })).toEqual(DEFAULT_USGS_OPTIONS);
  });

  it("are brought to one spelling", () => {
    const options = resolveUsgsOptions({
      states: ["ok", " TX", "Texas", "OK"],
      formats: ["PDF", ".xlsx", "pdf"],
      catalogs: [{ kind: "html", url: " https://a.example/{state}.html ", states: ["ut"] }],
    });
    expect(options).toMatchObject({
      states: ["OK", "TX"],
      formats: ["pdf", "xlsx"],
      catalogs: [{ kind: "html", url: "https://a.example/{state}.html", states: ["UT"] }],
    });
  });

  it("walk states that only a catalog names, after the usual ones", () => {
    const { states } = resolveUsgsOptions({
      catalogs: [{ kind: "csv", url: "https://a.example", states: ["UT", "TX"] }],
    });
    expect(states).toEqual([...DEFAULT_USGS_OPTIONS.states, "UT"]);
  });

  it.each<[Partial<UsgsOptions>, RegExp]>([
    [{ states: ["XX"] }, /state "XX": use US postal codes.*TX/],
    [{ states: ["../TX"] }, /state/],
    [{ states: [] }, /at least one/],
    [{ formats: ["pfd"] }, /format "pfd": use pdf, csv/],
    [{ formats: [] }, /at least one/],
    [{ baseUrl: "my.usgs.gov" }, /base URL "my.usgs.gov": use an address/],
    [{ baseUrl: "ftp://a.example" }, /http or https/],
    [{ baseUrl: "https://u:p@a.example" }, /base URL "https:\/\/…@a.example".*without user/],
    [{ baseUrl: "https://a.example/{state}" }, /\{state\}/],
    [{ catalogs: [{ kind: "csv", url: "nowhere" }] }, /catalog url/],
    [{ catalogs: [{ kind: "xml" as "csv", url: "https://a.example" }] }, /kind "xml": use csv or html/],
    [{ catalogs: [{ kind: "csv", url: "https://a.example", states: ["ZZ"] }] }, /state "ZZ"/],
    [{ unknownState: "drop" as "keep" }, /use reject or keep/],
    [{ states: "TX" as unknown as string[] }, /states "TX": use a list/],
    [{ states: [7] as unknown as string[] }, /state "7"/],
    [{ allAnalyses: "yes" as unknown as boolean }, /all-analyses "yes": use true or false/],
    [{ baseUrl: 5 as unknown as string }, /base URL "5"/],
    [{ catalogs: ["x"] as unknown as [] }, /catalog "x": use \{kind/],
    [{ catalogs: [{ kind: "csv" }] as unknown as [] }, /catalog url "undefined"/],
    [
      { catalogs: [{ kind: "csv", url: "https://a.example", state: "TX" }] as unknown as [] },
      /catalog key "state"/,
    ],
  ])("%j are misuse", (given, message) => {
    expect(() => resolveUsgsOptions(given)).toThrow(MisuseError);
    expect(() => resolveUsgsOptions(given)).toThrow(message);
  });
});

describe("addresses", () => {
  const query = "f=csv&extension=csv&offset=0&max=50&state=TX&analysis=yes";

  it.each([
    ["https://my.usgs.gov", "https://my.usgs.gov", `https://my.usgs.gov/crcwc/search/cores?${query}`],
    ["http://a.example:81/x/", "http://a.example:81/x", `http://a.example:81/x/crcwc/search/cores?${query}`],
    [
      "https://a.example/x/crcwc/search/cuttings/?county=PECOS",
      "https://a.example/x",
      `https://a.example/x/crcwc/search/cores?county=PECOS&${query}`,
    ],
    ["https://a.example/list.CSV?v=2", "https://a.example", "https://a.example/list.CSV?v=2"],
    ["https://a.example/wells?of={state}", "https://a.example", "https://a.example/wells?of=TX"],
  ])("of the csv catalog %s", (url, base, list) => {
    const address = csvCatalogAddress(url);
    expect([address.base, address.listUrl("core", "TX")]).toEqual([base, list]);
  });

  it("of cuttings, ids and reports", () => {
    expect(csvCatalogAddress("https://a.example").listUrl("cutting", "OK")).toContain(
      "/crcwc/search/cuttings?",
    );
    expect(idsUrl("https://a.example", "cutting", 2000)).toBe(
      "https://a.example/arcgis/rest/services/crcwc/crcwc/MapServer/1/query?where=0%3D0&outFields=id,chlibno&resultOffset=2000&resultRecordCount=1000&f=geojson",
    );
    expect(reportUrl("https://a.example", "core", "7")).toBe("https://a.example/crcwc/core/report/7");
  });
});

describe("the source", () => {
  const options = resolveUsgsOptions({ catalogs: [{ kind: "html", url: "https://b.example:8443/{state}" }] });

  it.each([
    ["https://my.usgs.gov/x", true],
    ["http://my.usgs.gov/x", true],
    ["https://MY.usgs.gov./x", false],
    ["https://my.usgs.gov:8443/x", false],
    ["https://b.example:8443/x", true],
    ["https://b.example/x", false],
    ["https://usgs.gov/x", false],
    ["https://my.usgs.gov.evil.example/x", false],
    ["https://my.usgs.gov@evil.example/x", false],
    ["https://evil@my.usgs.gov/x", false],
    ["ftp://my.usgs.gov/x", false],
  ])("allows %s: %s", (url, expected) => {
    expect(usgs.allows(new URL(url), options)).toBe(expected);
  });

  it.each([
    ["TX", "reject", true],
    ["UT", "reject", false],
    ["unknown", "reject", false],
    ["unknown", "keep", true],
  ] as const)("wants leftovers of %s with %s: %s", (state, unknownState, expected) => {
    expect(usgs.wants?.({ state }, resolveUsgsOptions({ unknownState }), "https://my.usgs.gov/a.pdf")).toBe(
      expected,
    );
  });

  it("tries three times, patiently, and never after a refusal", () => {
    const { forbidden, ...rules } = { forbidden: undefined, ...usgs.policy };
    expect(forbidden).toBeUndefined();
    expect(Object.keys(rules).toSorted()).toEqual([
      "brokenBody",
      "connection",
      "serverError",
      "timeout",
      "tooManyRequests",
    ]);
    expect(new Set(Object.values(rules).map((rule) => JSON.stringify(rule)))).toEqual(
      new Set([JSON.stringify({ attempts: 3, firstWaitMs: 2000, maxWaitMs: 30_000 })]),
    );
    expect(usgs.defaultLimit).toBe(100);
  });
});

const reference = (path: string) => ({
  key: "T1",
  url: "https://a.example/",
  path,
  fields: {},
  metadata: {},
});
const bytes = (text: string) => new TextEncoder().encode(text);

describe("the content of a document", () => {
  const pdf = reference("TX/T1.pdf.zst");

  it.each(["%PDF-1.4\n", `${" ".repeat(1000)}%PDF-1.7`, "\xEF\xBB\xBF%PDF-2.0"])(
    "is a PDF: case %#",
    (head) => {
      expect(usgs.checkHead?.(bytes(head), { contentType: "text/html" }, pdf)).toBe(null);
    },
  );

  it.each([
    ["<!DOCTYPE html><p>", "text/html; charset=utf-8", "an HTML page (text/html; charset=utf-8)"],
    ["\n <html>", "application/pdf", "an HTML page (application/pdf)"],
    ["PK\x03\x04rest", "", "a ZIP archive"],
    ["", "application/pdf", "an empty body (application/pdf)"],
    ["hello\u001b", "text/plain\u001b", '"hello" (text/plain)'],
    [`${" ".repeat(1020)}x%PDF-1.4`, "", '"x%PD"'],
  ])("is not: case %#", (head, contentType, seen) => {
    const failure = usgs.checkHead?.(bytes(head), { contentType }, pdf);
    expect(failure).toEqual({ kind: "unexpected_content", expected: "a PDF", seen });
  });

  it.each([
    ["csv", "a,b", "text/html"],
    ["csv", "<html5>,b", ""],
    ["xls", "<table><tr>", "application/vnd.ms-excel"],
    ["xls", "\xD0\xCF\x11\xE0", ""],
    ["txt", " ", ""],
    ["txt", "the page began with <html>", ""],
    ["xml", "<?xml version='1.0'?><!-- a --><log><html/></log>", ""],
    ["xml", `<!-- ${"long ".repeat(300)}`, ""],
    ["html", "<!doctype html><p>", ""],
    ["htm", "<html>", ""],
  ])("in the format %s may be %j", (format, head, contentType) => {
    const other = reference(`TX/T1.${format}.zst`);
    expect(usgs.checkHead?.(bytes(head), { contentType }, other)).toBe(null);
    expect(usgs.checkTail?.(bytes(head), other)).toBe(null);
  });

  it.each([
    ["xls", bytes("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>")],
    ["csv", bytes("\uFEFF\r\n\t<HTML lang=en>")],
    ["csv", bytes("<!-- a --> <!-- b\n -->\n<!doctype\nhtml>")],
    ["csv", bytes(`<!-- ${"long ".repeat(300)}`)],
    ["xml", bytes("<?xml version='1.0'?>\n<!DOCTYPE html><html xmlns='x'>")],
    ["txt", new Uint8Array(Buffer.from("\uFEFF<!doctype html>", "utf16le"))],
    ["zip", new Uint8Array(Buffer.from("\uFEFF <html>", "utf16le").swap16())],
  ])("in the format %s is not an HTML page: case %#", (format, head) => {
    const failure = usgs.checkHead?.(head, { contentType: "" }, reference(`TX/T1.${format}.zst`));
    const expected = `a document (${format})`;
    expect(failure).toEqual({ kind: "unexpected_content", expected, seen: "an HTML page" });
  });

  it.each(["pdf", "csv", "xls", "zip", "html"])("in the format %s is not nothing", (format) => {
    const failure = usgs.checkHead?.(bytes(""), { contentType: "" }, reference(`TX/T1.${format}.zst`));
    expect(failure).toMatchObject({ kind: "unexpected_content", seen: "an empty body" });
  });

  it("is a PDF, with its end, also where bytes look like a byte order mark", () => {
    const marked = (text: string) => new Uint8Array([0xff, 0xfe, ...bytes(text)]);
    expect(usgs.checkHead?.(marked("%PDF-1.4"), { contentType: "" }, pdf)).toBe(null);
    expect(usgs.checkTail?.(marked("%%EOF"), pdf)).toBe(null);
  });

  it.each<[string, string, string[], boolean]>([
    ["zip", "PK\x03\x04", ["pdf"], true],
    ["zip", "PK\x05\x06", ["pdf"], true],
    ["zip", "PK\x03\x04", ["csv"], true],
    ["zip", "PK\x03\x04", ["pdf", "zip"], false],
    ["zip", "%PDF-1.4", ["pdf"], false],
    ["pdf", "PK\x03\x04 %PDF-1.4", ["pdf", "zip"], true],
    ["pdf", "%PDF-1.4 PK\x03\x04", ["pdf"], false],
    ["xlsx", "PK\x03\x04", ["xlsx"], false],
  ])(
    "behind a link to %s that begins with %j, for %j, is an archive to open: %j",
    (format, head, formats, opens) => {
      const options = resolveUsgsOptions({ formats });
      const rules = usgs.unpacks?.(bytes(head), reference(`TX/T1.${format}.zst`), options) ?? null;
      expect(rules !== null).toBe(opens);
      if (rules === null) return;
      expect(rules.extensionOf(`x/A.${formats[0]?.toUpperCase()}`)).toBe(formats[0]);
      expect(rules.extensionOf("a.exe")).toBeNull();
      expect(rules.whenNone.kind).toBe(format === "zip" ? "no_documents" : "unexpected_content");
    },
  );

  it("must end as a PDF does where nothing else tells its end", () => {
    expect(usgs.checkTail?.(bytes("…\n%%EOF\n"), pdf)).toBe(null);
    expect(usgs.checkTail?.(bytes(`%%EOF${" ".repeat(1020)}`), pdf)).toMatchObject({ kind: "body_broken" });
  });
});
