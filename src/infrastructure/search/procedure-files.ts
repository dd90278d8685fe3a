import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Findable } from "../../application/ports.ts";
import type { SearchDocument } from "../../domain/search-document.ts";
import type { Fields } from "../../search/documents/fields.ts";
import { procedureDocument } from "../../search/documents/procedure-document.ts";
import { readFields } from "./json-files.ts";

const FOLDER = "data/tramites";

/** Procedures as files, whoever wrote them: `data/tramites/*.json`. Their keys are their paths. */
export function procedureFiles(root: string): readonly Findable[] {
  return namesIn(join(root, FOLDER)).flatMap((name) => {
    const key = `${FOLDER}/${name}`;
    const stamp = stampOf(join(root, key));
    return stamp === null ? [] : [{ key, stamp }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .toSorted();
  } catch {
    return [];
  }
}

/** Whoever replaces or edits a file changes one of these. A link is not followed: it could only have been planted. */
function stampOf(file: string): string | null {
  try {
    const stat = lstatSync(file);
    return stat.isFile() ? `${stat.size}-${stat.mtimeMs}-${stat.ctimeMs}-${stat.ino}` : null;
  } catch {
    return null;
  }
}

/** Fills in what a file of an older version does not say. */
export type FillIn = (json: Fields) => Fields;

/** Null where a file is no JSON object. */
export async function readProcedure(
  root: string,
  key: string,
  fillIn: FillIn,
): Promise<SearchDocument | null> {
  const json = await readFields(join(root, key));
  if (json === null) return null;
  const name = key.slice(FOLDER.length + 1, -".json".length);
  return procedureDocument({ path: key, name, json, filled: fillIn(json) });
}

export function isProcedureKey(key: string): boolean {
  return key.startsWith(`${FOLDER}/`);
}
