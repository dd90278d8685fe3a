/**
 * SQL that finds the documents of an archive, where all of them are there. Of several versions the newest counts: a
 * kill in the middle of its lines leaves documents of two, and then the archive is not stored.
 * The arguments are SQL too: a parameter or a column.
 */
export function completeArchiveSql(source: string, key: string): string {
  const siblings = `FROM document s WHERE s.source = ${source} AND s.archive_key = ${key}`;
  return `FROM document d WHERE d.source = ${source} AND d.archive_key = ${key}
    AND d.stored_at = (SELECT max(s.stored_at) ${siblings})
    AND d.archive_documents <= (SELECT count(*) ${siblings}
      AND s.archive_sha256 = d.archive_sha256 AND s.archive_documents = d.archive_documents)`;
}

/** SQL for the document that is stored under a key of its own: the only one of its archive goes by the archive. */
export function ownDocumentSql(source: string, key: string): string {
  return `FROM document d WHERE d.source = ${source} AND d.key = ${key} AND d.archive_key IS NOT d.key`;
}

/** SQL that is true where a key is stored: as a document, or as an archive with all its documents. */
export function isStoredSql(source: string, key: string): string {
  return `(EXISTS (SELECT 1 ${ownDocumentSql(source, key)}) OR EXISTS (SELECT 1 ${completeArchiveSql(source, key)}))`;
}

/** SQL for tasks in a state; failed are also those that are stored and could not be brought up to date. */
export function inStateSql(state: "failed" | "skipped" | "pending"): string {
  return state === "failed"
    ? "(state = 'failed' OR (state = 'completed' AND error IS NOT NULL))"
    : `state = '${state}'`;
}
