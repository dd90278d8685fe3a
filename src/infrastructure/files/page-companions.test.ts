import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Archive, Received } from "../../application/ports.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import { createArchive } from "./archive.ts";
import { companionOf } from "./page-companions.ts";

/** Steps that change what names lead to; a kill comes before the one that would be the next. */
const steps = vi.hoisted(() => ({ left: Infinity, taken: 0 }));

class Killed extends Error {}

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  const guarded = <A extends unknown[], R>(step: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (steps.left-- <= 0) throw new Killed();
      steps.taken += 1;
      return step(...args);
    };
  };
  return { ...real, rename: guarded(real.rename), unlink: guarded(real.unlink) };
});

const KEY = "0123456789abcdef";
const FOLDER = "data/raw/sede.example";

let root: string;

beforeEach(() => {
  root = newRoot();
});

afterEach(async () => {
  steps.left = Infinity;
  await fs.rm(root, { recursive: true, force: true });
});

const newRoot = () => mkdtempSync(join(tmpdir(), "levada-companions-"));
const at = (name: string, of = root) => join(of, FOLDER, name);
const opened = (of = root) =>
  createArchive(of, { folders: { tramites: "data/raw" }, pages: ["tramites"], sync: async () => {} });
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

interface Version {
  readonly text: string;
  readonly extension: string;
}

const html = (text: string): Version => ({ text, extension: "html" });
const pdf = (text: string): Version => ({ text, extension: "pdf" });

function metaOf({ text, extension }: Version) {
  return { url: "https://sede.example/a", sha256: sha256(text), said: text, file: `${KEY}.${extension}` };
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The committer's order, with a manifest of one line. */
class Page {
  readonly #root: string;
  #committed: Version | null = null;

  constructor(of: string) {
    this.#root = of;
  }

  async store(version: Version): Promise<void> {
    const archive = opened(this.#root);
    const received = await this.#receive(archive, version);
    const replaces = this.#committed !== null;
    if (replaces) await archive.stage([received]);
    else await archive.publish([received]);
    this.#committed = version;
    if (replaces) await archive.replace([received]);
    await this.#describe(archive, version);
  }

  /** What the next process does first. */
  async recover(): Promise<void> {
    const archive = opened(this.#root);
    const version = this.#committed;
    await archive.recover("tramites", async (localPath) =>
      version !== null && localPath === this.#localPath(version) ? sha256(version.text) : null,
    );
    if (version !== null) await this.#describe(archive, version);
    await archive.tidy("tramites");
  }

  #receive(archive: Archive, { text, extension }: Version): Promise<Received> {
    return archive.receive("tramites", `sede.example/${KEY}.${extension}`, bodyOf(text));
  }

  #describe(archive: Archive, version: Version): Promise<void> {
    return archive.describe("tramites", [{ localPath: this.#localPath(version), meta: metaOf(version) }]);
  }

  #localPath({ extension }: Version): string {
    return `${FOLDER}/${KEY}.${extension}`;
  }

  get committed(): Version | null {
    return this.#committed;
  }
}

/** Every file under a folder, as text. */
function filesOf(of: string): Readonly<Record<string, string>> {
  const entries = readdirSync(of, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(of.length + 1), readFileSync(file, "utf8")])
      .toSorted(),
  );
}

async function stored(...versions: readonly Version[]): Promise<Page> {
  const page = new Page(root);
  for (const version of versions) await page.store(version);
  return page;
}

function expected(current: Version, previous: Version | null): Readonly<Record<string, string>> {
  const file = (name: string, text: string) => [`${FOLDER}/${KEY}.${name}`, text];
  const meta = (version: Version) => `${JSON.stringify(metaOf(version), null, 2)}\n`;
  return Object.fromEntries([
    file(current.extension, current.text),
    file("meta.json", meta(current)),
    ...(previous === null
      ? []
      : [file(`prev.${previous.extension}`, previous.text), file("prev.meta.json", meta(previous))]),
  ]);
}

const HISTORIES: readonly (readonly [string, readonly Version[]])[] = [
  ["a new page", [html("one")]],
  ["a second version", [html("one"), html("two")]],
  ["a third version", [html("one"), html("two"), html("three")]],
  ["a version that was there before", [html("one"), html("two"), html("one")]],
  ["a page that becomes a file", [html("one"), pdf("two")]],
  ["a page that becomes a file, and a page again", [html("one"), pdf("two"), html("three")]],
  ["a page that becomes a file later", [html("one"), html("two"), pdf("three")]],
  ["another file each time", [html("1"), pdf("2"), { text: "3", extension: "docx" }, html("4")]],
];

describe.each(HISTORIES)("%s", (_, versions) => {
  const last = versions.at(-1) as Version;
  const before = versions.slice(0, -1);
  const wanted = expected(last, before.at(-1) ?? null);

  it("is kept with its meta file, and with the version before and its own", async () => {
    await stored(...versions);
    expect(filesOf(root)).toEqual(wanted);
  });

  it("is the same after a kill before any step, and another in the recovery", async () => {
    let kills = 0;
    for (let first = 0, wasKilled = true; wasKilled; first++) {
      for (let second = 0, wasKilledAgain = true; wasKilledAgain; second++) {
        await fs.rm(root, { recursive: true });
        root = newRoot();
        const page = await stored(...before);
        wasKilled = await killedAt(first, () => page.store(last));
        wasKilledAgain = wasKilled && (await killedAt(second, () => page.recover()));
        kills += Number(wasKilled) + Number(wasKilledAgain);
        await page.recover();
        if (page.committed !== last) await page.store(last);
        expect(filesOf(root), `killed before steps ${first} and ${second}`).toEqual(wanted);
      }
    }
    expect(kills).toBeGreaterThan(2);
  });
});

/** Whether the kill came before the work was done. */
async function killedAt(step: number, work: () => Promise<void>): Promise<boolean> {
  steps.left = step;
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Killed || (error as Error).cause instanceof Killed) return true;
    throw error;
  } finally {
    steps.left = Infinity;
  }
}

