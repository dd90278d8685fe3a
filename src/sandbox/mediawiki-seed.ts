import { HARD_TITLES } from "./mediawiki-hard-titles.ts";
import { bigText, categoryName, paragraph, plainTitle, sentence } from "./mediawiki-words.ts";
import { Wiki } from "./mediawiki-wiki.ts";

/** What the sandbox's wiki holds: the same pages, ids, revisions and times for the same numbers, always. */

export interface WikiSize {
  readonly pages: number;
  /** Hard titles, redirects, other models and namespaces, live changes. */
  readonly oddities: boolean;
  /** Pages of 1.6 MB. */
  readonly hugePages: number;
  readonly hugeBytes: number;
}

const EPOCH = Date.UTC(2024, 0, 5);
const ODD_CATEGORIES = 700;
const CATEGORIES_WITH_PAGE = 300;
const MANY_CATEGORIES = 620;
const PLAIN_CATEGORIES = 60;

export function seedWiki(size: WikiSize): Wiki {
  const wiki = new Wiki(EPOCH);
  wiki.importPage("Main Page", "Welcome. Start with [[Amber ridge]].");
  if (size.oddities) seedCategoriesAndTemplates(wiki);
  for (let index = 0; index < size.pages; index += 1) seedPlainPage(wiki, index, size);
  if (!size.oddities) return wiki;
  for (const [index, title] of HARD_TITLES.entries()) {
    wiki.importPage(
      title,
      `This page tests a title. ${paragraph(index, 2)}\n${links(3, index * 5, ODD_CATEGORIES)}`,
    );
  }
  seedLargePages(wiki, size);
  seedRedirects(wiki, size.pages);
  seedOtherModels(wiki);
  seedLiveChanges(wiki);
  return wiki;
}

function seedPlainPage(wiki: Wiki, index: number, { pages, oddities }: WikiSize): void {
  const title = plainTitle(index);
  const text = `'''${title}''' is a numbered place on the survey. ${sentence(index)}

== Position ==
${paragraph(index, 1 + (index % 3))} See [[${plainTitle((index * 17 + 5) % pages)}]].

${links(1 + (index % 4), index * 3, oddities ? ODD_CATEGORIES : PLAIN_CATEGORIES)}`;
  wiki.importPage(title, index % 10 === 0 ? [text, `${text}\nRevised: ${sentence(index + 1)}`] : text);
}

function links(count: number, from: number, categories: number): string {
  const names = Array.from({ length: count }, (_, nth) => categoryName((from + nth * 7) % categories));
  return names.map((name) => `[[Category:${name}]]\n`).join("");
}

/** Of 700 categories, 300 have a page; the others exist because they are used. */
function seedCategoriesAndTemplates(wiki: Wiki): void {
  wiki.importPage("Template:Note", "<div class=\"note\">'''Note:''' {{{1|}}}</div>");
  for (let index = 0; index < CATEGORIES_WITH_PAGE; index += 1) {
    const name = categoryName(index);
    wiki.importPage(`Category:${name}`, `Pages about ${name.toLowerCase()}.\n[[Category:All sites]]`);
  }
  wiki.importPage("Category:Without members", "Nobody is in it.");
}

function seedLargePages(wiki: Wiki, { hugePages, hugeBytes }: WikiSize): void {
  const all = Array.from({ length: MANY_CATEGORIES }, (_, index) => `[[Category:${categoryName(index)}]]\n`);
  wiki.importPage("Empty page", "");
  wiki.importPage("Many categories", `In ${MANY_CATEGORIES} categories.\n${all.join("")}`);
  if (hugePages === 0) return;
  const text = bigText(hugeBytes);
  for (let nth = 1; nth <= hugePages; nth += 1) wiki.importPage(`Huge volume ${nth}`, text);
}

