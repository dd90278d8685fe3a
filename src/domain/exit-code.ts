/**
 * Exit codes of every command (E22). Where several apply, the first of 130/143, 4, 3, 1 wins.
 *
 *   0 all done · 1 some items failed · 2 misuse · 3 items left pending by a host that must not be asked now
 *   4 storage trouble or lock refused · 130/143 interrupted by SIGINT/SIGTERM
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130 | 143;

export function exitCode(run: {
  readonly interruptedBy: "SIGINT" | "SIGTERM" | null;
  /** Found out only when the site had answered. @default false */
  readonly misused?: boolean;
  readonly storageFailed: boolean;
  readonly held: boolean;
  readonly failed: boolean;
}): ExitCode {
  if (run.interruptedBy === "SIGINT") return 130;
  if (run.interruptedBy === "SIGTERM") return 143;
  if (run.misused === true) return 2;
  if (run.storageFailed) return 4;
  if (run.held) return 3;
  return run.failed ? 1 : 0;
}
