/**
 * People's words for procedures (P27), as data in `people-words/`. Left of the arrow: what a name begins a word with (`$`: is
 * a word) to be this procedure, folded; behind a `!`, what this procedure is not though its name says so ("Canje del permiso
 * de conducción" renews nothing); right: what people say. Written for the project.
 */
import { ASKED_OF_STATE } from "./people-words/asked-of-state.ts";
import { DEEDS as DEED_LINES } from "./people-words/deeds.ts";
import { FAMILY_AND_PAPERS } from "./people-words/family-and-papers.ts";
import { HOME_AND_WORK_OF_REGION } from "./people-words/home-and-work-of-region.ts";
import { HOME_HEALTH_AND_TOWN } from "./people-words/home-health-and-town.ts";
import { LAND_OF_REGION } from "./people-words/land-of-region.ts";
import { LIFE_OF_TOWN } from "./people-words/life-of-town.ts";
import { NEEDS_OF_REGION } from "./people-words/needs-of-region.ts";
import { SCHOOL_AND_HEALTH_OF_REGION } from "./people-words/school-and-health-of-region.ts";
import { TOPICS_OF_LIFE } from "./people-words/topics-of-life.ts";
import { TOPICS_OF_PLACE } from "./people-words/topics-of-place.ts";
import { OFFICIAL_WORDS } from "./people-words/official-words.ts";
import { SITUATIONS_OF_LIFE } from "./people-words/situations-of-life.ts";
import { SITUATIONS_OF_PLACE } from "./people-words/situations-of-place.ts";
import { SITUATIONS_OF_STATE } from "./people-words/situations-of-state.ts";
import { SITUATIONS_OF_TRADE } from "./people-words/situations-of-trade.ts";
import { TOPICS_OF_CARE } from "./people-words/topics-of-care.ts";
import { TOPICS_OF_LAW } from "./people-words/topics-of-law.ts";
import { TOPICS_OF_NATURE } from "./people-words/topics-of-nature.ts";
import { TOPICS_OF_TOWN } from "./people-words/topics-of-town.ts";
import { TOPICS_OF_TRADE } from "./people-words/topics-of-trade.ts";
import { BAGS_OF_DAILY_LIFE } from "./people-words/bags-of-daily-life.ts";
import { BAGS_OF_LIFE } from "./people-words/bags-of-life.ts";
import { BAGS_OF_PAPERS } from "./people-words/bags-of-papers.ts";
import { BAGS_OF_REGION } from "./people-words/bags-of-region.ts";
import { BAGS_OF_TOWN } from "./people-words/bags-of-town.ts";
import { BAGS_OF_PEOPLE } from "./people-words/bags-of-people.ts";
import { BAGS_OF_RIGHTS } from "./people-words/bags-of-rights.ts";
import { BAGS_OF_STATE } from "./people-words/bags-of-state.ts";
import { BORDERS_OF_STATE } from "./people-words/borders-of-state.ts";
import { PAPERS_OF_STATE } from "./people-words/papers-of-state.ts";
import { PLAIN_WORDS } from "./people-words/plain-words.ts";
import { PENSIONS_OF_STATE } from "./people-words/pensions-of-state.ts";
import { WORK_OF_STATE } from "./people-words/work-of-state.ts";
import { WORK_AND_MONEY } from "./people-words/work-and-money.ts";

export interface Synonyms {
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** Names of other matters that are not meant where one of `names` stands. */
  readonly silences: readonly string[];
}

const phrases = (text: string): string[] =>
  text
    .split("|")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");

function entriesOf(...texts: readonly string[]): readonly Synonyms[] {
  return texts
    .flatMap((lines) => lines.trim().split("\n"))
    .map((line) => line.split("=>"))
    .map(([left = "", right = ""]) => {
      const [names = "", silences = ""] = left.split("!");
      const words = phrases(right).filter((word) => !word.endsWith("$"));
      return { names: phrases(names), words, silences: phrases(silences) };
    });
}

/** By what a procedure is. */
export const SYNONYMS = entriesOf(WORK_AND_MONEY, FAMILY_AND_PAPERS, HOME_HEALTH_AND_TOWN);

/** By what it speaks of. */
export const TOPICS = entriesOf(
  NEEDS_OF_REGION,
  SCHOOL_AND_HEALTH_OF_REGION,
  HOME_AND_WORK_OF_REGION,
  LIFE_OF_TOWN,
  LAND_OF_REGION,
  TOPICS_OF_LIFE,
  TOPICS_OF_PLACE,
  TOPICS_OF_CARE,
  TOPICS_OF_LAW,
  TOPICS_OF_NATURE,
  TOPICS_OF_TOWN,
  TOPICS_OF_TRADE,
  SITUATIONS_OF_LIFE,
  SITUATIONS_OF_PLACE,
  SITUATIONS_OF_STATE,
  SITUATIONS_OF_TRADE,
  OFFICIAL_WORDS,
  PENSIONS_OF_STATE,
  WORK_OF_STATE,
  BORDERS_OF_STATE,
  PAPERS_OF_STATE,
  ASKED_OF_STATE,
);

/** By what is done. */
export const DEEDS = entriesOf(DEED_LINES);

/** Words between spaces, `_` where a phrase has one. */
function bagsOf(...texts: readonly string[]): readonly Synonyms[] {
  return entriesOf(...texts).map((entry) => ({
    ...entry,
    words: entry.words.flatMap((bag) => bag.split(/\s+/)).map((word) => word.replaceAll("_", " ")),
  }));
}

/** By what it speaks of, too: words that weigh little alone. */
export const BAGS = bagsOf(
  BAGS_OF_STATE,
  BAGS_OF_PAPERS,
  BAGS_OF_LIFE,
  BAGS_OF_RIGHTS,
  BAGS_OF_PEOPLE,
  BAGS_OF_REGION,
  BAGS_OF_TOWN,
  BAGS_OF_DAILY_LIFE,
);

/** By single words of its name, whatever it is: everyday words for them. */
export const PLAIN = bagsOf(PLAIN_WORDS);
