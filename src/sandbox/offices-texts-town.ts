import type { ProcedureText } from "./offices-procedure.ts";

export interface TownArea {
  readonly slug: string;
  readonly name: string;
  /** The last one is found one page further than the others. */
  readonly procedures: readonly ProcedureText[];
}

export const TOWN_AREAS: readonly TownArea[] = [
  {
    slug: "padron",
    name: "Padrón y estadística",
    procedures: [
      {
        slug: "empadronamiento",
        name: "Alta en el padrón municipal de habitantes",
        about:
          "Inscripción de las personas que vienen a vivir al municipio. El empadronamiento es obligatorio y da acceso a la escuela, al centro de salud y a las ayudas sociales.",
        requirements: ["Residir habitualmente en Villaclara del Monte."],
        documents: [
          "DNI, NIE o pasaporte.",
          "Contrato de alquiler, escritura o autorización del titular de la vivienda.",
          "Libro de familia, para los menores.",
        ],
        deadline:
          "Se hace en el momento. La resolución, si hace falta comprobar el domicilio, tarda {n} días.",
        laws: ["Ley 7/2015, de 2 de abril, de bases del régimen local, artículos 15 a 17"],
        important: "Nadie puede negarle el empadronamiento por no tener contrato.",
      },
      {
        slug: "volante-empadronamiento",
        name: "Volante y certificado de empadronamiento",
        about:
          "Documentos que acreditan el domicilio. El volante es informativo; el certificado tiene validez ante juzgados y consulados.",
        requirements: ["Estar inscrito en el padrón."],
        documents: ["DNI, NIE o pasaporte."],
        deadline: "El volante se da en el acto; el certificado, en {n} días hábiles.",
        laws: ["Ordenanza municipal de administración electrónica"],
      },
      {
        slug: "baja-inscripcion-indebida",
        name: "Baja en el padrón por inscripción indebida",
        about: "Procedimiento para dar de baja a quienes figuran en un domicilio en el que ya no viven.",
        requirements: ["Ser titular de la vivienda o vivir en ella."],
        documents: ["Solicitud.", "Escritura o contrato.", "DNI o NIE."],
        deadline: "El expediente se resuelve en {n} días, con audiencia al interesado.",
        laws: ["Reglamento de población y demarcación territorial, artículo 72"],
      },
    ],
  },
  {
    slug: "urbanismo",
    name: "Urbanismo y obras",
    procedures: [
      {
        slug: "licencia-obra-menor",
        name: "Licencia de obra menor",
        about:
          "Autorización para obras sencillas que no afectan a la estructura: alicatados, cambio de ventanas, reparación de tejados.",
        requirements: [
          "Que la obra no altere la estructura ni la fachada protegida.",
          "Contar con empresa o autónomo inscrito.",
        ],
        documents: ["Presupuesto detallado.", "Fotografías del estado actual.", "Plano de situación."],
        deadline: "El Ayuntamiento resuelve en {n} días hábiles.",
        fee: "2,4 % del presupuesto, con un mínimo de 30,00 €.",
        laws: ["Ordenanza fiscal número 8, de licencias urbanísticas"],
      },
      {
        slug: "ocupacion-via-publica",
        name: "Ocupación de la vía pública con andamios o contenedores",
        about: "Permiso para colocar en la calle elementos de una obra durante los días que sean necesarios.",
        requirements: ["Tener concedida la licencia de obra."],
        documents: ["Croquis de la ocupación.", "Seguro de responsabilidad civil.", "Copia de la licencia."],
        deadline: "Se pide con {n} días de antelación.",
        fee: "0,85 € por metro cuadrado y día.",
        laws: ["Ordenanza fiscal número 12, de ocupación de la vía pública"],
      },
      {
        slug: "cedula-urbanistica",
        name: "Cédula urbanística",
        about:
          "Informe sobre la clasificación, la calificación y las condiciones de edificación de una finca.",
        requirements: ["Identificar la finca con su referencia catastral."],
        documents: ["Plano de situación.", "DNI o NIE."],
        deadline: "Se entrega en {n} días hábiles.",
        fee: "42,00 €",
        laws: ["Plan general de ordenación urbana de Villaclara del Monte"],
      },
    ],
  },
  {
    slug: "tributos",
    name: "Tributos y recaudación",
    procedures: [
      {
        slug: "bonificacion-ibi",
        name: "Bonificación del impuesto sobre bienes inmuebles para familias numerosas",
        about:
          "Reducción de hasta el 60 % del recibo de la vivienda habitual, según el número de hijos y el valor del inmueble.",
        requirements: ["Título de familia numerosa en vigor.", "Estar todos empadronados en la vivienda."],
        documents: ["Título de familia numerosa.", "Último recibo del impuesto."],
        deadline: "Hasta el 31 de enero; se notifica en {n} días.",
        laws: ["Ordenanza fiscal número 1, artículo 9"],
      },
      {
        slug: "fraccionamiento-deudas",
        name: "Aplazamiento y fraccionamiento de deudas",
        about:
          "Permite pagar en plazos los recibos y las liquidaciones cuando no se puede hacer frente al total.",
        requirements: ["Deuda superior a 150 €.", "Dificultad económica transitoria."],
        documents: ["Solicitud.", "Justificantes de ingresos.", "Número de cuenta."],
        deadline: "Antes de que termine el periodo voluntario; se resuelve en {n} días.",
        laws: ["Reglamento general de recaudación, artículos 44 a 54"],
      },
      {
        slug: "devolucion-ingresos-indebidos",
        name: "Devolución de ingresos indebidos",
        about: "Reembolso de lo que se pagó dos veces o por error, con los intereses que correspondan.",
        requirements: ["Haber hecho el pago.", "Que no hayan pasado cuatro años."],
        documents: ["Justificantes de ambos pagos.", "Certificado de titularidad bancaria."],
        deadline: "El plazo de resolución es de {n} días.",
        laws: ["Ley general tributaria, artículo 221"],
      },
    ],
  },
  {
    slug: "servicios-sociales",
    name: "Servicios sociales",
    procedures: [
      {
        slug: "ayuda-domicilio",
        name: "Servicio municipal de ayuda a domicilio",
        about:
          "Atención personal y doméstica en casa para personas mayores o con discapacidad que necesitan apoyo para seguir viviendo en ella.",
        requirements: ["Estar empadronado.", "Informe social favorable."],
        documents: ["Informe médico.", "Justificante de ingresos.", "DNI o NIE."],
        deadline: "Abierto todo el año; respuesta en {n} días.",
        fee: "Según renta, de 0 a 9,80 € por hora.",
        laws: ["Ordenanza reguladora del servicio de ayuda a domicilio"],
      },
      {
        slug: "ayuda-urgente-suministros",
        name: "Ayuda de urgencia para el pago de suministros",
        about: "Evita el corte de la luz, del agua o del gas a las familias que no pueden pagar un recibo.",
        requirements: ["Aviso de corte o recibo impagado.", "Ingresos por debajo del límite municipal."],
        documents: ["Recibo o aviso de corte.", "Justificante de ingresos de la familia."],
        deadline: "Se tramita en {n} horas hábiles.",
        laws: ["Bases de las ayudas de emergencia social"],
      },
      {
        slug: "comedor-social",
        name: "Acceso al comedor social",
        about: "Comida diaria para personas sin recursos, con acompañamiento de una trabajadora social.",
        requirements: ["Entrevista previa en servicios sociales."],
        documents: ["Cualquier documento de identidad, si se tiene."],
        deadline: "Acceso en el mismo día; se revisa cada {n} días.",
        laws: ["Reglamento del comedor social municipal"],
      },
    ],
  },
];

