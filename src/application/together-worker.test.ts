import { describe, expect, it } from "vitest";
import type { Failure } from "../domain/failure.ts";
import type { Brought } from "../domain/source.ts";
import type { Settlement, Task } from "./ports.ts";
import { TogetherWorker, type TogetherParts } from "./together-worker.ts";

const RULE = { attempts: 5, firstWaitMs: 1000, maxWaitMs: 60_000 };
const LEASE = { host: "x", fence: 1 };
const DOWN: Failure = { kind: "http_status", status: 500 };
const TOO_LARGE: Failure = { kind: "too_large", stage: "wire", maxBytes: 1 };
const LAGS: Failure = { kind: "asked_to_wait", code: "maxlag", detail: "lagged" } as Failure;

const task = (id: number): Task => {
  const key = String(id);
  const reference = { key, url: `http://x/${key}`, path: `${key}.json`, fields: {}, metadata: {} };
  return { id, source: "wiki", host: "x", reference, attempts: 0 };
};

/** A worker over fakes: `answer` says what becomes of a request for these keys. */
function workerWith(
  answer: (keys: readonly string[], nth: number) => Failure | null,
  held: Failure | null = null,
) {
  const asked: string[] = [];
  const waits: number[] = [];
  const stored: string[] = [];
  const settled: Settlement[] = [];
  const told: string[] = [];
  const parts = {
    source: {
      name: "wiki",
      policy: {
        serverError: RULE,
        askedToWait: { attempts: Infinity, firstWaitMs: 5000, maxWaitMs: 60_000 },
      },
    },
    together: {
      size: 50,
      fetch: async (references: readonly Task["reference"][]) => {
        asked.push(references.map(({ key }) => key).join(""));
        const failure = answer(
          references.map(({ key }) => key),
          asked.length,
        );
        if (failure !== null) return { ok: false, failure };
        const brought = references.map((reference): [string, Brought] => [
          reference.key,
          { kind: "document", reference, pieces: [] },
        ]);
        return { ok: true, brought: new Map(brought) };
      },
    },
    context: {},
    registry: { find: async () => new Map(), documentAt: async () => null },
    archive: {
      localPath: (_: string, path: string) => path,
      // Those that came first take longest.
      receive: async (_: string, path: string) => {
        for (let turns = 50 - Number.parseInt(path, 10); turns > 0; turns--) await Promise.resolve();
        return { path };
      },
      owns: () => true,
    },
    clock: { now: () => 0, sleep: async (ms: number) => void waits.push(ms) },
    signals: { stop: new AbortController().signal },
    fetcher: { heldNow: async () => held },
    frontier: {
      settle: async (_: unknown, settlement: Settlement) => {
        settled.push(settlement);
        return true;
      },
    },
    committer: {
      commit: async ({ task: { reference } }: { task: Task }) => {
        stored.push(reference.key);
        return [];
      },
    },
    tally: { end: () => {}, bytes: 0 },
    emit: ({ type }: { type: string }) => void told.push(type),
    waits: false,
    onSettled: () => {},
  };
  const worker = new TogetherWorker(parts as unknown as TogetherParts<unknown>);
  const work = async (count: number) => {
    const tasks = Array.from({ length: count }, (_, nth) => task(nth + 1));
    const result = await worker.work(LEASE, tasks);
    await result.committed;
    const ends = settled.map(({ kind, task: { reference } }) => `${kind} ${reference.key}`);
    return { result, asked, waits, told, stored: stored.join(""), ends };
  };
  return { work, worker };
}

describe("TogetherWorker", () => {
  it("asks for all in one request where nothing fails, and stores in that order", async () => {
    const { asked, stored, ends } = await workerWith(() => null).work(8);
    expect({ asked, stored, ends }).toEqual({ asked: ["12345678"], stored: "12345678", ends: [] });
  });

  it("tries a group again before it is halved", async () => {
    const { asked, stored } = await workerWith((_, nth) => (nth === 1 ? DOWN : null)).work(4);
    expect({ asked, stored }).toEqual({ asked: ["1234", "1234"], stored: "1234" });
  });

  it("halves until the one that fails stands alone; what works has its turn between", async () => {
    const { asked, stored, ends } = await workerWith((keys) => (keys.includes("3") ? DOWN : null)).work(4);
    expect(asked.slice(0, 6)).toEqual(["1234", "1234", "12", "34", "3", "4"]);
    expect({ stored, ends }).toEqual({ stored: "124", ends: ["failed 3"] });
  });

  it("asks for fewer at a time once an answer was too large", async () => {
    const { work, worker } = workerWith((keys) => (keys.length > 3 ? TOO_LARGE : null));
    const { asked, stored, told } = await work(8);
    expect({ asked, stored, size: worker.size }).toEqual({
      asked: ["12345678", "1234", "5678", "12", "34", "56", "78"],
      stored: "12345678",
      size: 2,
    });
    expect(told, "nothing was wrong, and nobody has to do anything").not.toContain("retry");
  });

  it("asks for as many as before where one alone was too large", async () => {
    const { work, worker } = workerWith((keys) => (keys.includes("3") ? TOO_LARGE : null));
    const { stored, ends } = await work(8);
    expect({ stored: [...stored].toSorted().join(""), ends, size: worker.size }).toEqual({
      stored: "1245678",
      ends: ["failed 3"],
      size: 50,
    });
  });

  it("has all its patience with the server left after answers that were too large", async () => {
    const failures: string[] = [];
    const { asked, stored } = await workerWith((keys) => {
      if (keys.length > 1) return TOO_LARGE;
      failures.push(...keys);
      return failures.filter((key) => key === keys[0]).length < RULE.attempts ? DOWN : null;
    }).work(8);
    expect(stored).toHaveLength(8);
    expect(asked).toHaveLength(7 + 8 * RULE.attempts);
  });

  it("waits as long as the host asks for, with the same group", async () => {
    const { asked, waits, stored } = await workerWith((_, nth) => (nth <= 7 ? LAGS : null)).work(2);
    expect(asked).toEqual(Array.from({ length: 8 }, () => "12"));
    expect(waits.every((ms) => ms >= 5000)).toBe(true);
    expect(stored).toBe("12");
  });

  it("leaves everything pending where the host must not be asked", async () => {
    const held: Failure = {
      kind: "host_held",
      host: "x",
      cause: "breaker",
      until: null,
    } as unknown as Failure;
    const { result, asked, ends } = await workerWith(() => DOWN, held).work(3);
    expect({ obstacle: result.obstacle, asked }).toEqual({ obstacle: held, asked: ["123"] });
    expect(ends).toEqual(["pending 1", "pending 2", "pending 3"]);
  });
});
