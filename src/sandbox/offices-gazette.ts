import { Choices } from "./offices-random.ts";
import { DAY_MS, midnight } from "./offices-setting.ts";
import { EXTRAORDINARY, GAZETTE_TEXTS, type GazetteText } from "./offices-texts-gazette.ts";

export interface GazetteItem extends Omit<GazetteText, "title"> {
  readonly id: string;
  /** `2026-03-02`. */
  readonly day: string;
  readonly title: string;
  readonly firstPage: number;
}

/** A number of the gazette; some days have two. */
export interface GazetteNumber {
  readonly number: number;
  readonly items: readonly GazetteItem[];
}

export interface NewItem extends Partial<GazetteText> {
  readonly title: string;
  /** @default today */
  readonly day?: string;
}

/** How far back days can be asked for. */
const DAYS = 400;
const ITEMS_A_DAY = 100;
const WEDNESDAY = 3;
const SATURDAY = 6;
/** A law that other offices name, older than all days that can be asked for. */
const NAMED_LAW = { id: "BOE-A-2011-21007", day: "2011-12-21" };
const MONTHS =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");

/** An official gazette: nothing on Sundays, one item on Saturdays, two numbers on Wednesdays. The same day always has the same text. */
export class Gazette {
  readonly #seed: number;
  readonly #today: string;
  readonly #published = new Map<string, GazetteItem[]>();

  constructor(seed: number, today: string) {
    this.#seed = seed;
    this.#today = today;
  }

  /** Undefined where there was none. */
  on(day: string): readonly GazetteNumber[] | undefined {
    const age = (midnight(this.#today).getTime() - midnight(day).getTime()) / DAY_MS;
    const weekday = midnight(day).getUTCDay();
    const published = this.#published.get(day) ?? [];
    if (!(age >= 0 && age < DAYS) || (weekday === 0 && published.length === 0)) return undefined;
    const regular = weekday === 0 ? [] : this.#regular(day, weekday);
    const number = dayOfYear(day) - Math.floor(dayOfYear(day) / 7);
    const first = { number, items: [...regular, ...published] };
    if (weekday !== WEDNESDAY) return [first];
    return [first, { number: number + 1, items: [this.#item(EXTRAORDINARY, day, ITEMS_A_DAY - 1)] }];
  }

  document(id: string): GazetteItem | undefined {
    if (id === NAMED_LAW.id) return { ...this.#item(EXTRAORDINARY, NAMED_LAW.day, 7), id };
    const [, year, number] = /^BOE-[AB]-(\d{4})-(\d{1,6})$/.exec(id) ?? [];
    if (year === undefined) return undefined;
    const day = new Date(Date.UTC(Number(year), 0, Math.floor(Number(number) / ITEMS_A_DAY)));
    const numbers = this.on(day.toISOString().slice(0, 10)) ?? [];
    return numbers.flatMap(({ items }) => items).find((item) => item.id === id);
  }

  /** One more item, on a day that may have been asked for already. Gives its id. */
  publish({ day = this.#today, title, ...text }: NewItem): string {
    const items = this.#published.get(day) ?? [];
    const base: GazetteText = { ...EXTRAORDINARY, ...text, title };
    const item = this.#item(base, day, ITEMS_A_DAY / 2 + items.length);
    this.#published.set(day, [...items, item]);
    return item.id;
  }

  #regular(day: string, weekday: number): readonly GazetteItem[] {
    // By the day of the week: every week has as many items as any other.
    const choices = new Choices(this.#seed, "gazette", String(weekday));
    if (weekday === SATURDAY) return [this.#item(choices.of(GAZETTE_TEXTS), day, 1)];
    const left = choices.between(0, 4);
    const texts = GAZETTE_TEXTS.filter((_, index) => (index + left) % 5 !== 0);
    return texts.map((text, index) => this.#item(text, day, index + 1));
  }

  #item(text: GazetteText, day: string, index: number): GazetteItem {
    const number = dayOfYear(day) * ITEMS_A_DAY + index;
    const year = day.slice(0, 4);
    const signed = new Date(midnight(day).getTime() - 3 * DAY_MS);
    const title = text.title
      .replace("{n}", `${number % 997}/${year}`)
      .replace(
        "{d}",
        `${signed.getUTCDate()} de ${MONTHS[signed.getUTCMonth()]}${text.title.includes("{n}") ? "" : ` de ${signed.getUTCFullYear()}`}`,
      );
    const kind = text.section === "5B" ? "B" : "A";
    return { ...text, title, id: `BOE-${kind}-${year}-${number}`, day, firstPage: number * 3 };
  }
}

function dayOfYear(day: string): number {
  return Math.round((midnight(day).getTime() - Date.UTC(Number(day.slice(0, 4)), 0, 0)) / DAY_MS);
}
