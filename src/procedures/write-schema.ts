// Writes docs/schema/ProcedureDoc.v1.schema.json from the schema in code, so that the two cannot differ. Run by `npm run schema`.
import { writeFile } from "node:fs/promises";
import { procedureJsonSchema } from "./procedure-doc.ts";

export const SCHEMA_FILE = new URL("../../docs/schema/ProcedureDoc.v1.schema.json", import.meta.url);

if (import.meta.main) await writeFile(SCHEMA_FILE, procedureJsonSchema());
