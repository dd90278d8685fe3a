import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTransport } from "../http/transport.ts";
import { type CommandHook, runCommand, wordsOf } from "./command-hook.ts";
import { postWebhook } from "./webhook.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "levada-hooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hookIn = (folder: string, hook: Partial<CommandHook>): CommandHook => ({
  command: "true",
  timeoutMs: 20_000,
  folder,
  environment: { LEVADA_RUN_ID: "r1" },
  ...hook,
});

describe("runCommand", () => {
  it("gives the text on stdin to a program in the root, with the run in its environment", async () => {
    const folder = newFolder();
    const command = ["sh", "-c", 'cat > told; echo "$LEVADA_RUN_ID" >> told'];
    expect(await runCommand(hookIn(folder, { command }), '{"a":1}\n')).toBeNull();
    expect(readFileSync(join(folder, "told"), "utf8")).toBe('{"a":1}\nr1\n');
  });

  it.each([
    ["does nothing with shell signs of its own", "echo a;false", false, null],
    ["gives the line to a shell where that is asked for", "echo a;false", true, "ended with exit code 1"],
    ["tells a shell's words as one line", ["exit", "7"], true, "ended with exit code 7"],
  ] as const)("%s", async (_, command, shell, expected) => {
    expect(await runCommand(hookIn(newFolder(), { command, shell }), "x")).toBe(expected);
  });

  it.each([
    [["sh", "-c", "echo no luck >&2; exit 3"], "ended with exit code 3: no luck"],
    [["sh", "-c", "kill -9 $$"], "was ended by SIGKILL"],
    [["/does/not/exist"], "could not be started: "],
  ])("says what went wrong with %j", async (command, expected) => {
    expect(await runCommand(hookIn(newFolder(), { command }), "x")).toContain(expected);
  });

  it("tells no more than the end of what a program says", async () => {
    const command = ["sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1"];
    const problem = await runCommand(hookIn(newFolder(), { command }), "x");
    expect(problem).toMatch(/^ended with exit code 1: x+$/);
    expect(problem?.length).toBeLessThan(600);
  });

  it("ends a program that takes too long, and what it has started", async () => {
    const folder = newFolder();
    const command = ["sh", "-c", "sleep 30 & echo $! > child; wait"];
    const hook = hookIn(folder, { command, timeoutMs: 700 });
    expect(await runCommand(hook, "x")).toBe("took longer than 700 ms and was ended");
    const child = Number(readFileSync(join(folder, "child"), "utf8"));
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it("does not wait for what a program has left behind", async () => {
    const folder = newFolder();
    const command = ["sh", "-c", "sleep 30 & echo $! > child; echo said >&2; exit 2"];
    expect(await runCommand(hookIn(folder, { command }), "x")).toBe("ended with exit code 2: said");
    process.kill(Number(readFileSync(join(folder, "child"), "utf8")), "SIGKILL");
  });

  it("does not mind a program that reads nothing of a long text", async () => {
    expect(await runCommand(hookIn(newFolder(), { command: "true" }), "x".repeat(5_000_000))).toBeNull();
  });
});

/** A zombie has ended, though nobody has taken notice. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

describe("wordsOf", () => {
  it.each([
    ["notify-send done", ["notify-send", "done"]],
    ["  a   b  ", ["a", "b"]],
    [`a "b c" 'd "e"'`, ["a", "b c", 'd "e"']],
    [String.raw`a\ b "c\"d" e"f"g`, ["a b", 'c"d', "efg"]],
    [`a ""`, ["a", ""]],
    ["a $HOME `b` ; c", ["a", "$HOME", "`b`", ";", "c"]],
  ])("takes %j apart", (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it.each(['a "b', "a 'b", "a \\"])("refuses %j", (line) => {
    expect(() => wordsOf(line)).toThrow(/quote that is not closed/);
  });
});

interface Told {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function startListener(status: number, headers: Record<string, string> = {}) {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      told.push({ method: request.method, headers: request.headers, body });
      response.writeHead(status, headers).end("thanks");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?secret=1`, told };
}

function post(url: string, body: string, allowPrivate = true): Promise<string | null> {
  const transport = createTransport({ allowPrivate });
  return postWebhook(url, body, { transport, userAgent: "test/1" }).finally(() => transport.close());
}

describe("postWebhook", () => {
  it("sends the text as JSON, by POST", async () => {
    const { url, told } = await startListener(204);
    const body = JSON.stringify({ text: "ñ".repeat(100_000) });
    expect(await post(url, body)).toBeNull();
    expect(told).toHaveLength(1);
    expect(told[0]?.body === body).toBe(true);
    expect(told[0]).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "test/1" },
    });
  });

  it.each([
    [302, "status 302: redirects are not followed"],
    [404, "status 404"],
    [500, "status 500"],
  ])("says that %i is no success, and asks once", async (status, problem) => {
    const { url, told } = await startListener(status, { location: "/elsewhere" });
    expect(await post(url, "{}")).toBe(problem);
    expect(told).toHaveLength(1);
  });

  it("R1: does not send to private addresses unless that is allowed", async () => {
    const { url, told } = await startListener(200);
    expect(await post(url, "{}", false)).not.toBeNull();
    expect(told).toEqual([]);
  });

  it("says where nobody listens", async () => {
    expect(await post("http://127.0.0.1:9/hook", "{}")).toMatch(/refused|connect/i);
  });
});
