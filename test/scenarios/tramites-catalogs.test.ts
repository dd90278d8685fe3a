import { expect, it } from "vitest";
import {
  collect,
  hashOf,
  linesOf,
  metasOf,
  type Offices,
  officesRoot,
  openOffices,
  pathOf,
  plainRow,
  queueOf,
  rowOf,
  warningCodes,
} from "../kit/offices.ts";
import { startPages } from "../kit/site.ts";

const SUMMARY = /^\/datosabiertos\/api\/boe\/sumario\/(\d{8})$/;

const summaryRequests = ({ boe }: Offices) => boe.requests.filter(({ path }) => SUMMARY.test(path));

function lastWeek(today: string): readonly string[] {
  return Array.from({ length: 7 }, (_, age) =>
    new Date(Date.parse(today) - (6 - age) * 86_400_000).toISOString().slice(0, 10).replaceAll("-", ""),
  );
}

it("P3: the gazette of a week is asked for day by day; a day without one is no trouble, and one with two numbers gives both", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "boe")]);
  const { summary } = await collect(root);
  const asked = summaryRequests(offices);
  expect(asked.map(({ path }) => SUMMARY.exec(path)?.[1])).toEqual(lastWeek(offices.today));
  expect(asked.filter(({ status }) => status === 404).length).toBe(1);
  for (const { headers } of asked) expect(headers.accept).toMatch(/^application\/json\b/);
  expect(summary).toMatchObject({ failed: 0, exit_code: 0, discovery: "complete" });
  const titles = linesOf(root).map(({ metadata }) => String(metadata["title"]));
  expect(titles.filter((title) => title.includes("hogares vulnerables")).length).toBe(1);
  expect(titles.join("\n")).not.toMatch(/[Pp]residencia|ayudante/);
});

it("P3: robots.txt keeps us from the XML of the gazette, so its HTML is taken; where it does not, the XML is", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "boe")]);
  await collect(root);
  expect(offices.boe.count(/^\/diario_boe\/xml\.php/)).toBe(0);
  expect(offices.boe.count(/^\/diario_boe\/txt\.php/)).toBe(metasOf(root, offices.boe).size);

  offices.boe.robots("User-agent: *\nAllow: /\n");
  offices.boe.forget();
  const open = officesRoot([rowOf(offices, "boe")]);
  const { summary } = await collect(open);
  expect(offices.boe.count(/^\/diario_boe\/txt\.php/)).toBe(0);
  expect(offices.boe.count(/^\/diario_boe\/xml\.php/)).toBe(summary.completed);
  for (const { file } of metasOf(open, offices.boe).values()) expect(file).toMatch(/\.xml$/);
});

it("P3: a second run asks for the last day only, and fetches what has come since", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "boe")]);
  const { summary: first } = await collect(root);
  offices.boe.forget();
  const id = offices.publish({ title: "Orden por la que se convocan becas de formación" });
  offices.publish({ title: "Orden de la Presidencia sobre el ayudante de campo" });
  const { summary } = await collect(root);
  expect(summaryRequests(offices).map(({ path }) => SUMMARY.exec(path)?.[1])).toEqual([
    offices.today.replaceAll("-", ""),
  ]);
  const fetched = offices.boe.requests.filter(({ status, path }) => status === 200 && !SUMMARY.test(path));
  expect(fetched.map(({ path }) => path)).toEqual([`/diario_boe/txt.php?id=${id}`]);
  expect(summary).toMatchObject({ completed: 1, retired: 0 });
  expect(metasOf(root, offices.boe).size).toBe(first.completed + 1);
});

it("P3: a gazette that speaks XML only is read as well", async () => {
  const offices = await openOffices();
  const texts = new Map<string, string>();
  for (const day of lastWeek(offices.today)) {
    const path = `/api/boe/sumario/${day}`;
    const answer = await fetch(`${offices.boe.url}/datosabiertos${path}`, {
      headers: { accept: "text/xml" },
    });
    if (answer.ok) texts.set(path, await answer.text());
  }
  expect(texts.size).toBe(6);
  const headers = { "content-type": "application/xml" };
  const api = await startPages((path) => {
    const body = texts.get(path);
    return body === undefined ? undefined : { headers, body };
  });
  const json = officesRoot([rowOf(offices, "boe")]);
  const row = plainRow("boe", api.url, { access_method: "api", api_kind: "boe", api_url: `${api.url}/api` });
  const { summary } = await collect(officesRoot([row]));
  expect(summary).toMatchObject({ exit_code: 0, failed: 0 });
  expect(summary.completed).toBe((await collect(json)).summary.completed);
});

