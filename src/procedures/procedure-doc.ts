/** `ProcedureDoc` v1 (P28): the one schema that types, validation and the shipped JSON Schema come from. */
import { z } from "zod";

export const PROCEDURE_LANGUAGES = ["es", "ca", "eu", "gl", "en"] as const;
export const SOURCE_TYPES = ["age", "ccaa", "local", "boe"] as const;
export const LEVELS = ["estatal", "autonomico", "local"] as const;
export const CHANNELS = ["electronico", "presencial", "mixto"] as const;
export const VERIFIERS = ["manual", "auto"] as const;

const text = z.string().min(1);
const texts = z.array(text);
const uri = z
  .string()
  .refine((value) => URL.canParse(value), { error: "an absolute URL" })
  .meta({ format: "uri" });
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/)
  .meta({ format: "date-time" });
const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]*$/);
const language = z.enum(PROCEDURE_LANGUAGES);

const TERRITORY = z.strictObject({
  nivel: z.enum(LEVELS),
  ccaa: slug.nullable().optional(),
  provincia: slug.nullable().optional(),
  municipio: slug.nullable().optional(),
});

const WAY_TO_APPLY = z.looseObject({
  via: z.string(),
  detalle: z.string(),
  requisito: z.string().optional(),
});

const WHERE_TO_APPLY = z.strictObject({
  urls: z.array(uri).optional(),
  direcciones: texts.optional(),
  cita_previa_url: uri.nullable().optional(),
});

/** What curated files carry from before v1: kept as it is, in whatever form. */
const OLDER = {
  documentos: z.unknown().optional(),
  duracion: z.unknown().optional(),
  cuantias: z.unknown().optional(),
  verificado: z.boolean().optional(),
  fecha_verificacion: z.string().optional(),
};

export const PROCEDURE_DOC = z
  .looseObject({
    version: z.literal(1),
    id: z.string().regex(/^[a-z][a-z0-9_-]{2,80}$/),
    tramite: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,119}$/),
    nombre: z.string().min(5),
    nombre_alternativo: texts.optional(),
    source_url: uri,
    fuente_url: uri,
    source_urls: z.array(uri).min(1),
    source_domain: text,
    source_type: z.enum(SOURCE_TYPES),
    organismo: text,
    organismo_abrev: z
      .string()
      .regex(/^[A-Z]{2,10}$/)
      .optional(),
    territorio: TERRITORY,
    canal: z.enum(CHANNELS).optional(),
    tipo: text.optional(),
    estado: text.optional(),
    descripcion: z.string().min(20),
    requisitos: z.union([text, texts]).optional(),
    documentos_necesarios: texts.optional(),
    plazos: z.union([text, z.record(z.string(), z.string())]).optional(),
    // In curated files an object of fees; null says that it is free.
    tasas: z.union([z.string(), z.null(), z.record(z.string(), z.unknown())]).optional(),
    base_legal: texts.optional(),
    como_solicitar: z.union([z.record(z.string(), z.string()), z.array(WAY_TO_APPLY)]).optional(),
    donde_solicitar: WHERE_TO_APPLY.optional(),
    telefono: text.optional(),
    datos_importantes: z.union([text, texts]).optional(),
    datos_adicionales: z.record(z.string(), z.string()).optional(),
    keywords: texts.min(3),
    tags: z.array(z.string().regex(/^[a-z0-9-]+$/)).optional(),
    idioma: language,
    idioma_secundario: language.optional(),
    idiomas_disponibles: z.array(language).optional(),
    extracted_at: moment,
    verified_at: moment.nullable(),
    verified_by: z.enum(VERIFIERS).nullable(),
    content_hash: z.string().regex(/^[a-f0-9]{64}$/),
    word_count: z.int().min(1),
    completeness_score: z.number().min(0).max(1),
    ...OLDER,
  })
  .meta({
    title: "ProcedureDoc v1",
    description: "A procedure of a Spanish administration, in the one form that all of them are kept in.",
  });

export type ProcedureDoc = z.infer<typeof PROCEDURE_DOC>;
export type Territory = z.infer<typeof TERRITORY>;
export type WhereToApply = z.infer<typeof WHERE_TO_APPLY>;
export type SourceType = (typeof SOURCE_TYPES)[number];
export type ProcedureLanguage = (typeof PROCEDURE_LANGUAGES)[number];

export type ProcedureCheck =
  | { readonly ok: true; readonly procedure: ProcedureDoc }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Problems are lines that name the field: `nombre: Too small …`. */
export function checkProcedure(value: unknown): ProcedureCheck {
  const checked = PROCEDURE_DOC.safeParse(value);
  if (checked.success) return { ok: true, procedure: checked.data };
  const problems = checked.error.issues.map(
    ({ path, message }) => `${path.map(String).join(".") || "document"}: ${message}`,
  );
  return { ok: false, problems };
}

/** The JSON Schema that ships (docs/schema), as the text of its file. */
export function procedureJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(PROCEDURE_DOC, { target: "draft-2020-12" }), null, 2)}\n`;
}
