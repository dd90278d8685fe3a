/** Procedures as files of one folder, with what people ask for each. */
import { readHtml } from "../../../src/extraction/html/html-document.ts";
import { textServices } from "../../../src/extraction/text-services.ts";
import { findByKeywords } from "../../../src/procedures/keyword-reader.ts";
import { normalizeDocument, type NormalizeResult } from "../../../src/procedures/normalize.ts";
import { escaped } from "../office-layouts.ts";
import type { AskedFor } from "./asked-for.ts";

const services = textServices();

export function normalizedPage(url: string, html: string): NormalizeResult {
  const { document } = readHtml({ url, body: html }, services);
  return normalizeDocument(document, { extractedAt: "2026-01-15T10:00:00Z" });
}

export interface FileOfFolder {
  readonly tramite: string;
  readonly keywords: readonly string[];
  readonly questions: readonly string[];
}

export function fileOf(url: string, html: string, questions: readonly string[]): FileOfFolder[] {
  const result = normalizedPage(url, html);
  if (result.outcome !== "normalized") return [];
  const { tramite = "", keywords } = result.procedure;
  return [{ tramite, keywords, questions }];
}

export function pageOfAskedFor({ name, organism, about }: AskedFor): string {
  const part = (title: string, text: string) => `<h2>${title}</h2><p>${escaped(text)}</p>`;
  return `<html lang="es"><head><title>${escaped(name)}</title></head><body><main><h1>${escaped(name)}</h1>${part("Descripción", about)}
${part("Requisitos", "Vivir en España de forma legal y poder demostrarlo con documentos.")}${part("Documentación", "Documento de identidad.")}
${part("Plazo", "Todo el año, sin límite.")}${part("Organismo", organism)}</main></body></html>`;
}

/** A procedure with what its page says, and three questions. */
export interface AskedLater {
  readonly name: string;
  readonly organism: string;
  readonly description: string;
  readonly requirements: readonly string[];
  readonly documents: readonly string[];
  readonly questions: readonly string[];
}

export function pageOfAskedLater({
  name,
  organism,
  description,
  requirements,
  documents,
}: AskedLater): string {
  const part = (title: string, text: string) => `<h2>${title}</h2><p>${escaped(text)}</p>`;
  const list = (title: string, items: readonly string[]) =>
    `<h2>${title}</h2><ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
  return `<html lang="es"><head><title>${escaped(name)}</title></head><body><main><h1>${escaped(name)}</h1>${part("Descripción", description)}
${list("Requisitos", requirements)}${list("Documentación", documents)}
${part("Plazo", "Todo el año, sin límite.")}${part("Organismo", organism)}</main></body></html>`;
}

/** Questions that lead to another file, as people would see it. */
export function missedQuestions(asked: readonly FileOfFolder[], folder: readonly FileOfFolder[]): string[] {
  const files = folder.toSorted((a, b) => (a.tramite < b.tramite ? -1 : 1));
  return asked.flatMap(({ tramite, questions }) =>
    questions.flatMap((question) => {
      const hit = findByKeywords(question, files)?.tramite ?? "nothing";
      return hit === tramite ? [] : [`${question} → ${hit}, not ${tramite}`];
    }),
  );
}
