import { expect, it } from "vitest";
import { parseDocumentName } from "./document-name.ts";

it.each([
  ["core_analysis_113056_T055-Data02.pdf", ["core", "113056", "T055", "Data", "02", "pdf"]],
  ["core_analysis_74794_F008Data12.CSV", ["core", "74794", "F008", "Data", "12", "csv"]],
  ["core_analysis_108350_S505XRFData01.csv", ["core", "108350", "S505", "XRFData", "01", "csv"]],
  ["core_analysis_80164_S601data7.csv", ["core", "80164", "S601", "data", "7", "csv"]],
  [
    "cutting_analysis_122470_CZ11554BioStratData01.csv",
    ["cutting", "122470", "CZ11554", "BioStratData", "01", "csv"],
  ],
  ["cutting_analysis_80870_WellHeader86.csv", ["cutting", "80870", null, "WellHeader", "86", "csv"]],
  ["core_analysis_T055Data02.pdf", ["core", null, "T055", "Data", "02", "pdf"]],
  ["core_analysis_7_TOC01.pdf", ["core", "7", null, "TOC", "01", "pdf"]],
  ["core_analysis_7_T055.pdf", ["core", "7", "T055", "", null, "pdf"]],
  ["core%5Fanalysis_7_T055%20Data%2002.PDF", ["core", "7", "T055", "Data", "02", "pdf"]],
  ["CORE_ANALYSIS_7_T055Data.Pdf", ["core", "7", "T055", "Data", null, "pdf"]],
  ["T055.pdf", [null, null, "T055", "", null, "pdf"]],
  ["/a/b/T055-Data02.pdf?x=/y.csv#z", [null, null, "T055", "Data", "02", "pdf"]],
  ["download", [null, null, null, "download", null, ""]],
  ["bad%E0%A4%A.pdf", [null, null, null, "bad%E0%A4%A", null, "pdf"]],
  ["", [null, null, null, "", null, ""]],
])("%s is read as %j", (path, expected) => {
  const { kind, documentId, libraryNumber, type, sequence, extension } = parseDocumentName(path);
  expect([kind, documentId, libraryNumber, type, sequence, extension]).toEqual(expected);
});

it("recognises the number of its well whatever its shape", () => {
  const name = parseDocumentName(new URL("https://a.example/x/LIB-001_RCA.pdf"), "lib-001");
  expect([name.libraryNumber, name.type]).toEqual(["LIB-001", "RCA"]);
  expect(parseDocumentName("T0551.pdf", "T055").libraryNumber).toBe("T0551");
});

it("takes no path from an encoded slash", () => {
  expect(parseDocumentName("/a/..%2f..%2fetc%2fpasswd.pdf").fileName).toBe("passwd.pdf");
});
