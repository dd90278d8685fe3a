/** ODT in the form of all documents (P18, P20). */
import { EXTRACTOR_VERSION } from "../version.ts";
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { headBoldLines } from "../bold-heads.ts";
import { documentProperties } from "../document-properties.ts";
import {
  clockOf,
  type DocumentBytes,
  documentOf,
  type DocumentReading,
  readingOrFailure,
  Refusal,
  repaired,
} from "../document-reading.ts";
import { captionTables } from "../html/captions.ts";
import { asDataTables } from "../html/data-tables.ts";
import { elementsOf, type PageElement } from "../html/element.ts";
import { readingOf } from "../html/markdown.ts";
import type { TextServices } from "../text-services.ts";
import { openParts, type ZipParts } from "../zip/zip-parts.ts";
import { readOdf } from "./odf-names.ts";
import { OdtStyles } from "./odt-styles.ts";
import { OdtTree } from "./odt-tree.ts";

export function readOdt(raw: DocumentBytes, services: TextServices = {}): Promise<DocumentReading> {
  return readingOrFailure(() => documentIn(raw, services));
}

async function documentIn({ bytes, url }: DocumentBytes, services: TextServices): Promise<ExtractedDocument> {
  const started = clockOf(services)();
  const parts = await openParts(bytes);
  await refuseEncrypted(parts);
  if (!parts.has("content.xml")) throw new Refusal("unreadable", "it has no content.xml");
  const properties = documentProperties(await parts.read("meta.xml"));
  const body = await bodyOf(parts);
  if (!body.hasBody) throw new Refusal("unreadable", "its content.xml has no text (office:text)");
  const tree = body.finish();
  const issues = repairTree(tree, services);
  captionTables(tree);
  headBoldLines(tree);
  asDataTables(tree);
  const reading = readingOf(tree, url);
  return documentOf(
    {
      url,
      type: "odt",
      title: properties.title || (reading.headings[0]?.text ?? ""),
      reading,
      tool: `levada-odt/${EXTRACTOR_VERSION}`,
      started,
      issues,
      partial: body.isCut,
      declaredLanguage: properties.language,
      fields: body.fields,
    },
    services,
  );
}

/** The manifest stays readable, and says how the rest is encrypted (ODF 1.2 part 3, 3.4). */
async function refuseEncrypted(parts: ZipParts): Promise<void> {
  const manifest = Buffer.from(await parts.read("META-INF/manifest.xml"));
  if (/<(?:\w{1,20}:)?encryption-data[\s/>]/.test(manifest.toString("latin1")))
    throw new Refusal("encrypted", "it is protected by a password");
}

async function bodyOf(parts: ZipParts): Promise<OdtTree> {
  const styles = new OdtStyles();
  await readOdf(parts.stream("styles.xml"), {
    open: (name, attributes) => styles.open(name, attributes),
    close: (name) => styles.close(name),
    text() {},
  });
  const tree = new OdtTree(styles);
  await readOdf(parts.stream("content.xml"), tree);
  return tree;
}

/** True where something stays doubtful. */
function repairTree(tree: PageElement, services: TextServices): boolean {
  let hasIssues = false;
  for (const element of elementsOf(tree)) {
    element.children = element.children.map((child) => {
      if (typeof child !== "string") return child;
      const { text, issues } = repaired(child, services);
      hasIssues ||= issues;
      return text;
    });
  }
  return hasIssues;
}
