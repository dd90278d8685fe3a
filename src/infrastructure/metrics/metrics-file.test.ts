import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeMetrics } from "./metrics-file.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "levada-metrics-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it("replaces the file as a whole, and leaves nothing beside it", async () => {
  const file = join(folder(), "levada.prom");
  for (const text of ["a 1\n", "a 2\n"]) await writeMetrics(file, text);
  expect(readFileSync(file, "utf8")).toBe("a 2\n");
  expect(readdirSync(join(file, ".."))).toEqual(["levada.prom"]);
});

it("leaves nothing behind where a folder is in its place", async () => {
  const root = folder();
  mkdirSync(join(root, "metrics"));
  await expect(writeMetrics(join(root, "metrics"), "a 1\n")).rejects.toThrow(/EISDIR/);
  expect(readdirSync(root)).toEqual(["metrics"]);
});
