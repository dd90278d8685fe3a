import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProcedureFiles } from "../application/ports.ts";
import type { ProcedureFields, ReviewDecision, ReviewItem } from "../domain/procedure.ts";
import { identifyPage } from "../finders/page-identity.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { diffProcedures } from "../procedures/compare.ts";
import { contentHash } from "../procedures/completeness.ts";
import { CURATED_FILES } from "../procedures/testing/curated.ts";
import { PROCEDURE } from "../procedures/testing/procedure.ts";
import { reviewAccept, reviewList, reviewReject, reviewShow } from "./review.ts";
import { finishDecisions, writeQueue } from "./review-decisions.ts";

let root: string;
let files: ProcedureFiles;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "levada-review-"));
  files = createProcedureFiles(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const { alta_padron: PADRON = {} } = CURATED_FILES;
const PROPOSAL = { ...PROCEDURE, plazos: "10 días", tasas: "100 €", datos_importantes: ["Ojo."] };
const CURATED = { ...PROCEDURE, verified_by: "manual" as const, verified_at: "2025-01-01T00:00:00Z" };
const SINCE = "2026-01-01T00:00:00.000Z";

function itemOf(fields: Partial<ReviewItem>): ReviewItem {
  const source_url = fields.source_url ?? PROCEDURE.fuente_url;
  const url_hash = identifyPage(source_url)?.key ?? "";
  return {
    id: fields.tramite ?? url_hash,
    tramite: null,
    url_hash,
    source_url,
    outcome: "updated",
    reason: "differs_from_curated",
    detail: "3 fields differ",
    since: SINCE,
    raw_path: `data/raw/sede.villa.es/${url_hash}.html`,
    extracted_path: null,
    proposal_path: null,
    diff_path: null,
    of: "v1",
    ...fields,
  };
}

const VADO = itemOf({
  tramite: PROCEDURE.tramite,
  proposal_path: `data/ingestion/proposals/${PROCEDURE.tramite}.json`,
  diff_path: `data/ingestion/proposals/${PROCEDURE.tramite}.diff.json`,
});
const LOW = itemOf({
  tramite: "beca",
  source_url: "https://x.es/beca",
  reason: "low_quality",
  outcome: "new",
});
const DOUBT = itemOf({ source_url: "https://x.es/duda", outcome: "not_a_procedure", reason: "few_sections" });

async function queue(...items: ReviewItem[]): Promise<void> {
  await files.write(PROCEDURE.tramite, CURATED);
  await files.propose(PROCEDURE.tramite, PROPOSAL, { changes: [] });
  await files.write("beca", { ...PROCEDURE, tramite: "beca" });
  await writeQueue(files, items, SINCE);
}

const queued = async () => (await files.reviewQueue()).map(({ id }) => id);

describe("the review queue", () => {
  it("is empty where there is none, and nothing is made of it", async () => {
    expect(await reviewList({ root: join(root, "nowhere") })).toEqual([]);
    expect(existsSync(join(root, "nowhere"))).toBe(false);
  });

  it("lists what waits the longest first, with its age", async () => {
    const young = { ...DOUBT, since: new Date().toISOString() };
    await queue(young, VADO);
    const rows = await reviewList({ root });
    expect(rows.map(({ item }) => item.id)).toEqual([VADO.id, DOUBT.id]);
    expect(rows[0]?.ageDays).toBe(Math.floor((Date.now() - Date.parse(SINCE)) / 86_400_000));
    expect(rows[1]?.ageDays).toBe(0);
  });

  it.each([
    ["its name", PROCEDURE.tramite],
    ["its url_hash", VADO.url_hash],
    ["its url_hash in capitals", VADO.url_hash.toUpperCase()],
    ["the beginning of it", VADO.url_hash.slice(0, 6)],
    ["its address", PROCEDURE.fuente_url],
    [
      "its address in another spelling",
      `${PROCEDURE.fuente_url.replace("https", "http")}/?utm_source=x#plazos`,
    ],
  ])("is asked for one by %s", async (_, id) => {
    await queue(VADO, LOW, DOUBT);
    expect(await reviewShow(id, { root })).toMatchObject({ item: VADO });
  });

  it.each([
    ["an unknown name", "becas", /no "becas" to review.*such as beca, /],
    ["too little of a hash", VADO.url_hash.slice(0, 5), /no ".{5}" to review/],
    ["an address that nobody stored", "https://y.es/", /no "https:\/\/y.es\/" to review/],
  ])("names the nearest for %s", async (_, id, said) => {
    await queue(VADO, LOW, DOUBT);
    for (const call of [reviewShow, reviewAccept, reviewReject])
      await expect(call(id, { root })).rejects.toMatchObject({
        code: "misuse",
        message: expect.stringMatching(said) as string,
      });
    expect(await files.decisions()).toEqual([]);
  });

  it("says which ones are meant by what several have", async () => {
    const other = { ...LOW, tramite: VADO.tramite, id: LOW.url_hash };
    const third = { ...DOUBT, tramite: "beca", id: DOUBT.url_hash };
    await queue(VADO, other, { ...LOW, id: LOW.url_hash, url_hash: `${LOW.url_hash.slice(0, 15)}x` }, third);
    expect((await reviewShow(VADO.id, { root })).item).toEqual(VADO);
    await expect(reviewShow("beca", { root })).rejects.toThrow(/can be several: give one of/);
  });

  it("shows what a proposal changes, field by field", async () => {
    await queue(VADO, LOW);
    const { changes } = await reviewShow(VADO.id, { root });
    expect(changes?.map(({ field, kind }) => [field, kind])).toEqual([
      ["plazos", "changed"],
      ["tasas", "changed"],
      ["datos_importantes", "added"],
    ]);
    expect(changes?.[1]?.line).toBe("tasas: 98,30 → 100 €");
    expect((await reviewShow("beca", { root })).changes).toBeNull();
  });
});

describe("accepting a proposal", () => {
  it("takes over all that differs, renews what follows from it, and keeps the version before", async () => {
    await queue(VADO, LOW);
    const decision = await reviewAccept(VADO.id, { root, by: "ana" });
    expect(decision).toMatchObject({ decision: "accept", by: "ana", of: "v1", tramite: VADO.tramite });
    expect(decision.fields?.toSorted()).toEqual(["datos_importantes", "plazos", "tasas"]);
    const file = (await files.read(PROCEDURE.tramite)) ?? {};
    expect(diffProcedures(file, PROPOSAL)).toEqual([]);
    expect(file).toMatchObject({ verified_by: "manual", verified_at: decision.at, revisado_por: "ana" });
    expect(file["content_hash"]).toBe(contentHash(PROPOSAL));
    expect(Object.keys(file).slice(0, Object.keys(CURATED).length)).toEqual(Object.keys(CURATED));
    expect(await files.previous(PROCEDURE.tramite)).toEqual(CURATED);
    expect([await files.proposals(), await queued()]).toEqual([[], ["beca"]]);
    expect(await files.decisions()).toEqual([decision]);
  });

  it("takes over exactly the fields that were chosen", async () => {
    await queue(VADO);
    const { fields } = await reviewAccept(VADO.id, { root, by: "ana", fields: ["plazos", "plazos"] });
    expect(fields).toEqual(["plazos"]);
    const file = (await files.read(PROCEDURE.tramite)) ?? {};
    expect(diffProcedures(CURATED, file).map(({ field }) => field)).toEqual(["plazos"]);
    expect(file["plazos"]).toBe("10 días");
  });

  it("adds nothing but them and who and when to a file of before", async () => {
    await queue({ ...VADO, id: "alta_padron", tramite: "alta_padron" });
    await files.write("alta_padron", PADRON);
    await files.propose("alta_padron", { ...PROPOSAL, nombre: PADRON["nombre"] }, {});
    const { at } = await reviewAccept("alta_padron", { root, by: "ana", fields: ["plazos"] });
    expect(JSON.stringify(await files.read("alta_padron"))).toBe(
      JSON.stringify({
        ...PADRON,
        plazos: "10 días",
        verified_at: at,
        verified_by: "manual",
        revisado_por: "ana",
      }),
    );
  });

  it("takes a field in place of its older name, and leaves the rest to the letter", async () => {
    await queue({ ...VADO, id: "alta_padron", tramite: "alta_padron" });
    const { documentos: _, ...rest } = PADRON;
    const written = JSON.stringify({ ...PADRON, nota_propia: "Ojo" }, null, 3);
    await files.write("alta_padron", {});
    const path = join(root, "data/tramites/alta_padron.json");
    await writeFile(path, written);
    await files.propose("alta_padron", { ...PROPOSAL, nombre: PADRON["nombre"] }, {});
    const fields = ["documentos_necesarios"];
    const { at, ...line } = await reviewAccept("alta_padron", { root, by: "ana", fields });
    expect(line).toMatchObject({ fields, by: "ana", decision: "accept" });
    const record = { verified_at: at, verified_by: "manual", revisado_por: "ana" };
    const { documentos_necesarios } = PROPOSAL;
    expect(await readFile(path, "utf8")).toBe(
      JSON.stringify({ ...rest, nota_propia: "Ojo", documentos_necesarios, ...record }, null, 3),
    );
    expect(await readFile(join(root, "data/ingestion/previous/alta_padron.json"), "utf8")).toBe(written);
  });

  it("leaves the rest of a person's file as they wrote it, to the letter", async () => {
    await queue({ ...VADO, id: "alta_padron", tramite: "alta_padron" });
    const written = `\uFEFF${JSON.stringify({ ...PADRON, plazos: "15 días" }, null, 4)}`
      .replace("{", '{\n    "nota_propia": 1.50,')
      .replaceAll("\n", "\r\n");
    await files.write("alta_padron", {});
    const file = join(root, "data/tramites/alta_padron.json");
    await writeFile(file, written);
    await files.propose("alta_padron", { ...PROPOSAL, nombre: PADRON["nombre"] }, {});
    const { at } = await reviewAccept("alta_padron", { root, by: "ana", fields: ["plazos"] });
    const record = `"verified_at": "${at}",\r\n    "verified_by": "manual",\r\n    "revisado_por": "ana"\r\n}`;
    expect(await readFile(file, "utf8")).toBe(
      `${written.replace("15 días", "10 días").slice(0, -3)},\r\n    ${record}`,
    );
    expect(await readFile(join(root, "data/ingestion/previous/alta_padron.json"), "utf8")).toBe(written);
  });

  it.each<[string, ReviewItem, readonly string[], RegExp]>([
    [
      "a field that does not differ",
      VADO,
      ["plazos", "nombre"],
      /--fields nombre:.*plazos, tasas, datos_importantes/,
    ],
    ["fields of what has no proposal", LOW, ["plazos"], /beca has no proposal/],
    ["a proposal that is gone", { ...LOW, proposal_path: "data/x.json" }, [], /no longer there.*reextract/],
  ])("is misuse that writes nothing: %s", async (_, item, fields, said) => {
    await queue(VADO, LOW);
    await writeQueue(files, [item], SINCE);
    await expect(
      reviewAccept(item.id, { root, ...(fields.length === 0 ? {} : { fields }) }),
    ).rejects.toMatchObject({ code: "misuse", message: expect.stringMatching(said) as string });
    expect([await files.decisions(), existsSync(join(root, "data/state"))]).toEqual([[], false]);
  });

  it("has a user's name where nobody gives one, and no empty one", async () => {
    await queue(VADO, LOW);
    expect((await reviewAccept(VADO.id, { root })).by).not.toBe("");
    await expect(reviewAccept(LOW.id, { root, by: " " })).rejects.toThrow(/--by takes the name/);
  });

  it("is refused while another process writes", async () => {
    await queue(VADO);
    const held = await createRootLock(root).acquire("test");
    try {
      await expect(reviewAccept(VADO.id, { root })).rejects.toMatchObject({ code: "root_locked" });
      expect(await files.decisions()).toEqual([]);
    } finally {
      await held.release();
    }
  });
});

describe("deciding on what has no proposal", () => {
  it("makes a stored file a person's", async () => {
    await queue(VADO, LOW);
    const { at, fields } = await reviewAccept("beca", { root, by: "ana" });
    expect(fields).toBeNull();
    expect(await files.read("beca")).toEqual({
      ...PROCEDURE,
      tramite: "beca",
      verified_at: at,
      verified_by: "manual",
      revisado_por: "ana",
    });
    expect(await queued()).toEqual([VADO.id]);
  });

  it("is a line for the next run, where the page is not stored as a procedure", async () => {
    await queue(DOUBT);
    const before = await readdir(join(root, "data/tramites"));
    const decision = await reviewAccept(DOUBT.url_hash.slice(0, 8), { root, by: "ana" });
    expect(decision).toMatchObject({ id: DOUBT.id, url_hash: DOUBT.url_hash, tramite: null, of: DOUBT.of });
    expect([await queued(), await readdir(join(root, "data/tramites"))]).toEqual([[], before]);
  });

  it("leaves alone what an earlier version of the page has left", async () => {
    await queue({ ...LOW, outcome: "not_a_procedure", reason: "no_sections" });
    await reviewAccept("beca", { root, by: "ana" });
    expect(await files.read("beca")).toEqual({ ...PROCEDURE, tramite: "beca" });
  });

  it("rejects: an automatic file goes out of sight, a curated one does not", async () => {
    await queue(LOW, { ...VADO, outcome: "gone", reason: "gone", proposal_path: null, diff_path: null });
    await reviewReject("beca", { root, by: "ana" });
    await reviewReject(VADO.id, { root, by: "ana" });
    expect(await readdir(join(root, "data/tramites"))).toEqual([`${VADO.id}.json`]);
    expect(await readdir(join(root, "data/ingestion/retired"))).toEqual(["beca.json"]);
  });

  it("rejects: the proposal goes, the file stays", async () => {
    await queue(VADO, DOUBT);
    await reviewReject(VADO.id, { root, by: "ana" });
    await reviewReject(DOUBT.id, { root, by: "ana" });
    expect(await files.read(PROCEDURE.tramite)).toEqual(CURATED);
    expect([await files.proposals(), await queued()]).toEqual([[], []]);
    expect((await files.decisions()).map(({ decision }) => decision)).toEqual(["reject", "reject"]);
  });

  it("says what was decided, where it is asked a second time", async () => {
    await queue(VADO);
    await reviewReject(VADO.id, { root, by: "ana" });
    await expect(reviewAccept(VADO.id, { root })).rejects.toThrow(/has been decided: reject by ana/);
  });

  it("asks again once the page has changed", async () => {
    await queue(VADO);
    await reviewReject(VADO.id, { root, by: "ana" });
    await writeQueue(files, [{ ...VADO, of: "v2" }], SINCE);
    expect((await reviewList({ root })).map(({ item }) => item.of)).toEqual(["v2"]);
  });
});

const LINE: ReviewDecision = {
  id: VADO.id,
  url_hash: VADO.url_hash,
  tramite: VADO.tramite,
  decision: "accept",
  fields: ["plazos", "tasas"],
  by: "ana",
  at: "2026-02-01T00:00:00.000Z",
  of: "v1",
};

/** Dies before its nth call that writes. */
function mortal(sound: ProcedureFiles, callsLeft: number): ProcedureFiles {
  let left = callsLeft;
  const step = <A extends readonly unknown[]>(call: (...given: A) => Promise<void>) => {
    return async (...given: A) => {
      if (left-- <= 0) throw new Error("killed");
      await call(...given);
    };
  };
  return {
    ...sound,
    write: step(sound.write),
    withdraw: step(sound.withdraw),
    writeReviewQueue: step(sound.writeReviewQueue),
  };
}

interface Ends {
  readonly file: ProcedureFields | null;
  readonly previous: ProcedureFields | null;
  readonly proposals: readonly string[];
  readonly queue: readonly string[];
  readonly decisions: number;
}

async function ends(): Promise<Ends> {
  return {
    file: await files.read(PROCEDURE.tramite),
    previous: await files.previous(PROCEDURE.tramite),
    proposals: await files.proposals(),
    queue: await queued(),
    decisions: (await files.decisions()).length,
  };
}

describe("a kill in the middle of a decision", () => {
  it.each(["accept", "reject"] as const)("changes nothing of how it ends: %s", async (decision) => {
    const line = { ...LINE, decision };
    const seen: Ends[] = [];
    for (const calls of [0, 1, 2, 3]) {
      await rm(join(root, "data"), { recursive: true, force: true });
      files = createProcedureFiles(root);
      await queue(VADO, DOUBT);
      await files.decide(line);
      const steps = decision === "accept" ? 3 : 2;
      const dying = finishDecisions(mortal(files, calls), SINCE);
      if (calls < steps) await expect(dying).rejects.toThrow("killed");
      else await dying;
      // Whoever lists meanwhile is not asked again.
      expect((await reviewList({ root })).map(({ item }) => item.id)).toEqual([DOUBT.id]);
      if (calls % 2 === 0) await finishDecisions(files, SINCE);
      else await reviewReject(DOUBT.id, { root, by: "eva" });
      seen.push({ ...(await ends()), queue: (await queued()).filter((id) => id !== DOUBT.id), decisions: 1 });
    }
    expect(new Set(seen.map((end) => JSON.stringify(end))).size).toBe(1);
    expect(seen[0]).toMatchObject({ proposals: [], queue: [] });
    expect(seen[0]?.previous).toEqual(decision === "accept" ? CURATED : null);
    expect(seen[0]?.file?.["plazos"]).toEqual(decision === "accept" ? "10 días" : CURATED.plazos);
  });

  it("between the two files of a proposal merges nothing twice", async () => {
    await queue(VADO);
    await files.decide(LINE);
    await finishDecisions(mortal(files, 1), SINCE).catch(() => {});
    await rm(join(root, "data/ingestion/proposals", `${PROCEDURE.tramite}.diff.json`));
    expect(await reviewAccept(VADO.id, { root, by: "eva" })).toEqual(LINE);
    expect(await files.read(PROCEDURE.tramite)).toMatchObject({ plazos: "10 días", revisado_por: "ana" });
    expect(await files.previous(PROCEDURE.tramite)).toEqual(CURATED);
    expect(await readdir(join(root, "data/ingestion/proposals"))).toEqual([]);
    expect(await files.decisions()).toEqual([LINE]);
  });

  it("that wanted the other thing is told what was decided", async () => {
    await queue(VADO);
    await files.decide({ ...LINE, decision: "reject", fields: null });
    await expect(reviewAccept(VADO.id, { root })).rejects.toThrow(/has been decided: reject by ana/);
    expect(await queued()).toEqual([]);
  });

  it("of the real process: the next one ends it", async () => {
    await queue(VADO);
    await mkdir(join(root, "data/ingestion"), { recursive: true });
    const levada = fileURLToPath(new URL("../../bin/levada", import.meta.url));
    const words = ["review", "accept", VADO.id, "--by", "ana", "--root", root];
    const child = spawn(levada, words, { stdio: "ignore" });
    const watcher = watch(join(root, "data/ingestion"), (_, name) => {
      if (name === "reviews.jsonl") child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.on("close", resolve));
    watcher.close();
    const again = await reviewAccept(VADO.id, { root, by: "ana" }).catch((error: Error) => error.message);
    if (typeof again === "string") expect(again).toMatch(/has been decided: accept by ana/);
    expect(await ends()).toMatchObject({
      file: { plazos: "10 días", revisado_por: "ana" },
      previous: CURATED,
      proposals: [],
      queue: [],
      decisions: 1,
    });
    const lines = await readFile(join(root, "data/ingestion/reviews.jsonl"), "utf8");
    expect(lines.endsWith("}\n")).toBe(true);
  });
});

describe("P38: a page that has drifted", () => {
  const DRIFT = {
    ...LOW,
    outcome: "unchanged",
    reason: "content_drift",
    of: "link drift 0a",
  };

  it.each([
    ["accepted", reviewAccept],
    ["rejected", reviewReject],
  ])("is %s: the flag goes, and the automatic file stays to the letter", async (_, decide) => {
    await queue(DRIFT, VADO);
    const before = await files.read("beca");
    const { of, decision } = await decide("beca", { root, by: "ana" });
    expect(of).toBe(DRIFT.of);
    expect([await queued(), await files.read("beca")]).toEqual([[VADO.id], before]);
    // A kill after the line was written: the decision is carried out again, to the same end.
    await writeQueue(files, [DRIFT], SINCE);
    expect(await reviewList({ root })).toEqual([]);
    expect(await finishDecisions(files, SINCE)).toMatchObject([{ decision, of }]);
    expect([await queued(), await files.read("beca")]).toEqual([[], before]);
  });

  it("waits again once it says something else again", async () => {
    await queue(DRIFT);
    await reviewReject("beca", { root, by: "ana" });
    await writeQueue(files, [{ ...DRIFT, of: "link drift 0b" }], SINCE);
    expect((await reviewList({ root })).map(({ item }) => item.id)).toEqual(["beca"]);
  });

  it("is accepted beside a curated file, which says who has looked", async () => {
    await queue({ ...VADO, proposal_path: null, diff_path: null, of: DRIFT.of });
    await reviewAccept(VADO.id, { root, by: "ana" });
    expect(await files.read(PROCEDURE.tramite)).toMatchObject({
      ...CURATED,
      verified_at: expect.any(String),
      revisado_por: "ana",
    });
  });
});
