import type { Manifest } from "../../src/application/ports.ts";
import type { ManifestLine } from "../../src/domain/manifest.ts";

/** SHA-256 by local path, as the manifest has it; of two lines the last counts (E1). A corrupt line is an error. */
export async function committedIn(manifest: Manifest): Promise<Map<string, string>> {
  const committed = new Map<string, string>();
  for await (const entry of manifest.scan("usgs")) {
    if (entry.kind === "corrupt") throw new Error(`line ${entry.line} is corrupt: ${entry.problem}`);
    const line = JSON.parse(entry.text) as ManifestLine;
    committed.set(line.local_path, line.sha256_checksum);
  }
  return committed;
}
