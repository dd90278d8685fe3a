/** Text as it comes, in bytes that say the truth about themselves or not: the letters that a reader sees are right. */
import { describe, expect, it } from "vitest";
import { readHtml } from "../html/html-document.ts";
import { textServices } from "../text-services.ts";

const SENTENCES = {
  es: "El niño pidió la pensión: ¿cuánto cobrará según el artículo 5.º? ¡Así será mañana!",
  ca: "La sol·licitud s'ha d'adreçar a l'àrea d'habitatge; és gratuïta i això és vàlid també a l'Índia.",
  eu: "Udalak emango du: Iruñeko ikastetxeen egutegia, Ondarrabiko señalea eta «pingüinoak».",
  gl: "A solicitude farase na rúa do Concello; así o establece a Consellería: mañá, á unha, e cómpre DNI español.",
  pt: "A informação não está disponível: peça a certidão à Câmara e às repartições, com ação até amanhã (São João, avô).",
} as const;
type Language = keyof typeof SENTENCES;
const LANGUAGES = Object.keys(SENTENCES) as Language[];

/** The upper half of an encoding, by character. */
const upperHalf = (label: string) =>
  new Map(
    Array.from({ length: 128 }, (_, at) => {
      const character = new TextDecoder(label).decode(Uint8Array.of(0x80 + at), { stream: true });
      return [character, 0x80 + at] as const;
    }),
  );
const encoder = (label: string) => {
  const bytes = upperHalf(label);
  return (text: string) => Buffer.from([...text].map((one) => bytes.get(one) ?? one.codePointAt(0) ?? 0));
};
const encoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "utf-8": (text) => Buffer.from(text),
  "windows-1252": encoder("windows-1252"),
  "iso-8859-15": encoder("iso-8859-15"),
  macintosh: encoder("macintosh"),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
};

function bodyIn(encoding: string, text: string): Uint8Array {
  return encoders[encoding]?.(text) ?? new Uint8Array();
}

function textIn(body: Uint8Array, contentType?: string): { text: string; issues: boolean } {
  const { document } = readHtml({ url: "https://sede.example.org/a", body, contentType }, textServices());
  return {
    text: document.extracted_text.replaceAll("\\", "").replaceAll("\u{a0}", " "),
    issues: document.metadata.encoding_issues,
  };
}

const page = (text: string, meta = "") =>
  `<html><head>${meta}<title>x</title></head><body><p>${text}</p></body></html>`;

