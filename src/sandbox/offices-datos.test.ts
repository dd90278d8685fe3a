import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Offices, startOffices } from "./offices.ts";

let offices: Offices;
const read = async (url: string) =>
  (await (await fetch(url.startsWith("/") ? `${offices.datos.url}${url}` : url)).json()) as Answer;

interface Answer {
  readonly success?: boolean;
  readonly result: {
    readonly count?: number;
    readonly results?: readonly {
      readonly id: string;
      readonly resources: readonly { readonly url: string }[];
      readonly url: string;
    }[];
    readonly items?: readonly { readonly identifier: string; readonly title: unknown }[];
    readonly next?: string;
  };
  readonly procedimientos?: readonly {
    readonly codigoSIA: string;
    readonly enlace: string;
    readonly estado: string;
  }[];
  readonly siguiente?: string;
  readonly total?: number;
}

beforeAll(async () => {
  offices = await startOffices({ today: "2026-03-04" });
});
afterAll(() => offices.close());

describe("CKAN", () => {
  const search = (query: string) => read(`/api/3/action/package_search${query}`);

  it("gives ten rows unless asked for more, and never more than twenty", async () => {
    expect((await search("")).result.results).toHaveLength(10);
    expect((await search("?rows=1000")).result.results).toHaveLength(20);
    expect((await search("?rows=0")).result).toMatchObject({ count: 47, results: [] });
  });

  it("gives every data set once, page by page", async () => {
    const pages = await Promise.all([0, 20, 40, 60].map((start) => search(`?rows=20&start=${start}`)));
    const ids = pages.flatMap(({ result }) => result.results?.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBe(47);
    expect(ids).toHaveLength(47);
  });

  it("finds words of titles, and what it names is there", async () => {
    const { result } = await search("?q=tr%C3%A1mites");
    expect(result.count).toBe(5);
    for (const { url, resources } of [
      ...(result.results ?? []),
      ...((await search("")).result.results ?? []),
    ]) {
      for (const one of [url, ...resources.map((resource) => resource.url)])
        expect((await fetch(one)).status, one).toBe(200);
    }
  });

  it("refuses what is no number", async () => {
    expect((await fetch(`${offices.datos.url}/api/3/action/package_search?rows=x`)).status).toBe(409);
  });

  it("has what was added", async () => {
    const before = (await search("?rows=0")).result.count ?? 0;
    offices.addDataset("Trámites nuevos", `${offices.sede.url}/tramites/fe-de-vida`);
    expect((await search("?rows=0")).result.count).toBe(before + 1);
  });
});

describe("the national catalog", () => {
  it("is read to its end by its links", async () => {
    const ids: string[] = [];
    let next: string | undefined = "/apidata/catalog/dataset.json?_page=0&_pageSize=9";
    while (next !== undefined) {
      const { result } = await read(next);
      ids.push(...(result.items ?? []).map(({ identifier }) => identifier));
      next = result.next;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(47);
  });

  it("gives at most fifty, titles as text or with their language", async () => {
    const { result } = await read("/apidata/catalog/dataset.json?_pageSize=500");
    expect(result.items?.length).toBeLessThanOrEqual(50);
    expect(new Set(result.items?.map(({ title }) => typeof title))).toEqual(new Set(["string", "object"]));
  });

  it("can be asked by title", async () => {
    const { result } = await read("/apidata/catalog/dataset/title/extranjer%C3%ADa?_page=0");
    expect(result.items).toHaveLength(1);
  });

  it("refuses pages that cannot be", async () => {
    expect((await fetch(`${offices.datos.url}/apidata/catalog/dataset.json?_page=-1`)).status).toBe(400);
  });
});

describe("the catalog of procedures", () => {
  it("lists those of an organism, with links that lead to their office", async () => {
    const rows: NonNullable<Answer["procedimientos"]>[number][] = [];
    let next: string | undefined = "/sia/procedimientos?organismo=E05000101";
    while (next !== undefined) {
      const page: Answer = await read(next);
      rows.push(...(page.procedimientos ?? []));
      next = page.siguiente;
      expect(page.total).toBe(40);
    }
    expect(new Set(rows.map(({ codigoSIA }) => codigoSIA)).size).toBe(40);
    expect(rows.some(({ estado }) => estado === "Baja")).toBe(true);
    const page = await fetch(rows[20]?.enlace ?? "");
    expect(page.url).toMatch(new RegExp(`^${offices.sede.url}/tramites/`));
  });

  it("knows no other organism", async () => {
    expect((await fetch(`${offices.datos.url}/sia/procedimientos?organismo=X`)).status).toBe(404);
  });
});
