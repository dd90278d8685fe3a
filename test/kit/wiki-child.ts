/** A process of its own that ingests a wiki; killed by the tests that start it. */
import { ingest } from "../../src/index.ts";

const [root, apiUrl, since] = process.argv.slice(2);
if (root === undefined || apiUrl === undefined) throw new Error("usage: wiki-child ROOT API [SINCE]");

const summary = await ingest("wiki", {
  root,
  allowPrivateNetwork: true,
  allowMassRemoval: true,
  sourceOptions: { apiUrl, ...(since === undefined ? {} : { since }) },
});
process.exitCode = summary.exit_code;
