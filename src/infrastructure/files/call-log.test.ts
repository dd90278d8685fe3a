import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createCallLog, noCallLog } from "./call-log.ts";

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "levada-calls-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it("each run has a file of its own, which comes with its first line", async () => {
  const root = newFolder();
  const log = createCallLog(root, "wiki", "artifacts/raw", "run-1");
  const file = join(root, "artifacts/raw/api_calls_run-1.jsonl");
  expect(existsSync(file)).toBe(false);
  await log.append("1");
  expect(readFileSync(file, "utf8")).toBe("1\n");
  await log.close();
});

it("lines written at once come whole, in the order in which they were given", async () => {
  const root = newFolder();
  const log = createCallLog(root, "wiki", "raw", "run-1");
  const lines = Array.from({ length: 50 }, (_, nth) => `${nth} ${"x".repeat(nth ** 2 * 1000)}`);
  await Promise.all(
    lines.map((line) => log.append([Buffer.from(line.slice(0, 1)), Buffer.from(line.slice(1))])),
  );
  await log.close();
  expect(readFileSync(join(root, "raw/api_calls_run-1.jsonl"), "utf8")).toBe(`${lines.join("\n")}\n`);
});

it("a folder outside the root is taken as it is given", async () => {
  const [root, outside] = [newFolder(), newFolder()];
  const log = createCallLog(root, "wiki", outside, "run-1");
  await log.append("1");
  await log.close();
  expect(readFileSync(join(outside, "api_calls_run-1.jsonl"), "utf8")).toBe("1\n");
});

it("a link that somebody planted is not written through", async () => {
  const root = newFolder();
  const victim = join(root, "victim");
  writeFileSync(victim, "");
  symlinkSync(victim, join(root, "api_calls_run-1.jsonl"));
  const log = createCallLog(root, "wiki", root, "run-1");
  await expect(log.append("1")).rejects.toThrow("api_calls_run-1.jsonl");
  await log.close();
  expect(readFileSync(victim, "utf8")).toBe("");
});

it("no log keeps nothing", async () => {
  await noCallLog.append("1");
  await noCallLog.close();
});
