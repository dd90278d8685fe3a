import type { OfficeVoice } from "./offices-procedure.ts";

const SPANISH_TITLES = {
  about: "Qué es",
  requirements: "Requisitos",
  documents: "Documentación necesaria",
  deadline: "Plazo",
  fee: "Tasas",
  how: "Cómo solicitarlo",
  where: "Dónde",
  laws: "Normativa",
  phone: "Teléfono",
  important: "A tener en cuenta",
};

const ONLINE =
  "Con certificado digital, DNI electrónico o Cl@ve, mediante el botón «Iniciar solicitud» de esta página.";

export const MINISTRY: OfficeVoice = {
  language: "es",
  organism: "Ministerio de Servicios Sociales y Ciudadanía",
  titles: SPANISH_TITLES,
  noFee: "El trámite es gratuito.",
  how: [
    ["Por internet", ONLINE],
    ["En persona", "En las oficinas de atención, con cita previa, de lunes a viernes de 9:00 a 14:00."],
    ["Por teléfono", "De lunes a viernes de 8:00 a 20:00 para pedir información o cita."],
  ],
  where:
    "Oficinas de asistencia en materia de registros y sede electrónica del Ministerio. Paseo de las Acacias, 214, 28999 Villanueva de la Corte.",
  updated: "Última actualización",
};

export const COMMUNITY: OfficeVoice = {
  language: "es",
  organism: "Junta de Valdoria",
  titles: {
    ...SPANISH_TITLES,
    about: "Descripción",
    requirements: "¿Quién puede solicitarlo? Requisitos",
    documents: "Documentos que se deben aportar",
    deadline: "Plazo de presentación",
    how: "Forma de presentación",
    where: "Lugar de presentación",
    laws: "Normativa aplicable",
  },
  noFee: "No se exige tasa.",
  how: [
    ["Telemática", "En la sede electrónica de la Junta, con certificado digital."],
    ["Presencial", "En el registro de las delegaciones provinciales."],
  ],
  where: "Delegaciones provinciales de la Junta de Valdoria y oficinas de Correos.",
  updated: "Fecha de actualización",
};

export const TOWN: OfficeVoice = {
  language: "es",
  organism: "Ayuntamiento de Villaclara del Monte",
  titles: {
    ...SPANISH_TITLES,
    about: "Objeto del trámite",
    documents: "Documentación a presentar",
    deadline: "Plazos",
    fee: "Tasas y precios públicos",
    how: "Tramitación",
    where: "Unidad tramitadora",
    laws: "Legislación aplicable",
  },
  noFee: "Gratuito.",
  how: [
    ["Presencial", "En la Oficina de Atención a la Ciudadanía, plaza Mayor, 1, con cita previa."],
    ["Electrónica", "En la sede electrónica municipal, con certificado o Cl@ve."],
  ],
  where: "Oficina de Atención a la Ciudadanía, plaza Mayor, 1, planta baja.",
  updated: "Actualizado",
};
