import { z } from "zod";

export const JURISDICTIONS = ["age", "ccaa", "local"] as const;
export const ACCESS_METHODS = [
  "sitemap",
  "feed",
  "api",
  "crawl",
  "seed",
  "informational",
  "auth_only",
] as const;
export const API_KINDS = ["boe", "ckan", "datos_gob", "sia"] as const;
export const PRIORITIES = ["P0", "P1", "P2"] as const;

/** Registries from elsewhere name a feed after its format. */
const FEED_ALIASES = ["rss", "atom"] as const;

// An `error` is what should stand there: the reader builds one sentence of it.
const text = z.string({ error: "a text" }).trim().min(1, { error: "a text that is not empty" });

const id = z
  .string({ error: "a text" })
  .regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i, { error: "letters, digits and - . _ (at most 64)" });

const webUrl = z
  .string({ error: "an http or https URL" })
  .refine(isWebUrl, { error: "an http or https URL" });

const language = z
  .string({ error: "a language code such as es or ca" })
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: "a language code such as es or ca" });

const list = <T extends z.ZodType>(item: T) => z.array(item, { error: "a list" });

const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `one of ${words.join(", ")}` });

const accessMethod = z.enum([...ACCESS_METHODS, ...FEED_ALIASES], {
  error: `one of ${ACCESS_METHODS.join(", ")}`,
});

const perSecond = z
  .number({ error: "a number of requests per second, more than 0" })
  .refine((value) => value > 0 && value <= 1000, {
    error: "a number of requests per second, more than 0 and at most 1000",
  });

const anything = z.unknown();

/** The contract of `registry.yaml`, one source. */
const CONTRACT = {
  id,
  name: text,
  name_abbrev: text.optional(),
  jurisdiction: oneOf(JURISDICTIONS),
  ccaa: text.optional(),
  municipio: text.optional(),
  portal_url: webUrl,
  sede_url: webUrl.optional(),
  access_method: accessMethod,
  sitemap_urls: list(webUrl).optional(),
  feed_urls: list(webUrl).optional(),
  api_url: webUrl.optional(),
  api_kind: oneOf(API_KINDS).optional(),
  seed_urls: list(webUrl).optional(),
  path_patterns: list(text).optional(),
  languages: list(language),
  rate_limit_rps: perSecond.optional(),
  priority: oneOf(PRIORITIES).optional(),
};

/** What registries of this kind also carry: accepted, of no effect here. */
const EXTRAS = {
  tier: anything.optional(),
  content_formats: anything.optional(),
  update_frequency: anything.optional(),
  coverage: anything.optional(),
  notes: anything.optional(),
  ccaa_code: text.optional(),
  catalogo_url: anything.optional(),
};

export const ACCEPTED_SOURCE_KEYS: readonly string[] = Object.keys(CONTRACT);

export const REGISTRY_FILE = z.strictObject(
  {
    version: anything.optional(),
    generated_at: anything.optional(),
    notes: anything.optional(),
    extends: z.literal("default", { error: "default (the registry that ships with Levada)" }).optional(),
    sources: list(z.strictObject({ ...CONTRACT, ...EXTRAS }, { error: "keys and values" })).optional(),
  },
  { error: "keys and values" },
);

export const ACCEPTED_FILE_KEYS: readonly string[] = ["extends", "sources", "version", "generated_at"];

export type RegistryFile = z.infer<typeof REGISTRY_FILE>;
export type SourceRow = NonNullable<RegistryFile["sources"]>[number];

/** Credentials in an address would end up in logs and manifests. */
function isWebUrl(value: string): boolean {
  const url = URL.parse(value.trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
