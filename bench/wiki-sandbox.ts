/** A wiki of small pages in a process of its own: `node bench/wiki-sandbox.ts PAGES` prints the address of its API. */
import { startMediaWikiSandbox } from "../src/sandbox/mediawiki.ts";

const { apiUrl } = await startMediaWikiSandbox({ pages: Number(process.argv[2]), oddities: false });
console.log(apiUrl);
