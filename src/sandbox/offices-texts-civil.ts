import type { ProcedureText } from "./offices-procedure.ts";

/** Procedures of a ministry: papers, civil status, foreigners, justice. */
export const CIVIL_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "tarjeta-identidad-extranjero",
    name: "Tarjeta de identidad de extranjero (TIE)",
    about:
      "Documento que identifica a la persona extranjera con autorización para permanecer en España más de seis meses. Lleva el número de identidad de extranjero (NIE).",
    requirements: [
      "Tener concedida una autorización de residencia o de estancia.",
      "Presentarse en persona para la toma de huellas.",
    ],
    documents: [
      "Solicitud en modelo EX-17.",
      "Pasaporte en vigor.",
      "Fotografía en color con fondo blanco.",
      "Justificante del pago de la tasa.",
    ],
    deadline: "Se solicita en los {n} días siguientes a la entrada en España o a la concesión.",
    fee: "16,08 € la primera tarjeta; 19,30 € la renovación (tasa 012).",
    laws: ["Ley Orgánica 4/2010, de 11 de enero, sobre derechos de los extranjeros"],
    important: "Recoja la tarjeta en la misma oficina en que dejó sus huellas.",
  },
  {
    slug: "arraigo-social",
    name: "Autorización de residencia por arraigo social",
    about:
      "Autorización temporal para quienes llevan tiempo en España sin papeles y pueden demostrar vínculos familiares o integración.",
    requirements: [
      "Permanencia continuada de dos años.",
      "Carecer de antecedentes penales.",
      "Informe de integración social o vínculos familiares.",
    ],
    documents: [
      "Pasaporte completo.",
      "Certificados de empadronamiento.",
      "Informe de arraigo.",
      "Contrato de trabajo o medios económicos.",
    ],
    deadline: "El plazo de resolución es de {n} días; transcurrido sin respuesta, se entiende denegada.",
    fee: "38,28 € (tasa 052).",
    laws: ["Real Decreto 1155/2014, de 19 de noviembre, reglamento de extranjería"],
  },
  {
    slug: "nacionalidad-residencia",
    name: "Nacionalidad española por residencia",
    about:
      "Concesión de la nacionalidad a quien ha vivido en España de forma legal y continuada: diez años en general, cinco para refugiados, dos para algunos países y uno en casos especiales.",
    requirements: [
      "Residencia legal, continuada e inmediatamente anterior.",
      "Buena conducta cívica.",
      "Superar las pruebas de lengua y de conocimientos constitucionales.",
    ],
    documents: [
      "Certificado de nacimiento legalizado.",
      "Certificado de antecedentes penales del país de origen.",
      "Diplomas de las pruebas.",
      "Justificante de la tasa.",
    ],
    deadline: "Se resuelve en un año. La jura se hace en los {n} días siguientes a la notificación.",
    fee: "104,05 € (tasa 790, código 026).",
    laws: ["Código Civil, artículos 21 y 22", "Real Decreto 1004/2015, de 6 de noviembre"],
  },
  {
    slug: "reagrupacion-familiar",
    name: "Reagrupación familiar",
    about: "Permite a la persona residente traer a su cónyuge, a sus hijos y a sus ascendientes.",
    requirements: [
      "Haber renovado la autorización inicial.",
      "Vivienda adecuada.",
      "Ingresos del 150 % del IPREM para dos personas.",
    ],
    documents: [
      "Solicitud EX-02.",
      "Informe de vivienda adecuada.",
      "Nóminas o declaración de la renta.",
      "Documentos del parentesco.",
    ],
    deadline: "La resolución se notifica en {n} días; el visado se pide en los dos meses siguientes.",
    fee: "10,94 € por familiar.",
    laws: ["Real Decreto 1155/2014, de 19 de noviembre, reglamento de extranjería"],
  },
  {
    slug: "certificado-nacimiento",
    name: "Certificado de nacimiento",
    about:
      "Documento que expide el Registro Civil y da fe del hecho del nacimiento, de la fecha, de la filiación y del sexo del inscrito.",
    requirements: [
      "Cualquier persona que lo necesite puede pedirlo, salvo los casos de publicidad restringida.",
    ],
    documents: [
      "Nombre y apellidos, fecha y lugar de nacimiento de la persona inscrita.",
      "DNI de quien lo solicita, si se pide en la oficina.",
    ],
    deadline: "Al momento en los registros digitalizados; los demás se envían por correo en {n} días.",
    laws: ["Ley 20/2011, de 21 de julio, del Registro Civil"],
  },
  {
    slug: "inscripcion-matrimonio",
    name: "Inscripción de matrimonio en el Registro Civil",
    about: "Registra el matrimonio celebrado en forma civil o religiosa para que tenga todos los efectos.",
    requirements: ["Expediente matrimonial resuelto.", "Acta o certificación de la celebración."],
    documents: [
      "Certificación de la iglesia o confesión, en su caso.",
      "DNI o pasaporte de los contrayentes.",
    ],
    deadline: "La certificación religiosa se entrega en los {n} días siguientes a la celebración.",
    laws: ["Ley 20/2011, de 21 de julio, del Registro Civil"],
  },
  {
    slug: "antecedentes-penales",
    name: "Certificado de antecedentes penales",
    about: "Acredita la carencia o la existencia de antecedentes penales en la fecha en que se expide.",
    requirements: ["Ser mayor de 18 años.", "Solicitarlo la propia persona o su representante."],
    documents: ["Modelo 790 con la tasa pagada.", "DNI, NIE o pasaporte en vigor."],
    deadline: "El plazo de expedición es de {n} días hábiles como máximo.",
    fee: "3,86 € (tasa 006).",
    laws: ["Real Decreto 95/2019, de 6 de febrero, del sistema de registros de justicia"],
  },
  {
    slug: "justicia-gratuita",
    name: "Asistencia jurídica gratuita",
    about:
      "Abogado y procurador sin coste para quienes acreditan insuficiencia de recursos. Incluye el asesoramiento previo al proceso.",
    requirements: [
      "Ingresos brutos por debajo de dos veces el IPREM, según el tamaño de la familia.",
      "Litigar por derechos propios.",
    ],
    documents: [
      "Solicitud firmada por todos los miembros mayores de edad.",
      "DNI o NIE.",
      "Certificado de empadronamiento.",
      "Declaración de la renta.",
    ],
    deadline: "Antes de la demanda o de contestarla; el colegio designa abogado en {n} días.",
    laws: ["Ley 1/2016, de 10 de enero, de asistencia jurídica gratuita"],
  },
  {
    slug: "pasaporte-ordinario",
    name: "Expedición del pasaporte ordinario",
    about:
      "Documento público, personal e intransferible que acredita fuera de España la identidad y la nacionalidad.",
    requirements: ["Tener la nacionalidad española.", "Acudir en persona con cita previa."],
    documents: [
      "DNI en vigor.",
      "Fotografía reciente de 32 × 26 mm.",
      "Pasaporte anterior, si no ha caducado.",
    ],
    deadline: "Se entrega en el acto. Vale diez años; la cita se da en {n} días.",
    fee: "30,00 €. Gratuito para familias numerosas.",
    laws: ["Real Decreto 896/2013, de 11 de julio, de expedición del pasaporte"],
  },
  {
    slug: "canje-permiso-conducir",
    name: "Canje del permiso de conducir extranjero",
    about: "Cambio del permiso expedido en un país con convenio por el equivalente español.",
    requirements: [
      "Residencia legal en España.",
      "Permiso en vigor y obtenido antes de la residencia.",
      "Edad mínima exigida.",
    ],
    documents: [
      "Permiso original y su traducción.",
      "Informe de aptitud psicofísica.",
      "Fotografía de 32 × 26 mm.",
    ],
    deadline: "El permiso extranjero deja de valer a los seis meses de residencia. El canje tarda {n} días.",
    fee: "28,87 € (tasa 2.3).",
    laws: ["Real Decreto 818/2019, de 8 de mayo, reglamento de conductores"],
  },
  {
    slug: "proteccion-internacional",
    name: "Solicitud de protección internacional",
    about: "Petición de asilo o de protección subsidiaria de quien teme ser perseguido en su país.",
    requirements: [
      "Estar en territorio español o en un puesto fronterizo.",
      "Exponer personalmente los motivos en una entrevista.",
    ],
    documents: [
      "Pasaporte o documento de viaje, si se tiene.",
      "Pruebas que apoyen el relato.",
      "Dos fotografías.",
    ],
    deadline: "En el plazo de {n} días desde la entrada en España.",
    laws: ["Ley 12/2019, de 30 de octubre, reguladora del derecho de asilo"],
    important: "La persona solicitante tiene derecho a intérprete y a abogado gratuitos.",
  },
  {
    slug: "cambio-nombre-apellidos",
    name: "Cambio de nombre o de apellidos",
    about:
      "Procedimiento ante el Registro Civil para usar otro nombre, invertir los apellidos o adaptarlos a otra lengua oficial.",
    requirements: ["Ser mayor de 16 años o actuar con representante.", "Uso habitual del nombre pedido."],
    documents: [
      "Certificado literal de nacimiento.",
      "Certificado de empadronamiento.",
      "Pruebas del uso habitual.",
    ],
    deadline: "El encargado resuelve en {n} días hábiles.",
    laws: ["Ley 20/2011, de 21 de julio, del Registro Civil, artículos 51 a 57"],
  },
  {
    slug: "fe-de-vida",
    name: "Fe de vida y estado",
    about:
      "Acredita que una persona vive y cuál es su estado civil. Se pide sobre todo para cobrar pensiones del extranjero.",
    requirements: ["Comparecer en persona, o justificar con parte médico que no es posible."],
    documents: ["DNI o pasaporte.", "Libro de familia, para el estado civil."],
    deadline: "Se expide en el acto; vale {n} días.",
    laws: ["Reglamento del Registro Civil, artículo 363"],
  },
];

/** Not in any sitemap: only someone who knows the address gets there. */
export const UNLISTED_PROCEDURE: ProcedureText = {
  slug: "tarjeta-sanitaria-europea",
  name: "Tarjeta sanitaria europea",
  about:
    "Da derecho a recibir las prestaciones sanitarias necesarias durante una estancia temporal en otro país de la Unión Europea, en las mismas condiciones que sus asegurados.",
  requirements: [
    "Tener derecho a la asistencia sanitaria pública.",
    "Estancia temporal: turismo, estudios o trabajo.",
  ],
  documents: ["DNI o NIE.", "Número de afiliación."],
  deadline: "Llega al domicilio en {n} días. Vale dos años.",
  laws: ["Reglamento (CE) 883/2004, artículo 19"],
};
