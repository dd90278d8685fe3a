import type { ProcedureText } from "./offices-procedure.ts";

/** Procedures of an autonomous community. Only characters of windows-1252: some pages are sent in it. */
export const COMMUNITY_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "ayuda-alquiler-joven",
    name: "Ayudas al alquiler para jóvenes de Valdoria",
    about:
      "Subvención de hasta 200 € al mes para menores de 36 años que viven de alquiler en un municipio de la comunidad. Es compatible con la ayuda estatal hasta el límite de la renta.",
    requirements: [
      "Tener entre 18 y 35 años.",
      "Estar empadronado en Valdoria desde hace un año.",
      "Renta mensual no superior a 550 €.",
    ],
    documents: [
      "Contrato de arrendamiento.",
      "Certificado de empadronamiento.",
      "Última declaración del impuesto sobre la renta.",
    ],
    deadline: "Desde el día siguiente a la publicación en el boletín y durante {n} días hábiles.",
    laws: ["Orden de 14 de febrero de 2012, de la Consejería de Vivienda"],
  },
  {
    slug: "renta-valdoriana-inclusion",
    name: "Renta valdoriana de inclusión",
    about:
      "Prestación económica mensual para cubrir las necesidades básicas de las familias en riesgo de exclusión, unida a un plan de inserción.",
    requirements: [
      "Residir en la comunidad con un año de antelación.",
      "Carecer de recursos suficientes.",
      "Firmar el compromiso de inserción.",
    ],
    documents: [
      "DNI o NIE de toda la familia.",
      "Informe social del ayuntamiento.",
      "Justificantes de ingresos.",
    ],
    deadline: "Abierto todo el año; se resuelve en {n} días.",
    laws: ["Ley 7/2011, de 30 de junio, de inclusión social de Valdoria"],
    important: "Si cambia de domicilio debe comunicarlo en quince días.",
  },
  {
    slug: "tarjeta-sanitaria-individual",
    name: "Tarjeta sanitaria individual",
    about:
      "Documento que identifica a cada persona en el servicio de salud y da acceso a los centros y a la receta electrónica.",
    requirements: ["Tener reconocido el derecho a la asistencia sanitaria.", "Residir en Valdoria."],
    documents: ["DNI o NIE.", "Volante de empadronamiento."],
    deadline: "Llega al domicilio en {n} días. Mientras tanto vale el resguardo.",
    fee: "4,50 € por duplicado; la primera es gratuita.",
    laws: ["Decreto 11/2014, de 4 de abril, de la tarjeta sanitaria"],
  },
  {
    slug: "admision-escuelas-infantiles",
    name: "Admisión en escuelas infantiles de 0 a 3 años",
    about:
      "Solicitud de plaza en las escuelas infantiles públicas para el curso siguiente. El baremo valora la renta, los hermanos y la distancia.",
    requirements: [
      "Haber nacido el niño o la niña antes del 1 de octubre.",
      "Domicilio o trabajo en la zona.",
    ],
    documents: ["Libro de familia.", "Certificado de empadronamiento.", "Nóminas de los progenitores."],
    deadline: "Del 1 de abril y durante {n} días naturales.",
    laws: ["Resolución de 2 de marzo de 2013, de la Dirección General de Educación Infantil"],
  },
  {
    slug: "licencia-pesca-continental",
    name: "Licencia de pesca continental",
    about:
      "Autoriza a pescar en los ríos y embalses de la comunidad. Para los cotos hace falta además un permiso diario.",
    requirements: [
      "No estar inhabilitado por sanción firme.",
      "Los menores de 14 años, con autorización paterna.",
    ],
    documents: ["DNI, NIE o pasaporte.", "Justificante del pago."],
    deadline: "Se obtiene al momento; vale un año. La renovación se puede pedir {n} días antes.",
    fee: "11,80 € al año. Gratuita para mayores de 65 años.",
    laws: ["Ley 9/2013, de 12 de diciembre, de pesca de Valdoria"],
  },
  {
    slug: "inscripcion-pareja-hecho",
    name: "Inscripción de parejas de hecho",
    about:
      "Registro de la unión estable de dos personas que conviven, con los efectos que reconoce la ley autonómica.",
    requirements: [
      "Ser mayores de edad.",
      "Seis meses de convivencia.",
      "No estar casados ni inscritos con otra persona.",
    ],
    documents: [
      "Certificado de estado civil.",
      "Certificado de empadronamiento conjunto.",
      "DNI o NIE de ambos.",
    ],
    deadline: "Resolución en {n} días hábiles.",
    laws: ["Ley 3/2012, de 8 de mayo, de parejas de hecho"],
  },
  {
    slug: "ayudas-autoconsumo",
    name: "Ayudas a instalaciones de autoconsumo solar",
    about: "Subvención para instalar placas fotovoltaicas y baterías en viviendas y comunidades de vecinos.",
    requirements: [
      "Ser propietario o comunidad de propietarios.",
      "Que la obra no haya empezado antes de la solicitud.",
    ],
    documents: ["Presupuesto desglosado.", "Memoria técnica.", "Autorización de los vecinos, si procede."],
    deadline: "Hasta agotar fondos; la instalación se justifica en {n} días.",
    laws: ["Decreto 63/2014, de 9 de julio, de energía"],
  },
  {
    slug: "carne-joven",
    name: "Carné joven",
    about: "Tarjeta con descuentos en transporte, cultura y alojamiento para personas de 14 a 30 años.",
    requirements: ["Tener entre 14 y 30 años."],
    documents: ["DNI o NIE.", "Fotografía."],
    deadline: "Se envía en {n} días.",
    fee: "8,00 €",
    laws: ["Decreto 5/2011, de 20 de enero, de juventud"],
  },
  {
    slug: "familia-monoparental",
    name: "Título de familia monoparental",
    about:
      "Reconoce a las familias con un solo progenitor y les da acceso a bonificaciones en escuelas infantiles y transporte.",
    requirements: ["Un solo progenitor con la guarda de los hijos.", "Residir en la comunidad."],
    documents: ["Libro de familia.", "Convenio regulador o sentencia.", "Certificado de convivencia."],
    deadline: "Se resuelve en {n} días hábiles.",
    laws: ["Decreto 26/2013, de 10 de marzo, de familias monoparentales"],
  },
  {
    slug: "subvencion-rehabilitacion-edificios",
    name: "Subvención para la rehabilitación de edificios",
    about:
      "Ayudas para ascensores, aislamiento y reparación de fachadas en edificios de más de treinta años – también en los de una sola vivienda.",
    requirements: [
      "Edificio anterior a 2005.",
      "Informe de evaluación favorable.",
      "Acuerdo de la comunidad de propietarios.",
    ],
    documents: ["Proyecto técnico.", "Acta de la junta de propietarios.", "Tres presupuestos."],
    deadline: "Durante los {n} días siguientes a la convocatoria.",
    laws: ["Orden de 3 de mayo de 2014, de la Consejería de Vivienda"],
  },
  {
    slug: "registro-voluntades-anticipadas",
    name: "Registro de voluntades anticipadas",
    about:
      "Inscripción del documento en que una persona dice qué cuidados quiere recibir cuando no pueda expresarlo. Se conoce como “testamento vital”.",
    requirements: ["Ser mayor de edad y capaz.", "Actuar libremente."],
    documents: ["Documento firmado ante notario, funcionario o tres testigos.", "DNI o NIE."],
    deadline: "Inscripción en {n} días hábiles.",
    laws: ["Ley 2/2012, de 4 de febrero, de instrucciones previas"],
  },
  {
    slug: "turismo-alta-vivienda",
    name: "Declaración responsable de vivienda de uso turístico",
    about:
      "Alta obligatoria en el registro de turismo antes de alquilar una vivienda por días o por semanas.",
    requirements: [
      "Cédula de habitabilidad.",
      "Seguro de responsabilidad civil.",
      "Que los estatutos de la comunidad no lo prohíban.",
    ],
    documents: ["Declaración responsable.", "Plano de la vivienda.", "Título de propiedad o autorización."],
    deadline: "Antes de empezar; el número de registro se da en {n} días.",
    fee: "35,60 € por vivienda.",
    laws: ["Decreto 113/2015, de 25 de agosto, de turismo"],
  },
];
