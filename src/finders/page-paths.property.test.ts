import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalUrl } from "../domain/canonical-url.ts";
import { domainFolder } from "../domain/domain-folder.ts";
import { partsOf } from "../infrastructure/files/document-path.ts";
import { identifyPage } from "./page-identity.ts";

/** What file systems that fold case and composition (NTFS, APFS) take for one name. */
const onDisk = (path: string) => path.normalize("NFC").toLowerCase();

const label = fc.string({
  unit: fc.constantFrom(..."abcxyz0189-_~!$&'()*+,;=%ñéİßΣ"),
  minLength: 1,
  maxLength: 12,
});
const host = fc.oneof(
  fc.domain(),
  fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join(".")),
  fc.constantFrom(
    "con",
    "aux.es",
    "com1",
    "nul",
    "localhost",
    "usgs",
    "a..b",
    "a.",
    "..",
    "xn--a",
    "1.2.3.4",
  ),
  fc.ipV6().map((address) => `[${address}]`),
);
const origin = fc
  .tuple(fc.constantFrom("http", "https"), host, fc.constantFrom("", ":80", ":443", ":81", ":8080"))
  .map(([scheme, name, port]) => URL.parse(`${scheme}://${name}${port}/`))
  .filter((url) => url !== null && url.hostname.replaceAll(".", "") !== "");

/** http and https of one host share its folder; a host of one word has its port in the name. */
function authorityOf({ hostname, port, protocol }: URL): string {
  const named = hostname.replace(/(?<=[^.])\.+$/, "");
  const usual = named.includes(".") || named.startsWith("[") ? "" : protocol === "https:" ? "443" : "80";
  return `${named}:${port === "" ? usual : port}`;
}

describe("the folder of a host", () => {
  it("is no other host's, also where case and composition are folded", () => {
    fc.assert(
      fc.property(origin, origin, (one, other) => {
        if (one === null || other === null || authorityOf(one) === authorityOf(other)) return;
        expect(onDisk(domainFolder(one))).not.toBe(onDisk(domainFolder(other)));
      }),
      { numRuns: 3000 },
    );
  });

  it("is one part of a path that the archive takes", () => {
    fc.assert(
      fc.property(origin, (url) => {
        if (url === null) return;
        expect(partsOf(`${domainFolder(url)}/a`)).toHaveLength(2);
      }),
    );
  });
});

const place = fc.string({ unit: fc.constantFrom(..."abñ/.;%-"), maxLength: 8 }).map((text) => `/${text}`);
const noise = fc.constantFrom(
  "utm_source=x",
  "fbclid=1",
  "PHPSESSID=a1b2",
  "gclid=",
  "_ga=1.2",
  "amp;utm_a=b",
);
const content = fc
  .tuple(
    fc.constantFrom("id", "page", "ref", "vgnextoid"),
    fc.string({ unit: fc.constantFrom(..."abñ1 &=%/"), maxLength: 6 }),
  )
  .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);

describe("the identity of a page", () => {
  it("is the same with any noise anywhere in its query, in whatever case its host is written", () => {
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), noise, fc.nat(4), place, (parts, extra, at, path) => {
        const plain = `https://sede.example.es${path}?${parts.join("&")}`;
        const noisy = `HTTPS://SEDE.example.ES:443${path}?${parts.toSpliced(at, 0, extra).join("&")}#top`;
        expect(identifyPage(noisy)).toEqual(identifyPage(plain));
      }),
    );
  });

  it("is another one for another content", () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        const [a, b] = [one, other].map((query) => identifyPage(`https://a.es/x?${query}`));
        expect(a?.key === b?.key).toBe(one === other);
      }),
    );
  });

  it("is an address of the web on one line, and its own canonical form", () => {
    const text = fc.oneof(
      fc.tuple(origin, place).map(([url, tail]) => `${url?.origin}${tail}?${tail}`),
      fc.string({ unit: "binary" }).map((tail) => `http://a.es/${tail}`),
    );
    fc.assert(
      fc.property(text, (url) => {
        const identity = identifyPage(url);
        if (identity === null) return;
        expect(identity.canonicalUrl).toMatch(/^https?:\/\/[!-~]+$/);
        expect(identity.canonicalUrl).not.toMatch(/[#"<>\\^`{|}]/);
        expect(canonicalUrl(identity.canonicalUrl)).toBe(identity.canonicalUrl);
      }),
    );
  });
});
