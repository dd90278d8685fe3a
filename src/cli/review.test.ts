import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReviewItem } from "../domain/procedure.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { PROCEDURE } from "../procedures/testing/procedure.ts";
import { levada } from "./testing/memory-io.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "levada-review-"));
  root = join(folder, "root");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const VADO: ReviewItem = {
  id: PROCEDURE.tramite,
  tramite: PROCEDURE.tramite,
  url_hash: "1f0c3a5577d2e9b4",
  source_url: PROCEDURE.fuente_url,
  outcome: "updated",
  reason: "differs_from_curated",
  detail: "plazos: \u001b[31m15 → 10 días",
  since: "2026-01-01T00:00:00.000Z",
  raw_path: "data/raw/sede.villa.es/1f0c3a5577d2e9b4.html",
  extracted_path: "data/extracted/sede.villa.es-1f0c3a5577d2e9b4.extracted.json",
  proposal_path: `data/ingestion/proposals/${PROCEDURE.tramite}.json`,
  diff_path: `data/ingestion/proposals/${PROCEDURE.tramite}.diff.json`,
  of: "v1",
};
const DOUBT: ReviewItem = {
  ...VADO,
  id: "aa0c3a5577d2e9b4",
  tramite: null,
  url_hash: "aa0c3a5577d2e9b4",
  source_url: "https://x.es/duda",
  outcome: "not_a_procedure",
  reason: "few_sections",
  detail: "",
  proposal_path: null,
  diff_path: null,
};

async function queue(): Promise<void> {
  const files = createProcedureFiles(root);
  const proposal = {
    ...PROCEDURE,
    plazos: { ...(PROCEDURE.plazos as object), resolucion: "10 días hábiles desde la solicitud" },
    datos_importantes: ["Ojo."],
  };
  await files.write(PROCEDURE.tramite, { ...PROCEDURE, verificado: true });
  await files.propose(PROCEDURE.tramite, proposal, {});
  await files.writeReviewQueue(
    (async function* () {
      yield* [VADO, DOUBT];
    })(),
    VADO.since,
  );
}

const review = (...words: string[]) => levada(["review", ...words, "--root", root]);

describe("levada review", () => {
  it.each([
    ["list imv", /list takes no id; levada review show imv/],
    ["show", /which one\? levada review show takes/],
    ["accept", /which one\?/],
    ["imv", /'imv'.*list, show, accept, reject/],
    ["show imv", /there is no "imv" to review: nothing waits/],
    ["accept imv", /there is no "imv"/],
    ["show imv --fields plazos", /--fields says what to take over/],
    ["list --by ana", /--by says who decides/],
    ["accept imv --fields ,", /--fields.*list/],
    ["accept a b", /too many arguments.*usage: levada review/],
  ])("misuse is one line, exit 2, and writes nothing: levada review %s", async (line, said) => {
    const { code, out, err } = await review(...line.split(" "));
    expect(err).toMatch(said);
    expect([code, out, err.split("\n").length, existsSync(root)]).toEqual([2, "", 2, false]);
  });

  it("lists what waits, alone and as JSON", async () => {
    expect((await review()).out).toBe("nothing waits for a person\n");
    expect(JSON.parse((await review("--json")).out)).toEqual({ items: [] });
    await queue();
    const { code, out } = await review();
    expect(code).toBe(0);
    expect(out).toMatch(/^id +age +reason +detail\n/);
    expect(out).toMatch(/local-villa-vado-permanente +\d+ d +differs_from_curated +plazos: \\x1b\[31m15/);
    expect(out).toMatch(/2 items; levada review show ID/);
    const { items } = JSON.parse((await review("list", "--json")).out) as { items: unknown[] };
    expect(items).toMatchObject([{ ...VADO, age_days: expect.any(Number) }, DOUBT]);
  });

  it("keeps to the width of a terminal", async () => {
    await queue();
    const { out } = await levada(["review", "--root", root], { terminals: ["stdout"], columns: 90 });
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(90);
  });

  it("shows one with what it would change", async () => {
    await queue();
    const { code, out } = await review("show", "1f0c3a");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}raw +data\/raw\/sede\.villa\.es\/1f0c3a5577d2e9b4\.html$/m);
    expect(out).toContain("  ~ plazos.resolucion: 15 → 10 días hábiles\n  + datos_importantes: + Ojo.\n");
    expect(out).toContain(`levada review accept ${VADO.id} [--fields plazos,…]`);
    const shown = JSON.parse((await review("show", VADO.id, "--json")).out) as Record<string, unknown>;
    expect(shown).toMatchObject({
      id: VADO.id,
      changes: [
        { field: "plazos", kind: "changed", line: "plazos.resolucion: 15 → 10 días hábiles" },
        { field: "datos_importantes", kind: "added", before: null, after: ["Ojo."] },
      ],
    });
    const doubt = await review("show", DOUBT.id);
    expect(doubt.out).toContain(`levada review accept ${DOUBT.id}, or`);
    expect(doubt.out).not.toContain("proposal");
  });

  it("says when a page becomes a procedure that nobody took for one", async () => {
    await queue();
    const { out } = await review("accept", DOUBT.id, "--by", "ana");
    expect(out).toMatch(
      /^accepted .*, by ana\nits procedure is made by the next run: levada reextract tramites/,
    );
  });

  it("accepts and rejects", async () => {
    await queue();
    const wrong = await review("accept", VADO.id, "--fields", "plazos,nombre");
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/^levada: --fields nombre: .*plazos, datos_importantes\n$/),
    ]);
    const accepted = await review("accept", VADO.id, "--fields", "plazos", "--by", "ana");
    expect([accepted.code, accepted.out]).toEqual([0, `accepted ${VADO.id} (plazos), by ana\n`]);
    const rejected = await review("reject", "aa0c3a", "--by", "ana", "--json");
    expect(JSON.parse(rejected.out)).toMatchObject({
      decision: "reject",
      id: DOUBT.id,
      fields: null,
      by: "ana",
    });
    const again = await review("reject", VADO.id);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("has been decided: accept by ana")]);
    expect((await review()).out).toBe("nothing waits for a person\n");
  });
});