describe("a page that is damaged", () => {
  it.each([
    ["of the same kind", html("three")],
    ["of another kind", pdf("three")],
  ])("does not become the version before of one %s", async (_, next) => {
    const page = await stored(html("one"), html("two"));
    await fs.writeFile(at(`${KEY}.html`), "twi");
    await page.store(next);
    expect(filesOf(root)).toEqual(expected(next, html("one")));
    const versions = await opened().versionsOf(documentOf(next));
    expect(Buffer.from(versions?.previous.bytes ?? []).toString()).toBe("one");
    expect(versions?.previous.meta).toEqual(metaOf(html("one")));
  });

  it("leaves none where it was the first", async () => {
    const page = await stored(html("one"));
    await fs.rm(at(`${KEY}.html`));
    await page.store(pdf("two"));
    expect(filesOf(root)).toEqual(expected(pdf("two"), null));
    expect(await opened().versionsOf(documentOf(pdf("two")))).toBeNull();
  });
});

describe("meta files that cannot be believed", () => {
  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["a number for a hash", JSON.stringify({ ...metaOf(html("one")), sha256: 1 })],
    ["a way out", JSON.stringify({ ...metaOf(html("one")), file: "../../../../etc/passwd" })],
    ["another page", JSON.stringify({ ...metaOf(html("one")), file: "fedcba9876543210.html" })],
  ])("are written anew: %s", async (_, text) => {
    const page = await stored(html("one"));
    const other = at("fedcba9876543210.html");
    await fs.writeFile(other, "one");
    await fs.writeFile(at(`${KEY}.meta.json`), text);
    await page.store(html("two"));
    expect(filesOf(root)).toMatchObject(expected(html("two"), null));
    expect(await fs.readFile(other, "utf8")).toBe("one");
  });
});

