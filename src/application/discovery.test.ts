import { expect, it } from "vitest";
import { steppingClock } from "../../test/kit/clock.ts";
import type { Finding } from "../domain/reference.ts";
import { Tally } from "../domain/tally.ts";
import type { DiscoverContext, Source } from "../domain/source.ts";
import { Discovery } from "./discovery.ts";
import { HeldHosts } from "./engine.ts";
import type { Registry } from "./ports.ts";
import { UnderWay } from "./under-way.ts";

const page = { key: "a", url: "https://a.es/1", path: "a", fields: {}, metadata: {} };

it("ends when what was found cannot be queued, though the source waits for that very page", async () => {
  const stop = new AbortController();
  const underWay = new UnderWay();
  const failures: unknown[] = [];
  const full = new Error("the disk is full");
  const source = {
    async *discover({ pageOf }: DiscoverContext<unknown>): AsyncGenerator<Finding> {
      yield { kind: "document", reference: page };
      await pageOf(page.key);
    },
  };
  const discovery = new Discovery({
    source: source as unknown as Source<unknown>,
    context: {
      signal: stop.signal,
      pageOf: async (key: string) => {
        await underWay.whenEnded(key, stop.signal);
        return null;
      },
    } as unknown as DiscoverContext<unknown>,
    registry: { find: async () => new Map() } as unknown as Registry,
    clock: steppingClock(),
    rules: { resume: true, revalidates: false },
    limit: Infinity,
    tally: new Tally(),
    emit: () => {},
    take: () => Promise.reject(full),
    underWay,
    conclude: async () => {},
    pass: () => {},
    held: new HeldHosts(),
    noted: new Map(),
    remember: async () => {},
    fail: (error) => {
      failures.push(error);
      stop.abort();
    },
  });
  await expect(discovery.run(null)).rejects.toBe(full);
  expect(failures).toEqual([full]);
});
