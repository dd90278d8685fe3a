import { describe, expect, it } from "vitest";
import { discover, newRun, others, pages, paths, reasons } from "../../../test/kit/usgs-discovery.ts";
import { resolveUsgsOptions } from "./source.ts";

const HEADER = "Lib Num,State,Well Name,Analysis";
const CORE_IDS = "/arcgis/rest/services/crcwc/crcwc/MapServer/0/query";
const ids = (...numbers: string[]) =>
  JSON.stringify({ features: numbers.map((libno, id) => ({ properties: { id, libno } })) });
const report = (...hrefs: string[]) =>
  `<div class="report2">${hrefs.map((href) => `<a title="download analysis document" href="${href}">x</a>`).join("")}</div>`;

describe("hostile and odd catalogs", () => {
  it("070, 080, 110: refuse names that are none, by field, and go on", async () => {
    const rows = [
      "../../../etc,TX,a,T",
      "T1,../../../etc,a,T",
      "T2,XX,a,T",
      "/etc/passwd,TX,a,T",
      ",TX,a,T",
      "T9,TX,a,T",
    ];
    const site = await pages({
      "/crcwc/search/cores": [HEADER, ...rows].join("\n"),
      [CORE_IDS]: ids("T9", "T1", "T2"),
      "/crcwc/core/report/0": report("/d/core_analysis_5_T9Data01.pdf"),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url })));
    expect(paths(findings)).toEqual(["TX/T9-5.pdf.zst"]);
    expect(others(findings)).toMatchObject([
      { kind: "rejected", field: "library_number", reason: "traversal", value: "../../../etc" },
      { kind: "rejected", field: "state", reason: "traversal", value: "../../../etc" },
      { kind: "rejected", field: "state", reason: "unknown_state", value: "XX" },
      { kind: "rejected", field: "library_number", reason: "absolute_path" },
      { kind: "rejected", field: "library_number", reason: "empty" },
    ]);
  });

  it("report nothing of rows that the run is not about", async () => {
    const site = await pages({
      "/crcwc/search/cores": [
        HEADER,
        "../x,TX,a,T",
        "T1,XX,a,T",
        "T3,OK,a,T",
        "T2,TX,a,F",
        "T9 ,TX,a,T",
      ].join("\n"),
      [CORE_IDS]: ids("T9"),
      "/crcwc/core/report/0": report("/d/core_analysis_5_T9Data01.pdf"),
    });
    const run = newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] }));
    const findings = await discover({ ...run, context: { ...run.context, only: new Set(["T9"]) } });
    expect(paths(findings)).toEqual(["TX/T9-5.pdf.zst"]);
    expect(others(findings)).toEqual([]);
  });

  it("leave a document its id as key, whatever is numbered beside it", async () => {
    const site = await pages({
      "/crcwc/search/cores": `${HEADER}\nT1,TX,a,T`,
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": report("/a/rca.pdf", "/b/rca.pdf", "/c/core_analysis_2_T1Data01.pdf"),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] })));
    const keys = findings.map((finding) =>
      finding.kind === "document" ? finding.reference.key : finding.kind,
    );
    expect(keys).toEqual(["T1", "T1-3", "T1-2"]);
  });

  it("give a document that is linked at two addresses once", async () => {
    const site = await pages({
      "/crcwc/search/cores": `${HEADER}\nT1,TX,a,T`,
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": report(
        "/crc-data/core/core_analysis_2_T1Data01.pdf",
        "/crc-data/prod/core/core_analysis_2_T1Data01.pdf",
      ),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] })));
    expect(findings.length).toBe(1);
    expect(paths(findings)).toEqual(["TX/T1-2.pdf.zst"]);
  });

  it("keep a state that is none as unknown where asked to, but not a hostile one", async () => {
    const site = await pages({
      "/crcwc/search/cores": [HEADER, "T1,XX,a,T", "T2,../x,a,T"].join("\n"),
      [CORE_IDS]: ids("T1", "T2"),
      "/crcwc/core/report/0": report("/d/core_analysis_5_T1Data01.pdf"),
    });
    const options = resolveUsgsOptions({ baseUrl: site.url, unknownState: "keep", states: ["TX"] });
    const findings = await discover(newRun(options));
    expect(paths(findings)).toEqual(["unknown/T1-5.pdf.zst"]);
    expect(others(findings)).toMatchObject([{ kind: "rejected", field: "state", reason: "traversal" }]);
  });

  it("100: drop a hostile well name with a warning, not its document", async () => {
    const site = await pages({
      "/crcwc/search/cores": [HEADER, "T1,TX,well\0name,T"].join("\n"),
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": report("/d/core_analysis_5_T1Data01.pdf", "/d/core_analysis_6_T1Data02.pdf"),
    });
    const run = newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] }));
    const findings = await discover(run);
    expect(paths(findings)).toEqual(["TX/T1-5.pdf.zst", "TX/T1-6.pdf.zst"]);
    expect(findings.some((f) => f.kind === "document" && "well_name" in f.reference.metadata)).toBe(false);
    expect(run.warnings).toEqual(["name_rejected: well_name of T1 left out: control_character"]);
  });

  it("have links refused that lead elsewhere or nowhere", async () => {
    const site = await pages({
      "/crcwc/search/cores": [HEADER, "T1,TX,a,T"].join("\n"),
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": report(
        "http://127.0.0.1:1/T1.pdf",
        "file:///etc/passwd",
        "http://u:p@127.0.0.1/T1.pdf",
        "http://[",
        "",
        "//evil.example/T1.pdf",
      ),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] })));
    expect(findings.map((f) => f.kind === "rejected" && `${f.field} ${f.reason} ${f.value}`)).toEqual([
      "url outside_scope http://127.0.0.1:1/T1.pdf",
      "url address_refused file:///etc/passwd",
      "url address_refused http://u:p@127.0.0.1/T1.pdf",
      "url address_refused http://[",
      "url address_refused ",
      "url outside_scope //evil.example/T1.pdf",
    ]);
  });

  it("may answer the same for every state: each well is read once, under its own", async () => {
    const site = await pages({
      "/crcwc/search/cores": [HEADER, "T1,OK,a,T", "T2,TX,a,T", "T1,OK,a,T", "T3,UT,a,T", "T4,TX,a,F"].join(
        "\n",
      ),
      [CORE_IDS]: ids("T1", "T2", "T3", "T4"),
      "/crcwc/core/report/0": report("/d/T1.pdf"),
      "/crcwc/core/report/1": report("/d/T2.pdf"),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX", "OK"] })));
    expect(paths(findings)).toEqual(["TX/T2.pdf.zst", "OK/T1.pdf.zst"]);
    expect(reasons(findings)).toEqual(["no_analysis", "other_state"]);
    expect(site.requests.filter((path) => path.includes("/report/"))).toHaveLength(2);
  });

  it("may have one library number in two states, with a page for each", async () => {
    const site = await pages({
      "/crcwc/search/cores": [HEADER, "T055,TX,a,T", "T055,OK,b,T", "T055,LA,c,T"].join("\n"),
      [CORE_IDS]: ids("T055", "T055"),
      "/crcwc/core/report/0": report("/d/0/T055.pdf"),
      "/crcwc/core/report/1": report("/d/1/T055.pdf"),
    });
    const findings = await discover(
      newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX", "OK", "LA"] })),
    );
    expect(paths(findings)).toEqual(["TX/T055.pdf.zst", "OK/T055-OK.pdf.zst"]);
    expect(others(findings)).toEqual([]);
  });

  it("name a well that the listing of ids does not know", async () => {
    const site = await pages({ "/crcwc/search/cores": `${HEADER}\nT1,TX,a,T`, [CORE_IDS]: ids("X1") });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] })));
    expect(findings).toMatchObject([
      {
        kind: "unreadable",
        key: "T1",
        failure: {
          kind: "structure_changed",
          expected: "an id for library number T1",
          seen: "1 entries without it",
        },
      },
    ]);
  });

  it("use the number of the row where a link names another", async () => {
    const site = await pages({
      "/crcwc/search/cores": `${HEADER}\nT1,TX,a,T`,
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": report("/d/core_analysis_5_Z999Data01.pdf", "/d/get.aspx?id=7"),
    });
    const findings = await discover(
      newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"], allAnalyses: true })),
    );
    expect(paths(findings)).toEqual(["TX/T1-5.pdf.zst", "TX/T1.pdf.zst"]);
  });

  it("are filled in from the report page where they are silent", async () => {
    const facts =
      "<table class=report2><tr><td class=label>Operator:<td>CONOCO<tr><td class=label>Well Name:<td>other</table>";
    const site = await pages({
      "/crcwc/search/cores": `${HEADER}\nT1,TX,SMITH 1,T`,
      [CORE_IDS]: ids("T1"),
      "/crcwc/core/report/0": facts + report("/d/core_analysis_5_T1Data01.pdf"),
    });
    const findings = await discover(newRun(resolveUsgsOptions({ baseUrl: site.url, states: ["TX"] })));
    expect(findings).toMatchObject([
      { reference: { metadata: { operator: "CONOCO", well_name: "SMITH_1" } } },
    ]);
  });

  it("read a CSV file that holds all states once", async () => {
    const site = await pages({
      "/all.csv": [HEADER, "T1,OK,a,T", "T2,TX,a,T"].join("\n"),
      [CORE_IDS]: ids("T1", "T2"),
      "/crcwc/core/report/0": report("/d/T1.pdf"),
      "/crcwc/core/report/1": report("/d/T2.pdf"),
    });
    const options = resolveUsgsOptions({
      catalogs: [{ kind: "csv", url: `${site.url}/all.csv` }],
      includeCuttings: true,
    });
    expect(paths(await discover(newRun(options)))).toEqual(["TX/T2.pdf.zst", "OK/T1.pdf.zst"]);
    expect(site.requests.filter((path) => path === "/all.csv")).toHaveLength(1);
  });
});
