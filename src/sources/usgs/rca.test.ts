import { describe, expect, it } from "vitest";
import { parseDocumentName } from "./document-name.ts";
import { isRoutineCoreAnalysis, OTHER_SUBJECTS, RCA_KEYWORDS } from "./rca.ts";

const TITLE = "download analysis document";

function matches(
  fileName: string,
  said: { analysed?: boolean; linkText?: string; title?: string } = {},
): boolean {
  const name = parseDocumentName(fileName);
  return isRoutineCoreAnalysis({
    fileName: name.fileName,
    typeToken: name.type,
    title: said.title ?? TITLE,
    linkText: said.linkText ?? fileName,
    analysed: said.analysed ?? true,
  });
}

describe("by keyword, whatever the row says, it takes", () => {
  it.each([
    ["core_analysis_1_T055RCA01.pdf"],
    ["core_analysis_1_T055-rca.pdf"],
    ["core_analysis_1_T055RoutineCore01.pdf"],
    ["core_analysis_1_T055routine_core_1.pdf"],
    ["core_analysis_1_T055PoroPerm02.pdf"],
    ["core_analysis_1_T055poroperm.pdf"],
    ["core_analysis_1_T055_Porosity-2.pdf"],
    ["core_analysis_1_T055Permeability.pdf"],
    ["core_analysis_1_T055GrainDensity01.pdf"],
    ["core_analysis_1_T055FluidSaturation.pdf"],
    ["T055%20core%20analysis%20report.pdf"],
    ["core_analysis_1_T055XRFPorosity01.pdf"],
  ])("%s", (fileName) => {
    expect(matches(fileName, { analysed: false })).toBe(true);
  });

  it.each(RCA_KEYWORDS)("%s in link text or title", (keyword) => {
    const file = "core_analysis_1_T055XRF01.pdf";
    expect(matches(file, { linkText: `The ${keyword.toUpperCase()}, 1961` })).toBe(true);
    expect(matches(file, { title: keyword })).toBe(true);
  });
});

describe("as a plain analysis of an analysed well it takes", () => {
  it.each([
    ["core_analysis_113056_T055-Data02.pdf"],
    ["core_analysis_75765_T322data12.pdf"],
    ["core_analysis_74794_F008Data12.PDF"],
    ["core_analysis_1_T055Analysis.pdf"],
    ["core_analysis_1_T055.pdf"],
    ["core_analysis_113056_T055_core-analysis.pdf"],
    ["T055.pdf"],
  ])("%s", (fileName) => {
    expect(matches(fileName)).toBe(true);
    expect(matches(fileName, { analysed: false })).toBe(false);
  });
});

describe("it does not take", () => {
  it.each([
    ["core_analysis_108350_S505XRFData01.csv"],
    ["core_analysis_122480_S452BioStratData01.csv"],
    ["core_analysis_81937_B703Biostrat01.csv"],
    ["core_analysis_83822_W074Geochem01.csv"],
    ["core_analysis_123431_V248GeoChemData01.csv"],
    ["core_analysis_113060_T055-TOC01.csv"],
    ["core_analysis_113045_S014-toc02.csv"],
    ["core_analysis_1_T055XRD01.pdf"],
    ["core_analysis_1_T055photos.pdf"],
    ["cutting_analysis_80870_WellHeader86.csv"],
    ["core_analysis_1_T055Marcasite.pdf"],
    ["core_analysis_1_T055Orca01.pdf"],
    ["core_analysis_1_T055Microporosity.pdf"],
    ["core_analysis_1_T055Imporosityx.pdf"],
  ])("%s", (fileName) => {
    expect(matches(fileName)).toBe(false);
  });

  it.each(OTHER_SUBJECTS)("a plain name that is said to be about %s", (subject) => {
    expect(matches("T055.pdf", { linkText: `see ${subject}` })).toBe(false);
  });

  it("a subject for the title that all links have", () => {
    expect(matches("core_analysis_1_T055Letter.pdf", { title: TITLE })).toBe(false);
  });
});
