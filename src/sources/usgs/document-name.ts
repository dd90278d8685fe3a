/**
 * Names of analysis documents: `core_analysis_{docId}_{LIBNO}{Type}{NN}.{ext}`, as in
 * `core_analysis_113056_T055-Data02.pdf`. Real names also come without the library number
 * (`cutting_analysis_80870_WellHeader86.csv`), without a document id, or as something else altogether.
 */
export interface DocumentName {
  readonly fileName: string;
  readonly kind: "core" | "cutting" | null;
  readonly documentId: string | null;
  readonly libraryNumber: string | null;
  /** What is between library number and running number: `Data`, `XRFData`, `WellHeader`; empty where nothing is. */
  readonly type: string;
  readonly sequence: string | null;
  /** Lower case, without the dot; empty where there is none. */
  readonly extension: string;
}

/** One or two letters and at least three digits: `T055`, `CZ11554`; not `TOC01`, not `WellHeader86`. */
const LIBRARY_NUMBER = /^[A-Za-z]{1,2}\d{3,6}(?!\d)/;

/** @param libraryNumber The number of the well the link belongs to; recognised in the name whatever its shape. */
export function parseDocumentName(url: URL | string, libraryNumber?: string): DocumentName {
  const fileName = fileNameOf(typeof url === "string" ? url : url.pathname);
  const dotted = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(fileName);
  const stem = dotted?.[1] ?? fileName;
  const conventional = /^(core|cutting)_analysis_(?:(\d{1,20})_)?(.*)$/i.exec(stem);
  const rest = conventional?.[3] ?? stem;
  const found = leadingLibraryNumber(rest, libraryNumber);
  const tail = /^[-_ .]*(.*?)[-_ .]*(\d*)$/.exec(rest.slice(found?.length ?? 0));
  return {
    fileName,
    kind: (conventional?.[1]?.toLowerCase() as "core" | "cutting" | undefined) ?? null,
    documentId: conventional?.[2] ?? null,
    libraryNumber: found,
    type: tail?.[1] ?? "",
    sequence: tail?.[2] || null,
    extension: dotted?.[2]?.toLowerCase() ?? "",
  };
}

function leadingLibraryNumber(text: string, expected: string | undefined): string | null {
  if (expected !== undefined && text.toLowerCase().startsWith(expected.toLowerCase())) {
    const next = text.charAt(expected.length);
    if (!/\d/.test(next)) return text.slice(0, expected.length);
  }
  return LIBRARY_NUMBER.exec(text)?.[0] ?? null;
}

/** The last part of a path, percent-decoded where that is possible. */
export function fileNameOf(path: string): string {
  const withoutQuery = path.split(/[?#]/, 1)[0] ?? "";
  const decoded = decode(withoutQuery.slice(withoutQuery.lastIndexOf("/") + 1));
  return decoded.slice(decoded.lastIndexOf("/") + 1);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
