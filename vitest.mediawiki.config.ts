import { defineConfig } from "vitest/config";

/** The source `wiki` against a real MediaWiki. Apart from `npm test`: it takes minutes, and a server to be installed. */
export default defineConfig({
  test: {
    include: ["test/mediawiki/real*.test.ts"],
    globalSetup: ["test/mediawiki/real-server.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // They change the same wiki.
    fileParallelism: false,
  },
});
