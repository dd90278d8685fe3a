import { withoutLikelySecrets } from "./url-noise.ts";

/**
 * Everything Levada throws. Expected outcomes (a 404, a cut body, a parked host) are values, see failure.ts;
 * a thrown error means misuse, broken storage or a bug.
 *
 * `code` is stable and meant for programs; `message` says what happened, where, and what to do next; a password in an
 * address that was mistyped is left out of it (E18).
 */
export class LevadaError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(withoutLikelySecrets(message), options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A wrong flag, option, configuration key or argument. Exit code 2; nothing was written. */
export class MisuseError extends LevadaError {
  constructor(message: string, options?: ErrorOptions) {
    super("misuse", message, options);
  }
}

/** The disk or the database let us down: nothing after this point was acknowledged. Exit code 4. */
export class StorageError extends LevadaError {
  // oxlint-disable-next-line no-useless-constructor -- it narrows the codes
  constructor(
    code: "disk_full" | "fsync_failed" | "storage_failed" | "manifest_damaged",
    message: string,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** Another process writes to this root. Exit code 4. */
export class LockedError extends LevadaError {
  constructor(message: string, options?: ErrorOptions) {
    super("root_locked", message, options);
  }
}
