import type { Manifest } from "../../src/application/ports.ts";

/** SHA-256 by local path, as the manifest has it; of two lines the last counts (E1). A corrupt line is an error. */
export async function committedIn(manifest: Manifest): Promise<Map<string, string>> {
  const committed = new Map<string, string>();
  for await (const entry of manifest.scan("usgs")) {
    if (entry.kind === "corrupt") throw new Error(`line ${entry.line} is corrupt: ${entry.problem}`);
    committed.set(entry.value.local_path, entry.value.sha256_checksum);
  }
  return committed;
}
