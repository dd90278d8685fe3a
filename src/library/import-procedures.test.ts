import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { checkProcedure } from "../procedures/procedure-doc.ts";
import { CURATED_FILES } from "../procedures/testing/curated.ts";
import { PROCEDURE } from "../procedures/testing/procedure.ts";
import { importProcedures } from "./import-procedures.ts";

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "levada-import-"));
  root = join(folder, "root");
  await mkdir(join(folder, "curated"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const { alta_padron: PADRON = {}, beca_comedor: BECA = {} } = CURATED_FILES;

async function put(name: string, content: unknown): Promise<string> {
  const file = join(folder, "curated", name);
  await writeFile(
    file,
    typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return file;
}

const stored = async (tramite: string) =>
  JSON.parse(await readFile(join(root, "data/tramites", `${tramite}.json`), "utf8")) as Record<
    string,
    unknown
  >;

const take = (paths: readonly string[], replace = false) => importProcedures(paths, { root, replace });

describe("importing", () => {
  it("takes every file of a folder, and does nothing the second time", async () => {
    for (const [name, file] of Object.entries(CURATED_FILES)) await put(`${name}.json`, file);
    await put("leeme.txt", "no es un trámite");
    const first = await take([join(folder, "curated")]);
    expect(first).toMatchObject([
      { outcome: "imported", tramite: "alta_padron", path: "data/tramites/alta_padron.json", problems: [] },
      { outcome: "imported", tramite: "beca_comedor", completeness: expect.closeTo(0.87, 1) },
    ]);
    for (const name of Object.keys(CURATED_FILES)) {
      expect(checkProcedure(await stored(name))).toMatchObject({ ok: true });
      expect(await stored(name)).toMatchObject(CURATED_FILES[name] ?? {});
    }
    const text = await readFile(join(root, "data/tramites/beca_comedor.json"), "utf8");
    const again = await take([join(folder, "curated")]);
    expect(again.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
    expect(await readFile(join(root, "data/tramites/beca_comedor.json"), "utf8")).toBe(text);
    expect(await readdir(join(root, "data"))).toEqual(["state", "tramites"]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "{nombre:", /is not JSON/],
    ["not UTF-8", Buffer.from('{"nombre":"Prestaci\xf3n"}', "latin1"), /not written in UTF-8/],
    ["no object", [], /^document: /],
    ["without its name", { ...BECA, nombre: undefined }, /^nombre: /],
    ["too large", `"${"x".repeat(9 << 20)}"`, /larger than 8 MB/],
  ])("refuses a file that is %s, and goes on with the others", async (_, content, problem) => {
    const paths = [await put("mal.json", content), await put("bien.json", BECA)];
    expect(await take(paths)).toMatchObject([
      {
        outcome: "refused",
        file: paths[0],
        problems: expect.arrayContaining([expect.stringMatching(problem)]),
      },
      { outcome: "imported" },
    ]);
  });

  it("says which file there is none of, and writes nothing, not even of the others", async () => {
    const paths = [await put("beca.json", BECA), join(folder, "falta.json")];
    await expect(take(paths)).rejects.toThrow(/no such file: .*falta\.json/);
    await expect(readdir(root)).rejects.toThrow(/ENOENT/);
  });

  it("does not take a file in the place of another curated one, unless it is told so", async () => {
    await take([await put("beca.json", BECA)]);
    const other = await put("beca2.json", { ...BECA, plazos: { solicitud: "Del 1 al 30 de junio" } });
    const refused = await take([other, await put("padron.json", PADRON)]);
    expect(refused).toMatchObject([
      {
        outcome: "refused",
        problems: [expect.stringMatching(/data\/tramites\/beca_comedor\.json.*--replace/)],
      },
      { outcome: "imported" },
    ]);
    expect(await stored("beca_comedor")).toMatchObject({ plazos: BECA["plazos"] });
    expect(await take([other], true)).toMatchObject([{ outcome: "imported" }]);
    expect(await stored("beca_comedor")).toMatchObject({ plazos: { solicitud: "Del 1 al 30 de junio" } });
    expect(await createProcedureFiles(root).previous("beca_comedor")).toMatchObject({
      plazos: BECA["plazos"],
    });
  });

  it("brings a file that lay there in an older form to today's", async () => {
    await createProcedureFiles(root).write("alta_padron", PADRON);
    expect(await take([await put("padron.json", PADRON)])).toMatchObject([{ outcome: "imported" }]);
    expect(await stored("alta_padron")).toMatchObject({ ...PADRON, version: 1, verified_by: "manual" });
  });

  it("refuses the second of two files of one name that differ", async () => {
    const paths = [
      await put("a.json", BECA),
      await put("b.json", { ...BECA, nombre: "Otra beca" }),
      await put("c.json", BECA),
    ];
    expect(await take(paths, true)).toMatchObject([
      { outcome: "imported" },
      { outcome: "refused", problems: [expect.stringContaining("a.json")] },
      { outcome: "unchanged" },
    ]);
    expect(await stored("beca_comedor")).toMatchObject({ nombre: BECA["nombre"] });
  });

  it("does not write over a file that is no JSON", async () => {
    await mkdir(join(root, "data/tramites"), { recursive: true });
    await writeFile(join(root, "data/tramites/beca_comedor.json"), '{"nombre": "a medio escribir"');
    const file = await put("beca.json", BECA);
    expect(await take([file])).toMatchObject([
      { outcome: "refused", problems: [expect.stringContaining("no JSON")] },
    ]);
    expect(await take([file], true)).toMatchObject([{ outcome: "imported" }]);
    expect(await readFile(join(root, "data/ingestion/retired/beca_comedor.json"), "utf8")).toContain(
      "a medio",
    );
  });

  it("takes the place of automatic readings of the same name or the same page", async () => {
    const files = createProcedureFiles(root);
    const url = "http://www.educa.example.es/comedor?utm_source=correo";
    const automatic = { ...PROCEDURE, fuente_url: url, source_url: url };
    await files.write("beca_comedor", { ...PROCEDURE, tramite: "beca_comedor" });
    await files.write("ccaa-educa-comedor", automatic);
    await files.write("local-villa-vado-permanente", PROCEDURE);
    const [taken] = await take([await put("beca.json", BECA)]);
    expect(taken).toMatchObject({ outcome: "imported", retired: ["ccaa-educa-comedor"] });
    expect((await readdir(join(root, "data/tramites"))).toSorted()).toEqual([
      "beca_comedor.json",
      "local-villa-vado-permanente.json",
    ]);
    expect(existsSync(join(root, "data/ingestion/retired/ccaa-educa-comedor.json"))).toBe(true);
    expect(await files.previous("beca_comedor")).toMatchObject({ nombre: PROCEDURE.nombre });
  });

  it("finishes what a kill has left: the automatic reading goes, though the file is there already", async () => {
    const file = await put("beca.json", BECA);
    await take([file]);
    await createProcedureFiles(root).write("auto", { ...PROCEDURE, fuente_url: BECA["fuente_url"] });
    expect(await take([file])).toMatchObject([{ outcome: "unchanged", retired: ["auto"] }]);
    expect(existsSync(join(root, "data/tramites/auto.json"))).toBe(false);
  });

  it("waits for nobody who writes to the root", async () => {
    const held = await createRootLock(root).acquire("test");
    try {
      await expect(take([await put("beca.json", BECA)])).rejects.toMatchObject({ code: "root_locked" });
    } finally {
      await held.release();
    }
  });
});
