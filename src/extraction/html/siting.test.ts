import { describe, expect, it } from "vitest";
import { elementsOf, type PageElement } from "./element.ts";
import { measured } from "./measure.ts";
import { coreOf, type Site, sitesIn } from "./siting.ts";
import { treeOf } from "./tree-builder.ts";

const SENTENCE = "Se trató en la sesión de ayer, que fue larga, y se volverá a tratar en la próxima.";
const PAGE = `<div id=frame><div id=core><p id=a>${SENTENCE}</p><p>${SENTENCE}</p></div>
  <ul><li class=card><div class=card id=one><p id=b>${SENTENCE}</p></div></li></ul>
  <div class=card id=two><p>Uno</p></div><div class="card last" id=three><p id=c>Otro</p></div></div>`;

function siteIn(html: string, id: string): Site | undefined {
  const root = treeOf(html);
  const prose = [...elementsOf(root)]
    .filter(({ name }) => name === "p")
    .map((block) => ({ block, length: 10 }));
  const sites = sitesIn(root, measured(root), coreOf(root, prose));
  return sites.get([...elementsOf(root)].find((element) => element.get("id") === id) as PageElement);
}

describe("where an element stands", () => {
  it.each<[string, Partial<Site>]>([
    ["core", { fork: 0, steps: 0 }],
    ["a", { fork: 0, steps: 1 }],
    ["b", { fork: 1, steps: 4 }],
    ["c", { fork: 1, steps: 2, twins: 1, twinsBefore: 1 }],
    ["two", { twins: 1, twinsBefore: 0 }],
  ])("beside the core and among its twins: %s", (id, site) => {
    expect(siteIn(PAGE, id)).toMatchObject(site);
  });

  it("knows how much of the prose its article holds", () => {
    const html = `<article><p id=a>${SENTENCE}</p></article><p id=b>${SENTENCE}</p>`;
    expect(siteIn(html, "a")?.articleShare).toBeCloseTo(0.5);
    expect(siteIn(html, "b")?.articleShare).toBe(-1);
  });
});
