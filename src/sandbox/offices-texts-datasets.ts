/** What open data portals hold: statistics for the most part, now and then something about procedures. */
export const DATASET_SUBJECTS: readonly string[] = [
  "Calidad del aire por estación",
  "Accidentes de tráfico con víctimas",
  "Padrón continuo por sección censal",
  "Centros docentes no universitarios",
  "Consumo de agua por municipio",
  "Licencias urbanísticas concedidas",
  "Presupuesto de gastos liquidado",
  "Paradas y horarios de autobús",
  "Bibliotecas públicas y préstamos",
  "Puntos de recarga eléctrica",
];

/** With the page of the ministry's office that each is about. */
export const PROCEDURE_DATASETS: readonly (readonly [title: string, path: string])[] = [
  ["Catálogo de trámites: prestación por desempleo", "/tramites/prestacion-desempleo"],
  ["Catálogo de trámites: ayuda al alquiler", "/tramites/ayuda-alquiler-vivienda"],
  ["Catálogo de trámites: becas universitarias", "/tramites/beca-universidad"],
  ["Trámites de dependencia y sus plazos", "/tramites/reconocimiento-dependencia"],
  ["Trámites de extranjería y sus tasas", "/tramites/arraigo-social"],
];
