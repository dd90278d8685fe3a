import { describe, expect, it } from "vitest";
import { readSite } from "./site.ts";

const API = "https://strata.example/w/api.php";
const general = {
  sitename: "Strata",
  generator: "MediaWiki 1.39.17",
  server: "https://strata.example",
  articlepath: "/wiki/$1",
  time: "2024-05-01T10:00:00Z",
};

describe("readSite", () => {
  it("reads what the wiki says of itself", () => {
    const namespaces = { "0": { id: 0, name: "" }, "14": { id: 14, name: "Category" } };
    expect(readSite({ general, namespaces }, API)).toEqual({
      ok: true,
      value: {
        host: "strata.example",
        server: "https://strata.example",
        articlePath: "/wiki/$1",
        name: "Strata",
        generator: "MediaWiki 1.39.17",
        time: "2024-05-01T10:00:00Z",
        namespaces: new Map([
          [0, ""],
          [14, "Category"],
        ]),
      },
    });
  });

  it.each([
    ["//strata.example", "http://127.0.0.1:81/w/api.php", "http://strata.example"],
    ["//strata.example", API, "https://strata.example"],
    ["http://127.0.0.1:8080/", API, "http://127.0.0.1:8080"],
    ["HTTPS://Strata.Example:443", API, "https://strata.example"],
  ])("completes the server %j", (server, api, expected) => {
    expect(readSite({ general: { ...general, server } }, api)).toMatchObject({ value: { server: expected } });
  });

  it("does without what is not needed", () => {
    const { server, articlepath } = general;
    expect(readSite({ general: { server, articlepath } }, API)).toMatchObject({
      value: { name: "strata.example", generator: "unknown", time: null },
    });
  });

  it.each([
    [null],
    [{}],
    [{ general: [] }],
    [{ general: { ...general, server: "" } }],
    [{ general: { ...general, server: "javascript:x" } }],
    [{ general: { ...general, server: "http://[" } }],
    [{ general: { ...general, articlepath: "/wiki/" } }],
    [{ general: { server: general.server } }],
  ])("does not take %j for a wiki", (query) => {
    expect(readSite(query, API)).toMatchObject({ ok: false, failure: { kind: "structure_changed" } });
  });
});
