import { afterEach, describe, expect, it } from "vitest";
import { type Behaviour, startUsgsSandbox, type UsgsSandbox, type UsgsSandboxOptions } from "./usgs.ts";

let site: UsgsSandbox | null = null;
afterEach(async () => {
  await site?.close();
  site = null;
});

async function start(options: UsgsSandboxOptions = {}): Promise<UsgsSandbox> {
  site = await startUsgsSandbox(options);
  return site;
}

const text = async (path: string) => (await fetch(`${site?.url}${path}`)).text();

/** A document as a site without faults serves it. */
const wholeDocument = async (path: string) => {
  const clean = await startUsgsSandbox();
  const response = await fetch(clean.url + path);
  const copy = new Response(await response.arrayBuffer());
  await clean.close();
  return copy;
};

describe("the USGS sandbox", () => {
  it("serves whole PDFs, the same ones every time", async () => {
    const { wells, url } = await start({ wells: 5, documentsPerWell: 3 });
    const sizes = new Set<number>();
    for (const { path, plainPath, extension } of wells.flatMap((well) => well.documents)) {
      const bytes = Buffer.from(await (await fetch(url + path)).arrayBuffer());
      expect(Buffer.from(await (await fetch(url + plainPath)).arrayBuffer()).equals(bytes)).toBe(true);
      if (extension !== "pdf") continue;
      sizes.add(bytes.length);
      const pdf = bytes.toString("latin1");
      const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
      expect(pdf.slice(table, table + 4)).toBe("xref");
      const first = Number(/0000000000 65535 f \n(\d{10})/.exec(pdf)?.[1]);
      expect(pdf.slice(first, first + 7)).toBe("1 0 obj");
      expect(pdf.startsWith("%PDF-1.4\n")).toBe(true);
    }
    expect(sizes.size).toBeGreaterThan(10);
  });

  it("serves wells of a state, pages of ids and a catalog", async () => {
    await start({ wells: 3, states: ["TX", "UT"] });
    const csv = await text("/crcwc/search/cores?f=csv&state=UT");
    expect(csv.split("\r\n")).toHaveLength(1 + 2 * 3 + 1);
    expect(csv).toContain("UT001");
    const ids = JSON.parse(
      await text("/arcgis/rest/services/crcwc/crcwc/MapServer/0/query?resultOffset=2&resultRecordCount=2"),
    );
    expect(ids).toMatchObject({
      exceededTransferLimit: true,
      features: [{ properties: { libno: "T003" } }, {}],
    });
    const all = JSON.parse(await text("/arcgis/rest/services/crcwc/crcwc/MapServer/1/query"));
    expect(all.exceededTransferLimit).toBeUndefined();
    expect(await text("/catalog/tx.html")).toContain("Well&lt;Name&gt;:Test");
    expect(await text("/crcwc/core/report/10000")).toContain('title="download analysis document"');
    expect((await fetch(`${site?.url}/nowhere`)).status).toBe(404);
  });

  it("answers for robots.txt what it is told to", async () => {
    await start({ robots: "User-agent: *\nDisallow: /private\n" });
    expect(await text("/robots.txt")).toContain("/private");
    await site?.close();
    const { url } = await start({ robots: { status: 503 } });
    expect((await fetch(`${url}/robots.txt`)).status).toBe(503);
  });

  it("writes down every request", async () => {
    const { url, requests } = await start();
    await fetch(`${url}/a?b`, { headers: { "x-test": "1" } });
    await fetch(`${url}/c`, { method: "HEAD" });
    expect(requests).toMatchObject([
      { method: "GET", path: "/a?b", headers: { "x-test": "1" } },
      { method: "HEAD", path: "/c" },
    ]);
    expect(requests[1]?.at).toBeGreaterThanOrEqual(requests[0]?.at ?? Infinity);
  });

  const fault = async (behaviour: Behaviour, signal?: AbortSignal) => {
    const { url, wells } = await start({ behave: (_, nth) => (nth === 1 ? behaviour : undefined) });
    const path = wells[0]?.documents[0]?.path ?? "";
    const whole = (await (await wholeDocument(path)).arrayBuffer()).byteLength;
    const init: RequestInit = { redirect: "manual", ...(signal === undefined ? {} : { signal }) };
    return { response: await fetch(url + path, init), whole };
  };

  it.each<[Behaviour, number]>([
    [{ kind: "status", status: 429, headers: { "retry-after": "3" } }, 429],
    [{ kind: "redirect", location: "/x" }, 302],
    [{ kind: "redirect", location: "/x", status: 301 }, 301],
    [{ kind: "delay", ms: 1 }, 200],
    [{ kind: "unframed" }, 200],
    [{ kind: "body", contentType: "text/plain", body: "x" }, 200],
  ])("can answer with %j", async (behaviour, status) => {
    const { response } = await fault(behaviour);
    expect(response.status).toBe(status);
    await response.arrayBuffer();
  });

  it("can answer with a page instead of a document", async () => {
    const { response } = await fault({ kind: "html" });
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it("can cut a body so that its length does not tell", async () => {
    const { response, whole } = await fault({ kind: "cut" });
    const body = await response.arrayBuffer();
    expect([body.byteLength, Number(response.headers.get("content-length"))]).toEqual([
      whole >> 1,
      whole >> 1,
    ]);
  });

  it("can cut a body without announcing its length", async () => {
    const { response, whole } = await fault({ kind: "unframed", cut: true });
    expect(response.headers.get("content-length")).toBe(null);
    expect(response.headers.get("transfer-encoding")).toBe(null);
    expect((await response.arrayBuffer()).byteLength).toBe(whole >> 1);
  });

  it("can send less than it announced", async () => {
    const { response } = await fault({ kind: "short" });
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it("can send half of a compressed body", async () => {
    const { response } = await fault({ kind: "cut", gzip: true });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    await response.body?.cancel();
  });

  it("can reset a connection, or never answer", async () => {
    await expect(fault({ kind: "reset" })).rejects.toThrow();
    await site?.close();
    await expect(fault({ kind: "hang" }, AbortSignal.timeout(100))).rejects.toThrow();
  });
});