function seedRedirects(wiki: Wiki, pages: number): void {
  for (let nth = 1; nth <= 12; nth += 1) {
    const category = nth % 6 === 1 ? "\n[[Category:Redirected names]]" : "";
    wiki.importPage(
      `Old name ${nth}`,
      `#REDIRECT [[${plainTitle((nth * 10 - 7) % Math.max(pages, 1))}]]${category}`,
    );
  }
  for (let nth = 1; nth <= 4; nth += 1) wiki.importPage(`Older name ${nth}`, `#REDIRECT [[Old name ${nth}]]`);
  wiki.importPage("Section shortcut", "#REDIRECT [[Amber ridge#Position]]");
  wiki.importPage("Broken shortcut", "#REDIRECT [[A page that never was]]");
  wiki.importPage("Loop one", "#REDIRECT [[Loop two]]");
  wiki.importPage("Loop two", "#REDIRECT [[Loop one]]");
  wiki.importPage("Self loop", "#REDIRECT [[Self loop]]");
  wiki.importPage("Redirect to category", `#REDIRECT [[:Category:${categoryName(0)}]]`);
}

function seedOtherModels(wiki: Wiki): void {
  const json = JSON.stringify({ sites: [{ name: "Amber ridge", depth: 12 }] }, null, 4);
  wiki.importPage("Site table.json", json, { model: "json" });
  wiki.importPage("User:Keeper/data.json", json);
  wiki.importPage(
    "User:Keeper/common.css",
    ".note { border: 1px }\n/* [[Category:Not a category in css]] */",
  );
  wiki.importPage("User:Keeper/common.js", "// test\nconsole.log('strata');");
  wiki.importPage("MediaWiki:Common.css", ".infobox { float: right; }");
  wiki.importPage("Raw text page", "<b>not bold</b> [[not a link]]\n", { model: "text" });
  wiki.importPage("Project:About", `A generated wiki. ${paragraph(1, 2)}`);
  wiki.importPage("Help:Contents", `Help text. ${paragraph(2, 2)}`);
  for (let nth = 0; nth < 5; nth += 1)
    wiki.importPage(`Talk:${plainTitle(nth)}`, `== Question ==\n${sentence(nth)}`);
}

/** Changes with traces in the log and the recent changes. */
function seedLiveChanges(wiki: Wiki): void {
  const each = (count: number, title: string, change: (title: string, nth: number) => void) => {
    for (let nth = 1; nth <= count; nth += 1) change(`${title} ${nth}`, nth);
  };
  for (const [title, count] of [
    ["Moves", 3],
    ["Moves quietly", 2],
    ["Goes away", 3],
    ["Returns", 2],
    ["Restored", 2],
  ] as const) {
    each(count, title, (name, nth) =>
      wiki.importPage(name, `${paragraph(nth, 3)}\n${links(2, nth, ODD_CATEGORIES)}`),
    );
  }
  each(3, "Moves", (title, nth) =>
    wiki.move(title, `Moved place ${nth}`, { comment: "renamed after review" }),
  );
  each(2, "Moves quietly", (title, nth) => wiki.move(title, `Moved quietly ${nth}`, { redirect: false }));
  each(3, "Goes away", (title) => wiki.delete(title, { comment: "no longer needed" }));
  each(2, "Returns", (title) => {
    wiki.delete(title);
    wiki.edit(title, "Made again from nothing, with another page id.", { comment: "made again" });
  });
  each(2, "Restored", (title) => {
    wiki.delete(title);
    wiki.undelete(title, { comment: "restored" });
  });
  each(5, "Survey day", (title, nth) =>
    wiki.edit(title, `Day ${nth} of the survey.\n[[Category:All sites]]`),
  );
}

/** One of each change, for a second visit: edit, new page, move with and without redirect, delete, restore. */
export function mutateWiki(wiki: Wiki, round: string): void {
  wiki.edit("Amber ridge", `Edited in round ${round}.\n[[Category:All sites]]`, { comment: "mutate" });
  wiki.edit(`New in round ${round}`, "A new page.");
  wiki.edit(`To move ${round}`, "Will be moved.");
  wiki.move(`To move ${round}`, `Has moved ${round}`);
  wiki.edit(`To move quietly ${round}`, "Will be moved.");
  wiki.move(`To move quietly ${round}`, `Has moved quietly ${round}`, { redirect: false });
  wiki.edit(`To delete ${round}`, "Will be deleted.");
  wiki.delete(`To delete ${round}`);
  wiki.edit(`To restore ${round}`, "Will be deleted and restored.");
  wiki.delete(`To restore ${round}`);
  wiki.undelete(`To restore ${round}`);
}
