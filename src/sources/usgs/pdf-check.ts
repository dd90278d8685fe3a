import type { Failure } from "../../domain/failure.ts";
import type { Reference } from "../../domain/reference.ts";
import { excerpt } from "./parsed.ts";

const HEADER = "%PDF-";
const END = "%%EOF";

/** ISO 32000-1, annex H.3.4.1: readers take a header anywhere in the first 1,024 bytes. */
export function checkPdfHead(
  head: Uint8Array,
  answer: { readonly contentType: string },
  reference: Reference,
): Failure | null {
  if (!isPdf(reference)) return null;
  const text = latin1(head.subarray(0, 1024));
  if (text.includes(HEADER)) return null;
  return { kind: "unexpected_content", expected: "a PDF", seen: describeHead(text, answer.contentType) };
}

/** H.3.4.4: the end marker is in the last 1,024 bytes. Asked only where nothing else tells an end from a cut. */
export function checkPdfTail(tail: Uint8Array, reference: Reference): Failure | null {
  if (!isPdf(reference) || latin1(tail.subarray(-1024)).includes(END)) return null;
  return { kind: "body_broken", detail: `the connection ended before the PDF did (no ${END})` };
}

function isPdf(reference: Reference): boolean {
  return /\.pdf(\.zst)?$/i.test(reference.path);
}

function describeHead(text: string, contentType: string): string {
  const type = contentType === "" ? "" : ` (${excerpt(contentType, 80)})`;
  if (text.trim() === "") return `an empty body${type}`;
  if (/^\s*(<!doctype html|<html|<head|<body|<!--)/i.test(text)) return `an HTML page${type}`;
  if (text.startsWith("PK\x03\x04")) return `a ZIP archive${type}`;
  return `${JSON.stringify(excerpt(text, 40))}${type}`;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
