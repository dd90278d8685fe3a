import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

/** Which rooms a room may enter (docs/architecture.md). A room may always enter itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  application: ["domain"],
  infrastructure: ["domain", "application", "extraction", "search"],
  finders: ["domain"],
  extraction: ["domain", "finders"],
  procedures: ["domain", "finders", "extraction"],
  search: ["domain", "procedures"],
  sources: ["domain", "finders"],
  sandbox: [],
  library: ["domain", "application", "infrastructure", "finders", "procedures", "search", "sources"],
  cli: ["domain", "application", "library", "sources", "sandbox"],
  "index.ts": ["domain", "application", "library", "sources"],
};

/** Rooms whose files must not even know that there is an outside world. */
const PURE = new Set(["domain", "application", "search"]);

const SRC = resolve(import.meta.dirname, "../src");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => join(SRC, file));

const roomOf = (file: string) => relative(SRC, file).split(sep)[0] ?? "";

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?<!["\w])(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

describe("import directions", () => {
  it("finds the rooms that the rules speak of", () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  it.each(files.map((file) => [relative(SRC, file), file]))("%s enters only rooms it may", (_, file) => {
    const room = roomOf(file);
    const entered = importsOf(file)
      .filter((name) => name.startsWith("."))
      .map((name) => roomOf(resolve(dirname(file), name)))
      .filter((other) => other !== room);
    expect(entered.filter((other) => !MAY_IMPORT[room]?.includes(other))).toEqual([]);
  });

  it.each(files.filter((file) => PURE.has(roomOf(file))).map((file) => [relative(SRC, file), file]))(
    "%s uses no module of the platform",
    (_, file) => {
      expect(importsOf(file).filter((name) => !name.startsWith("."))).toEqual([]);
    },
  );

  it("keeps every source to itself", () => {
    const strays = files
      .filter((file) => roomOf(file) === "sources" && dirname(file) !== join(SRC, "sources"))
      .filter((file) => {
        const own = join(SRC, "sources", relative(join(SRC, "sources"), file).split(sep)[0] ?? "");
        const inSources = importsOf(file)
          .filter((name) => name.startsWith("."))
          .map((name) => resolve(dirname(file), name))
          .filter((target) => target.startsWith(join(SRC, "sources")));
        return inSources.some((target) => !target.startsWith(own + sep));
      });
    expect(strays).toEqual([]);
  });
});
