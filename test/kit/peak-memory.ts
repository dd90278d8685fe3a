/** Preloaded into a process (`--import`): writes its peak of memory, bytes, into LEVADA_PEAK_FILE when it ends. */
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["LEVADA_PEAK_FILE"];
if (isMainThread && file !== undefined) {
  process.on("exit", () => {
    // Not getrusage: its peak begins with that of the process which started this one.
    const peak = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    writeFileSync(file, String(Number(peak) * 1024));
  });
}
