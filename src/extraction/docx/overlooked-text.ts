/** Rewrites of a part of a DOCX, so that mammoth reads what it would overlook, and not what nobody sees. */

/** Each scan goes over the text once, however broken it is. */
export function withOverlookedText(xml: string): string {
  return withOutline(withoutHidden(withEquations(withSimpleFields(withDrawnText(xml)))));
}

/** Of an element, to the end of its tag: a value has no `<`, so that this goes no further than the next one. */
const ATTRIBUTES = String.raw`(?:\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*?)?`;
const FIELD = new RegExp(String.raw`<w:fldSimple(${ATTRIBUTES})(/?)>`, "g");
const EQUATIONS = new RegExp(
  String.raw`</?m:oMathPara${ATTRIBUTES}/?>|<m:oMathParaPr>[^]{0,300}?</m:oMathParaPr>`,
  "g",
);
const EQUATION = new RegExp(`<m:oMath${ATTRIBUTES}>`, "g");
const RUN = new RegExp(`<w:r${ATTRIBUTES}>`, "g");
const TEXT = new RegExp(`<w:t${ATTRIBUTES}>`, "g");
/** What only holds other things: drawings with text boxes (20.4, and Office's shapes), runs that go a way of their own. */
const HOLDERS = new RegExp(
  String.raw`<(/?)(?:wp:(?:inline|anchor)|a:graphic(?:Data)?|wps:(?:wsp|txbx)|wpg:(?:wgp|grpSp)|wpc:wpc|w:dir|w:bdo)${ATTRIBUTES}(/?)>`,
  "g",
);
const DRAWING = new RegExp(String.raw`<(/?)w:drawing${ATTRIBUTES}(/?)>`, "g");
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/**
 * mammoth reads text boxes in the old form only (`w:pict`), and of alternatives (part 3, 7.5) the fallback only: Word
 * writes both, other programs do not. Pictures, which get lost here, are not read anyway.
 */
function withDrawnText(xml: string): string {
  if (!/<wps:txbx|<w:dir\b|<w:bdo\b/.test(xml)) return xml;
  const drawn = xml.replaceAll(HOLDERS, "<$1w:customXml$2>").replaceAll(DRAWING, "<$1w:pict$2>");
  return drawn.includes("<mc:Fallback")
    ? drawn
    : drawn.replaceAll("<mc:Choice", "<mc:Fallback").replaceAll("</mc:Choice>", "</mc:Fallback>");
}

/** ECMA-376 17.16.19: a field in one element is one in several (17.16.18), which mammoth reads. */
function withSimpleFields(xml: string): string {
  if (!xml.includes("<w:fldSimple")) return xml;
  return xml
    .replaceAll(FIELD, (_, attributes: string, isEmpty: string) => {
      if (isEmpty !== "") return "";
      const instruction = / w:instr="([^"]*)"/.exec(attributes)?.[1] ?? "";
      const code = `<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>`;
      return `${mark("begin")}${code}${mark("separate")}`;
    })
    .replaceAll("</w:fldSimple>", mark("end"));
}

/** 22.1: an equation as the letters it has, in one line. */
function withEquations(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  return replacedSpans(
    xml.replaceAll(EQUATIONS, ""),
    EQUATION,
    "</m:oMath>",
    (equation) => `<w:r><w:t xml:space="preserve">${lineOf(equation)}</w:t></w:r>`,
  );
}

function lineOf(equation: string): string {
  return equation
    .replaceAll("<m:den>", "/")
    .replaceAll("<m:sup>", "^")
    .replaceAll("<m:sub>", "_")
    .replaceAll(/<[^<>]*>/g, "");
}

/** 17.3.2.41: the marks of a hidden run stay, since fields begin and end in them. */
function withoutHidden(xml: string): string {
  if (!xml.includes("<w:vanish")) return xml;
  return replacedSpans(xml, RUN, "</w:r>", (run, opening) => {
    const [properties = ""] = run.split(/<\/w:rPr>|<w:rPrChange\b/, 1);
    const isHidden =
      properties.trimStart().startsWith("<w:rPr>") &&
      /<w:vanish(?: w:val="(?:1|true|on)")?\s*\/>/.test(properties);
    return `${opening}${isHidden ? withoutText(run) : run}</w:r>`;
  });
}

const withoutText = (run: string) =>
  replacedSpans(run, TEXT, "</w:t>", () => "").replaceAll(/<w:(?:tab|br|sym)\b[^<>]*>/g, "");

/** 17.3.1.20: a level of the paragraph's own, whatever its style is. */
function withOutline(xml: string): string {
  if (!xml.includes("<w:outlineLvl")) return xml;
  return replacedSpans(xml, /<w:pPr>/g, "</w:pPr>", (properties, opening) => {
    const [own = ""] = properties.split("<w:pPrChange", 1);
    const level = /<w:outlineLvl w:val="([0-8])"\s*\/>/.exec(own)?.[1];
    if (level === undefined) return `${opening}${properties}</w:pPr>`;
    const style = `<w:pStyle w:val="Heading${Math.min(Number(level) + 1, 6)}"/>`;
    return `${opening}${style}${properties.replaceAll(/<w:pStyle [^<>]*>/g, "")}</w:pPr>`;
  });
}

/** What stands from each opening to the next end; what is never ended stays as it is. */
function replacedSpans(
  xml: string,
  opening: RegExp,
  end: string,
  replace: (inside: string, opening: string) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: opened, index } of xml.matchAll(opening)) {
    if (index < at || opened.endsWith("/>")) continue;
    const from = index + opened.length;
    const to = xml.indexOf(end, from);
    if (to === -1) break;
    parts.push(xml.slice(at, index), replace(xml.slice(from, to), opened));
    at = to + end.length;
  }
  return parts.length === 0 ? xml : parts.join("") + xml.slice(at);
}
