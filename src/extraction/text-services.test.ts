import { expect, it } from "vitest";
import { SENTENCES } from "../../test/kit/sentences.ts";
import { readHtml } from "./html/html-document.ts";
import { assessQuality } from "./quality.ts";
import { textServices } from "./text-services.ts";

const paragraphs = (sentences: readonly string[]) =>
  sentences.map((sentence) => `<p>${sentence}</p>`).join("");
const read = (html: string) =>
  readHtml({ url: "https://sede.example.org/tramites/uno", body: Buffer.from(html) }, textServices())
    .document;

it("a page of a procedure, read with all that there is, is accepted", () => {
  const part = (name: string, from: number) =>
    `<h2>${name}</h2>${paragraphs(SENTENCES.es.slice(from, from + 3))}`;
  const document = read(
    `<html lang=ca><h1>Ayuda</h1>${part("Requisitos", 0)}${part("Plazo", 6)}${part("Tasas", 9)}`,
  );
  expect(document.metadata).toMatchObject({ language_detected: "es", encoding_issues: false });
  expect(document.metadata).not.toHaveProperty("languages");
  expect(assessQuality(document)).toEqual({ score: 1, status: "accept", failed: [] });
});

it("a page in two languages says so", () => {
  const document = read(
    `<h1>Ajut</h1>${paragraphs(SENTENCES.ca.slice(0, 6))}${paragraphs(SENTENCES.es.slice(0, 6))}`,
  );
  expect(document.metadata.languages?.map(({ language }) => language).toSorted()).toEqual(["ca", "es"]);
  expect(document.metadata.language_confidence).toBeLessThan(0.8);
});
