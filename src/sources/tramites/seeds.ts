/** A procedure that people curated by hand: ground truth for what is read automatically. */
export interface CuratedSeed {
  /** The name of its file in `data/tramites`. */
  readonly tramite: string;
  readonly nombre: string;
  /** Its page, as the curated file names it (`fuente_url`). */
  readonly url: string;
}

/** The eight procedures that everything began with. Their pages are `seed_urls` of their sources in registry.yaml. */
export const CURATED_SEEDS: readonly CuratedSeed[] = [
  {
    tramite: "prestacion_desempleo",
    nombre: "Prestación por Desempleo (Paro)",
    url: "https://www.sepe.es/HomeSepe/prestaciones-desempleo/prestacion-contributiva.html",
  },
  {
    tramite: "imv",
    nombre: "Ingreso Mínimo Vital",
    url: "https://www.seg-social.es/wps/portal/wss/internet/Trabajadores/PrestacionesPensionesTrabajadores/65850d68-8d06-4645-bde7-05374ee42ac7",
  },
  {
    tramite: "empadronamiento",
    nombre: "Empadronamiento / Alta en el Padrón Municipal",
    url: "https://www.madrid.es/portales/munimadrid/es/Inicio/El-Ayuntamiento/Empadronamiento",
  },
  {
    tramite: "tarjeta_sanitaria",
    nombre: "Tarjeta Sanitaria Individual (TSI)",
    url: "https://www.comunidad.madrid/servicios/salud/tarjeta-sanitaria",
  },
  {
    tramite: "nie_tie",
    nombre: "NIE (Número de Identidad de Extranjero) / TIE (Tarjeta de Identidad de Extranjero)",
    url: "https://www.inclusion.gob.es/web/migraciones/informacion-util/tramites",
  },
  {
    tramite: "ayuda_alquiler",
    nombre: "Ayuda al Alquiler / Bono Alquiler Joven",
    url: "https://www.mivau.gob.es/vivienda",
  },
  {
    tramite: "certificado_discapacidad",
    nombre: "Certificado de Discapacidad (Reconocimiento del Grado de Discapacidad)",
    url: "https://www.comunidad.madrid/servicios/servicios-sociales/discapacidad",
  },
  {
    tramite: "justicia_gratuita",
    nombre: "Justicia Gratuita / Asistencia Jurídica Gratuita (Turno de Oficio)",
    url: "https://www.mjusticia.gob.es/es/ciudadania/tramites/asistencia-juridica-gratuita",
  },
];

/** How two spellings of one address are known to be one; null for what is no web address. */
export type Canonical = (url: string) => string | null;
