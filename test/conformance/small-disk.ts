import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own that fills up soon. */
export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

/** Null where this user may not mount: tests that need one are skipped with a message. */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "levada-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const unmount = () => {
    spawnSync("umount", [folder]);
    rmdirSync(folder);
  };
  return { folder, unmount };
}
