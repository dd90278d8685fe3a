/** How an automatic reading agrees with what a person wrote of the same page, field by field. */
import { FIELD_WEIGHTS } from "./completeness.ts";
import { type Fact, FactIndex, factsOf } from "./facts.ts";
import { migrateProcedure } from "./migrate.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FieldAgreement {
  readonly field: string;
  /** What the person wrote, fact by fact. */
  readonly facts: number;
  /** Of these, in the same field of the reading. */
  readonly same: number;
  /** Read, and put somewhere else. */
  readonly elsewhere: readonly { readonly fact: string; readonly field: string }[];
  readonly missing: readonly string[];
  /** What only the reading says. */
  readonly extra: readonly string[];
}

/** The address is how the two were brought together. */
const COMPARED = Object.keys(FIELD_WEIGHTS).filter((field) => field !== "fuente_url");
/** Where a reading keeps what it has found no field for. */
const ALSO_SAID = ["datos_adicionales", "cuantias", "duracion"];

/** Fields that neither of them fills are left out. The first may be a file of any age. */
export function agreementOf(curated: Fields, automatic: Fields): readonly FieldAgreement[] {
  const migrated = migrateProcedure(curated);
  const wanted = migrated.ok ? migrated.procedure : curated;
  const read = new Map(
    [...COMPARED, ...ALSO_SAID].map((field) => [field, new FactIndex(factsOf(field, automatic[field]))]),
  );
  return COMPARED.map((field) => compared(field, factsOf(field, (wanted as Fields)[field]), read)).filter(
    ({ facts, extra }) => facts > 0 || extra.length > 0,
  );
}

function compared(
  field: string,
  facts: readonly Fact[],
  read: ReadonlyMap<string, FactIndex>,
): FieldAgreement {
  const own = read.get(field) ?? new FactIndex([]);
  const places = facts.map((fact) => own.find(fact));
  const strays = facts.filter((_, at) => places[at] === null).map((fact) => strayOf(fact, field, read));
  return {
    field,
    facts: facts.length,
    same: facts.length - strays.length,
    elsewhere: strays.flatMap(({ fact, field: other }) => (other === null ? [] : [{ fact, field: other }])),
    missing: strays.flatMap(({ fact, field: other }) => (other === null ? [fact] : [])),
    extra: extraIn(own, facts, new Set(places)),
  };
}

function strayOf({ text, words }: Fact, field: string, read: ReadonlyMap<string, FactIndex>) {
  const others = [...read].filter(([other]) => other !== field);
  const found = others.find(([, index]) => index.find({ text, words }) !== null);
  return { fact: text, field: found?.[0] ?? null };
}

/** What has stood for no fact, and is not said in other words either. */
function extraIn(own: FactIndex, facts: readonly Fact[], used: ReadonlySet<number | null>): string[] {
  const said = new FactIndex(facts);
  return own.facts.filter((fact, at) => !used.has(at) && said.find(fact) === null).map(({ text }) => text);
}

export interface AgreementTotal {
  readonly field: string;
  readonly facts: number;
  readonly same: number;
  readonly elsewhere: number;
  readonly missing: number;
  readonly extra: number;
  /** From 0 to 1; null where a person wrote nothing. */
  readonly agreement: number | null;
}

/** Of one field over many procedures, or of many fields. */
export function totalOf(field: string, parts: readonly FieldAgreement[]): AgreementTotal {
  const sum = (count: (part: FieldAgreement) => number) => parts.reduce((all, part) => all + count(part), 0);
  const [facts, same] = [sum((part) => part.facts), sum((part) => part.same)];
  return {
    field,
    facts,
    same,
    elsewhere: sum((part) => part.elsewhere.length),
    missing: sum((part) => part.missing.length),
    extra: sum((part) => part.extra.length),
    agreement: facts === 0 ? null : Math.round((same / facts) * 10_000) / 10_000,
  };
}

/** In the order of the schema's weights. */
export function totalsByField(parts: readonly FieldAgreement[]): readonly AgreementTotal[] {
  return COMPARED.map((field) =>
    totalOf(
      field,
      parts.filter((part) => part.field === field),
    ),
  ).filter(({ facts, extra }) => facts + extra > 0);
}
