import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { domainFolder } from "./domain-folder.ts";

const folder = (url: string) => domainFolder(new URL(url));

describe("the folder of a host", () => {
  it.each([
    ["https://www.boe.es/a", "www.boe.es"],
    ["https://WWW.BOE.ES./a", "www.boe.es"],
    ["https://boe.es:443/", "boe.es"],
    ["http://boe.es:80/", "boe.es"],
    ["https://boe.es:8443/", "boe.es_8443"],
    ["http://boe.es:443/", "boe.es_443"],
    ["http://127.0.0.1:8080/", "127.0.0.1_8080"],
    ["http://127.0.0.1/", "127.0.0.1"],
    ["http://localhost/", "localhost_80"],
    ["https://usgs/", "usgs_443"],
    ["http://usgs./", "usgs_80"],
    ["http://usgs:8080/", "usgs_8080"],
    ["http://[::1]/", "0--1.ipv6-literal.net"],
    ["http://[::]/", "0--0.ipv6-literal.net"],
    ["http://[2001:DB8::1]:8080/", "2001-db8--1.ipv6-literal.net_8080"],
    ["http://[2001:db8::]/", "2001-db8--0.ipv6-literal.net"],
    ["https://españa.es/", "xn--espaa-rta.es"],
    ["https://con.es/", "%63on.es"],
    ["https://lpt1.gob.es/", "%6Cpt1.gob.es"],
    ["https://consejo.es/", "consejo.es"],
    ["https://-rf.es/", "%2Drf.es"],
    ["https://a*b.es/", "a%2Ab.es"],
    ["https://a.es_8080/", "a.es%5F8080"],
    ["https://../", "%2E%2E_443"],
  ])("of %s is %s", (url, expected) => {
    expect(folder(url)).toBe(expected);
  });

  it("is a safe name on every system, never that of a source, for any host", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.domain().map((d) => `http://${d}:81/`),
          fc.ipV6().map((ip) => `http://[${ip}]/`),
        ),
        (url) => {
          const name = folder(url);
          expect(name).toMatch(/^[a-z0-9%][A-Za-z0-9._%~-]*$/);
          expect(name).not.toMatch(/[. ]$/);
          expect(name).not.toMatch(/^[a-z][a-z0-9]{0,30}$/);
          expect(name.length).toBeLessThanOrEqual(255);
        },
      ),
    );
  });

  it("keeps hosts apart that are too long for a name", () => {
    const long = (last: string) => folder(`https://${"abcdefghi.".repeat(24)}${last}:8443/`);
    expect(long("es").length).toBeLessThanOrEqual(255);
    expect(long("es")).not.toBe(long("eu"));
  });
});
