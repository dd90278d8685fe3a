import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { discover, newRun, paths, pathsAsked, reasons, sandbox } from "../../../test/kit/usgs-discovery.ts";
import { resolveUsgsOptions } from "./source.ts";

const reports = (state: number) => [`/crcwc/core/report/${state}0000`, `/crcwc/core/report/${state}0001`];

describe("the site's own catalog", () => {
  it("gives the reports of all wells, state by state in the order asked for", async () => {
    const site = await sandbox({ wells: 2 });
    const options = resolveUsgsOptions({ baseUrl: site.url, states: ["OK", "TX"] });
    const findings = await discover(newRun(options));
    expect(paths(findings)).toEqual([
      "OK/S001-2000000.pdf.zst",
      "OK/S001-2000001.pdf.zst",
      "OK/S002-2000100.pdf.zst",
      "OK/S002-2000101.pdf.zst",
      "TX/T001-1000000.pdf.zst",
      "TX/T001-1000001.pdf.zst",
      "TX/T002-1000100.pdf.zst",
      "TX/T002-1000101.pdf.zst",
    ]);
    expect(reasons(findings)).toEqual([
      "format_csv",
      "format_csv",
      "format_xlsx",
      "format_xlsx",
      "not_rca",
      "not_rca",
      "not_rca",
      "not_rca",
    ]);
    const ids = "/arcgis/rest/services/crcwc/crcwc/MapServer/0/query?0";
    expect(pathsAsked(site)).toEqual([
      "/crcwc/search/cores?OK",
      ids,
      ...reports(2),
      "/crcwc/search/cores?TX",
      ...reports(1),
    ]);
  });

  it("asks for nothing that is not needed once enough is found", async () => {
    const site = await sandbox({ wells: 1500, states: ["TX", "OK"] });
    const options = resolveUsgsOptions({ baseUrl: site.url });
    await discover(newRun(options), 3);
    expect(pathsAsked(site)).toEqual([
      "/crcwc/search/cores?TX",
      "/arcgis/rest/services/crcwc/crcwc/MapServer/0/query?0",
      "/crcwc/core/report/10000",
      "/crcwc/core/report/10001",
    ]);
  });

  it("describes a document in full", async () => {
    const site = await sandbox({ wells: 2, states: ["TX"], documentsPerWell: 1 });
    const options = resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] });
    const run = newRun(options);
    const second = (await discover(run)).findLast((finding) => finding.kind === "document");
    expect(second).toEqual({
      kind: "document",
      reference: {
        key: "T002-1000100",
        url: `${site.url}/crc-data/prod/core/10001/core_analysis_1000100_T002-Data01.pdf`,
        path: "TX/T002-1000100.pdf.zst",
        fields: { library_number: "T002", state: "TX" },
        metadata: {
          document_id: "1000100",
          well_name: "Well_Name_Test",
          api_number: "42000000000001",
          operator: 'STANOLIND, "OLD" DIVISION',
          field: "WILDCAT",
          county: "ANDREWS",
          formation: "WOLFCAMP; SPRABERRY",
          age: "PERMIAN",
          sample_type: "core",
          source: "USGS",
          latitude: "31.5",
          longitude: "-102.25",
          min_depth: "7500",
          max_depth: "9050",
          file_name: "core_analysis_1000100_T002-Data01.pdf",
          link_text: "core_analysis_1000100_T002-Data01.pdf",
          catalog_page: `${site.url}/crcwc/core/report/10001`,
        },
      },
    });
    expect(run.claims.get("T002-1000100")?.about).toBe("TX");
  });

  it("takes other formats, other subjects and cuttings where it is asked to", async () => {
    const site = await sandbox({ wells: 1, states: ["TX"], documentsPerWell: 1 });
    const options = resolveUsgsOptions({
      baseUrl: site.url,
      states: ["TX"],
      formats: ["pdf", "csv"],
      allAnalyses: true,
      includeCuttings: true,
    });
    const findings = await discover(newRun(options));
    expect(paths(findings)).toEqual([
      "TX/T001-1000000.pdf.zst",
      "TX/T001-1000081.csv.zst",
      "TX/T001-1000082.pdf.zst",
      "TX/T001-1000083.pdf.zst",
      "TX/CZ11000-50000050.pdf.zst",
    ]);
    expect(reasons(findings)).toEqual(["format_xlsx"]);
  });

  it("goes on after a state, a page or a listing that cannot be read", async () => {
    const site = await sandbox({
      wells: 2,
      oddities: false,
      documentsPerWell: 1,
      behave: (path) => {
        if (path.includes("state=TX")) return { kind: "status", status: 500 };
        if (path.includes("state=LA")) return { kind: "html" };
        return path === "/crcwc/core/report/20000" ? { kind: "html" } : undefined;
      },
    });
    const options = resolveUsgsOptions({ baseUrl: site.url, states: ["TX", "LA", "OK"] });
    expect(await discover(newRun(options))).toMatchObject([
      { kind: "catalog_failed", failure: { kind: "http_status", status: 500 } },
      { kind: "catalog_failed", failure: { kind: "structure_changed" } },
      { kind: "unreadable", key: "S001", failure: { kind: "structure_changed" } },
      { kind: "document", reference: { key: "S002-2000100" } },
    ]);
  });

  it("looks again at wells whose page could not be read, and at nothing else", async () => {
    let broken = true;
    const site = await sandbox({
      wells: 3,
      documentsPerWell: 1,
      behave: (path) => (broken && path === "/crcwc/core/report/20001" ? { kind: "html" } : undefined),
    });
    const options = resolveUsgsOptions({
      baseUrl: site.url,
      catalogs: [
        { kind: "html", url: `${site.url}/catalog/{state}.html` },
        { kind: "csv", url: site.url },
      ],
      states: ["TX", "OK"],
    });
    const first = newRun(options);
    const unreadable = (await discover(first)).filter(({ kind }) => kind === "unreadable");
    expect(unreadable).toMatchObject([{ key: "S002" }]);
    broken = false;
    const asked = site.requests.length;
    const only = new Set(["S002"]);
    const again = await discover({ ...first, context: { ...first.context, only } });
    expect(again.filter(({ kind }) => kind === "document")).toMatchObject([
      { reference: { key: "S002-2000100" } },
    ]);
    expect(pathsAsked(site).slice(asked)).toEqual([
      "/crcwc/search/cores?TX",
      "/crcwc/search/cores?OK",
      "/arcgis/rest/services/crcwc/crcwc/MapServer/0/query?0",
      "/crcwc/core/report/20001",
    ]);
  });

  it("looks at all wells where none is named", async () => {
    const site = await sandbox({ wells: 1, states: ["TX"], documentsPerWell: 1 });
    const run = newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] }));
    for (const only of [new Set<string>(), null]) {
      expect(paths(await discover({ ...run, context: { ...run.context, only } }))).toHaveLength(1);
    }
  });

  it("says once that the listing of ids fails", async () => {
    const site = await sandbox({
      behave: (path) => (path.startsWith("/arcgis") ? { kind: "status", status: 503 } : undefined),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX", "OK"] })));
    expect(findings).toMatchObject([{ kind: "catalog_failed", failure: { status: 503 } }]);
    expect(site.requests.filter(({ path }) => path.startsWith("/arcgis"))).toHaveLength(1);
  });

  it.each<[string, Failure]>([
    ["a parked host", { kind: "host_held", host: "x", cause: "retry_after", until: 0 }],
    ["unavailable robots", { kind: "robots_unavailable", host: "x", detail: "503" }],
    ["an interrupt", { kind: "interrupted" }],
  ])("stops at %s, on a catalog or on a report page", async (_, failure) => {
    const site = await sandbox({ oddities: false });
    const options = resolveUsgsOptions({ baseUrl: site.url });
    expect(await discover(newRun(options, new Map(), () => failure))).toMatchObject([
      { kind: "catalog_failed", failure },
    ]);
    const onPages = newRun(options, new Map(), (url) => (url.includes("/report/") ? failure : null));
    expect(await discover(onPages)).toMatchObject([
      { kind: "unreadable", key: "T001", failure },
      { kind: "catalog_failed", failure },
    ]);
  });

  it("holds one host and goes on with another", async () => {
    const held = await sandbox();
    const free = await sandbox({ oddities: false, wells: 1, documentsPerWell: 1 });
    const options = resolveUsgsOptions({
      catalogs: [
        { kind: "csv", url: held.url },
        { kind: "html", url: `${free.url}/catalog/{state}.html` },
      ],
      states: ["TX", "OK"],
    });
    const failure: Failure = { kind: "host_held", host: "x", cause: "breaker_open", until: 0 };
    const findings = await discover(
      newRun(options, new Map(), (url) => (url.startsWith(held.url) ? failure : null)),
    );
    expect(findings.map(({ kind }) => kind)).toEqual(["catalog_failed", "document", "document"]);
  });

  it("looks no further once it is told to stop", async () => {
    const site = await sandbox();
    const run = newRun(resolveUsgsOptions({ baseUrl: site.url }), new Map(), () => null, AbortSignal.abort());
    expect(await discover(run)).toEqual([]);
    expect(site.requests).toEqual([]);
  });
});
