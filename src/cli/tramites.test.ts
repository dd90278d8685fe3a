import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { totalOf, totalsByField } from "../procedures/agreement.ts";
import { CURATED_FILES } from "../procedures/testing/curated.ts";
import type { CheckReport } from "../library/check-procedures.ts";
import { checkJson, checkText } from "./check-text.ts";
import { paintFor } from "./paint.ts";
import { levada, memoryIo } from "./testing/memory-io.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "levada-tramites-"));
  root = join(folder, "root");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe("levada tramites", () => {
  it.each([
    ["tramites", /missing.*what.*usage: levada tramites/],
    ["tramites export", /'export'.*import, check/],
    ["tramites check imv.json", /check takes no files/],
    ["tramites check --replace", /check takes no files and no --replace/],
    ["tramites import", /which files\?.*takes files/],
  ])("misuse is one line and exit 2: levada %s", async (line, said) => {
    const { code, out, err } = await levada([...line.split(" "), "--root", root]);
    expect(err).toMatch(said);
    expect([code, out, err.split("\n").length, existsSync(root)]).toEqual([2, "", 2, false]);
  });

  it("import says what became of each file, and exits 1 where one was refused", async () => {
    const good = await put("padron.json", CURATED_FILES["alta_padron"]);
    const bad = await put("mal.json", { nombre: "Sin nada más" });
    const { code, out, err } = await levada(["tramites", "import", good, bad, "--root", root]);
    expect(code).toBe(1);
    expect(out).toMatch(/imported +alta_padron +0\.\d\d +\S+padron\.json\nrefused +- +- +\S+mal\.json\n/);
    expect(out).toMatch(/2 files: 1 imported, 0 unchanged, 1 refused\n$/);
    expect(err).toContain(`${bad}: descripcion: `);
    expect(err).toContain(`${bad}: keywords: `);
  });

  it("import --json is one object", async () => {
    const file = await put("padron.json", CURATED_FILES["alta_padron"]);
    const { code, out } = await levada(["tramites", "import", file, "--root", root, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      imported: 1,
      unchanged: 0,
      refused: 0,
      files: [{ file, outcome: "imported", tramite: "alta_padron", completeness: expect.any(Number) }],
    });
  });

  it("check says what was not fetched, and how to fetch it", async () => {
    expect((await levada(["tramites", "check", "--root", root])).out).toContain("there are no curated files");
    const file = await put("padron.json", CURATED_FILES["alta_padron"]);
    await levada(["tramites", "import", file, "--root", root]);
    const { code, out } = await levada(["tramites", "check", "--root", root]);
    expect([code, out]).toEqual([
      0,
      "alta_padron  not_fetched: levada seed add https://www.aytosalamanca.es/padron, then levada ingest tramites --only seed\n\n0 procedures of 1 compared\n",
    ]);
    const json = await levada(["tramites", "check", "--root", root, "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      compared: 0,
      not_fetched: 1,
      agreement: null,
      fields: [],
      procedures: [{ tramite: "alta_padron", status: "not_fetched", agreement: null, fields: [] }],
    });
  });
});

describe("the report of check", () => {
  const fields = [
    {
      field: "requisitos",
      facts: 6,
      same: 1,
      elsewhere: [{ fact: "Vivir aquí", field: "descripcion" }],
      missing: ["Uno", "Dos", "Tres\u001b[2J", "Cuatro"],
      extra: ["Otro"],
    },
    { field: "tasas", facts: 0, same: 0, elsewhere: [], missing: [], extra: ["12 €"] },
  ];
  const report: CheckReport = {
    procedures: [
      {
        tramite: "imv",
        url: "https://x.es/",
        status: "compared",
        reason: "reading",
        advice: "",
        total: totalOf("all", fields),
        fields,
      },
      {
        tramite: "nie",
        url: null,
        status: "not_read",
        reason: "no_sections",
        advice: "no section",
        total: totalOf("all", []),
        fields: [],
      },
    ],
    fields: totalsByField(fields),
    total: totalOf("all", fields),
  };

  it("has a bar for each field, and what is missing", () => {
    const text = checkText(report, paintFor(memoryIo().stdout, memoryIo(), {}));
    expect(text).toMatch(/^requisitos +6 +1 +1 +4 +1 {2}██░░░░░░░░ {2}17 %$/m);
    expect(text).toMatch(/^tasas +0 +0 +0 +0 +1 {2}-$/m);
    expect(text).toContain(
      "  requisitos: missing: Tres\\x1b[2J\n  … and 1 more\n  requisitos: in descripcion: Vivir aquí\n",
    );
    expect(text).toContain("nie  not_read (no_sections): no section\n\n1 procedure of 2 compared\n");
  });

  it("counts by status as JSON", () => {
    expect(checkJson(report)).toMatchObject({ compared: 1, not_read: 1, not_fetched: 0, agreement: 0.1667 });
  });
});
