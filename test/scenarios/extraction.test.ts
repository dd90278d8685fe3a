import { describe, expect, it } from "vitest";
import { readHtml } from "../../src/extraction/html/html-document.ts";
import { OFFICE_LAYOUTS } from "../kit/office-layouts.ts";
import { morePages } from "../kit/office-pages-more.ts";
import { officePages, plainOf } from "../kit/office-pages.ts";

const URL = "https://sede.example.org/tramites/uno";
const pages = officePages().map((page) => ({ ...page, ...readHtml({ url: URL, body: page.html }) }));

const share = (found: number, all: number) => (all === 0 ? 1 : found / all);

describe("pages of e-offices", () => {
  it("are at least forty, in at least ten layouts", () => {
    expect(pages.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(OFFICE_LAYOUTS).length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.keys(OFFICE_LAYOUTS))("keep 97 %% of their facts, laid out as %s", (layout) => {
    const lost: string[] = [];
    let all = 0;
    for (const page of pages.filter((candidate) => candidate.layout === layout)) {
      const text = plainOf(page.document.extracted_text);
      all += page.facts.length;
      lost.push(
        ...page.facts
          .filter((fact) => !text.includes(plainOf(fact).trim()))
          .map((fact) => `${page.frame}: ${fact}`),
      );
    }
    expect(share(all - lost.length, all), lost.join("\n")).toBeGreaterThanOrEqual(0.97);
  });

  it.each(Object.keys(OFFICE_LAYOUTS))("keep the titles of their sections, laid out as %s", (layout) => {
    const lost = pages
      .filter((page) => page.layout === layout)
      .flatMap(({ document, titles, frame }) => {
        const text = plainOf(document.extracted_text);
        return titles.filter((title) => !text.includes(title)).map((title) => `${frame}: ${title}`);
      });
    expect(lost).toEqual([]);
  });

  it.each(Object.keys(OFFICE_LAYOUTS))(
    "let nothing of what stands around leak in, laid out as %s",
    (layout) => {
      const leaked = pages
        .filter((page) => page.layout === layout)
        .flatMap(({ document, boilerplate, frame, strategy }) => {
          const text = plainOf(document.extracted_text);
          return boilerplate
            .filter((line) => text.includes(line))
            .map((line) => `${frame} (${strategy}): ${line}`);
        });
      expect(leaked).toEqual([]);
    },
  );

  it("keep 97 % of their facts under headings that nobody has heard of, and still let nothing leak in", () => {
    const leaked: string[] = [];
    const lost: string[] = [];
    let all = 0;
    for (const { html, titles, facts, boilerplate, layout } of pages) {
      const unknown = titles.reduce(
        (text, title, at) => text.replaceAll(`>${title}`, `>Apartado ${at}`),
        html,
      );
      const text = plainOf(readHtml({ url: "https://example.org/x", body: unknown }).document.extracted_text);
      all += facts.length;
      lost.push(
        ...facts.filter((fact) => !text.includes(plainOf(fact).trim())).map((fact) => `${layout}: ${fact}`),
      );
      leaked.push(...boilerplate.filter((line) => text.includes(line)).map((line) => `${layout}: ${line}`));
    }
    expect(share(all - lost.length, all), lost.join("\n")).toBeGreaterThanOrEqual(0.97);
    expect(leaked).toEqual([]);
  });

  it.each([
    ["looked at", "known"],
    ["looked at", "unheard of"],
    ["not looked at", "known"],
    ["not looked at", "unheard of"],
  ] as const)(
    "keep 99 %% of their facts and links in layouts that were %s while rules were made, under headings %s, and let nothing leak in",
    (half, headings) => {
      const leaked: string[] = [];
      const lost: string[] = [];
      let all = 0;
      for (const { html, facts, boilerplate, layout, frame } of morePages(half, headings)) {
        const text = plainOf(readHtml({ url: "https://example.org/x", body: html }).document.extracted_text);
        all += facts.length;
        const where = (line: string) => `${layout}, ${frame}: ${line}`;
        lost.push(...facts.filter((fact) => !text.includes(plainOf(fact).trim())).map(where));
        leaked.push(...boilerplate.filter((line) => text.includes(line)).map(where));
      }
      expect(share(all - lost.length, all), lost.join("\n")).toBeGreaterThanOrEqual(0.99);
      expect(leaked).toEqual([]);
    },
  );
});
