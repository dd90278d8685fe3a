import type { OfficeVoice, ProcedureText } from "./offices-procedure.ts";

export const GALICIAN: OfficeVoice = {
  language: "gl",
  organism: "Ministerio de Servizos Sociais e Cidadanía",
  titles: {
    about: "Que é",
    requirements: "Requisitos",
    documents: "Documentación necesaria",
    deadline: "Prazos",
    fee: "Taxas",
    how: "Como solicitalo",
    where: "Onde solicitalo",
    laws: "Normativa",
    phone: "Teléfono",
    important: "A ter en conta",
  },
  noFee: "O trámite é de balde.",
  how: [
    ["Por internet", "Con certificado dixital ou Cl@ve, desde esta mesma páxina."],
    ["En persoa", "Nas oficinas de atención á cidadanía, con cita previa, de luns a venres."],
  ],
  where: "Oficinas de asistencia en materia de rexistros e sede electrónica do Ministerio.",
  updated: "Última actualización",
};

export const GALICIAN_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "axuda-aluguer-vivenda",
    name: "Axuda ao aluguer da vivenda habitual",
    about:
      "Subvención mensual para as persoas con poucos ingresos que viven de aluguer. A contía pode chegar á metade da renda e págase na conta da persoa beneficiaria.",
    requirements: [
      "Ser titular dun contrato de arrendamento.",
      "Non superar os ingresos máximos da unidade de convivencia.",
      "Non ter outra vivenda en propiedade.",
    ],
    documents: [
      "Contrato de arrendamento.",
      "Recibos dos tres últimos meses.",
      "Volante de empadroamento.",
      "Declaración da renda.",
    ],
    deadline: "As solicitudes preséntanse nos {n} días naturais seguintes á publicación da convocatoria.",
    laws: ["Real decreto 42/2012, do 18 de xaneiro, do plan de acceso á vivenda"],
  },
  {
    slug: "titulo-familia-numerosa",
    name: "Recoñecemento do título de familia numerosa",
    about:
      "Documento que acredita a condición de familia numerosa e dá dereito a descontos no transporte, nas matrículas e nas subministracións do fogar.",
    requirements: [
      "Ter tres fillos ou máis, ou dous se algún ten unha discapacidade.",
      "Convivir todos no mesmo domicilio.",
    ],
    documents: [
      "Libro de familia.",
      "Documento de identidade dos proxenitores.",
      "Certificado de convivencia.",
    ],
    deadline: "Pódese pedir en calquera momento do ano; resólvese en {n} días hábiles.",
    laws: ["Lei 40/2013, do 18 de novembro, de protección ás familias numerosas"],
  },
  {
    slug: "recoñecemento-dependencia",
    name: "Recoñecemento da situación de dependencia",
    about:
      "Valoración do grao de dependencia dunha persoa para determinar os servizos e as prestacións económicas que lle corresponden.",
    requirements: ["Atoparse en situación de dependencia.", "Ter residido cinco anos no Estado."],
    documents: [
      "Informe de saúde no modelo oficial.",
      "Documento de identidade.",
      "Certificado de empadroamento histórico.",
    ],
    deadline: "O prazo máximo para resolver é de {n} días desde a entrada da solicitude.",
    laws: ["Lei 39/2016, do 14 de decembro, de promoción da autonomía persoal"],
    important: "Se non recibe resposta dentro do prazo, pode presentar unha reclamación.",
  },
];
