import type { Reference } from "../../domain/reference.ts";
import { extensionOfEntry, type UnpackRules } from "../../domain/unpacking.ts";
import { formatOf, isZip } from "./content-check.ts";
import type { UsgsOptions } from "./options.ts";

/**
 * Documents are taken out of a ZIP, also of one behind a link that promises a PDF (U14). Other formats that are ZIPs
 * inside (`xlsx`) are left alone, and so is the ZIP itself where it was asked for.
 */
export function unpacks(head: Uint8Array, reference: Reference, options: UsgsOptions): UnpackRules | null {
  const format = formatOf(reference);
  const opens = format === "pdf" || (format === "zip" && !options.formats.includes("zip"));
  if (!opens || !isZip(head)) return null;
  return {
    extensionOf: (name) => {
      const extension = extensionOfEntry(name);
      return options.formats.includes(extension) ? extension : null;
    },
    whenNone:
      format === "pdf"
        ? { kind: "unexpected_content", expected: "a PDF", seen: "a ZIP archive without one" }
        : { kind: "no_documents", wanted: options.formats.join(", ") },
  };
}
