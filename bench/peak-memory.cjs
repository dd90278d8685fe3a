// Preloaded into a measured process: at its end it writes its peak resident memory, in KiB, to file descriptor 3.
const { writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");
if (isMainThread) process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
