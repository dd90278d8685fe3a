/** Every reader of what others have written. Each room is loaded for itself: what others load would be counted, too. */
import type { FuzzTarget } from "./target.ts";

interface Room {
  readonly names: readonly string[];
  load(): Promise<readonly FuzzTarget[]>;
}

const ROOMS: readonly Room[] = [
  {
    names: ["decode", "robots"],
    load: async () => (await import("./targets/wire.ts")).wireTargets,
  },
  {
    names: ["sitemap", "feed", "page-links", "csv"],
    load: async () => (await import("./targets/finders.ts")).finderTargets,
  },
  {
    names: ["boe-summary", "ckan", "datos-gob", "sia", "usgs-pages", "usgs-ids"],
    load: async () => (await import("./targets/catalogs.ts")).catalogTargets,
  },
  {
    names: ["html", "boe"],
    load: async () => (await import("./targets/html.ts")).htmlTargets,
  },
  {
    names: ["zip", "docx", "docx-text", "odt", "odt-text"],
    load: async () => (await import("./targets/office.ts")).officeTargets,
  },
  {
    names: ["pdf", "pdf-page"],
    load: async () => (await import("./targets/pdf.ts")).pdfTargets,
  },
  {
    names: ["wiki", "wiki-stored"],
    load: async () => (await import("./targets/wiki.ts")).wikiTargets,
  },
  {
    names: ["manifest", "checkpoint", "seed-list", "curated"],
    load: async () => (await import("./targets/stored.ts")).storedTargets,
  },
  {
    names: ["registry", "config"],
    load: async () => (await import("./targets/configuration.ts")).configurationTargets,
  },
  {
    names: ["tokenizer", "safetensors"],
    load: async () => (await import("./targets/models.ts")).modelTargets,
  },
];

/** Not among the others: they are there to be found. */
const PLANTED: Room = {
  names: ["thrown", "violation", "pollution", "hang", "slow", "memory", "died", "nothing"].map(
    (name) => `planted-${name}`,
  ),
  load: async () => (await import("./targets/planted.ts")).plantedTargets,
};

export const TARGET_NAMES: readonly string[] = ROOMS.flatMap(({ names }) => names);

export async function targetNamed(name: string): Promise<FuzzTarget> {
  const room = [...ROOMS, PLANTED].find(({ names }) => names.includes(name));
  const found = (await room?.load())?.find((target) => target.name === name);
  if (found !== undefined) return found;
  throw new Error(`no target ${name}; there are ${TARGET_NAMES.join(", ")}`);
}
