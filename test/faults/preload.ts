import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Preload =
  | { readonly ok: true; readonly library: string }
  /** Why there is none on this machine. */
  | { readonly ok: false; readonly reason: string };

/** Builds the failing disk, or another of this folder's, where there is a compiler. */
export function buildPreload(name = "preload.c"): Preload {
  if (process.platform !== "linux") return { ok: false, reason: "LD_PRELOAD and /proc/self/fd need Linux" };
  const library = join(mkdtempSync(join(tmpdir(), "levada-preload-")), "preload.so");
  const source = join(import.meta.dirname, name);
  const flags = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC"];
  const built = spawnSync("cc", [...flags, "-o", library, source, "-ldl"], { encoding: "utf8" });
  if (built.error !== undefined) return { ok: false, reason: `no C compiler: ${built.error.message}` };
  // A compiler that is there and refuses is a defect of the source, not of the machine.
  if (built.status !== 0) throw new Error(`${name} does not compile:\n${built.stderr}`);
  return { ok: true, library };
}
