/** Memory of the command itself, in a process of its own, measured by the kernel (R9, U19). */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { ingestCommand, type CommandRun, configure } from "../kit/command.ts";
import { FRAMING } from "../kit/hostile-inputs.ts";
import { DOCUMENT, type HostileInput, startHostile } from "../kit/hostile-server.ts";
import { expectStored, GOOD } from "../kit/hostile-run.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";

const MB = 1_000_000;
const BOMBS = FRAMING.filter(({ id }) => /^C0[1-5]$/.test(id));

/** A good document, and one that is answered as `input` says where one is given. */
async function runBeside(input: HostileInput | null): Promise<{ root: TestRoot; run: CommandRun }> {
  const root = newRoot();
  const hostile = input === null ? null : await startHostile(input);
  const href = hostile === null ? "/plain.pdf" : new URL(DOCUMENT, hostile.url).href;
  const site = await startPages({
    "/catalog": htmlCatalog([
      { number: GOOD, href: "/good.pdf" },
      { number: "B001", href },
    ]),
    "/good.pdf": PDF,
    "/plain.pdf": PDF,
  });
  const scope = hostile === null ? [] : [{ kind: "html", url: hostile.url.href, states: ["KS"] }];
  configure(root, [{ kind: "html", url: `${site.url}/catalog` }, ...scope]);
  const run = await ingestCommand(root);
  await hostile?.close();
  return { root, run };
}

/** The peak is read from /proc. */
const onLinux = process.platform === "linux";

describe.runIf(onLinux)("R9: a bomb cannot exhaust memory", () => {
  it("at a cap of 32 MiB the command needs at most 64 MB more than for a plain document", async () => {
    // A first run compiles what the next ones find compiled.
    await runBeside(null);
    const plain = await runBeside(null);
    expect(plain.run).toMatchObject({ code: 0 });
    let most = -Infinity;
    for (const input of BOMBS) {
      const { root, run } = await runBeside(input);
      const reason = input.ends.state === "completed" ? "" : input.ends.reason;
      expect(run.events.at(-1)).toMatchObject({ type: "summary", failed: 1, reasons: { [reason]: 1 } });
      expectStored(root, [GOOD]);
      const more = Math.round((run.peakBytes - plain.run.peakBytes) / MB);
      expect(more).toBeLessThanOrEqual(64);
      most = Math.max(most, more);
    }
    figure("R9", "memory for the worst bomb above a plain document, at a cap of 32 MiB, MB", most);
  });
});

describe.runIf(onLinux)("U19: documents stream", () => {
  it.each([
    ["text", (size: number) => Buffer.alloc(size, "porosity 0.123 permeability 45.6\n")],
    ["noise", (size: number) => randomBytes(size)],
  ])("a PDF of 60 MB (%s) is stored in less than 256 MB of memory", async (_what, filling) => {
    const root = newRoot();
    const body = Buffer.concat([Buffer.from(PDF), filling(60 * MB), Buffer.from("%%EOF\n")]);
    const site = await startPages({
      "/catalog": htmlCatalog([{ number: GOOD, href: "/good.pdf" }]),
      "/good.pdf": body,
    });
    configure(root, [{ kind: "html", url: `${site.url}/catalog` }], "100MB");
    const run = await ingestCommand(root);
    expect(run, run.stderr).toMatchObject({ code: 0 });
    expect(root.manifest()[0]?.original_size).toBe(body.length);
    expectStored(root, [GOOD]);
    expect(run.peakBytes).toBeLessThan(256 * MB);
  });
});
