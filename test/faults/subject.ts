/**
 * What is struck. A *subject* is a source with its command; a *stage* is one subject over a site of its own on loopback,
 * so that what is asked for is its own. Everything else (running, choosing points, striking, recovering, judging) is
 * written once for all subjects.
 */
import type { TestRoot } from "../kit/root.ts";

/**
 * What the command is asked for: everything anew, what has changed at the site, what is damaged on the disk
 * (`verify --repair`), or to read again what is stored (`reextract`).
 */
export type StruckPhase = "new" | "replace" | "repair" | "reextract";

/** `plain`: what is missing, in the site as it is. */
export type Phase = StruckPhase | "plain";

export interface Subject {
  readonly source: string;
  readonly phases: readonly StruckPhase[];
  /** About six documents: every call of a run can be struck. */
  open(): Promise<Stage>;
}

/** A document that the site was asked for. */
export interface Asked {
  /** As the manifest calls it. */
  readonly key: string;
  /** False where the answer was that nothing has changed. */
  readonly hasBody: boolean;
}

/** Text by name: two roots in which the same has happened answer the same. */
export type Settled = Readonly<Record<string, string>>;

export interface Stage {
  /** Lays into an empty root what its user has there. */
  furnish(root: TestRoot): void;
  /** Lets runs in this root store and not read; `furnish` undoes it. */
  readNothing?(root: TestRoot): void;
  /** Makes the site what it is in this phase. */
  turnTo(phase: StruckPhase): Promise<void>;
  /** Words of the command, without the root. */
  words(phase: Phase, root: TestRoot): readonly string[];
  /** From now on; answers what has been asked for since, once the site has read all that was sent. */
  listen(): () => Promise<readonly Asked[]>;
  /** Nothing changes at the site: `replace` fetches again what is there because it is told to. @default false */
  readonly replacesOnRequest?: boolean;
  /** A plain run notices that a file is missing, and brings it back. @default false */
  readonly mendsMissing?: boolean;
  /** Keys of documents for `repair`: one to lose a bit, one to be removed, one to be cut. */
  readonly damaged: readonly [string, string, string];
  /** Where a file that nobody stored is put for `repair`. */
  readonly stranger: string;
  /** What was written by hand, and is never to be touched. */
  readonly curated: readonly string[];
  /** What is there once everything is done, without what differs from run to run. */
  settled(root: TestRoot): Promise<Settled>;
  /** What does not hold of a stored file, beyond its checksum. @default nothing more is asked of it */
  brokenDocument?(bytes: Buffer): string | null;
  close(): Promise<void>;
}