describe("a page is read in its encoding", () => {
  const cases = LANGUAGES.flatMap((language) =>
    ["utf-8", "windows-1252", "iso-8859-15"].flatMap((encoding) => [
      [language, encoding, "nothing", "", undefined] as const,
      [language, encoding, "its meta", `<meta charset="${encoding}">`, undefined] as const,
      [language, encoding, "its header", "", `text/html; charset=${encoding}`] as const,
      [
        language,
        encoding,
        "a wrong header",
        "",
        `text/html; charset=${encoding === "utf-8" ? "iso-8859-1" : "utf-8"}`,
      ] as const,
      [
        language,
        encoding,
        "a wrong meta",
        `<meta charset="${encoding === "utf-8" ? "windows-1252" : "utf-8"}">`,
        undefined,
      ] as const,
    ]),
  );
  it.each(cases)("%s in %s, declared by %s", (language, encoding, _, meta, contentType) => {
    const text = SENTENCES[language];
    expect(textIn(bodyIn(encoding, page(text, meta)), contentType)).toEqual({ text, issues: false });
  });

  it.each(
    LANGUAGES.flatMap(
      (language) =>
        [
          ["macintosh", language],
          ["utf-16le", language],
        ] as const,
    ),
  )("in %s that nobody declared: %s", (encoding, language) => {
    const text = SENTENCES[language];
    expect(textIn(bodyIn(encoding, page(text))).text).toBe(text);
  });

  it.each<[string, string, string, string | undefined]>([
    ["the euro of iso-8859-15, undeclared", "iso-8859-15", "La cuota es de 30 € al año", undefined],
    [
      "the same, called iso-8859-1",
      "iso-8859-15",
      "La cuota es de 30,50 € al año",
      "text/html; charset=iso-8859-1",
    ],
    ["the same, called UTF-8", "iso-8859-15", "Paga 30€ al año", "text/html; charset=utf-8"],
    [
      "the euro of windows-1252, called iso-8859-1",
      "windows-1252",
      "La cuota es de 30 € al año",
      "text/html; charset=iso-8859-1",
    ],
    [
      "quotation marks of windows-1252, called iso-8859-15",
      "windows-1252",
      "Son “niños” – l’any…",
      "text/html; charset=iso-8859-15",
    ],
    ["quotation marks of windows-1252, undeclared", "windows-1252", "Son “niños” – l’any…", undefined],
    ["a last letter that could begin a sequence", "windows-1252", "Informació", undefined],
  ])("with %s", (_, encoding, text, contentType) => {
    expect(textIn(bodyIn(encoding, page(text)), contentType).text).toBe(text);
  });

  it("in code page 850, which nobody declares", () => {
    const bytes = Buffer.from(
      page(
        "Pensi\u{a2}n m\u{a1}nima a los 67 a\u{a4}os, seg\u{a3}n \u{b5}rea; deber\u{a0} solicitarse d\u{82}bilmente",
      ),
      "latin1",
    );
    const text = "Pensión mínima a los 67 años, según Área; deberá solicitarse débilmente";
    expect(textIn(bytes)).toEqual({ text, issues: false });
  });

  it("with a paragraph that was pasted into it in another", () => {
    const body = Buffer.concat([
      Buffer.from(page("Año, día, España, ñandú").slice(0, -18)),
      Buffer.from(". Tramitación y gestión</p>", "latin1"),
    ]);
    expect(textIn(body)).toEqual({ text: "Año, día, España, ñandú. Tramitación y gestión", issues: false });
  });

  it("and says so where a byte cannot be read", () => {
    const body = Buffer.concat([Buffer.from("<p>Año y día: "), Buffer.from([0xff]), Buffer.from(" fin</p>")]);
    expect(textIn(body)).toEqual({ text: "Año y día: \u{fffd} fin", issues: true });
  });
});

describe("what was decoded wrongly on its way is made right", () => {
  const misread = (text: string, encoding: string, times: number): string =>
    times === 0
      ? text
      : misread(new TextDecoder(encoding).decode(Buffer.from(text), { stream: true }), encoding, times - 1);
  const cases = LANGUAGES.flatMap((language) => [
    [language, "windows-1252", 1] as const,
    [language, "windows-1252", 2] as const,
    [language, "windows-1252", 3] as const,
    [language, "iso-8859-15", 1] as const,
    [language, "macintosh", 1] as const,
  ]);
  it.each(cases)("%s read as %s, %d times", (language, encoding, times) => {
    const text = SENTENCES[language].replaceAll(/[«»º]/g, "");
    expect(textIn(Buffer.from(page(misread(text, encoding, times)))).text).toBe(text);
  });

  it.each([
    ["&#128; 30 y l&#146;any", "€ 30 y l’any"],
    ["tramitaci&amp;oacute;n y a&amp;ntilde;o", "tramitación y año"],
    ["Qu&amp;eacute; es: 30&amp;nbsp;&amp;euro;", "Qué es: 30 €"],
    ["gesti&amp;#243;n y &amp;#xC1;rea", "gestión y Área"],
    ["Espa&Atilde;&plusmn;a y Catalu&#195;&#177;a", "España y Cataluña"],
    ["La <b>tramitaci&oacute;n</b> &eacute;s f&agrave;cil", "La **tramitación** és fàcil"],
  ])("references: %s", (written, read) => {
    expect(textIn(Buffer.from(page(written))).text).toBe(read);
  });
});
