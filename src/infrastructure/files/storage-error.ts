import { LevadaError, StorageError } from "../../domain/errors.ts";

/** What a failed file operation means to the run, with the operation in words: `cannot write /data/x: …`. */
export function storageError(error: unknown, action: string): LevadaError {
  if (error instanceof LevadaError) return error;
  const code = errnoOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    const what = code === "ENOSPC" ? "no space is left on the device" : "the disk quota is used up";
    return new StorageError(
      "disk_full",
      `cannot ${action}: ${what}. Free some space and run the same command again; what was acknowledged is safe.`,
      { cause: error },
    );
  }
  return new StorageError("storage_failed", `cannot ${action}: ${explain(code, error)}`, { cause: error });
}

/** After this nothing is acknowledged (E5). */
export function syncFailed(path: string, error: unknown): StorageError {
  return new StorageError(
    "fsync_failed",
    `the disk did not confirm ${path} (fsync: ${errnoOf(error) || String(error)}). Nothing since then was ` +
      "acknowledged. Check the disk, then run the same command again.",
    { cause: error },
  );
}

/** Some network file systems sync folders by themselves and refuse the call. */
export function refusesFolderSync(error: unknown): boolean {
  return ["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(errnoOf(error));
}

export function errnoOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: "permission denied; check who owns the folder",
  EPERM: "not permitted; check who owns the folder",
  EROFS: "the file system is read-only",
  EIO: "the device reported an input/output error; check the disk before you go on",
  ELOOP: "a symbolic link is in the way; links are not followed inside data/",
  ENOTDIR: "a file is where a folder should be",
  EISDIR: "a folder is where a file should be",
  ENOTEMPTY: "a folder is where a file should be",
  ENOENT: "it does not exist",
  EEXIST: "it exists already",
  ENAMETOOLONG: "the name is too long for the file system",
  EMFILE: "too many open files; raise the limit (ulimit -n) or lower --concurrency",
  ENFILE: "too many open files on this machine",
};

function explain(code: string, error: unknown): string {
  const meaning = MEANINGS[code];
  if (meaning !== undefined) return `${meaning} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
