import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type HookMessage, messageId } from "../../domain/hook-message.ts";
import { createOutbox } from "./outbox-files.ts";

const RUN = "20261116T114102Z-d50331";

const MESSAGE: HookMessage = {
  id: messageId(RUN, "on_alert"),
  hook: "on_alert",
  tries: 0,
  source: "tramites",
  runId: RUN,
  exitCode: 1,
  told: { type: "alert", alerts: [{ code: "run_failed", message: "ñ" }] },
};

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), "levada-outbox-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

it("keeps messages until they are removed, whoever looks", async () => {
  const root = newRoot();
  const box = createOutbox(root);
  expect(await box.waiting()).toEqual({ messages: [], damaged: [] });
  await box.put(MESSAGE);
  await box.put({ ...MESSAGE, tries: 2 });
  expect((await createOutbox(root).waiting()).messages).toEqual([{ ...MESSAGE, tries: 2 }]);
  await box.remove(MESSAGE.id);
  await box.remove(MESSAGE.id);
  expect(await box.waiting()).toEqual({ messages: [], damaged: [] });
  expect(readdirSync(join(root, "data/state/outbox"))).toEqual([]);
});

it.each([
  ["nothing", ""],
  ["half a message", '{"tries":0,"sou'],
  ["another kind of value", "7"],
  ["a message without its text", '{"tries":0,"source":"a","run_id":"r","exit_code":0}'],
  ["a message that says nothing", '{"tries":0,"source":"a","run_id":"r","exit_code":0,"told":null}'],
  ["tries that are none", '{"tries":"1","source":"a","run_id":"r","exit_code":0,"told":{}}'],
])("%s is told as damaged, and keeps no other from being read", async (_, text) => {
  const root = newRoot();
  const folder = join(root, "data/state/outbox");
  mkdirSync(folder, { recursive: true });
  const damaged = messageId("20261116T114102Z-aaaaaa", "on_alert");
  writeFileSync(join(folder, `${damaged}.json`), text);
  writeFileSync(join(folder, `.${MESSAGE.id}.json.part`), "{");
  writeFileSync(join(folder, "notes.json"), JSON.stringify({}));
  const box = createOutbox(root);
  await box.put(MESSAGE);
  expect(await box.waiting()).toEqual({ messages: [MESSAGE], damaged: [damaged] });
});

it("tells of a message in which a letter has changed", async () => {
  const root = newRoot();
  const box = createOutbox(root);
  await box.put(MESSAGE);
  const file = join(root, `data/state/outbox/${MESSAGE.id}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replace("run_failed", "run_failee"));
  expect(await box.waiting()).toEqual({ messages: [], damaged: [MESSAGE.id] });
});

it("reads a message that has no sum, as earlier versions wrote it", async () => {
  const root = newRoot();
  const box = createOutbox(root);
  await box.put(MESSAGE);
  const file = join(root, `data/state/outbox/${MESSAGE.id}.json`);
  writeFileSync(file, `${readFileSync(file, "utf8").split("\n")[0]}\n`);
  expect((await box.waiting()).messages).toEqual([MESSAGE]);
});
