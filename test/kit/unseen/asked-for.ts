/** Procedures of which only the name, the body, the first words and the questions matter: neighbours in a folder of many. */
export interface AskedFor {
  readonly url: string;
  readonly organism: string;
  readonly name: string;
  readonly about: string;
  readonly questions: readonly [string, string, string];
}

const asked = (
  url: string,
  organism: string,
  name: string,
  about: string,
  questions: readonly [string, string, string],
): AskedFor => ({ url, organism, name, about, questions });

export const FIRST_ASKED_FOR: readonly AskedFor[] = [
  asked(
    "https://sede.seg-social.gob.es/tramites/viudedad",
    "Instituto Nacional de la Seguridad Social",
    "Pensión de viudedad",
    "Paga mensual para quien pierde a su cónyuge o a su pareja de hecho.",
    [
      "se ha muerto mi marido, me queda alguna paga?",
      "cómo se pide la pensión de viuda",
      "soy viuda y no sé cómo cobrar la pensión",
    ],
  ),
  asked(
    "https://sede.seg-social.gob.es/tramites/jubilacion",
    "Instituto Nacional de la Seguridad Social",
    "Pensión de jubilación",
    "Prestación que se cobra al dejar de trabajar por razón de la edad.",
    [
      "cumplo 65 años, cómo me jubilo?",
      "¿Cuántos años hay que cotizar para la jubilación?",
      "quiero pedir la jubilación anticipada",
    ],
  ),
  asked(
    "https://sede.seg-social.gob.es/tramites/vida-laboral",
    "Tesorería General de la Seguridad Social",
    "Informe de vida laboral",
    "Documento con todas las altas y bajas en la Seguridad Social de una persona.",
    [
      "como saco la vida laboral",
      "quiero saber cuántos días tengo cotizados",
      "necesito un papel con todos los trabajos que he tenido",
    ],
  ),
  asked(
    "https://sede.policia.gob.es/tramites/dni",
    "Dirección General de la Policía",
    "Expedición y renovación del Documento Nacional de Identidad",
    "Documento con el que los españoles prueban quiénes son.",
    [
      "se me ha caducado el DNI",
      "me han robado la cartera con el carnet de identidad",
      "cita para renovar el dni",
    ],
  ),
  asked(
    "https://sede.policia.gob.es/tramites/pasaporte",
    "Dirección General de la Policía",
    "Expedición del pasaporte ordinario",
    "Libreta con la que se viaja a los países que no aceptan solo el documento de identidad.",
    [
      "voy a viajar a Estados Unidos y no tengo pasaporte",
      "¿Cuánto cuesta hacerse el pasaporte?",
      "mi hijo necesita pasaporte para viajar",
    ],
  ),
  asked(
    "https://www.sepe.es/tramites/subsidio-mayores-52",
    "Servicio Público de Empleo Estatal",
    "Subsidio para mayores de 52 años",
    "Ayuda mensual para parados de esa edad que han agotado lo que cobraban y cotiza para su retiro.",
    [
      "tengo 53 años, estoy en paro y se me acabó la prestación",
      "subsidio de mayores de 52 requisitos",
      "ayuda para parados de más de 52 años",
    ],
  ),
  asked(
    "https://www.mites.gob.es/tramites/conciliacion",
    "Servicio de Mediación, Arbitraje y Conciliación",
    "Papeleta de conciliación laboral",
    "Paso obligado antes de llevar a la empresa a juicio por un despido o por salarios que debe.",
    [
      "me han despedido y quiero reclamar",
      "mi jefe no me paga el sueldo, dónde lo denuncio?",
      "cómo presento una papeleta de conciliación",
    ],
  ),
  asked(
    "https://www.miteco.gob.es/tramites/bono-social-electrico",
    "Ministerio para la Transición Ecológica y el Reto Demográfico",
    "Bono social eléctrico",
    "Descuento en el recibo de la electricidad para hogares con pocos ingresos.",
    [
      "no puedo pagar la luz",
      "como pido el bono social de la luz",
      "la factura de la electricidad me sale muy cara, ¿hay descuento?",
    ],
  ),
  asked(
    "https://www.sanidad.gob.es/tramites/tarjeta-sanitaria-europea",
    "Instituto Nacional de la Seguridad Social",
    "Tarjeta Sanitaria Europea",
    "Da derecho a que los médicos públicos de otros países de Europa atiendan a quien viaja.",
    [
      "me voy de vacaciones a Francia, qué necesito para ir al médico allí?",
      "solicitar la tarjeta sanitaria europea",
      "tarjeta para el médico en Europa",
    ],
  ),
  asked(
    "https://www.imserso.es/tramites/vacaciones",
    "Instituto de Mayores y Servicios Sociales",
    "Programa de turismo para personas mayores",
    "Viajes y vacaciones a precio bajo para jubilados y pensionistas.",
    [
      "como me apunto a los viajes del imserso",
      "soy jubilado y quiero ir de vacaciones con el Imserso",
      "viajes baratos para la tercera edad",
    ],
  ),
  asked(
    "https://www.madrid.es/tramites/ayuda-domicilio",
    "Ayuntamiento de Madrid",
    "Servicio de ayuda a domicilio para personas mayores",
    "Una persona va a casa de quien no puede valerse solo a limpiar, cocinar o ayudar en el aseo.",
    [
      "mi madre es mayor y necesita que alguien venga a casa a ayudarla",
      "¿Cómo se pide la ayuda a domicilio?",
      "mi abuelo no puede ducharse solo, hay alguien que lo ayude en casa?",
    ],
  ),
  asked(
    "https://www.murcia.es/tramites/baja-impuesto-vehiculos",
    "Ayuntamiento de Murcia",
    "Baja del impuesto sobre vehículos de tracción mecánica",
    "Para dejar de pagar el recibo del coche que se ha vendido o llevado al desguace.",
    [
      "he llevado el coche al desguace y me sigue llegando el impuesto",
      "baja del impuesto de circulación del coche",
      "he vendido el coche, ¿cómo dejo de pagar el numerito?",
    ],
  ),
];

