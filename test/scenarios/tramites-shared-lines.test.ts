/** What the pages of a site share is settled over all of them, whoever came first (P25, ADR 10). */
import { expect, it } from "vitest";
import {
  collect,
  officeRoot,
  procedurePage,
  readJson,
  stageFiles,
  startOffice,
} from "../kit/procedure-root.ts";
import type { TestRoot } from "../kit/root.ts";

const OWN = "Afinan zanfoñas, rabeles, dulzainas y viejos tamboriles";
const NAMES = ["alquiler", "comedor", "transporte", "deporte", "guarderia", "musica"];
const PARTS = ["Plazos", "Tasas", "Normativa"];

/** The line stands in another part on every page; the heading over the papers is the site's own. */
function page(at: number): string {
  const part = `<h2>${PARTS[at % PARTS.length]}</h2><p>`;
  return procedurePage({
    name: `Ayuda municipal de ${NAMES[at]}`,
    documents: ["DNI o NIE en vigor", `Certificado de ${NAMES[at]}`],
    deadline: `${at + 10} días hábiles desde la convocatoria`,
  })
    .replace(part, `${part}${OWN}</p><p>`)
    .replace("<h2>Documentación necesaria</h2>", "<h2>Cosas del zurrón</h2>");
}

const pagesOf = (numbers: readonly number[]) =>
  Object.fromEntries(numbers.map((at) => [`/${NAMES[at]}`, page(at)]));
/** Their files alone: the catalog says what the last run made of each. */
const proceduresOf = (root: TestRoot) =>
  Object.fromEntries(Object.entries(stageFiles(root)).filter(([name]) => name.startsWith("data/tramites/")));
const fileOf = (root: TestRoot, at: number) =>
  readJson(root, `data/tramites/local-avd-ayuda-municipal-${NAMES[at]}.json`);

it("P25: a line is its site's once enough pages have it, and those that had it before are made anew", async () => {
  const office = await startOffice(pagesOf([0, 1]));
  const root = officeRoot(office.url);
  await collect(root);
  expect(JSON.stringify(fileOf(root, 0)["plazos"])).toContain(OWN);
  for (const [path, body] of Object.entries(pagesOf([2, 3, 4, 5]))) office.pages.set(path, body);
  const { outcomes } = await collect(root);
  expect(outcomes["/alquiler"]).toMatchObject({ outcome: "updated" });
  for (const at of NAMES.keys()) {
    expect(JSON.stringify(fileOf(root, at))).not.toContain(OWN);
    expect(JSON.stringify(fileOf(root, at)["plazos"])).toContain(`${at + 10} días hábiles`);
    expect(fileOf(root, at)["tasas"]).toContain("Gratuito");
  }
});

it("P23: papers below a heading that only this site has are in their field, those of the procedure and those of all", async () => {
  const root = officeRoot((await startOffice(pagesOf([0, 1, 2, 3, 4, 5]))).url);
  await collect(root);
  for (const at of NAMES.keys())
    expect(fileOf(root, at)["documentos_necesarios"]).toEqual([
      "DNI o NIE en vigor",
      `Certificado de ${NAMES[at]}`,
    ]);
});

it("the same pages give the same files, at once or one run after the other, and a further run changes none", async () => {
  const office = await startOffice(pagesOf([5, 3, 1]));
  const late = officeRoot(office.url);
  await collect(late);
  for (const [path, body] of Object.entries(pagesOf([4, 2, 0]))) office.pages.set(path, body);
  await collect(late);
  const settled = proceduresOf(late);
  await collect(late);
  expect(Object.keys(settled)).toHaveLength(NAMES.length);
  expect(proceduresOf(late)).toEqual(settled);
  const atOnce = officeRoot(office.url);
  await collect(atOnce);
  for (const at of NAMES.keys())
    expect({ ...fileOf(late, at), extracted_at: null }).toEqual({
      ...fileOf(atOnce, at),
      extracted_at: null,
    });
});
