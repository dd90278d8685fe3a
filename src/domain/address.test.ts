import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admitUrl, isPublicAddress } from "./address.ts";

const GUARDED = { allowPrivate: false };

describe("A: addresses", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://127．0．0．1/",
    "http://%31%32%37%2e%30%2e%30%2e%31/",
    "http://127.0.0.1./",
    "http://0.0.0.0/",
    "http://0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[::7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::808:808]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:53aa:64c::1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://[100::1]/",
    "http://10.1.2.3/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://100.127.255.255/",
    "http://198.18.0.1/",
    "http://198.19.255.255/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://x.localhost/",
    "http://x.localhost./",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://good@127.0.0.1/",
    "http:127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http://good.example:22/",
    "http://good.example:25/",
    "http://good.example:6379/",
    "http://good.example:11211/",
    "http://good.example:0/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "ftp://good.example/",
    "gopher://good.example/",
    "javascript:alert(1)",
    "http://",
    "http://[::1",
    "//good.example/",
    "",
    "http://256.256.256.256/",
    "http://good.example:99999/",
  ])("%s is refused", (url) => {
    const admission = admitUrl(url, GUARDED);
    expect(admission).toMatchObject({ ok: false, failure: { kind: "address_refused" } });
  });

  it("http://good\\@127.0.0.1/ names the host good, and nothing can read it otherwise", () => {
    const admission = admitUrl("http://good\\@127.0.0.1/", GUARDED);
    expect(admission).toMatchObject({ ok: true, url: { href: "http://good/@127.0.0.1/" } });
  });

  it.each([
    "http://example.org/",
    "https://example.org:8443/a?b#c",
    "http://example.org:8080/",
    "http://8.8.8.8/",
    "http://172.32.0.1/",
    "http://100.128.0.1/",
    "http://[2606:4700::1111]/",
    "http://notlocalhost/",
    "http://localhost.example.org/",
    "http://bücher.example/",
  ])("%s is admitted", (url) => {
    expect(admitUrl(url, GUARDED)).toMatchObject({ ok: true });
    expect(admitUrl(new URL(url), GUARDED)).toMatchObject({ ok: true });
  });

  it.each(["http://127.0.0.1:6379/", "http://localhost:22/", "http://[::1]/"])(
    "%s is admitted once private networks are allowed",
    (url) => expect(admitUrl(url, { allowPrivate: true })).toMatchObject({ ok: true }),
  );

  it.each(["file:///etc/passwd", "ftp://127.0.0.1/", "http://a:b@127.0.0.1/", "nonsense"])(
    "%s is refused even then",
    (url) => expect(admitUrl(url, { allowPrivate: true })).toMatchObject({ ok: false }),
  );

  it("names the host and never the credentials", () => {
    const admission = admitUrl("http://canary:hunter2@example.org/", GUARDED);
    expect(admission).toMatchObject({ failure: { detail: expect.stringContaining("example.org") } });
    expect(JSON.stringify(admission)).not.toMatch(/canary|hunter2/);
  });
});

describe("isPublicAddress", () => {
  it.each([
    "",
    "x",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "256.1.1.1",
    "1.2.3.4 ",
    "0x7f.0.0.1",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8",
    "2606:4700::g",
    "2606:4700::11111",
    "2606:4700::1%eth0",
    "fe80::1%eth0",
    "2606:1.2.3.4::1",
    "::1.2.3.4",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.51.100.7",
    "203.0.113.9",
    "2001:20::1",
    "3fff::1",
    "4000::1",
  ])("%j is not", (ip) => expect(isPublicAddress(ip)).toBe(false));

  it.each([
    "1.1.1.1",
    "192.0.1.1",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:4860:4860:0:0:0:0:8888",
    "2A00:1450::1",
    "2606:4700::1.2.3.4",
  ])("%s is", (ip) => expect(isPublicAddress(ip)).toBe(true));

  it("refuses every IPv4 address wrapped into IPv6", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "::", "64:ff9b::", "64:ff9b:1::"), (v4, prefix) => {
        expect(isPublicAddress(`${prefix}${v4}`)).toBe(false);
      }),
    );
  });

  it("agrees with itself on short and long spellings, and on URLs", () => {
    fc.assert(
      fc.property(fc.ipV6(), (v6) => {
        const hostname = new URL(`http://[${v6}]/`).hostname;
        expect(isPublicAddress(hostname.slice(1, -1))).toBe(isPublicAddress(v6));
        expect(admitUrl(`http://[${v6}]/`, GUARDED).ok).toBe(isPublicAddress(v6));
      }),
    );
  });

  it("never takes text it cannot read for an address", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[.:]/.test(text)),
        (text) => !isPublicAddress(text),
      ),
    );
  });
});
