/**
 * The stage of procedures, stopped before its writes: the next run ends with the same files. Every fourth of them, and
 * all with `LEVADA_ENDURANCE`.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Extracting } from "../../src/application/extracting.ts";
import { normalizingOf } from "../../src/application/normalizing.ts";
import { reextract } from "../../src/index.ts";
import { systemClock } from "../../src/infrastructure/clock.ts";
import { createExtractFiles } from "../../src/infrastructure/files/extract-files.ts";
import { createProcedureFiles } from "../../src/infrastructure/files/procedure-files.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { loadConfiguration } from "../../src/library/configuration.ts";
import { archiveOf } from "../../src/library/documents-folder.ts";
import { readerPool } from "../../src/library/reader-pool.ts";
import { procedureRules } from "../../src/library/procedure-rules.ts";
import { tramites } from "../../src/sources/tramites/source.ts";
import { resolveTramitesOptions } from "../../src/sources/tramites/options.ts";
import { stageFiles } from "../kit/procedure-root.ts";
import { copyOf, fetchedRoot, type StageState } from "../kit/procedure-stage.ts";
import type { TestRoot } from "../kit/root.ts";

const STEP = process.env["LEVADA_ENDURANCE"] === "1" ? 1 : 4;

class Stopped extends Error {}

/** Calls that change something: the nth of them throws, and none after it is let through. */
function stopping<T extends object>(port: T, names: readonly string[], count: () => boolean): T {
  return new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        if (names.includes(String(name)) && count()) return Promise.reject(new Stopped());
        return (method as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}

/** Answers whether it came to its end; `at` counts writes from 1. */
async function runStage(root: TestRoot, at: number): Promise<boolean> {
  let writes = 0;
  const count = () => ++writes >= at;
  const state = await openSqliteState(root.path);
  try {
    const file = { path: "registry.yaml", text: readFileSync(root.file("registry.yaml"), "utf8") };
    const extractFiles = stopping(createExtractFiles(root.path), ["copy", "remove"], count);
    const files = stopping(
      createProcedureFiles(root.path),
      ["write", "retire", "propose", "withdraw", "writeCatalog", "writeReviewQueue", "writeOffices"],
      count,
    );
    const stage = normalizingOf(tramites, resolveTramitesOptions({ registry: file }), {
      clock: systemClock,
      rules: procedureRules,
      registry: state.registry,
      extracts: stopping(state.extracts, ["note"], count),
      procedures: stopping(state.procedures, ["note", "forget"], count),
      links: state.links,
      extractFiles,
      files,
      emit: () => {},
      signals: { stop: new AbortController().signal },
      changedSince: 0,
      isRegistryGiven: true,
    });
    await stage?.finish();
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  } finally {
    await state.close();
  }
}

it.each<StageState>(["first", "change"])(
  "stopped before any write, it converges to the same files (%s)",
  async (kind) => {
    const fetched = await fetchedRoot(kind);
    const whole = copyOf(fetched);
    await reextract("tramites", { root: whole.path });
    const expected = stageFiles(whole);
    expect(Object.keys(expected).length).toBeGreaterThan(8);
    const read = copyOf(fetched);
    await readAll(read);
    let [at, ended] = [1, false];
    for (; !ended && at < 200; at += STEP) {
      const root = copyOf(read);
      ended = await runStage(root, at);
      await runStage(root, Infinity);
      expect(stageFiles(root), `stopped before write ${at}`).toEqual(expected);
    }
    expect(at).toBeGreaterThan(20);
  },
  120_000,
);

/** What every point starts from. */
async function readAll(root: TestRoot): Promise<void> {
  const configuration = await loadConfiguration({ root: root.path });
  const state = await openSqliteState(root.path);
  const reader = readerPool(configuration.settings);
  const { extraction: rules } = tramites;
  if (rules === undefined) throw new Error("tramites reads its pages");
  const { signal } = new AbortController();
  const reading = new Extracting({
    ...state,
    source: "tramites",
    clock: systemClock,
    rules,
    reader,
    files: createExtractFiles(root.path),
    archive: await archiveOf("tramites", configuration),
    emit: () => {},
    signals: { stop: signal, abort: signal },
    fail: (error) => expect.unreachable(String(error)),
  });
  await reading.finish();
  await reader.close();
  await state.close();
}
