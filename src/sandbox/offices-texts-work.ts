import type { ProcedureText } from "./offices-procedure.ts";

/** Procedures of a ministry: work, study, enterprise. */
export const WORK_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "prestacion-desempleo",
    name: "Prestación contributiva por desempleo",
    about:
      "Conocida como el paro, protege a quien puede y quiere trabajar y ha perdido su empleo. La duración depende de lo cotizado en los seis años anteriores.",
    requirements: [
      "Estar en situación legal de desempleo.",
      "Haber cotizado al menos 360 días.",
      "Suscribir el acuerdo de actividad.",
      "No haber cumplido la edad ordinaria de jubilación.",
    ],
    documents: [
      "DNI o NIE.",
      "Certificado de empresa.",
      "Libro de familia, si hay hijos a cargo.",
      "Cuenta bancaria.",
    ],
    deadline:
      "Dentro de los {n} días hábiles siguientes al fin del contrato. Fuera de plazo se pierden días de prestación.",
    laws: ["Texto refundido de la Ley de Protección por Desempleo, artículos 262 a 281"],
    important: "Pida cita previa: sin ella no se atiende en la oficina.",
  },
  {
    slug: "subsidio-mayores-52",
    name: "Subsidio por desempleo para mayores de 52 años",
    about:
      "Ayuda mensual hasta la jubilación para personas desempleadas de 52 años o más que han agotado otras prestaciones.",
    requirements: [
      "Tener 52 años cumplidos.",
      "Haber cotizado seis años por desempleo.",
      "Rentas propias inferiores al 75 % del salario mínimo.",
    ],
    documents: ["DNI o NIE.", "Declaración de rentas.", "Justificante de demanda de empleo."],
    deadline: "Los {n} días hábiles siguientes al mes de espera.",
    laws: ["Real Decreto-ley 8/2019, de 8 de marzo, de protección social"],
  },
  {
    slug: "inscripcion-demanda-empleo",
    name: "Inscripción como demandante de empleo",
    about:
      "Alta en el servicio de empleo para buscar trabajo, acceder a cursos y poder pedir prestaciones. También se la conoce como sellar el paro cuando se renueva.",
    requirements: [
      "Tener 16 años o más.",
      "Permiso de trabajo, en el caso de personas de fuera de la Unión Europea.",
    ],
    documents: ["DNI o NIE.", "Título de mayor nivel de estudios.", "Número de afiliación."],
    deadline: "En cualquier momento; la demanda se renueva cada {n} días.",
    laws: ["Ley 3/2013, de 28 de febrero, de empleo"],
  },
  {
    slug: "capitalizacion-desempleo",
    name: "Pago único de la prestación por desempleo",
    about:
      "Cobro de una sola vez de la prestación pendiente para quien empieza una actividad como autónomo o socio de una cooperativa.",
    requirements: [
      "Tener pendientes al menos tres mensualidades.",
      "No haber cobrado el pago único en los cuatro años anteriores.",
    ],
    documents: [
      "Memoria del proyecto de inversión.",
      "DNI o NIE.",
      "Proyecto de estatutos, si se trata de una sociedad.",
    ],
    deadline:
      "Antes del inicio de la actividad. La actividad empieza en los {n} días siguientes a la resolución.",
    laws: ["Real Decreto 1044/2015, de 19 de junio, de fomento del empleo autónomo"],
  },
  {
    slug: "alta-autonomos",
    name: "Alta en el régimen de trabajo autónomo",
    about:
      "Afiliación y alta de quien va a trabajar por cuenta propia de forma habitual, personal y directa.",
    requirements: ["Ser mayor de 18 años.", "Ejercer una actividad económica a título lucrativo."],
    documents: [
      "Declaración censal de la actividad.",
      "DNI o NIE.",
      "Cuenta bancaria para el cobro de las cuotas.",
    ],
    deadline: "Con un máximo de {n} días naturales de antelación al inicio de la actividad.",
    laws: ["Real Decreto 84/2016, de 26 de enero, de inscripción y afiliación"],
  },
  {
    slug: "cuota-reducida-autonomos",
    name: "Cuota reducida por inicio de actividad autónoma",
    about:
      "Reducción de la cuota mensual durante el primer año de actividad, que puede prorrogarse otro año si los ingresos son bajos.",
    requirements: ["No haber estado de alta en los dos años anteriores.", "Estar al corriente de pago."],
    documents: ["Solicitud en el momento del alta.", "Declaración de rendimientos previstos."],
    deadline: "Junto con el alta; la prórroga, {n} días antes de que termine el primer año.",
    laws: ["Real Decreto-ley 13/2012, de 26 de julio, de cotización por ingresos reales"],
  },
  {
    slug: "beca-estudios-postobligatorios",
    name: "Beca de estudios postobligatorios",
    about:
      "Beca de carácter general para bachillerato, formación profesional, enseñanzas artísticas e idiomas. Se compone de cuantías fijas y de una cuantía variable.",
    requirements: [
      "No superar los umbrales de renta y patrimonio familiar.",
      "Estar matriculado en un curso completo.",
      "Cumplir los requisitos académicos.",
    ],
    documents: [
      "DNI o NIE de los miembros de la familia mayores de 14 años.",
      "Datos de la cuenta bancaria del estudiante.",
    ],
    deadline: "La convocatoria permanece abierta {n} días.",
    laws: ["Real Decreto 1721/2017, de 21 de diciembre, de becas y ayudas al estudio"],
  },
  {
    slug: "beca-universidad",
    name: "Beca para estudios universitarios",
    about:
      "Cubre la matrícula y concede cuantías ligadas a la renta, a la residencia durante el curso y a la excelencia académica.",
    requirements: [
      "Matrícula de al menos 60 créditos, o de 30 en matrícula parcial.",
      "Umbrales de renta familiar.",
      "Nota de acceso mínima de 5 puntos.",
    ],
    documents: ["DNI o NIE.", "Contrato de alquiler, si se vive fuera de casa."],
    deadline: "Del 1 de marzo y durante {n} días naturales.",
    laws: ["Real Decreto 1721/2017, de 21 de diciembre, de becas y ayudas al estudio"],
  },
  {
    slug: "homologacion-titulos-extranjeros",
    name: "Homologación de títulos extranjeros de educación superior",
    about:
      "Reconocimiento oficial de la formación superada para obtener un título extranjero, con los mismos efectos que el español de referencia.",
    requirements: [
      "Poseer un título oficial de educación superior.",
      "Acreditar la competencia lingüística.",
    ],
    documents: [
      "Título legalizado o apostillado.",
      "Certificación académica de los estudios.",
      "Traducción oficial al castellano.",
      "Documento de identidad.",
    ],
    deadline: "La resolución se dicta en {n} días hábiles.",
    fee: "166,50 € (tasa 107, modelo 790).",
    laws: ["Real Decreto 889/2012, de 18 de octubre, de homologación y equivalencia"],
  },
  {
    slug: "acreditacion-competencias",
    name: "Acreditación de competencias profesionales",
    about:
      "Reconoce lo que se ha aprendido en el trabajo y lo convierte en una acreditación oficial que suma para un título de formación profesional.",
    requirements: [
      "Haber cumplido 18 años, o 20 para el nivel superior.",
      "Tres años de experiencia con 2.000 horas trabajadas.",
    ],
    documents: ["Informe de vida laboral.", "Contratos o certificados de empresa.", "Historial profesional."],
    deadline: "Procedimiento permanente; el asesoramiento comienza en {n} días.",
    fee: "24,00 € por el asesoramiento y 12,00 € por cada unidad evaluada. Exentos los desempleados.",
    laws: ["Real Decreto 659/2013, de 18 de julio, de formación profesional"],
  },
  {
    slug: "reclamacion-salarios",
    name: "Reclamación de salarios e indemnizaciones al fondo de garantía",
    about:
      "Cobro de los salarios y de las indemnizaciones que la empresa no pudo pagar por insolvencia o concurso.",
    requirements: [
      "Tener reconocida la deuda por sentencia, acto de conciliación o administración concursal.",
    ],
    documents: ["Título que reconoce la deuda.", "Auto de insolvencia.", "DNI o NIE.", "Modelo 145 firmado."],
    deadline: "Un año desde el título; la notificación llega en {n} días.",
    laws: ["Texto refundido del Estatuto del Trabajo, artículo 33"],
  },
  {
    slug: "vida-laboral",
    name: "Informe de vida laboral",
    about: "Documento con todas las altas y bajas de una persona en el sistema y el total de días cotizados.",
    requirements: ["Haber estado de alta alguna vez."],
    documents: ["DNI o NIE, o certificado electrónico."],
    deadline: "Inmediato por internet; por correo postal llega en {n} días.",
    laws: ["Real Decreto 84/2016, de 26 de enero, de inscripción y afiliación"],
  },
  {
    slug: "ayuda-comedor-escolar",
    name: "Ayuda de comedor escolar",
    about:
      "Paga el menú de los alumnos de centros públicos y concertados cuyas familias tienen menos recursos.",
    requirements: [
      "Estar escolarizado en segundo ciclo de infantil, primaria o secundaria.",
      "Renta familiar dentro de los límites.",
    ],
    documents: ["Solicitud sellada por el centro.", "Libro de familia.", "Declaración de la renta."],
    deadline: "Los {n} primeros días hábiles de septiembre.",
    laws: ["Orden EFP/88/2013, de 2 de junio, de ayudas de comedor"],
  },
];
