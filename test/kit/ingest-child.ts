/** A process of its own that ingests a USGS-like site; killed by the tests that start it. */
import { ingest } from "../../src/index.ts";

const [root, url, limit] = process.argv.slice(2);
if (root === undefined || url === undefined) throw new Error("usage: ingest-child ROOT URL [LIMIT]");

const summary = await ingest("usgs", {
  root,
  limit: Number(limit ?? 10_000),
  allowPrivateNetwork: true,
  sourceOptions: { baseUrl: url },
  onEvent: (event) => {
    if (event.type === "completed") process.stdout.write(`completed ${event.id}\n`);
  },
});
process.exitCode = summary.exit_code;
