/** `levada ingest site`: pages of the web with what stands beside them, read while they come. */
import { writeFileSync } from "node:fs";
import type { TestRoot } from "../../kit/root.ts";
import type { Phase, Stage, Subject } from "../subject.ts";
import { openPages, settledPages } from "./pages.ts";
import { paced } from "./usgs.ts";

export const site: Subject = { source: "site", phases: ["new", "replace", "repair"], open: openSite };

async function openSite(): Promise<Stage> {
  const pages = await openPages();
  const { host } = new URL(pages.url);
  return {
    ...pages,
    furnish: (root) => reading(root, 1),
    words: (phase) => wordsFor(phase, pages.url),
    stranger: `data/raw/site/${host.replace(":", "_")}/stranger.html`,
    curated: [],
    settled: (root) => settledPages(root),
  };
}

/** With so many readers. */
export function reading(root: TestRoot, workers: number, more = ""): void {
  paced(root, 2);
  const config = `network: {allow_private: true}\nextraction: {workers: ${workers}}\n${more}`;
  writeFileSync(root.file("levada.config.yaml"), config);
}

function wordsFor(phase: Phase, url: string): readonly string[] {
  if (phase === "repair") return ["verify", "site", "--repair"];
  return ["ingest", "site", `${url}/nada`, "--allow-mass-removal"];
}
