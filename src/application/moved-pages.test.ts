import { expect, it } from "vitest";
import { intentOf } from "./intents.ts";
import { PageMemory } from "./page-memory.ts";
import type { Registry } from "./ports.ts";

const BYTES = { contentSha256: "a".repeat(64) };

/** Looks for a twin of `new`, while `old` is stored with the same bytes. */
function twinOfNew(isGone: (key: string) => boolean) {
  const registry = { twinOf: async () => "old", noteTwin: async () => {} };
  const parts = { source: "tramites", registry, clock: { now: () => 0 }, isGone };
  const memory = new PageMemory(parts as unknown as ConstructorParameters<typeof PageMemory>[0]);
  return memory.twinOf("new", "new", BYTES as Parameters<PageMemory["twinOf"]>[2], {
    downloadedAt: "2026-01-01T00:00:00Z",
  });
}

it.each([
  ["a copy of one that is still listed", () => false, "old"],
  ["no copy of one that no list has any more: it has moved", (key: string) => key === "old", null],
])("a page with the bytes of another is %s", async (_, isGone, twin) => {
  expect(await twinOfNew(isGone)).toBe(twin);
});

it("a copy is asked for anew, without conditions, when what it was a copy of goes", async () => {
  const check = { at: 0, freshUntil: null, misses: 0 };
  const decision = { conditional: true, twin: { of: "old", validators: {}, check } };
  const ask = (isGone: boolean) => intentOf("new", decision, "tramites", {} as Registry, () => isGone);
  expect(await ask(true)).toEqual({ known: null, conditional: false });
  expect(await ask(false)).toMatchObject({ conditional: true, twin: { of: "old" } });
});
