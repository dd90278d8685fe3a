import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { describeExtracts } from "./extracts.ts";
import { describeFrontier } from "./frontier.ts";
import { describeHostLedger } from "./host-ledger.ts";
import { describeLinks } from "./links.ts";
import { describeRegistry } from "./registry.ts";

const IMPLEMENTATIONS = [
  ["SQLite in a worker thread", (root: string) => openSqliteState(root)],
  [
    "SQLite in the same thread",
    (root: string) => openSqliteState(root, { thread: "same", synchronous: "OFF" }),
  ],
] as const;

for (const [name, openAt] of IMPLEMENTATIONS) {
  const open = async () => {
    const root = mkdtempSync(join(tmpdir(), "levada-test-"));
    const state = await openAt(root);
    const close = () => state.close().finally(() => rmSync(root, { recursive: true }));
    return { ...state, close };
  };
  describeFrontier(name, open);
  describeRegistry(name, open);
  describeHostLedger(name, open);
  describeExtracts(name, open);
  describeLinks(name, open);
}
