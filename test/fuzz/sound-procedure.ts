/** What must hold of the procedure that a document is made into. */
import type { ExtractedDocument } from "../../src/domain/extracted-document.ts";
import { normalizeDocument } from "../../src/procedures/normalize.ts";
import { ensureText } from "./sound.ts";
import { ensure } from "./target.ts";

/** What follows the reading of every document. */
export function ensureProcedure(document: ExtractedDocument): void {
  const normalized = normalizeDocument(document, { extractedAt: "2026-03-02T00:00:00Z", isAccepted: true });
  if (normalized.outcome === "normalization_failed") {
    // A page may have no name, and nothing to make one of.
    const others = normalized.problems.filter((problem) => !problem.startsWith("nombre:"));
    ensure(others.length === 0, `its procedure is none: ${others.join("; ")}`);
  }
  if (normalized.outcome !== "normalized") return;
  const { id, tramite, nombre } = normalized.procedure;
  ensure(/^[\w-]{1,200}$/.test(tramite), `the name of its file: ${JSON.stringify(tramite)}`);
  ensure(!/[\s/\\]/.test(id), `its id: ${JSON.stringify(id)}`);
  ensureText(nombre, "its name");
}