describe("planted links", () => {
  let outside: string;

  beforeEach(async () => {
    outside = join(newRoot(), "secret");
    await fs.writeFile(outside, "untouched");
  });

  afterEach(() => fs.rm(join(outside, ".."), { recursive: true }));

  const NAMES = ["meta.json", "meta.json.part", "prev.html", "prev.meta.json"];

  it.each(NAMES)("at %s are replaced and never followed", async (name) => {
    const page = await stored(html("one"));
    if (name === "meta.json") await fs.rm(at(`${KEY}.meta.json`));
    symlinkSync(outside, at(`${KEY}.${name}`));
    await page.store(html("two"));
    expect(await fs.readFile(outside, "utf8")).toBe("untouched");
    const links = readdirSync(join(root, FOLDER), { withFileTypes: true }).filter((entry) =>
      entry.isSymbolicLink(),
    );
    expect(links).toEqual([]);
  });

  it("in the place of the version before are not shown for it", async () => {
    await stored(html("one"), html("two"));
    await fs.rm(at(`${KEY}.prev.html`));
    symlinkSync(outside, at(`${KEY}.prev.html`));
    expect(await opened().versionsOf(documentOf(html("two")))).toBeNull();
  });

  it("in the place of a page are not kept as its version before", async () => {
    const page = await stored(html("one"));
    await fs.rm(at(`${KEY}.html`));
    symlinkSync(outside, at(`${KEY}.html`));
    await page.store(html("two"));
    expect(filesOf(root)).toEqual(expected(html("two"), null));
    expect(await fs.readFile(outside, "utf8")).toBe("untouched");
  });
});

describe("moved aside", () => {
  const TO = "data/retired/tramites";
  const move = () => opened().moveTo("tramites", `${FOLDER}/${KEY}.html`, `${TO}/${KEY}.html`);

  it("takes all that stands beside it along, whenever it is killed", async () => {
    let kills = 0;
    for (let step = 0, wasKilled = true; wasKilled; step++) {
      await fs.rm(root, { recursive: true });
      root = newRoot();
      await stored(pdf("one"), html("two"));
      const wanted = Object.entries(filesOf(root)).map(([name, text]) => [name.replace(FOLDER, TO), text]);
      wasKilled = await killedAt(step, move);
      kills += Number(wasKilled);
      await move();
      expect(filesOf(root), `killed before step ${step}`).toEqual(Object.fromEntries(wanted));
    }
    expect(kills).toBe(4);
  });

  it("leaves nothing of a page that is lost", async () => {
    await stored(html("one"));
    await fs.rm(at(`${KEY}.html`));
    await move();
    expect(Object.keys(filesOf(root))).toEqual([`${TO}/${KEY}.meta.json`]);
  });
});

describe("the version before", () => {
  it("is shown with what was said of both", async () => {
    await stored(html("one"), pdf("two"));
    expect(await opened().versionsOf(documentOf(pdf("two")))).toEqual({
      current: { bytes: Buffer.from("two"), meta: metaOf(pdf("two")) },
      previous: { bytes: Buffer.from("one"), meta: metaOf(html("one")) },
    });
  });

  it.each(["meta.json", "prev.meta.json", "prev.html", "html"])("is not shown without %s", async (name) => {
    await stored(html("one"), html("two"));
    await fs.rm(at(`${KEY}.${name}`));
    expect(await opened().versionsOf(documentOf(html("two")))).toBeNull();
  });

  it("is not shown where its bytes are not those that came", async () => {
    await stored(html("one"), html("two"));
    await fs.writeFile(at(`${KEY}.prev.html`), "on");
    expect(await opened().versionsOf(documentOf(html("two")))).toBeNull();
  });
});

it.each([
  [`${KEY}.html`, null],
  [`${KEY}.meta.json`, KEY],
  [`${KEY}.prev.html`, KEY],
  [`${KEY}.prev.meta.json`, KEY],
  [`${KEY}.meta.json.part`, KEY],
  [`${KEY}.prev.meta.json.part`, KEY],
  ["0123456789ABCDEF.meta.json", null],
  [`x${KEY}.meta.json`, null],
  [`${KEY}.meta.json.bak`, null],
  [`${KEY}.prev.exe.html`, null],
  ["manifest.jsonl", null],
])("%s stands beside %s", (name, key) => {
  expect(companionOf(name)).toBe(key);
});

function documentOf({ text, extension }: Version): StoredDocument {
  return {
    key: KEY,
    url: "https://sede.example/a",
    localPath: `${FOLDER}/${KEY}.${extension}`,
    sha256: sha256(text),
    originalSize: text.length,
    compressedSize: text.length,
    storedAt: "2026-01-01T00:00:00.000Z",
    validators: {},
    fields: {},
    page: { url: "https://sede.example/a", contentType: "text/html" },
  };
}
