/** A process of its own that replays the logs of a root, and ends by a signal of its own once so many pages are stored. */
import { replay } from "../../src/index.ts";

const [root, signal, pages] = process.argv.slice(2);
if (root === undefined || signal === undefined) throw new Error("usage: replay-child ROOT SIGNAL PAGES");

const stop = new AbortController();
process.once("SIGINT", () => stop.abort("SIGINT"));

let left = Number(pages);
const { exitCode } = await replay("wiki", {
  root,
  signal: stop.signal,
  onEvent: ({ type }) => {
    if (type === "completed" && --left === 0) process.kill(process.pid, signal);
  },
});
process.exitCode = exitCode;
