/** A test that cannot fail is a defect: the command as it is keeps the promise, the command with the bug breaks it. */
import { join } from "node:path";
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
import {
  CAPPED_BEFORE_DECODING,
  CUT_BODIES_TAKEN,
  HOPS_NOT_ADMITTED,
  NAMES_TAKEN_AS_THEY_ARE,
  SECRETS_SENT_ALONG,
  TEXT_SHOWN_RAW,
} from "./mutants.ts";

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

  it("a bug put back: half a document is stored as a whole one", async () => {
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

  it("a bug put back: what is outside is asked, and stored", async () => {
    const { root, canary } = await canaried(HOPS_NOT_ADMITTED);
    expect(canary.connections()).toBeGreaterThan(0);
    expect(() => expectStored(root, [GOOD])).toThrow();
  });
});

/** A module of the sources as they are, or with a bug. */
async function moduleOf<T>(path: string, bug: Mutation | null): Promise<T> {
  const home = bug === null ? join(import.meta.dirname, "../..") : mutantHome(bug);
  return (await import(/* @vite-ignore */ join(home, "src", path))) as T;
}

describe("headers that go along with a redirect", () => {
  type Redirect = typeof import("../../src/domain/redirect.ts");
  const sent = async (bug: Mutation | null) => {
    const { headersFor } = await moduleOf<Redirect>("domain/redirect.ts", bug);
    const [from, to] = [new URL("https://a.example/"), new URL("https://b.example/")];
    return headersFor(to, from, { authorization: "canary", accept: "text/html" });
  };

  it("are not ours: a secret stays with its origin", async () => {
    expect(await sent(null)).toEqual({ accept: "text/html" });
  });

  it("a bug put back: a secret is told to whoever a redirect leads to", async () => {
    expect(await sent(SECRETS_SENT_ALONG)).toMatchObject({ authorization: "canary" });
  });
});

describe("a cap that is kept before decoding only", () => {
  const bombs = FRAMING.filter(({ id }) => id === "C01");

  it("is not ours: a bomb is refused by name", async () => {
    const { events } = await run(bombs, null);
    for (const { id, ends } of bombs) expect(endingOf(events, id)).toEqual(ends);
  });

  it("a bug put back: a bomb is taken for what it opens into", async () => {
    const { events } = await run(bombs, CAPPED_BEFORE_DECODING);
    for (const { id, ends } of bombs) expect(endingOf(events, id)).not.toEqual(ends);
  });
});

describe("names that are taken as they are", () => {
  type Paths = typeof import("../../src/infrastructure/files/document-path.ts");
  const NAMES = ["../../etc/passwd", 'a\n{"forged":true}'];

  it("are not ours: the last door before the disk is shut", async () => {
    const { partsOf } = await moduleOf<Paths>("infrastructure/files/document-path.ts", null);
    for (const name of NAMES) expect(() => partsOf(name)).toThrow("is refused");
  });

  it("a bug put back: a name leads out of the root, another forges a line", async () => {
    const { partsOf } = await moduleOf<Paths>(
      "infrastructure/files/document-path.ts",
      NAMES_TAKEN_AS_THEY_ARE,
    );
    for (const name of NAMES) expect(partsOf(name)).toEqual(name.split("/"));
  });
});

describe("text that is shown as it is", () => {
  type Terminal = typeof import("../../src/cli/terminal-text.ts");
  const TITLE = "Beca \u001b[2J\u202e";

  it("is not ours: a title moves no cursor", async () => {
    const { visible } = await moduleOf<Terminal>("cli/terminal-text.ts", null);
    expect(visible(TITLE)).toBe("Beca \\x1b[2J\\u202e");
  });

  it("a bug put back: a title clears the screen", async () => {
    const { visible } = await moduleOf<Terminal>("cli/terminal-text.ts", TEXT_SHOWN_RAW);
    expect(visible(TITLE)).toBe(TITLE);
  });
});
