/** kill -9 of a real process that builds the index, at random moments. `LEVADA_SEED` repeats a sequence of them. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openSearch } from "../../src/index.ts";
import { openSearchIndex } from "../../src/infrastructure/search/search-index.ts";
import { SearchReader } from "../../src/infrastructure/search/search-reader.ts";
import { NO_FACTS } from "../../src/domain/search-document.ts";
import { type ProcedureJson, writeProcedures } from "../kit/procedure-files.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { randomNumbers } from "../kit/wiki-editors.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");
const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);
const KILLS = process.env["LEVADA_ENDURANCE"] === "1" ? 30 : 3;
const FILES = 600;

const fileOf = (nth: number): ProcedureJson => ({
  version: 1,
  tramite: `t${nth}`,
  nombre: `Procedimiento número ${nth}`,
  keywords: [`clave${nth}`],
  descripcion: `Descripción del procedimiento ${nth}. `.repeat(40),
});

function documentsIn(root: TestRoot): number {
  const path = root.file("data/state/search.db");
  if (!existsSync(path)) return 0;
  const reader = SearchReader.open(root.path);
  try {
    return Number(reader?.sql.get("SELECT count(*) AS n FROM document")?.["n"] ?? 0);
  } finally {
    reader?.close();
  }
}

/** Killed once the index holds so many documents and so many milliseconds have passed. */
async function searchAndKill(root: TestRoot, documents: number, ms: number): Promise<void> {
  const child = spawn(LEVADA, ["search", "clave1", "--root", root.path, "--json"], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const looking = setInterval(() => {
    if (documentsIn(root) < documents) return;
    clearInterval(looking);
    setTimeout(() => child.kill("SIGKILL"), ms);
  }, 2);
  await ended;
  clearInterval(looking);
}

it(`completes an index whose maker was killed (seed ${SEED})`, async () => {
  const root = newRoot();
  writeProcedures(
    root,
    Array.from({ length: FILES }, (_, nth) => fileOf(nth)),
  );
  const random = randomNumbers(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    await searchAndKill(root, Math.floor((random() * FILES) / 2), Math.floor(random() * 30));
    // Whatever was left can be read, or is made anew.
    expect(documentsIn(root)).toBeLessThanOrEqual(FILES);
  }
  const searcher = await openSearch({ root: root.path });
  const { total } = await searcher.search("procedimiento", { limit: 1 });
  const each = [];
  for (let nth = 0; nth < FILES; nth += 37) each.push((await searcher.search(`clave${nth}`)).hits[0]?.id);
  await searcher.close();
  expect(total).toBe(FILES);
  expect(each).toEqual(Array.from({ length: Math.ceil(FILES / 37) }, (_, nth) => `t${nth * 37}`));
  const db = new DatabaseSync(root.file("data/state/search.db"));
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
});

it("answers while another connection writes, each time with a whole batch or none of it", async () => {
  const root = newRoot();
  writeProcedures(root, [fileOf(0)]);
  await (await openSearch({ root: root.path })).close();
  const index = openSearchIndex(root.path);
  const searcher = await openSearch({ root: root.path });
  const document = (nth: number) => ({
    source: "site",
    key: `k${nth}`,
    id: `k${nth}`,
    title: "Lote",
    url: null,
    path: null,
    keywords: [],
    headings: [],
    text: "juntos",
    filters: NO_FACTS,
    updatedAt: null,
  });
  for (let batch = 0; batch < 20; batch++) {
    const entries = Array.from({ length: 10 }, (_, nth) => ({
      key: `k${batch * 10 + nth}`,
      stamp: "1",
      document: document(batch * 10 + nth),
    }));
    const [, { total }] = await Promise.all([index.put("site", entries), searcher.search("juntos")]);
    expect(total % 10).toBe(0);
  }
  expect((await searcher.search("juntos")).total).toBe(200);
  await searcher.close();
  await index.close();
});
