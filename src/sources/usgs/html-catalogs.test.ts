import { describe, expect, it } from "vitest";
import {
  discover,
  newRun,
  others,
  pages,
  paths,
  pathsAsked,
  reasons,
  sandbox,
} from "../../../test/kit/usgs-discovery.ts";
import { resolveUsgsOptions } from "./source.ts";

const table = (header: string, ...rows: string[]) =>
  `<table><tr>${header
    .split(" ")
    .map((title) => `<th>${title}</th>`)
    .join(
      "",
    )}</tr>${rows.map((row) => `<tr><td>${row.replaceAll(" | ", "</td><td>")}</td></tr>`).join("")}</table>`;
const link = (href: string, text = "rca") => `<a href="${href}">${text}</a>`;

describe("an HTML catalog", () => {
  it("with a page per state gives the same documents under plain keys", async () => {
    const site = await sandbox({ wells: 2 });
    const options = resolveUsgsOptions({
      catalogs: [{ kind: "html", url: `${site.url}/catalog/{state}.html` }],
      states: ["OK", "TX"],
    });
    const run = newRun(options);
    const findings = await discover(run);
    expect(paths(findings)).toEqual([
      "OK/S001.pdf.zst",
      "OK/S001-2.pdf.zst",
      "OK/S002.pdf.zst",
      "OK/S002-2.pdf.zst",
      "TX/T001.pdf.zst",
      "TX/T001-2.pdf.zst",
      "TX/T002.pdf.zst",
      "TX/T002-2.pdf.zst",
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
    expect(pathsAsked(site)).toEqual(["/catalog/OK.html", "/catalog/TX.html"]);
    const again = await discover(newRun(options, run.claims));
    expect(again).toEqual(findings);
  });

  it("fetches no page of a state that is not needed", async () => {
    const site = await sandbox();
    const options = resolveUsgsOptions({
      catalogs: [{ kind: "html", url: `${site.url}/catalog/{state}.html` }],
    });
    await discover(newRun(options), 2);
    expect(pathsAsked(site)).toEqual(["/catalog/TX.html"]);
  });

  it("of one page is fetched once, and its rows come in the order of states", async () => {
    const rows = [
      `OK | S1 | ${link("/d/S1.pdf")}`,
      `TX | T1 | ${link("/d/z.pdf")}`,
      `UT | U1 | ${link("/d/U1.pdf")}`,
      `TX | T1 | ${link("/d/a.pdf")}`,
      `../x | T2 | ${link("/d/T2.pdf")}`,
      "TX | T3 | none",
      `TX | T4 | ${link("/well/T4.html", "well")} ${link("T4.PDF")}`,
      `OK | T1 | ${link("/d/ok.pdf")}`,
    ];
    const site = await pages({ "/list/all.html": table("State Lib_Num Report", ...rows) });
    const options = resolveUsgsOptions({
      catalogs: [{ kind: "html", url: `${site.url}/list/all.html` }],
      states: ["TX", "OK"],
    });
    const findings = await discover(newRun(options));
    const documents = findings.flatMap((f) =>
      f.kind === "document" ? [`${f.reference.path} ${f.reference.url}`] : [],
    );
    expect(documents).toEqual([
      `TX/T1.pdf.zst ${site.url}/d/a.pdf`,
      `TX/T1-2.pdf.zst ${site.url}/d/z.pdf`,
      `TX/T4.pdf.zst ${site.url}/list/T4.PDF`,
      `OK/S1.pdf.zst ${site.url}/d/S1.pdf`,
      `OK/T1-OK.pdf.zst ${site.url}/d/ok.pdf`,
    ]);
    expect(others(findings)).toMatchObject([
      { kind: "filtered", reason: "other_state" },
      { kind: "rejected", field: "state", reason: "traversal" },
      { kind: "filtered", reason: "no_link" },
    ]);
    expect(site.requests).toEqual(["/list/all.html"]);
  });

  it("need not name the state on a page for one", async () => {
    const html = table(
      "Lib_Num Analysis Report",
      `T1 | T | ${link("d/T1.pdf", "get")}`,
      `T2 | F | ${link("d/T2.pdf", "get")}`,
    );
    const site = await pages({ "/x/TX": html, "/one": html });
    const perState = resolveUsgsOptions({
      catalogs: [{ kind: "html", url: `${site.url}/x/{state}` }],
      states: ["TX"],
    });
    const findings = await discover(newRun(perState));
    expect([paths(findings), reasons(findings)]).toEqual([["TX/T1.pdf.zst"], ["not_rca"]]);
    const single = resolveUsgsOptions({
      catalogs: [{ kind: "html", url: `${site.url}/one`, states: ["OK"] }],
    });
    expect(paths(await discover(newRun(single)))).toEqual(["OK/T1.pdf.zst"]);
    const open = resolveUsgsOptions({ catalogs: [{ kind: "html", url: `${site.url}/one` }] });
    expect(await discover(newRun(open))).toMatchObject([
      { field: "state", reason: "empty" },
      { field: "state" },
    ]);
  });

  it("that cannot be read is said once, and the next one is read", async () => {
    const site = await pages({
      "/bad": "<p>moved",
      "/TX": table("Lib_Num State Doc", `T1 | TX | ${link("/T1.pdf")}`),
    });
    const options = resolveUsgsOptions({
      catalogs: [
        { kind: "html", url: `${site.url}/bad` },
        { kind: "html", url: `${site.url}/{state}` },
      ],
      states: ["TX", "OK"],
    });
    expect(await discover(newRun(options))).toMatchObject([
      { kind: "catalog_failed", url: `${site.url}/bad`, failure: { kind: "structure_changed" } },
      { kind: "document", reference: { key: "T1" } },
      { kind: "catalog_failed", url: `${site.url}/OK`, failure: { kind: "http_status", status: 404 } },
    ]);
  });

  it("gives a document once, however often and in however many catalogs it is listed", async () => {
    const row = `T1 | TX | ${link("/T1.pdf")}`;
    const site = await pages({
      "/a": table("Lib_Num State Doc", row, row),
      "/b": table("Lib_Num State Doc", row),
    });
    const catalogs = ["/a", "/b"].map((path) => ({ kind: "html" as const, url: site.url + path }));
    const findings = await discover(newRun(resolveUsgsOptions({ catalogs })));
    expect(findings).toMatchObject([{ kind: "document", reference: { key: "T1" } }]);
    expect(site.requests).toEqual(["/a", "/b"]);
  });

  it("leaves cuttings out unless they are asked for", async () => {
    const html = table("Lib_Num State Type Doc", `C1 | TX | Cuttings | ${link("/C1.pdf")}`);
    const site = await pages({ "/c": html });
    const catalogs = [{ kind: "html", url: `${site.url}/c` }] as const;
    expect(reasons(await discover(newRun(resolveUsgsOptions({ catalogs }))))).toEqual(["cutting"]);
    expect(
      paths(await discover(newRun(resolveUsgsOptions({ catalogs, includeCuttings: true })))),
    ).toHaveLength(1);
  });
});
