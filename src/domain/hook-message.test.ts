import { expect, it } from "vitest";
import { failedText, type HookMessage, inTellingOrder, isSpent, MAX_TRIES } from "./hook-message.ts";

const message = (id: string, tries: number): HookMessage => ({
  id,
  hook: "on_alert",
  tries,
  source: "tramites",
  runId: id,
  exitCode: 1,
  told: {},
});

it("tells what was tried least first, and the oldest of those", () => {
  const waiting = [message("3", 0), message("1", 4), message("2", 1), message("0", 1), message("4", 0)];
  expect(inTellingOrder(waiting).map(({ id }) => id)).toEqual(["3", "4", "0", "2", "1"]);
});

it("says of a failed try that there will be others, and of the last one that there are none", () => {
  const texts = Array.from({ length: MAX_TRIES }, (_, n) => failedText(message("m", n + 1), "status 500"));
  expect(texts[0]).toBe("status 500; it is told again after the next run or check (try 1 of 5)");
  expect(texts.slice(0, -1).every((text) => text.includes("told again"))).toBe(true);
  expect(texts.at(-1)).toBe("status 500; given up after 5 tries (m)");
  expect([isSpent(message("m", MAX_TRIES - 1)), isSpent(message("m", MAX_TRIES))]).toEqual([false, true]);
});
