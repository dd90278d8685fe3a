/** A test that cannot fail is a defect: the command as it is keeps the promise, the command with the bug breaks it. */
import { describe, expect, it } from "vitest";
import { type Mutation, mutantHome } from "../faults/mutant.ts";
import { type CommandRun, configure, ingestCommand } from "../kit/command.ts";
import { FRAMING } from "../kit/hostile-inputs.ts";
import {
  document,
  DOCUMENT,
  type HostileInput,
  redirect,
  skipped,
  startHostile,
} from "../kit/hostile-server.ts";
import { endingOf, expectStored, GOOD } from "../kit/hostile-run.ts";
import { serve } from "../kit/http.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";
import { CUT_BODIES_TAKEN, HOPS_NOT_ADMITTED } from "./mutants.ts";

/** The command on a catalog with a good document and that of each input; each on a host of its own. */
async function run(
  inputs: readonly HostileInput[],
  bug: Mutation | null,
): Promise<CommandRun & { root: TestRoot }> {
  const root = newRoot();
  const servers = await Promise.all(inputs.map((input) => startHostile(input)));
  const urls = servers.map(({ url }) => new URL(DOCUMENT, url).href);
  const rows = inputs.map(({ id }, i) => ({ number: id, href: urls[i] ?? "" }));
  const site = await startPages({
    "/catalog": htmlCatalog([{ number: GOOD, href: "/good.pdf" }, ...rows]),
    "/good.pdf": PDF,
  });
  const scope = urls.map((url) => ({ kind: "html", url, states: ["KS"] }));
  configure(root, [{ kind: "html", url: `${site.url}/catalog` }, ...scope]);
  const ran = await ingestCommand(root, bug === null ? {} : { home: mutantHome(bug) });
  await Promise.all(servers.map((server) => server.close()));
  return { ...ran, root };
}

describe("a decoder that takes a cut body", () => {
  const cut = FRAMING.filter(({ id }) => ["C06", "C07", "C08"].includes(id));

  it("is not ours: nothing is stored", async () => {
    const { root, events } = await run(cut, null);
    expectStored(root, [GOOD]);
    for (const { id, ends } of cut) expect(endingOf(events, id)).toEqual(ends);
  });

  it("is caught: half a document is stored as a whole one", async () => {
    const { root } = await run(cut, CUT_BODIES_TAKEN);
    expect(() => expectStored(root, [GOOD])).toThrow();
    expect(root.documents()).toEqual([GOOD, ...cut.map(({ id }) => id)]);
  });
});

describe("a redirect that is not admitted anew", () => {
  const canaried = async (bug: Mutation | null) => {
    const body = `HTTP/1.1 200 OK\r\nContent-Length: ${PDF.length}\r\n\r\n${PDF}`;
    const canary = await serve((socket) => void socket.end(body));
    const input = document("B01", "302 to another port", redirect(canary.url.href), skipped("outside_scope"));
    return { canary, input, ...(await run([input], bug)) };
  };

  it("is not ours: what is outside is not asked", async () => {
    const { root, events, canary, input } = await canaried(null);
    expect(canary.connections()).toBe(0);
    expect(endingOf(events, input.id)).toEqual(input.ends);
    expectStored(root, [GOOD]);
  });

  it("is caught: what is outside is asked, and stored", async () => {
    const { root, canary } = await canaried(HOPS_NOT_ADMITTED);
    expect(canary.connections()).toBeGreaterThan(0);
    expect(() => expectStored(root, [GOOD])).toThrow();
  });
});