/** Linked only from pages that are three steps from the home page themselves. */
export const TOWN_FAR_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "recurso-baja-padron",
    name: "Recurso contra la baja en el padrón",
    about: "Escrito para oponerse a una baja de oficio cuando se sigue viviendo en el domicilio.",
    requirements: ["Haber recibido la notificación de la baja."],
    documents: ["Copia de la notificación.", "Pruebas de residencia."],
    deadline: "Un mes desde la notificación; se resuelve en {n} días.",
    laws: ["Ley 39/2015, de 1 de octubre, del procedimiento administrativo, artículos 123 y 124"],
  },
  {
    slug: "alegaciones-plan-general",
    name: "Alegaciones al plan general de ordenación",
    about: "Observaciones de cualquier persona durante la información pública del plan.",
    requirements: ["Identificarse."],
    documents: ["Escrito de alegaciones."],
    deadline: "Durante los {n} días de la información pública.",
    laws: ["Ley del suelo, artículo 25"],
  },
];

/** Of an old content manager: which page it is, only a parameter says. */
export const TOWN_VIGNETTE_PROCEDURES: readonly (readonly [oid: string, text: ProcedureText])[] = [
  [
    "b3a1f0c29d4e7610VgnVCM1000000b205a0aRCRD",
    {
      slug: "tarjeta-transporte-mayores",
      name: "Tarjeta de transporte para mayores",
      about: "Abono gratuito o reducido para usar los autobuses municipales a partir de los 65 años.",
      requirements: ["Tener 65 años.", "Estar empadronado."],
      documents: ["DNI o NIE.", "Fotografía."],
      deadline: "Se entrega en {n} días.",
      laws: ["Ordenanza del transporte urbano"],
    },
  ],
  [
    "c7d2e1a30f5b8721VgnVCM1000000b205a0aRCRD",
    {
      slug: "registro-animales-compania",
      name: "Registro de animales de compañía",
      about: "Alta obligatoria de perros, gatos y hurones en el censo municipal.",
      requirements: ["Animal identificado con microchip."],
      documents: ["Cartilla sanitaria.", "DNI o NIE del propietario."],
      deadline: "En los {n} días siguientes a la adquisición.",
      fee: "7,10 €",
      laws: ["Ordenanza de tenencia de animales"],
    },
  ],
];
