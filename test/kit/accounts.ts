/**
 * The one place where the accounts of every run of the test suite are checked (E7): those of runs in this process when
 * they are summed up, and those of all runs, child processes included, in the database of every root that a test leaves.
 */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Summary } from "../../src/index.ts";
import type { RunDetail } from "../../src/domain/run-account.ts";
import { Tally } from "../../src/domain/tally.ts";

/** What does not add up in the account of a run. */
export function unbalanced(run: string, summary: Summary, detail: RunDetail | null): readonly string[] {
  const { discovered, completed, failed, skipped, unchanged, pending } = summary;
  const ends = completed + failed + skipped + unchanged + pending;
  const problems =
    ends === discovered ? [] : [`run ${run}: ${discovered} discovered, and ${ends} have ended`];
  if (detail === null) return problems;
  const outcomes = Object.values(detail.outcomes).reduce((sum, n) => sum + n, 0);
  if (outcomes !== discovered)
    problems.push(`run ${run}: ${discovered} discovered, and outcomes of ${outcomes} were told`);
  if (detail.warnings["accounts_differ"] !== undefined)
    problems.push(`run ${run}: Levada itself says that its accounts differ`);
  return problems;
}

/** Of all runs in a database that have ended. One that a test has broken, or that is of another kind, tells nothing. */
export function unbalancedRuns(databaseFile: string): readonly string[] {
  if (!existsSync(databaseFile)) return [];
  try {
    using db = new DatabaseSync(databaseFile, { readOnly: true });
    const runs = db
      .prepare(
        `SELECT id, summary, detail FROM run LEFT JOIN run_detail ON run_detail.run = run.id AND is_last = 1
         WHERE kind = 'ingest' AND summary IS NOT NULL`,
      )
      .all();
    return runs.flatMap(({ id, summary, detail }) =>
      unbalanced(
        String(id),
        JSON.parse(String(summary)) as Summary,
        detail === null ? null : (JSON.parse(String(detail)) as RunDetail),
      ),
    );
  } catch {
    return [];
  }
}

/** Sees every account that is summed up in this process; answers those that do not balance, once each. */
export function watchTallies(): () => readonly string[] {
  const { totals } = Tally.prototype;
  let found: string[] = [];
  Tally.prototype.totals = function (this: Tally) {
    const imbalance = this.imbalance();
    if (imbalance !== 0) found.push(`the counts of a run differ by ${imbalance}`);
    return totals.call(this);
  };
  return () => {
    const seen = found;
    found = [];
    return seen;
  };
}