it.each([
  ["the endpoint", "/api/3/action/package_search"],
  ["the base of the API", "/api/3"],
  ["the portal", ""],
])("P3: CKAN is read to its last page, given %s", async (_, path) => {
  const offices = await openOffices();
  const { datos } = offices;
  const root = officesRoot([rowOf(offices, "datos-ckan", { api_url: `${datos.url}${path}` })]);
  const { summary } = await collect(root);
  const pages = datos.requests.filter(({ path: asked }) => asked.startsWith("/api/3/action/package_search"));
  expect(pages.map(({ path: asked }) => new URLSearchParams(asked.split("?")[1]).get("start"))).toEqual([
    "0",
    "20",
    "40",
  ]);
  expect(summary).toMatchObject({ completed: 47, exit_code: 0 });
  expect(linesOf(root)[0]?.metadata["supplementary"]).toMatchObject({ name: "conjunto-1", state: "active" });
});

it("P3: datos.gob.es is followed from page to page, and a second run asks for new data sets only", async () => {
  const offices = await openOffices();
  const { datos } = offices;
  for (let n = 1; n <= 5; n++) offices.addDataset(`Conjunto añadido ${n}`, `${datos.url}/ayuda/${n}`);
  const root = officesRoot([rowOf(offices, "datos-gob")]);
  const { summary } = await collect(root);
  const listings = () => datos.requests.filter(({ path }) => path.startsWith("/apidata/"));
  expect(listings().map(({ path }) => new URLSearchParams(path.split("?")[1]).get("_page"))).toEqual([
    "0",
    "1",
  ]);
  expect(summary).toMatchObject({ completed: 52, exit_code: 0 });
  datos.forget();
  offices.addDataset("Uno más", `${datos.url}/ayuda/6`);
  await collect(root);
  const asked = datos.requests.filter((request) => !listings().includes(request));
  expect(asked.map(({ path }) => path)).toEqual(["/catalogo/nuevo-6"]);
});

it("P3: procedures of SIA are followed to their own page, and what the catalog says is kept with them", async () => {
  const offices = await openOffices();
  const { sede, datos } = offices;
  const root = officesRoot([rowOf(offices, "sia")]);
  const { summary } = await collect(root);
  expect(datos.requests.filter(({ path }) => path.startsWith("/sia/")).length).toBe(3);
  expect(summary).toMatchObject({ completed: 40, exit_code: 0 });
  expect([sede.count(/^\/enlace-sia\//), sede.count(/^\/tramites\//)]).toEqual([40, 40]);
  const line = linesOf(root).find(({ source_url }) => source_url.endsWith("/enlace-sia/992000"));
  const page = `${sede.url}/tramites/prestacion-cuidado-menor`;
  expect(line?.local_path).toContain(hashOf(page));
  expect(line?.metadata).toMatchObject({
    canonical_url: page,
    supplementary: { codigoSIA: "992000", estado: "Activo", nivelAdministracionElectronica: 4 },
  });
  sede.forget();
  const again = await collect(root);
  expect(again.summary).toMatchObject({ unchanged: 40, queued: 0 });
  expect(sede.requests).toEqual([]);
});

it("P3: a catalog that shows nothing known is no empty catalog", async () => {
  const api = await startPages((path) =>
    path === "/robots.txt"
      ? undefined
      : { headers: { "content-type": "application/json" }, body: '{"ok":1}' },
  );
  const row = plainRow("uno", api.url, {
    access_method: "api",
    api_kind: "ckan",
    api_url: `${api.url}/api/3`,
  });
  const root = officesRoot([row]);
  const run = await collect(root);
  expect(run.summary).toMatchObject({ discovery: "failed", exit_code: 1, completed: 0 });
  expect(warningCodes(run)).toContain("structure_changed");
  expect(queueOf(root)).toEqual([]);
  expect(
    api.requests.map(({ path }) => pathOf(`${api.url}${path}`)).filter((path) => path !== "/robots.txt")
      .length,
  ).toBe(1);
});
