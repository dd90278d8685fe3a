import type { Summary } from "../domain/events.ts";
import type { DemoContents, DemoFile } from "./demo-folder.ts";
import type { Paint } from "./paint.ts";
import { bytesText, counted, durationText } from "./quantities.ts";
import { commandLine } from "./shell-words.ts";
import { visible } from "./terminal-text.ts";

/** What became of one site. */
export interface DemoAccount {
  readonly source: string;
  readonly first: Summary;
  /** Null when the first run did not end well. */
  readonly second: Summary | null;
  /** Requests that the site saw during the second run, and those for documents among them. */
  readonly requests: number;
  readonly documentRequests: number;
}

/** A question, and what was found first. */
export interface DemoQuestion {
  readonly query: string;
  readonly found: { readonly title: string; readonly path: string | null } | null;
}

/** What the demo has shown: files, a manifest line, the second run, and where to go from here. */
export function demoText(
  accounts: readonly DemoAccount[],
  contents: DemoContents,
  questions: readonly DemoQuestion[],
  root: string,
  paint: Paint,
): string {
  const sections = [
    [`On disk, in ${visible(root)}`, tree(contents.files)],
    ["A line of data/raw/usgs/manifest.jsonl", `  ${visible(contents.manifestLines.get("usgs") ?? "")}\n`],
    ["Run it twice, fetch it once", accounts.map(proof).join("")],
    ["Ask it", questions.map((question) => answer(question, root)).join("")],
    ["Try next", nextCommands(root)],
  ] as const;
  return sections.map(([title, body]) => `${paint.strong(title)}\n${body}`).join("\n");
}

/** Of a folder with many files the first few tell enough. */
const FILES_SHOWN = 8;

/** Folders once, files below them with their sizes. Sorted paths keep what is together together. */
function tree(files: readonly DemoFile[]): string {
  const lines: string[] = [];
  const inFolder = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  let above: readonly string[] = [];
  for (const { path, size } of files) {
    const parts = path.split("/");
    const folders = parts.slice(0, -1);
    const siblings = inFolder.get(folders.join("/")) ?? [];
    const place = siblings.findIndex((one) => one.path === path);
    if (place === FILES_SHOWN) lines.push(`${indent(folders.length)}… and ${siblings.length - place} more`);
    if (place >= FILES_SHOWN) continue;
    const shared = folders.findIndex((folder, depth) => folder !== above[depth]);
    for (let depth = shared === -1 ? folders.length : shared; depth < folders.length; depth++) {
      lines.push(`${indent(depth)}${visible(folders[depth] ?? "")}/`);
    }
    lines.push(
      `${`${indent(folders.length)}${visible(parts.at(-1) ?? "")}`.padEnd(44)} ${bytesText(size).padStart(9)}`,
    );
    above = folders;
  }
  return `${lines.join("\n")}\n`;
}

function indent(depth: number): string {
  return "  ".repeat(depth + 1);
}

function proof({ source, first, second, requests, documentRequests }: DemoAccount): string {
  return [
    `  ${source.padEnd(8)} first run   ${runText(first)}`,
    `           second run  ${second === null ? "not made" : runText(second)}`,
    `           The site saw ${counted(requests, "request")} in the second run: ${documentRequests} brought documents, ${requests - documentRequests} asked what there is and what has changed.`,
    "",
  ].join("\n");
}

function answer({ query, found }: DemoQuestion, root: string): string {
  const command = visible(commandLine(["search", query, "--root", root]));
  return `  ${command}\n      ${found === null ? "nothing" : visible(`${found.title}  (${found.path ?? "no file"})`)}\n`;
}

function runText({ completed, unchanged, skipped, failed, bytes, duration_ms }: Summary): string {
  const stored = `${counted(completed, "document")} stored (${bytesText(bytes)})`;
  return `${stored}, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed, ${durationText(duration_ms)}`;
}

function nextCommands(root: string): string {
  const commands = [
    ["search", "ayuda alquiler", "--level", "estatal", "--root", root],
    ["review", "--root", root],
    ["status", "--root", root],
    ["config", "show", "--root", root],
    ["verify", "--root", root],
    ["plan", "usgs", "--states", "TX", "--limit", "5"],
    ["ingest", "usgs", "--limit", "5", "--root", "corpus"],
    ["ingest", "tramites", "--only", "age-sepe", "--limit", "20", "--root", "corpus"],
    ["ingest", "wiki", "--api", "https://example.org/w/api.php", "--root", "corpus"],
    ["ingest", "site", "https://example.org/", "--limit", "50", "--root", "corpus"],
  ];
  return commands.map((words) => `  ${visible(commandLine(words))}\n`).join("");
}
