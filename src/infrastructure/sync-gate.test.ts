import { describe, expect, it } from "vitest";
import { StorageError } from "../domain/errors.ts";
import { SyncGate } from "./sync-gate.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A gate, and syncs that last until they are told to end. */
function bench() {
  const gate = new SyncGate();
  const log: string[] = [];
  const sync = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = gate.through(() => {
      log.push(`${name} began`);
      return promise;
    });
    done.catch(() => {});
    return { done, end: resolve, fail: reject };
  };
  const tell = (name: string) => gate.whenQuiet(() => void log.push(`told ${name}`));
  return { log, sync, tell };
}

describe("the gate that all syncs pass", () => {
  it("tells at once where no sync is under way", async () => {
    const { log, tell } = bench();
    await tell("A");
    expect(log).toEqual(["told A"]);
  });

  it("lets syncs run side by side while there is nothing to tell", async () => {
    const { log, sync } = bench();
    const [one, two] = [sync("one"), sync("two")];
    await turn();
    expect(log).toEqual(["one began", "two began"]);
    one.end();
    two.end();
    await Promise.all([one.done, two.done]);
  });

  it("tells when the last sync has ended, and holds new ones up until then", async () => {
    const { log, sync, tell } = bench();
    const [one, two] = [sync("one"), sync("two")];
    const told = tell("A");
    const three = sync("three");
    one.end();
    await turn();
    expect(log).toEqual(["one began", "two began"]);
    two.end();
    await told;
    await turn();
    expect(log).toEqual(["one began", "two began", "told A", "three began"]);
    three.end();
    await three.done;
  });

  it("holds up what is begun by those who are told, until all have been told", async () => {
    const gate = new SyncGate();
    const log: string[] = [];
    const begins = (name: string) => () => {
      void gate.through(async () => void log.push(`${name} began to write`));
      log.push(`told ${name}`);
    };
    const busy = Promise.withResolvers<void>();
    const sync = gate.through(() => busy.promise);
    const told = [gate.whenQuiet(begins("A")), gate.whenQuiet(begins("B"))];
    busy.resolve();
    await Promise.all([sync, ...told]);
    await turn();
    expect(log).toEqual(["told A", "told B", "A began to write", "B began to write"]);
  });

  it("tells nothing once a sync has failed, neither what waited nor what comes later", async () => {
    const { log, sync, tell } = bench();
    const one = sync("one");
    const waiting = tell("A");
    one.fail(new StorageError("fsync_failed", "the disk said no"));
    await expect(waiting).rejects.toThrow("the disk said no");
    await expect(tell("B")).rejects.toThrow("the disk said no");
    expect(log).toEqual(["one began"]);
  });

  it("goes on after trouble that is none of the disk's", async () => {
    const { log, sync, tell } = bench();
    const one = sync("one");
    const waiting = tell("A");
    one.fail(new Error("a bad operation"));
    await expect(one.done).rejects.toThrow("a bad operation");
    await waiting;
    expect(log).toEqual(["one began", "told A"]);
  });

  it("goes on when somebody who is told cannot take it", async () => {
    const gate = new SyncGate();
    const busy = Promise.withResolvers<void>();
    const sync = gate.through(() => busy.promise);
    const broken = gate.whenQuiet(() => {
      throw new Error("a listener broke");
    });
    const other = gate.whenQuiet(() => {});
    const later = gate.through(async () => "written");
    busy.resolve();
    await expect(broken).rejects.toThrow("a listener broke");
    await Promise.all([sync, other]);
    expect(await later).toBe("written");
  });
});