export const SECOND_ASKED_FOR: readonly AskedFor[] = [
  asked(
    "https://sede.seg-social.gob.es/tramites/incapacidad-permanente",
    "Instituto Nacional de la Seguridad Social",
    "Incapacidad permanente",
    "Pensión para quien ya no puede hacer su trabajo por una enfermedad o un accidente.",
    [
      "estoy enfermo y ya no puedo trabajar, qué pensión me toca?",
      "me han denegado la incapacidad permanente total",
      "cómo pido la invalidez por enfermedad",
    ],
  ),
  asked(
    "https://sede.seg-social.gob.es/tramites/orfandad",
    "Instituto Nacional de la Seguridad Social",
    "Pensión de orfandad",
    "Paga para los hijos de la persona trabajadora que muere.",
    [
      "mi hijo se ha quedado huérfano, ¿tiene derecho a pensión?",
      "pensión de orfandad hasta qué edad se cobra",
      "murió el padre de mis niños, hay ayuda para huérfanos?",
    ],
  ),
  asked(
    "https://www.mjusticia.gob.es/tramites/certificado-nacimiento",
    "Ministerio de la Presidencia, Justicia y Relaciones con las Cortes",
    "Certificado de nacimiento",
    "Copia de lo que consta en el Registro Civil del día y el lugar en que nació una persona.",
    [
      "necesito la partida de nacimiento",
      "como pido un certificado de nacimiento por internet",
      "papel del registro civil que pone cuándo nací",
    ],
  ),
  asked(
    "https://www.mjusticia.gob.es/tramites/matrimonio-civil",
    "Ministerio de la Presidencia, Justicia y Relaciones con las Cortes",
    "Matrimonio civil: expediente previo",
    "Papeles que hay que preparar antes de la boda en el juzgado o en el ayuntamiento.",
    [
      "me quiero casar por lo civil",
      "qué papeles hacen falta para la boda en el juzgado",
      "¿Cómo se hace el expediente de matrimonio?",
    ],
  ),
  asked(
    "https://sede.dgt.gob.es/tramites/renovacion-permiso",
    "Dirección General de Tráfico",
    "Renovación del permiso de conducción",
    "Alarga la validez del permiso cuando caduca, tras un examen médico.",
    [
      "se me caduca el carnet de conducir, cómo lo renuevo?",
      "renovar el carné del coche a los 65 años",
      "¿Cuánto vale renovar el permiso de conducir?",
    ],
  ),
  asked(
    "https://sede.dgt.gob.es/tramites/transferencia",
    "Dirección General de Tráfico",
    "Cambio de titularidad de vehículos",
    "Pone el coche o la moto a nombre de quien lo compra.",
    [
      "he comprado un coche de segunda mano, cómo lo pongo a mi nombre?",
      "hacer la transferencia de una moto",
      "cambio de nombre del coche en tráfico",
    ],
  ),
  asked(
    "https://www.sepe.es/tramites/demanda-empleo",
    "Servicio Público de Empleo Estatal",
    "Inscripción como demandante de empleo",
    "Apunta en la oficina de empleo a quien busca trabajo.",
    [
      "cómo me apunto al paro para buscar trabajo?",
      "sellar la demanda de empleo",
      "me he quedado sin trabajo y quiero inscribirme en la oficina de empleo",
    ],
  ),
  asked(
    "https://www.igualdad.gob.es/tramites/violencia-genero",
    "Ministerio de Igualdad",
    "Acreditación de víctima de violencia de género",
    "Reconoce como víctima, sin denuncia, para recibir ayudas y protección.",
    [
      "mi marido me pega, qué ayudas hay?",
      "acreditarme como víctima de violencia de género",
      "soy mujer maltratada y no tengo a dónde ir",
    ],
  ),
  asked(
    "https://www.interior.gob.es/tramites/asilo",
    "Ministerio del Interior",
    "Solicitud de protección internacional",
    "Para quien huye de su país porque lo persiguen o hay guerra.",
    [
      "vengo huyendo de la guerra y quiero pedir asilo",
      "¿Cómo se solicita la protección internacional?",
      "soy refugiado de Ucrania, qué tengo que hacer?",
    ],
  ),
  asked(
    "https://www.catastro.gob.es/tramites/certificacion",
    "Dirección General del Catastro",
    "Certificación catastral descriptiva y gráfica",
    "Muestra los datos y el plano de una casa o de una finca.",
    [
      "dónde saco la referencia catastral de mi casa",
      "certificado del catastro de una finca",
      "quiero el plano catastral de mi terreno",
    ],
  ),
  asked(
    "https://www.consumo.gob.es/tramites/reclamacion-consumo",
    "Ministerio de Derechos Sociales, Consumo y Agenda 2030",
    "Reclamaciones de consumo y arbitraje",
    "Para quejarse de una tienda, una compañía o un taller que no cumple.",
    [
      "la compañía de teléfono me ha cobrado de más",
      "quiero poner una hoja de reclamaciones a una tienda",
      "dónde reclamo si me han vendido algo roto y no me devuelven el dinero",
    ],
  ),
  asked(
    "https://www.madrid.es/tramites/teleasistencia",
    "Ayuntamiento de Madrid",
    "Teleasistencia domiciliaria",
    "Un botón para llamar a emergencias a cualquier hora desde la casa de quien vive solo.",
    [
      "mi abuela vive sola y quiero el botón de emergencia",
      "el colgante ese de la teleasistencia, cómo se pide?",
      "solicitar la medalla de aviso para mi padre que es mayor",
    ],
  ),
];
