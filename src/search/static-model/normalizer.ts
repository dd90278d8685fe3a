/** How a tokenizer wants its text: the kinds of `normalizer` that models with static vectors use. */
import { BrokenModel } from "./broken-model.ts";
import { isRecord, type Json } from "./json.ts";

export type Normalize = (text: string) => string;

const MAX_STEPS = 20;

export function normalizerOf(description: unknown, depth = 0): Normalize {
  if (description === null || description === undefined) return (text) => text;
  const kind = isRecord(description) ? description["type"] : null;
  if (!isRecord(description) || typeof kind !== "string" || depth > 3)
    throw new BrokenModel("tokenizer.json", "has a normalizer that is not understood");
  if (kind === "Sequence") return sequence(description, depth);
  const make = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (make === undefined)
    throw new BrokenModel(
      "tokenizer.json",
      `has the normalizer ${JSON.stringify(kind.slice(0, 40))}, which is not known`,
    );
  return make(description);
}

function sequence({ normalizers }: Json, depth: number): Normalize {
  const steps = Array.isArray(normalizers) ? normalizers.slice(0, MAX_STEPS) : [];
  const made = steps.map((step) => normalizerOf(step, depth + 1));
  return (text) => made.reduce((so, step) => step(so), text);
}

const form = (name: "NFC" | "NFD" | "NFKC" | "NFKD") => () => (text: string) => text.normalize(name);

const KINDS: Readonly<Record<string, (description: Json) => Normalize>> = {
  NFC: form("NFC"),
  NFD: form("NFD"),
  NFKC: form("NFKC"),
  NFKD: form("NFKD"),
  // A table of SentencePiece's, which is NFKC with few exceptions; none of them is a letter of ours.
  Precompiled: form("NFKC"),
  Nmt: () => (text) => text.replaceAll(/[\p{Cc}\u200b-\u200f\ufeff]/gu, " "),
  Lowercase: () => (text) => text.toLowerCase(),
  StripAccents: () => withoutAccents,
  Strip: () => (text) => text.trim(),
  Prepend:
    ({ prepend }) =>
    (text) =>
      text === "" ? "" : `${typeof prepend === "string" ? prepend : ""}${text}`,
  Replace: replacing,
  BertNormalizer: bert,
};

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{Mn}/gu, "");
}

/** Texts only, and runs of spaces; other patterns are for what stands in no text of ours. */
function replacing({ pattern, content }: Json): Normalize {
  const written = isRecord(pattern) ? pattern["String"] : null;
  const by = typeof content === "string" ? content : "";
  if (typeof written === "string" && written !== "") return (text) => text.replaceAll(written, by);
  return (text) => text.replaceAll(/ {2,}/g, by);
}

/** https://github.com/google-research/bert, `BasicTokenizer`; accents go with case unless it is said. */
function bert({
  clean_text: clean,
  handle_chinese_chars: signs,
  lowercase,
  strip_accents: strip,
}: Json): Normalize {
  const stripsAccents = strip === true || (strip !== false && lowercase !== false);
  return (text) => {
    let so =
      clean === false
        ? text
        : text.replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, (one) => (/\s/.test(one) ? " " : ""));
    if (signs !== false) so = so.replaceAll(/\p{Script=Han}/gu, " $& ");
    if (stripsAccents) so = withoutAccents(so);
    return lowercase === false ? so : so.toLowerCase();
  };
}
