import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { importedProcedure } from "../procedures/imported.ts";
import { CURATED_FILES } from "../procedures/testing/curated.ts";
import { PROCEDURE } from "../procedures/testing/procedure.ts";
import { levada } from "./testing/memory-io.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "levada-diff-"));
  root = join(folder, "root");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const { tramite } = PROCEDURE;
const NOW = {
  ...PROCEDURE,
  plazos: { ...(PROCEDURE.plazos as object), resolucion: "10 días hábiles desde hoy" },
};
const diff = (...words: string[]) => levada(["diff", ...words, "--root", root]);
const json = async (id: string) => JSON.parse((await diff(id, "--json")).out) as unknown;

describe("levada diff of a procedure", () => {
  it("says so where only one version is kept", async () => {
    await createProcedureFiles(root).write(tramite, PROCEDURE);
    expect((await diff(tramite)).out).toBe(`${tramite}\nonly one version of it is kept\n`);
    expect(await json(tramite)).toEqual({
      kind: "procedure",
      tramite,
      url: PROCEDURE.fuente_url,
      versions: null,
      proposal: null,
    });
  });

  it("shows what has changed since the version before, field by field", async () => {
    const files = createProcedureFiles(root);
    await files.write(tramite, PROCEDURE);
    await files.write(tramite, { ...PROCEDURE, plazos: "10 días hábiles" }, { keepsPrevious: true });
    await files.write(tramite, NOW, { keepsPrevious: true });
    await files.write(tramite, { ...NOW, plazos: "15 días hábiles" }, { keepsPrevious: true });
    await files.write(tramite, { ...NOW, plazos: "10 días hábiles" }, { keepsPrevious: true });
    const { code, out } = await diff(tramite);
    expect([code, out]).toEqual([
      0,
      `${tramite}\nsince the version before:\n  ~ plazos: 15 → 10 días hábiles\n`,
    ]);
    expect(await json(tramite)).toMatchObject({
      kind: "procedure",
      versions: [{ field: "plazos", kind: "changed", before: "15 días hábiles", after: "10 días hábiles" }],
    });
  });

  it("shows what waits beside a curated file", async () => {
    const files = createProcedureFiles(root);
    await files.write(tramite, { ...PROCEDURE, verificado: true });
    await files.propose(tramite, { ...PROCEDURE, telefono: "012" }, {});
    const { out } = await diff(tramite);
    expect(out).toContain("against the curated file:\n  ~ telefono: 010 → 012\n");
    expect(out).toContain(`levada review show ${tramite}`);
    expect(await json(tramite)).toMatchObject({
      proposal: [{ field: "telefono", before: "010", after: "012" }],
    });
  });

  it("finds no change in a file that was only brought to today's form", async () => {
    const file = CURATED_FILES["alta_padron"] ?? {};
    const imported = importedProcedure(file, { name: "alta_padron", at: "2026-01-01T00:00:00Z" });
    const files = createProcedureFiles(root);
    await files.write("alta_padron", file);
    await files.write("alta_padron", imported.ok ? imported.procedure : {}, { keepsPrevious: true });
    expect((await diff("alta_padron")).out).toBe("alta_padron\nit says what the version before said\n");
  });

  it.each(["imv", "../../etc/passwd", "https://x.es/"])(
    "knows neither procedure nor page: %s",
    async (id) => {
      const { code, err } = await diff(id);
      expect([code, err.split("\n").length, existsSync(root)]).toEqual([2, 2, false]);
      expect(err).toMatch(
        /there is no stored page .* and no procedure of that name; give its name, its address/,
      );
    },
  );
});
