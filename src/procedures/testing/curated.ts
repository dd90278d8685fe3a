/** Files as people wrote them before v1, in their own order and with fields of their own. */
export const CURATED_FILES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alta_padron: {
    keywords: ["padron", "volante", "mudanza", "تسجيل"],
    tramite: "alta_padron",
    nombre: "Alta en el padrón",
    organismo: "Ayuntamiento (Salamanca)",
    descripcion: "Registro de quienes viven en el municipio.",
    quien_puede: ["Quien vive aquí"],
    documentos: { identidad: ["DNI", "Pasaporte"], vivienda: ["Contrato de alquiler"] },
    como_hacerlo_salamanca: [
      { paso: 1, accion: "Pedir cita previa", detalle: "En la oficina o por teléfono" },
    ],
    telefono_cita: "010",
    fuente_url: "https://www.aytosalamanca.es/padron",
    verificado: true,
    fecha_verificacion: "2025-01-15",
  },
  beca_comedor: {
    tramite: "beca_comedor",
    nombre: "Beca de comedor escolar",
    organismo: "Consejería de Educación",
    descripcion: "Paga el comedor del colegio a familias con pocos ingresos.",
    requisitos: ["Estudiar en un centro público.", "Ingresos inferiores a 20.000 € anuales."],
    documentos: ["DNI de los padres", "Libro de familia"],
    cuantias_2024: { maxima: "4,88 €/día", nota: { es: "Por día lectivo" } },
    plazos: { solicitud: "Del 1 al 20 de junio" },
    tasas: { general: "Gratuito" },
    como_solicitar: [{ via: "Online", detalle: "En la sede electrónica", requisito: "Certificado digital" }],
    keywords: ["beca comedor", "comedor escolar", "ayuda comedor"],
    fuente_url: "https://www.educa.example.es/comedor/",
  },
};
