/** Procedures written for the tests, none of them real: what a page of each must give, field by field. */
import { BASQUE_KNOWN } from "./known-procedures-eu.ts";
import { CATALAN_KNOWN } from "./known-procedures-ca.ts";
import { GALICIAN_KNOWN } from "./known-procedures-gl.ts";
import { SPANISH_KNOWN } from "./known-procedures-es.ts";

export interface KnownProcedure {
  readonly language: "es" | "ca" | "gl" | "eu";
  readonly url: string;
  readonly organism: string;
  readonly name: string;
  readonly about: string;
  readonly requirements: readonly string[];
  readonly documents: readonly string[];
  /** What for, and how long. */
  readonly deadlines: readonly (readonly [label: string, text: string])[];
  readonly fee: string;
  /** By channel. */
  readonly how: readonly (readonly [channel: string, text: string])[];
  readonly where: string;
  readonly laws: readonly string[];
  readonly phone: string;
  readonly important: readonly string[];
  /** A part that matches no field. */
  readonly other: readonly [title: string, text: string];
  /** As people ask. */
  readonly questions: readonly [string, string, string];
  readonly expected: {
    readonly nivel: "estatal" | "autonomico" | "local";
    readonly ccaa: string | null;
    readonly canal: "electronico" | "presencial" | "mixto";
    readonly tipo: string;
  };
}

export const KNOWN_PROCEDURES: readonly KnownProcedure[] = [
  ...SPANISH_KNOWN,
  ...CATALAN_KNOWN,
  ...GALICIAN_KNOWN,
  ...BASQUE_KNOWN,
];
