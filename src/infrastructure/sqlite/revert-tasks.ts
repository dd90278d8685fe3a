import type { Statements } from "./statements.ts";

/** Tasks that were queued again are what they were before. `where` is SQL that chooses among them. */
export function revertTasks(sql: Statements, where: string, ...values: readonly (string | number)[]): void {
  sql.run(
    `UPDATE task SET state = before ->> 'state', reason = before ->> 'reason', error = before ->> 'error',
         attempts = before ->> 'attempts', at = coalesce(before ->> 'at', at), run = NULL, not_before = 0, before = NULL
       WHERE before IS NOT NULL AND ${where}`,
    ...values,
  );
}
