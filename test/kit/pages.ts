export const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

/** A catalog page as the origin describes it: a table with metadata columns and a link in each row. */
export function htmlCatalog(
  rows: readonly { number: string; state?: string; well?: string; href: string; text?: string }[],
): string {
  const cells = rows.map(
    ({ number, state = "TX", well = "Smith 1", href, text = "Routine core analysis" }) =>
      `<tr><td>${escape(number)}</td><td>${escape(state)}</td><td>${escape(well)}</td><td><a href="${escape(href)}">${escape(text)}</a></td></tr>`,
  );
  return `<!doctype html><table><tr><th>Lib Num</th><th>State</th><th>Well Name</th><th>Document</th></tr>${cells.join("\n")}</table>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
