import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { PDF, startPages } from "./kit/site.ts";

const HOME = resolve(import.meta.dirname, "..");
const run = promisify(execFile);

describe("the source of docs/write-a-source.md", () => {
  let folder: string;
  let code: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "levada-docs-"));
    const guide = readFileSync(join(HOME, "docs/write-a-source.md"), "utf8");
    code = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(HOME, "node_modules/@types"), join(folder, "node_modules/@types"));
    writeFileSync(join(folder, "package.json"), `{"type":"module"}`);
    writeFileSync(
      join(folder, "papers.ts"),
      code.replace('from "levada"', `from ${JSON.stringify(join(HOME, "src/index.ts"))}`),
    );
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it("is as short as it says", () => {
    const source = code.slice(code.indexOf("export const papers"), code.indexOf("const [page"));
    expect(source.trim().split("\n").length).toBeLessThanOrEqual(30);
  });

  it("compiles under the strictest settings", async () => {
    const config = JSON.parse(readFileSync(join(HOME, "tsconfig.json"), "utf8"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...config, include: ["papers.ts"] }));
    await run(join(HOME, "node_modules/.bin/tsc"), ["-p", folder, "--noEmit"]);
  });

  it("collects the documents of a page, and on the second run fetches none of them", async () => {
    const site = await startPages({
      "/papers": `<a href="a/one.pdf">1</a> <a href="/two.pdf">2</a> <a href="http://example.org/three.pdf">3</a>`,
      "/a/one.pdf": PDF,
      "/two.pdf": PDF,
    });
    const root = join(folder, "corpus");
    mkdirSync(root);
    writeFileSync(join(root, "rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0}}`);
    const ingest = () => run(process.execPath, ["papers.ts", `${site.url}/papers`, root], { cwd: folder });
    expect((await ingest()).stdout).toBe("2 new, 0 unchanged, 0 failed\n");
    expect((await ingest()).stdout).toBe("0 new, 2 unchanged, 0 failed\n");
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual([
      "/a/one.pdf",
      "/papers",
      "/papers",
      "/robots.txt",
      "/two.pdf",
    ]);
    const manifest = readFileSync(join(root, "data/raw/papers/manifest.jsonl"), "utf8").trim().split("\n");
    expect(manifest.map((line) => JSON.parse(line).source_module)).toEqual(["papers", "papers"]);
  });
});
