import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Durability } from "./durability.ts";
import { WholeJsonFile } from "./whole-json-file.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "levada-json-"));
  file = join(folder, "list.json");
});

afterEach(() => rm(folder, { recursive: true }));

async function write(
  items: readonly object[],
  fields: Record<string, string> = { run_id: "r1" },
): Promise<void> {
  const json = await WholeJsonFile.create(file);
  await json.begin(fields, "items");
  for (const item of items) await json.add(item);
  await json.end();
}

const read = () => JSON.parse(readFileSync(file, "utf8")) as unknown;

it.each([
  ["no items", []],
  ["one", [{ a: 1 }]],
  ["many, more than are held at once", Array.from({ length: 5000 }, (_, n) => ({ n, text: "ñ".repeat(50) }))],
  ["what would break a line", [{ text: 'a "quote"\n{"forged": true}\u001b[2J\u202e' }]],
])("is JSON with %s", async (_, items) => {
  await write(items);
  expect(read()).toEqual({ run_id: "r1", items });
});

it("has a line for each item", async () => {
  await write([{ a: 1 }, { a: "2\n3" }]);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(8);
});

it("is there whole or not at all: until its end the old one stays", async () => {
  await write([{ a: 1 }]);
  const json = await WholeJsonFile.create(file);
  await json.begin({ run_id: "r2" }, "items");
  await json.add({ a: 2 });
  expect(read()).toEqual({ run_id: "r1", items: [{ a: 1 }] });
  await json.end();
  expect(read()).toEqual({ run_id: "r2", items: [{ a: 2 }] });
  expect(existsSync(`${file}.part`)).toBe(false);
});

it("does not take its place where the disk did not confirm it, and says which file that was", async () => {
  await write([{ a: 1 }]);
  const durability = new Durability({ sync: () => Promise.reject(new Error("EIO")) });
  const json = await WholeJsonFile.create(file, durability);
  await json.begin({ run_id: "r2" }, "items");
  await expect(json.end()).rejects.toMatchObject({
    code: "fsync_failed",
    message: expect.stringContaining(file) as string,
  });
  expect(read()).toEqual({ run_id: "r1", items: [{ a: 1 }] });
});

it("begins anew where a kill left a part of it", async () => {
  writeFileSync(`${file}.part`, "x".repeat(100_000));
  await write([{ a: 1 }]);
  expect(read()).toEqual({ run_id: "r1", items: [{ a: 1 }] });
});

it.each(["list.json", "list.json.part"])("never writes through a link planted as %s", async (name) => {
  const outside = join(folder, "outside");
  writeFileSync(outside, "untouched");
  symlinkSync(outside, join(folder, name));
  await write([{ a: 1 }]);
  expect(readFileSync(outside, "utf8")).toBe("untouched");
  expect(read()).toEqual({ run_id: "r1", items: [{ a: 1 }] });
});

it("says where it cannot be written", async () => {
  await expect(WholeJsonFile.create(join(folder, "missing", "list.json"))).rejects.toMatchObject({
    code: "storage_failed",
  });
});
