import { Choices } from "./offices-random.ts";

export type OfficeLanguage = "es" | "ca" | "gl" | "eu";

/** A procedure as the texts have it. `{n}` stands for a number of days that changes with the page. */
export interface ProcedureText {
  readonly slug: string;
  readonly name: string;
  readonly about: string;
  readonly requirements: readonly string[];
  readonly documents: readonly string[];
  readonly deadline: string;
  /** @default there is none to pay */
  readonly fee?: string;
  readonly laws: readonly string[];
  readonly important?: string;
}

/** A procedure with what its office adds. */
export interface Procedure extends ProcedureText {
  readonly language: OfficeLanguage;
  readonly organism: string;
  readonly fee: string;
  /** By channel. */
  readonly how: readonly (readonly [channel: string, text: string])[];
  readonly where: string;
  readonly phone: string;
}

export interface SectionTitles {
  readonly about: string;
  readonly requirements: string;
  readonly documents: string;
  readonly deadline: string;
  readonly fee: string;
  readonly how: string;
  readonly where: string;
  readonly laws: string;
  readonly phone: string;
  readonly important: string;
}

/** What all procedures of an office in one language share. */
export interface OfficeVoice {
  readonly language: OfficeLanguage;
  readonly organism: string;
  readonly titles: SectionTitles;
  readonly noFee: string;
  readonly how: readonly (readonly [channel: string, text: string])[];
  readonly where: string;
  readonly updated: string;
}

/** The text of a revision: the deadline is what changes, since that is what hurts when it is missed. */
export function procedureOf(
  text: ProcedureText,
  voice: OfficeVoice,
  seed: number,
  revision: number,
): Procedure {
  const choices = new Choices(seed, voice.organism, text.slug);
  const days = 10 + 5 * choices.between(0, 10) + revision;
  return {
    ...text,
    language: voice.language,
    organism: voice.organism,
    deadline: text.deadline.replaceAll("{n}", String(days)),
    fee: text.fee ?? voice.noFee,
    how: voice.how,
    where: voice.where,
    phone: phoneOf(choices),
  };
}

/** Numbers that nobody has: 900 00x xxx is not given out. */
function phoneOf(choices: Choices): string {
  return choices.of([
    `900 00${choices.digits(1)} ${choices.digits(3)}`,
    "060",
    `91 000 ${choices.digits(2)} ${choices.digits(2)}`,
  ]);
}
