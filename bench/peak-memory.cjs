// Preloaded into a measured process: at its end it writes its peak resident memory, in KiB, to file descriptor 3.
const { readFileSync, writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");
if (isMainThread) {
  process.on("exit", () => {
    // Not getrusage: its peak begins with that of the process which started this one.
    writeSync(3, /^VmHWM:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  });
}
