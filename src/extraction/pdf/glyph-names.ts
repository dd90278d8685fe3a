/**
 * Names of letters as the Adobe Glyph List Specification (section 2) reads them: what follows a full stop tells a form of
 * the letter (`one.oldstyle`, `a.sc`), and `f_i` is an "f" and an "i". pdf.js knows names of the list alone, and has no
 * letters for these. No letter is drawn here, so that nothing else asks for a letter by its own name.
 */
const FORM = /^([A-Za-z]\w*)\.[\w.]+$/;
const LIGATURES: Readonly<Record<string, string>> = {
  f_f: "ff",
  f_i: "fi",
  f_l: "fl",
  f_f_i: "ffi",
  f_f_l: "ffl",
  s_t: "uniFB06",
};

/** Differences of an encoding (ISO 32000-1, 9.6.6): numbers and names; the same where all names are plain. */
export function withPlainNames(differences: unknown): unknown {
  if (!Array.isArray(differences) || !differences.some((each) => plainName(each) !== null))
    return differences;
  return differences.map((each: unknown) => {
    const name = plainName(each);
    return name === null
      ? each
      : Object.assign(Object.create(Object.getPrototypeOf(each) as object), { name });
  });
}

/** Null of what is one already, or no name. */
function plainName(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("name" in value)) return null;
  if (typeof value.name !== "string") return null;
  const base = FORM.exec(value.name)?.[1] ?? value.name;
  const plain = LIGATURES[base] ?? base;
  return plain === value.name ? null : plain;
}
