import type { ProcedureText } from "./offices-procedure.ts";

/** Procedures of a ministry: families, dependency, housing. */
export const FAMILY_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "prestacion-cuidado-menor",
    name: "Prestación por cuidado de menor con enfermedad grave",
    about:
      "Es una ayuda económica que compensa la pérdida de ingresos de la persona que reduce su jornada para cuidar de un menor con una enfermedad grave. Se cobra cada mes mientras dura la necesidad de cuidado directo, continuo y permanente.",
    requirements: [
      "Reducir la jornada de trabajo al menos en un 50 %.",
      "Estar de alta y al corriente en el pago de las cotizaciones.",
      "Que ambos progenitores trabajen, salvo en familias monoparentales.",
    ],
    documents: [
      "DNI o NIE de la persona solicitante.",
      "Informe médico del servicio público de salud.",
      "Certificado de la empresa con la fecha de inicio de la reducción de jornada.",
      "Libro de familia o certificado de nacimiento.",
    ],
    deadline:
      "La solicitud se presenta en los {n} días hábiles siguientes al inicio de la reducción de jornada.",
    laws: ["Real Decreto 1148/2011, de 29 de julio, sobre prestaciones por cuidado de menores"],
    important: "La prestación se revisa cada tres meses: avise de cualquier cambio en la situación familiar.",
  },
  {
    slug: "titulo-familia-numerosa",
    name: "Reconocimiento del título de familia numerosa",
    about:
      "El título acredita la condición de familia numerosa y da acceso a bonificaciones en transporte, matrículas y suministros. Tiene validez en todo el territorio.",
    requirements: [
      "Tener tres o más hijos, o dos si alguno tiene discapacidad.",
      "Que los hijos convivan con los progenitores y dependan de ellos.",
      "Residencia legal de todos los miembros de la familia.",
    ],
    documents: [
      "Solicitud firmada.",
      "Libro de familia completo.",
      "Certificado de empadronamiento colectivo.",
    ],
    deadline: "Puede solicitarse en cualquier momento. El plazo de resolución es de {n} días hábiles.",
    laws: ["Ley 40/2013, de 18 de noviembre, de protección a las familias numerosas"],
  },
  {
    slug: "ayuda-nacimiento-adopcion",
    name: "Ayuda por nacimiento o adopción",
    about:
      "Pago único a las familias por cada hijo nacido o adoptado. Se abona en una cuenta bancaria a nombre de la persona beneficiaria.",
    requirements: [
      "Residir legalmente en España.",
      "No superar el límite de ingresos anuales.",
      "Tener inscrito al menor en el Registro Civil.",
    ],
    documents: [
      "Certificado literal de nacimiento.",
      "Declaración de ingresos.",
      "Datos de la cuenta bancaria (IBAN).",
    ],
    deadline: "Un máximo de {n} días naturales desde la inscripción del nacimiento o de la adopción.",
    laws: ["Orden SSC/214/2012, de 3 de marzo, de ayudas a la natalidad"],
  },
  {
    slug: "reconocimiento-dependencia",
    name: "Reconocimiento de la situación de dependencia",
    about:
      "Procedimiento para valorar el grado de dependencia de una persona y determinar los servicios y prestaciones que le corresponden.",
    requirements: [
      "Encontrarse en situación de dependencia en alguno de los grados establecidos.",
      "Residir en territorio español y haberlo hecho durante cinco años.",
    ],
    documents: [
      "DNI o NIE.",
      "Informe de salud en modelo oficial.",
      "Certificado de empadronamiento histórico.",
    ],
    deadline: "El plazo máximo para resolver es de {n} días desde la entrada de la solicitud.",
    laws: ["Ley 39/2016, de 14 de diciembre, de promoción de la autonomía personal"],
  },
  {
    slug: "certificado-discapacidad",
    name: "Reconocimiento del grado de discapacidad",
    about:
      "Valoración que hace un equipo multiprofesional y que termina en un certificado con el grado de discapacidad en porcentaje. A partir del 33 % da acceso a beneficios fiscales y de empleo.",
    requirements: [
      "Tener nacionalidad española o residencia legal.",
      "Presentar deficiencias previsiblemente permanentes.",
    ],
    documents: [
      "Solicitud en modelo normalizado.",
      "Informes médicos y psicológicos actualizados.",
      "Fotocopia del DNI o NIE.",
    ],
    deadline: "La Administración resuelve en {n} días hábiles. La revisión se pide dos años después.",
    laws: ["Real Decreto 888/2012, de 18 de octubre, sobre el grado de discapacidad"],
    important: "Si no recibe respuesta en plazo puede entender desestimada la solicitud y reclamar.",
  },
  {
    slug: "ayuda-alquiler-vivienda",
    name: "Ayuda al alquiler de vivienda habitual",
    about:
      "Subvención mensual de hasta el 50 % de la renta para personas con ingresos limitados que viven de alquiler en su residencia habitual y permanente.",
    requirements: [
      "Ser titular de un contrato de arrendamiento.",
      "Ingresos de la unidad de convivencia inferiores a tres veces el IPREM.",
      "No ser propietario de otra vivienda.",
    ],
    documents: [
      "Contrato de arrendamiento.",
      "Justificantes de pago de los tres últimos meses.",
      "Volante de empadronamiento.",
      "Declaración de la renta.",
    ],
    deadline: "El plazo de presentación es de {n} días naturales desde la publicación de la convocatoria.",
    laws: ["Real Decreto 42/2012, de 18 de enero, del plan de acceso a la vivienda"],
  },
  {
    slug: "bono-alquiler-joven",
    name: "Bono de alquiler para jóvenes",
    about:
      "Ayuda directa de 250 euros al mes, durante un máximo de dos años, para jóvenes de 18 a 35 años que alquilan vivienda o habitación.",
    requirements: [
      "Tener entre 18 y 35 años.",
      "Disponer de una fuente regular de ingresos.",
      "Renta no superior a 600 euros al mes.",
    ],
    documents: ["DNI o NIE.", "Contrato de alquiler o de cesión de habitación.", "Vida laboral."],
    deadline: "Hasta agotar el crédito; la resolución se notifica en {n} días hábiles.",
    laws: ["Real Decreto 43/2012, de 18 de enero, del bono joven"],
  },
  {
    slug: "pension-no-contributiva-jubilacion",
    name: "Pensión de jubilación no contributiva",
    about:
      "Asegura una prestación económica, asistencia médica y servicios sociales a mayores de 65 años que no han cotizado lo suficiente.",
    requirements: [
      "Tener 65 años o más.",
      "Haber residido en España diez años, dos de ellos seguidos antes de la solicitud.",
      "Carecer de ingresos suficientes.",
    ],
    documents: [
      "DNI o NIE.",
      "Certificado de empadronamiento histórico.",
      "Justificante de ingresos de la unidad económica.",
    ],
    deadline: "Se puede solicitar todo el año. Se resuelve en {n} días.",
    laws: ["Real Decreto 357/2011, de 15 de marzo, de pensiones no contributivas"],
  },
  {
    slug: "pension-viudedad",
    name: "Pensión de viudedad",
    about:
      "Prestación vitalicia para quien ha tenido vínculo matrimonial o ha sido pareja de hecho de la persona fallecida.",
    requirements: [
      "Que la persona fallecida hubiera cotizado 500 días en los cinco años anteriores.",
      "No haber contraído nuevo matrimonio.",
    ],
    documents: [
      "Certificado de defunción.",
      "Certificado de matrimonio o de inscripción como pareja de hecho.",
      "DNI o NIE.",
    ],
    deadline:
      "Es imprescriptible, pero los atrasos se pagan solo por los {n} días anteriores a la solicitud.",
    laws: ["Texto refundido de la Ley de Prestaciones, artículos 219 a 223"],
  },
  {
    slug: "ingreso-garantia-hogares",
    name: "Ingreso de garantía para hogares vulnerables",
    about:
      "Renta que garantiza un nivel mínimo de ingresos a los hogares en situación de pobreza. La cuantía es la diferencia entre los ingresos del hogar y la renta garantizada para su tamaño.",
    requirements: [
      "Tener al menos 23 años, o ser mayor de edad con menores a cargo.",
      "Un año de residencia legal y efectiva.",
      "Patrimonio inferior al límite fijado.",
      "Haber solicitado las demás ayudas a las que se tenga derecho.",
    ],
    documents: [
      "DNI, NIE o pasaporte.",
      "Libro de familia.",
      "Certificado de empadronamiento de la unidad de convivencia.",
      "Autorización de consulta de datos fiscales.",
    ],
    deadline:
      "El plazo para resolver y notificar es de {n} días. Sin respuesta, la solicitud se entiende desestimada.",
    laws: ["Ley 19/2011, de 20 de diciembre, del ingreso de garantía", "BOE-A-2011-21007"],
    important: "La solicitud es gratuita: no pague a intermediarios.",
  },
  {
    slug: "subsidio-movilidad",
    name: "Subsidio de movilidad y compensación por gastos de transporte",
    about:
      "Ayuda periódica para personas con discapacidad que no pueden usar el transporte colectivo y se desplazan fuera de su casa.",
    requirements: [
      "Grado de discapacidad igual o superior al 33 %.",
      "Dificultad grave de movilidad acreditada.",
    ],
    documents: ["Certificado de discapacidad con baremo de movilidad.", "DNI o NIE."],
    deadline: "Plazo abierto; efectos desde el día primero del mes siguiente, con resolución en {n} días.",
    laws: ["Real Decreto 383/2014, de 1 de febrero, de prestaciones sociales"],
  },
  {
    slug: "bono-termico",
    name: "Bono térmico para consumidores vulnerables",
    about:
      "Ayuda anual para pagar la calefacción, el agua caliente o la cocina. La reciben sin más trámite quienes tienen el bono eléctrico.",
    requirements: ["Ser beneficiario del bono eléctrico a 31 de diciembre del año anterior."],
    documents: ["No hace falta presentar documentos, salvo cambio de cuenta bancaria."],
    deadline: "Se paga de oficio. Las reclamaciones se presentan en {n} días.",
    laws: ["Real Decreto-ley 15/2018, de 5 de octubre, de protección de los consumidores"],
  },
  {
    slug: "acogimiento-familiar",
    name: "Ofrecimiento para el acogimiento familiar",
    about:
      "Solicitud de las familias que desean acoger a un menor tutelado por la Administración, de urgencia, temporal o permanente.",
    requirements: [
      "Ser mayor de 25 años.",
      "Superar la valoración de idoneidad.",
      "Asistir a la formación inicial.",
    ],
    documents: [
      "Certificado de antecedentes de delitos sexuales.",
      "Certificado médico.",
      "Última declaración de la renta.",
      "Dos fotografías recientes.",
    ],
    deadline: "Abierto todo el año. La valoración termina en {n} días.",
    laws: ["Ley 26/2015, de 28 de julio, de protección a la infancia"],
  },
  {
    slug: "tarjeta-estacionamiento",
    name: "Tarjeta de estacionamiento para personas con movilidad reducida",
    about:
      "Permite aparcar en plazas reservadas y detenerse más tiempo en zonas de carga. Vale en toda la Unión Europea.",
    requirements: ["Movilidad reducida acreditada con dictamen, o agudeza visual igual o inferior a 0,1."],
    documents: ["Dictamen técnico facultativo.", "Una fotografía de carné.", "DNI o NIE."],
    deadline: "Se entrega en {n} días hábiles; se renueva cada cinco años.",
    fee: "6,20 € por duplicado en caso de pérdida; la primera expedición es gratuita.",
    laws: ["Real Decreto 1056/2014, de 12 de diciembre, de la tarjeta de estacionamiento"],
  },
];
