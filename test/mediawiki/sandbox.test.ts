import { afterAll } from "vitest";
import { type MediaWikiSandbox, startMediaWikiSandbox } from "../../src/sandbox/mediawiki.ts";
import { describeApiFacts } from "./api-facts.ts";

let sandbox: MediaWikiSandbox | null = null;
afterAll(() => sandbox?.close());

describeApiFacts("the sandbox", async () => {
  sandbox = await startMediaWikiSandbox({ pages: 700 });
  return sandbox;
});
