import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { heapKept } from "../../test/kit/heap.ts";
import { identifyPage } from "./page-identity.ts";

it("names a page by its canonical address, and its folder by the host", () => {
  const canonicalUrl = "https://sede.example.es/tramites/padron";
  const key = createHash("sha256").update(canonicalUrl).digest("hex").slice(0, 16);
  expect(identifyPage(canonicalUrl)).toEqual({ canonicalUrl, key, folder: "sede.example.es" });
});

it.each([
  "https://SEDE.example.es/tramites/padron",
  "https://sede.example.es/tramites/padron/",
  "https://sede.example.es/tramites/padron#requisitos",
  "https://sede.example.es/tramites/padron?utm_source=rss",
  "https://sede.example.es:443/tramites/padron",
  "https://sede.example.es/tramites/padron;jsessionid=A1B2",
])("knows %s as the same page", (spelling) => {
  expect(identifyPage(spelling)).toEqual(identifyPage("https://sede.example.es/tramites/padron"));
});

it.each([
  ["another path", "https://sede.example.es/tramites/otro"],
  ["another case of the path", "https://sede.example.es/Tramites/padron"],
  ["another host", "https://www.example.es/tramites/padron"],
  ["another port", "https://sede.example.es:8443/tramites/padron"],
  ["what the query shows", "https://sede.example.es/tramites/padron?vgnextoid=1"],
])("knows %s as another page", (_, url) => {
  expect(identifyPage(url)?.key).not.toBe(identifyPage("https://sede.example.es/tramites/padron")?.key);
});

it("keeps a port in the folder's name", () => {
  expect(identifyPage("http://127.0.0.1:8080/a")?.folder).toBe("127.0.0.1_8080");
});

it.each(["", "nothing", "mailto:a@b.es", "javascript:alert(1)", "file:///etc/passwd", "ftp://a.es/"])(
  "gives %j no identity",
  (url) => {
    expect(identifyPage(url)).toBeNull();
  },
);

it("keeps no more of a page's hash than its key", () => {
  const pages = 20_000;
  const kept = heapKept(() =>
    Array.from({ length: pages }, (_, n) => identifyPage(`https://sede.example.es/tramites/${n}`)?.key),
  );
  // A string of 16 letters and its place in the list; all of the hash would be 80 more.
  expect(kept / pages).toBeLessThan(64);
});
