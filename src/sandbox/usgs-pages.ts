import { escaped } from "./escaped.ts";
import type { SandboxWell } from "./usgs-data.ts";

/** The pages of the USGS-like site, in the shape of the real ones. */

const COLUMNS =
  "Lib Num,API Num,Operator,Well Name,Field,State,County,Type,Photos,Thin Sec,Analysis,Latitude,Longitude,Source,Security Flag,Formation,Age,Min Depth,Max Depth";

/** Two depth intervals a well, as the search lists them. */
export function csvPage(wells: readonly SandboxWell[]): string {
  const rows = wells.flatMap((well) => [csvRow(well, "WOLFCAMP", 9000), csvRow(well, "SPRABERRY", 7500)]);
  return `${[COLUMNS, ...rows].join("\r\n")}\r\n`;
}

function csvRow(well: SandboxWell, formation: string, top: number): string {
  const { libraryNumber, apiNumber, operator, wellName, state, county, kind } = well;
  const values = [
    libraryNumber,
    apiNumber,
    operator,
    wellName,
    "WILDCAT",
    state,
    county,
    kind,
    "T",
    "F",
    "T",
  ];
  const more = ["31.5", "-102.25", "USGS", "", formation, "PERMIAN", String(top), String(top + 50)];
  return [...values, ...more].map(csvField).join(",");
}

function csvField(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** One page of the map service's listing of ids. */
export function idsPage(wells: readonly SandboxWell[], offset: number, count: number): string {
  const listed = wells.slice(offset, offset + count);
  const more = offset + count < wells.length;
  return JSON.stringify({
    type: "FeatureCollection",
    ...(more ? { exceededTransferLimit: true } : {}),
    features: listed.map(({ id, libraryNumber, kind }) => ({
      type: "Feature",
      geometry: null,
      properties: { id, [kind === "core" ? "libno" : "chlibno"]: libraryNumber },
    })),
  });
}

export function reportPage(well: SandboxWell): string {
  const facts = { "Library Number": well.libraryNumber, Operator: well.operator, "Well Name": well.wellName };
  const rows = Object.entries(facts).map(
    ([label, value]) => `<tr><td class="label">${label}:</td><td>${escaped(value)}</td></tr>`,
  );
  const links = well.documents.map(
    ({ path }) =>
      `<li><a title="download analysis document" href="${path}">${path.slice(path.lastIndexOf("/") + 1)}</a></li>`,
  );
  return page(
    `Report ${well.libraryNumber}`,
    `<table class="report2">${rows.join("")}</table>
<div class="report2"><a title="see photo" href="/crc-data/photo/${well.id}.jpg">photo</a><ul>${links.join("")}</ul></div>`,
  );
}

/** The same documents under plain names: a page per state with metadata columns and a link in each row. */
export function catalogPage(state: string, wells: readonly SandboxWell[]): string {
  const rows = wells.flatMap((well) =>
    well.documents.map(({ plainPath, title }) => {
      const values = [well.state, well.libraryNumber, well.wellName, well.operator, well.county, "T"];
      const cells = values.map((value) => `<td>${escaped(value)}</td>`).join("");
      return `<tr>${cells}<td><a href="${plainPath}">${escaped(title)}</a></td></tr>`;
    }),
  );
  const titles = ["State", "Lib Num", "Well Name", "Operator", "County", "Analysis", "Document"];
  const header = titles.map((title) => `<th>${title}</th>`).join("");
  return page(`Core reports: ${state}`, `<table><tr>${header}</tr>${rows.join("\n")}</table>`);
}

export function errorPage(): string {
  return page("Service unavailable", "<p>Please try again later.</p>");
}

function page(title: string, body: string): string {
  return `<!doctype html>\n<html><head><title>${escaped(title)}</title></head><body>\n${body}\n</body></html>\n`;
}
