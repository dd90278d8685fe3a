import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createExtractFiles } from "./extract-files.ts";

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "levada-extracts-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

const FILE = { stem: "data/extracted/site/a.test/1", json: { title: "Uno" }, markdown: "# Uno\n" };

it("writes JSON and Markdown beside each other, and takes both away", async () => {
  const root = newRoot();
  const files = createExtractFiles(root);
  await files.write([FILE, { stem: "data/extracted/2", json: { title: "Dos" } }]);
  expect(JSON.parse(readFileSync(join(root, `${FILE.stem}.extracted.json`), "utf8"))).toEqual({
    title: "Uno",
  });
  expect(readFileSync(join(root, `${FILE.stem}.md`), "utf8")).toBe("# Uno\n");
  expect(readdirSync(join(root, "data/extracted")).toSorted()).toEqual(["2.extracted.json", "site"]);
  await files.remove([FILE.stem, "data/extracted/none"]);
  expect(readdirSync(join(root, "data/extracted/site/a.test"))).toEqual([]);
});

it("writes through nothing that was planted in its way", async () => {
  const root = newRoot();
  const outside = join(newRoot(), "precious");
  writeFileSync(outside, "precious");
  mkdirSync(join(root, "data/extracted"), { recursive: true });
  symlinkSync(outside, join(root, "data/extracted/.2.extracted.json.part"));
  symlinkSync(outside, join(root, "data/extracted/2.extracted.json"));
  await createExtractFiles(root).write([{ stem: "data/extracted/2", json: { title: "Dos" } }]);
  expect(readFileSync(outside, "utf8")).toBe("precious");
  expect(JSON.parse(readFileSync(join(root, "data/extracted/2.extracted.json"), "utf8"))).toEqual({
    title: "Dos",
  });
});

it("acknowledges nothing after a sync that failed", async () => {
  const root = newRoot();
  const files = createExtractFiles(root, {
    sync: async () => {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    },
  });
  await expect(files.write([FILE])).rejects.toMatchObject({ code: "fsync_failed" });
  await expect(files.write([FILE])).rejects.toMatchObject({ code: "fsync_failed" });
});
