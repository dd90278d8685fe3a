import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { lastManifestLine } from "./manifest-tail.ts";

const line = (number: number) =>
  JSON.stringify({
    source_url: `http://h/${number}`,
    source_module: "usgs",
    local_path: `data/raw/usgs/TX/T${number}.pdf.zst`,
    sha256_checksum: "",
    original_size: 1,
    compressed_size: 1,
    downloaded_at: "",
    metadata: {},
  });

async function withManifest(text: string | null): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "levada-tail-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  if (text === null) return root;
  await mkdir(join(root, "data/raw/usgs"), { recursive: true });
  await writeFile(join(root, "data/raw/usgs/manifest.jsonl"), text);
  return root;
}

it.each([
  ["the last of several", `${line(1)}\n${line(2)}\n`, "http://h/2"],
  ["the one before a torn line", `${line(1)}\n${line(2)}`, "http://h/1"],
  ["the one before a damaged line", `${line(1)}\nx\n{}\n\n`, "http://h/1"],
  ["the last of very many", `${`${line(1)}\n`.repeat(10_000)}${line(2)}\n`, "http://h/2"],
])("gives %s", async (_, text, url) => {
  expect(await lastManifestLine(await withManifest(text), "usgs")).toMatchObject({ source_url: url });
});

it.each([[null], [""], [line(1)], [`${"x".repeat(2_000_000)}\n`]])(
  "gives none where there is none",
  async (text) => {
    expect(await lastManifestLine(await withManifest(text), "usgs")).toBeNull();
  },
);

it("follows no link", async () => {
  const root = await withManifest(`${line(1)}\n`);
  await mkdir(join(root, "data/raw/wiki"));
  await symlink(join(root, "data/raw/usgs/manifest.jsonl"), join(root, "data/raw/wiki/manifest.jsonl"));
  await expect(lastManifestLine(root, "wiki")).rejects.toThrow(/symbolic link/);
});
