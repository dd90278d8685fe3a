import { describe, expect, it } from "vitest";
import { Durability } from "./durability.ts";
import { Places } from "./places.ts";

const places = (folder?: string) => new Places("/srv/root", new Durability({}), { wiki: folder });

describe("where documents are", () => {
  it.each([
    { title: "nothing said", folder: undefined, prefix: "data/raw/wiki" },
    { title: "under the root", folder: "artifacts/raw/wiki/page", prefix: "artifacts/raw/wiki/page" },
    { title: "under the root, by its whole path", folder: "/srv/root/pages", prefix: "pages" },
    { title: "under the root, with detours", folder: "a/../pages/", prefix: "pages" },
    { title: "elsewhere", folder: "/mnt/pages", prefix: "/mnt/pages" },
    { title: "beside the root", folder: "../pages", prefix: "/srv/pages" },
    { title: "in a folder that only begins like the root", folder: "/srv/root-2", prefix: "/srv/root-2" },
    { title: "the root itself", folder: ".", prefix: "/srv/root" },
    { title: "a name that begins with dots", folder: "..pages", prefix: "..pages" },
  ])("$title", ({ folder, prefix }) => {
    const one = places(folder);
    expect(one.of("wiki").prefix).toBe(prefix);
    const file = one.file(`${prefix}/Page_1.json`);
    expect(file).toBe(prefix.startsWith("/") ? `${prefix}/Page_1.json` : `/srv/root/${prefix}/Page_1.json`);
  });

  it("a choice for one source is none for another", () => {
    expect(places("/mnt/pages").of("usgs").prefix).toBe("data/raw/usgs");
  });

  it("a path of an earlier choice is still found", () => {
    expect(places("/mnt/pages").file("/mnt/before/Page_1.json")).toBe("/mnt/before/Page_1.json");
  });

  it("a source whose name would lead elsewhere is refused", () => {
    expect(() => places().of("../x")).toThrow();
  });
});
