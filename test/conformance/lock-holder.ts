/** Holds the lock of a root until it is killed. Run by root-lock.test.ts. */
import { writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";

// The handle is dropped on purpose: the lock has to outlive it, and the collections after it.
await createRootLock(process.argv[2] ?? "").acquire("ingest usgs");
for (let collections = 0; ; collections++) {
  await setTimeout(10);
  globalThis.gc?.();
  if (collections === 5) writeSync(1, "held\n");
}
