import type { KnownProcedure } from "../known-procedures.ts";

export const SECOND_SPANISH: readonly KnownProcedure[] = [
  {
    language: "es",
    url: "https://sede.seg-social.gob.es/tramites/alta-autonomos",
    organism: "Tesorería General de la Seguridad Social",
    name: "Alta en el Régimen Especial de Trabajadores Autónomos",
    about:
      "Comunica a la Seguridad Social que una persona empieza a trabajar por su cuenta y desde qué día debe pagar la cuota.",
    requirements: [
      "Tener más de dieciocho años.",
      "Realizar de forma habitual, personal y directa una actividad económica con ánimo de lucro.",
      "Estar dado de alta en el censo de empresarios de Hacienda.",
    ],
    documents: [
      "Modelo TA.0521 cumplimentado y firmado.",
      "Documento identificativo del trabajador.",
      "Declaración censal modelo 036.",
      "Previsión de los rendimientos netos anuales.",
    ],
    deadlines: [
      ["Plazo", "Hasta 60 días antes del inicio de la actividad."],
      ["Plazo para resolver", "45 días."],
    ],
    fee: "No conlleva coste.",
    how: [
      ["Importass", "En el portal de la Tesorería, con Cl@ve, certificado o por SMS."],
      ["Presencial", "En las administraciones de la Tesorería, con cita."],
    ],
    where: "Administración de la Seguridad Social, Calle Astros, 5, 28007 Madrid",
    laws: [
      "Real Decreto 84/1996, de 26 de enero",
      "Ley 20/2007, de 11 de julio, del Estatuto del trabajo autónomo",
    ],
    phone: "901 50 20 50",
    important: [
      "Las tres primeras altas del año cuentan desde el día exacto; las siguientes, desde el día 1 del mes.",
    ],
    other: ["Tarifa plana", "80 euros al mes durante el primer año para quien empieza."],
    questions: [
      "quiero montar mi propio negocio y hacerme autónomo, ¿qué tengo que hacer?",
      "como me doy de alta en autonomos",
      "cuánto se paga de cuota de autónomo el primer año",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "inscripcion" },
  },
  {
    language: "es",
    url: "https://www.gva.es/es/inicio/procedimientos?id_proc=2810",
    organism: "Conselleria de Servicios Sociales, Igualdad y Vivienda",
    name: "Pensión no contributiva de invalidez",
    about:
      "Paga mensual para personas con una discapacidad del 65 % o más que no han cotizado lo bastante y no tienen ingresos suficientes para vivir.",
    requirements: [
      "Tener entre 18 y 64 años.",
      "Haber vivido en España cinco años, dos de ellos seguidos justo antes de pedirla.",
      "Tener un grado de discapacidad igual o superior al 65 %.",
      "No superar el límite de ingresos de 8.803,20 euros al año.",
    ],
    documents: [
      "DNI de la persona solicitante y de quienes conviven con ella.",
      "Certificado del grado de discapacidad.",
      "Certificado de empadronamiento con todos los convivientes.",
      "Justificantes de ingresos o bienes.",
    ],
    deadlines: [
      ["¿Cuándo se puede pedir?", "Todo el año."],
      ["Plazo máximo para resolver", "90 días."],
      ["Silencio administrativo", "Negativo."],
      ["Reclamación previa", "30 días desde la notificación."],
    ],
    fee: "No hay que pagar tasas.",
    how: [
      ["Telemáticamente", "En la sede de la Generalitat, con firma electrónica."],
      ["Presencialmente", "En las direcciones territoriales o en el ayuntamiento del municipio."],
    ],
    where: "Dirección Territorial, Avenida del Oeste, 36, 46001 València",
    laws: ["Real Decreto Legislativo 8/2015, de 30 de octubre", "Real Decreto 357/1991, de 15 de marzo"],
    phone: "012",
    important: ["Cada año hay que declarar los ingresos antes del 1 de abril."],
    other: ["Cuantía", "564,70 euros al mes en catorce pagas."],
    questions: [
      "tengo un 70 por ciento de minusvalía y nunca he cotizado, me corresponde alguna paga?",
      "como se pide la pensión no contributiva por invalidez",
      "no puedo trabajar por enfermedad y no tengo ingresos, quiero la paga no contributiva",
    ],
    expected: { nivel: "autonomico", ccaa: "valencia", canal: "mixto", tipo: "prestacion" },
  },
  {
    language: "es",
    url: "https://www.sevilla.org/servicios/cementerio/tramites/inhumacion",
    organism: "Ayuntamiento de Sevilla",
    name: "Inhumación y concesión de sepulturas en el cementerio municipal",
    about:
      "Autoriza el entierro de cadáveres o cenizas en el cementerio de San Fernando y asigna nicho o sepultura por los años que se contraten.",
    requirements: [
      "Contar con la licencia de enterramiento del Registro Civil.",
      "Que hayan pasado al menos veinticuatro horas desde la muerte.",
    ],
    documents: [
      "Certificado médico de defunción.",
      "Título de la concesión, si la familia ya tiene sepultura.",
      "DNI de quien lo pide.",
    ],
    deadlines: [
      ["Solicitud", "Antes de la entrada del féretro en el cementerio."],
      ["Renovación del nicho", "En los tres meses anteriores a su vencimiento."],
    ],
    fee: "Nicho por diez años: 392,15 €; cenizas: 98,40 €.",
    how: [
      ["Por la funeraria", "La empresa funeraria presenta los papeles en nombre de la familia."],
      ["Presencial", "En la oficina del cementerio, todos los días de 8:00 a 14:00."],
    ],
    where: "Oficina del Cementerio de San Fernando, Avenida de Sánchez Pizjuán, 30, 41009 Sevilla",
    laws: [
      "Decreto 95/2001, de 3 de abril, Reglamento de Policía Sanitaria Mortuoria",
      "Ordenanza fiscal del servicio de cementerio",
    ],
    phone: "955 478 140",
    important: ["Si nadie renueva el nicho, los restos pasan al osario común."],
    other: ["Traslado de restos", "Solo se hace de octubre a mayo."],
    questions: [
      "se ha muerto mi padre, qué hay que hacer para enterrarlo?",
      "¿Cuánto cuesta un nicho en el cementerio?",
      "quiero renovar la sepultura de mi abuela",
    ],
    expected: { nivel: "local", ccaa: "andalucia", canal: "presencial", tipo: "solicitud" },
  },
  {
    language: "es",
    url: "https://sede.agenciatributaria.gob.es/Sede/procedimientos/G304.shtml",
    organism: "Agencia Estatal de Administración Tributaria",
    name: "Certificado de estar al corriente de las obligaciones tributarias",
    about:
      "Acredita que una persona o una empresa no tiene deudas pendientes con Hacienda, para contratar con la Administración o cobrar subvenciones.",
    requirements: [
      "Haber presentado las declaraciones a las que se está obligado.",
      "No tener deudas en periodo ejecutivo, salvo que estén aplazadas.",
    ],
    documents: [
      "NIF de quien lo solicita.",
      "Modelo 01 de solicitud de certificado.",
      "Acreditación del representante, cuando actúe uno.",
    ],
    deadlines: [
      ["Presentación", "No hay plazo, puede pedirse en cualquier momento."],
      ["Expedición", "Al momento por internet y veinte días en los demás casos."],
      ["Vigencia", "Doce meses."],
    ],
    fee: "Gratis.",
    how: [
      [
        "Sede electrónica",
        "Con certificado, DNI electrónico, Cl@ve o referencia; se descarga en el momento.",
      ],
      ["Oficinas", "En cualquier delegación o administración, con cita previa."],
      ["Por teléfono", "Llamando al servicio de información tributaria."],
    ],
    where: "Sede electrónica: sede.agenciatributaria.gob.es",
    laws: ["Real Decreto 1065/2007, de 27 de julio", "Ley 58/2003, de 17 de diciembre, General Tributaria"],
    phone: "91 554 87 70",
    important: ["El código seguro de verificación permite comprobar que es auténtico."],
    other: ["Tipos de certificado", "Positivo o negativo, según haya o no deudas."],
    questions: [
      "necesito un papel que diga que no debo nada a hacienda",
      "cómo saco el certificado de estar al corriente con Hacienda",
      "me piden demostrar que no tengo deudas con la agencia tributaria",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "certificado" },
  },
  {
    language: "es",
    url: "https://sede.gobiernodecanarias.org/sede/procedimientos_servicios/tramites/4920",
    organism: "Instituto Canario de la Vivienda",
    name: "Inscripción en el Registro de Demandantes de Vivienda Protegida",
    about:
      "Apunta a quienes necesitan una casa protegida, en alquiler o en propiedad, para poder entrar en los sorteos y adjudicaciones.",
    requirements: [
      "Llevar al menos dos años residiendo en las islas.",
      "No tener otra vivienda en propiedad.",
      "Que los ingresos de la unidad familiar no pasen de cinco veces y media el IPREM.",
    ],
    documents: [
      "Documento de identidad de todos los mayores de edad.",
      "Libro de familia.",
      "Declaración del IRPF o certificado de ingresos.",
      "Certificado de residencia que indique la antigüedad.",
    ],
    deadlines: [
      ["Plazo de presentación", "Abierto permanentemente."],
      ["Plazo de resolución", "Tres meses, con silencio positivo."],
      ["Renovación", "Cada tres años."],
    ],
    fee: "Este procedimiento no tiene coste.",
    how: [
      ["Sede electrónica", "Con certificado digital o Cl@ve."],
      ["Presencial", "En las oficinas del Instituto de cada isla y en los ayuntamientos."],
    ],
    where:
      "Instituto Canario de la Vivienda, Calle Profesor Agustín Millares Carló, 22, 35003 Las Palmas de Gran Canaria",
    laws: ["Decreto 138/2007, de 24 de mayo", "Ley 2/2003, de 30 de enero, de Vivienda de Canarias"],
    phone: "928 306 000",
    important: ["Rechazar una casa sin motivo supone la baja durante dos años."],
    other: ["Cómo se adjudican", "Por sorteo ante notario entre las personas inscritas."],
    questions: [
      "quiero apuntarme para que me den un piso de protección oficial",
      "¿Cómo me inscribo como demandante de vivienda protegida?",
      "no tengo casa y necesito una vivienda social en Canarias",
    ],
    expected: { nivel: "autonomico", ccaa: "canarias", canal: "mixto", tipo: "inscripcion" },
  },
  {
    language: "es",
    url: "https://saludextremadura.ses.es/tramites/ayudas-desplazamiento",
    organism: "Servicio Extremeño de Salud",
    name: "Ayudas por desplazamiento y estancia de pacientes",
    about:
      "Devuelve parte de lo que gasta un enfermo, y quien lo acompaña, cuando lo mandan a un hospital lejos de su casa.",
    requirements: [
      "Tener tarjeta sanitaria de Extremadura.",
      "Haber sido derivado por un médico del servicio público de salud.",
      "Que el desplazamiento no se haya hecho en ambulancia.",
    ],
    documents: [
      "Anexo I, solicitud normalizada.",
      "Justificante de asistencia al centro sanitario.",
      "Billetes o facturas originales del viaje y del alojamiento.",
    ],
    deadlines: [
      ["Solicitud", "Tres meses desde el viaje."],
      ["Resolución", "Seis meses; si no hay respuesta se entiende denegada."],
    ],
    fee: "Sin tasas.",
    how: [
      ["Presencial", "En la unidad de atención al usuario del hospital o en el centro de salud."],
      ["Registro electrónico", "En la sede de la Junta de Extremadura con certificado digital."],
    ],
    where: "Gerencia del Área de Salud, Avenida de Huelva, 8, 06005 Badajoz",
    laws: ["Decreto 3/2023, de 11 de enero", "Orden de 23 de mayo de 2012"],
    phone: "924 218 100",
    important: ["El coche particular se paga a 0,12 euros por kilómetro."],
    other: ["Cuantías diarias", "Manutención: 15 euros; alojamiento: 40 euros."],
    questions: [
      "tengo que ir al médico a otra ciudad, me pagan el viaje?",
      "ayuda para el hotel y la gasolina cuando acompaño a mi hijo al hospital de Madrid",
      "cómo pido que me devuelvan los gastos de desplazamiento al hospital",
    ],
    expected: { nivel: "autonomico", ccaa: "extremadura", canal: "mixto", tipo: "subvencion" },
  },
  {
    language: "es",
    url: "https://sede.mjusticia.gob.es/es/tramites/nacionalidad-espanola-residencia",
    organism: "Ministerio de la Presidencia, Justicia y Relaciones con las Cortes",
    name: "Nacionalidad española por residencia",
    about:
      "Concede la ciudadanía española a los extranjeros que han vivido aquí legalmente el tiempo que pide el Código Civil y demuestran buena conducta e integración.",
    requirements: [
      "Haber residido legalmente diez años, o dos si se es de un país iberoamericano.",
      "Acreditar buena conducta cívica.",
      "Aprobar las pruebas CCSE y DELE A2 del Instituto Cervantes.",
    ],
    documents: [
      "Certificado de nacimiento apostillado y traducido.",
      "Certificado de antecedentes penales del país de origen.",
      "Pasaporte completo.",
      "Diplomas del Instituto Cervantes.",
    ],
    deadlines: [
      ["Solicitud", "Sin plazo."],
      ["Resolución", "Un año; pasado ese tiempo se entiende desestimada."],
      ["Jura o promesa", "180 días desde que se notifica la concesión."],
    ],
    fee: "104,05 € (modelo 790, código 026).",
    how: [
      [
        "Por vía electrónica",
        "En la sede del Ministerio, con certificado o Cl@ve, o mediante abogado, gestor o procurador.",
      ],
      ["En registro", "En cualquier oficina de asistencia en materia de registros."],
    ],
    where:
      "Dirección General de Seguridad Jurídica y Fe Pública, Plaza de Jacinto Benavente, 3, 28012 Madrid",
    laws: ["Real Decreto 1004/2015, de 6 de noviembre", "Ley 19/2015, de 13 de julio"],
    phone: "918 372 295",
    important: ["Los menores de edad no hacen los exámenes."],
    other: ["Cómo va lo mío", "Se consulta el expediente con el número R en la web."],
    questions: [
      "quiero ser español, llevo diez años viviendo aquí",
      "soy ecuatoriana, qué necesito para sacar la nacionalidad?",
      "¿Cuánto tarda la nacionalidad por residencia?",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "solicitud" },
  },
  {
    language: "es",
    url: "https://sede.carm.es/web/procedimientos/admision-alumnos-1380",
    organism: "Consejería de Educación y Formación Profesional",
    name: "Admisión de alumnos en educación infantil, primaria y secundaria",
    about:
      "Reparte las plazas de los colegios e institutos públicos y concertados de la Región de Murcia para el curso que viene.",
    requirements: [
      "Cumplir la edad del curso que se pide.",
      "Que la familia viva o trabaje en la Región de Murcia, o acredite su traslado.",
    ],
    documents: [
      "Solicitud con los centros por orden de preferencia.",
      "Fotocopia del libro de familia.",
      "Volante de empadronamiento o certificado del lugar de trabajo.",
    ],
    deadlines: [
      ["Fase ordinaria", "Del 10 de marzo al 4 de abril."],
      ["Lista definitiva", "30 de mayo."],
      ["Matrícula", "Del 16 al 30 de junio."],
    ],
    fee: "Gratuito.",
    how: [
      ["Telemática", "Con el formulario de la sede electrónica, usando Cl@ve."],
      ["Presencial", "En el centro pedido en primer lugar."],
    ],
    where: "Consejería de Educación, Avenida de la Fama, 15, 30006 Murcia",
    laws: ["Ley Orgánica 2/2006, de 3 de mayo, de Educación", "Orden de 22 de febrero de 2022"],
    phone: "968 362 000",
    important: ["Quien presenta más de una solicitud pierde los puntos."],
    other: ["Puntuación", "Hermanos en el centro: 8 puntos; domicilio en la zona: 5 puntos."],
    questions: [
      "mi niño cumple tres años, cómo lo apunto al colegio?",
      "plazo para echar la solicitud del cole para el curso que viene",
      "quiero cambiar a mi hija de instituto, ¿cuándo es la admisión?",
    ],
    expected: { nivel: "autonomico", ccaa: "murcia", canal: "mixto", tipo: "inscripcion" },
  },
  {
    language: "es",
    url: "https://sedeelectronica.gijon.es/tramites/plusvalia",
    organism: "Ayuntamiento de Gijón",
    name: "Declaración del impuesto sobre el incremento de valor de los terrenos (plusvalía)",
    about:
      "Sirve para declarar y pagar lo que se debe al ayuntamiento al vender, heredar o recibir en donación un piso o un solar.",
    requirements: [
      "Haber transmitido o recibido un inmueble urbano situado en el municipio.",
      "Que entre la compra y la venta haya habido ganancia.",
    ],
    documents: [
      "Copia de la escritura de venta, herencia o donación.",
      "Último recibo del IBI.",
      "Escritura con la que se compró.",
    ],
    deadlines: [
      ["Ventas y donaciones", "30 días hábiles."],
      ["Herencias", "Seis meses desde el fallecimiento, prorrogables otros seis."],
    ],
    fee: "El presentar la declaración no cuesta; el impuesto depende del valor catastral y de los años.",
    how: [
      ["Sede electrónica", "Con certificado digital o tarjeta ciudadana."],
      ["Notaría", "El notario puede mandarla si se le pide."],
      ["En oficina", "En las oficinas de atención a la ciudadanía, con cita."],
    ],
    where: "Antigua Pescadería Municipal, Calle Cabrales, 2, 33201 Gijón",
    laws: ["Real Decreto-ley 26/2021, de 8 de noviembre", "Real Decreto Legislativo 2/2004, de 5 de marzo"],
    phone: "985 181 105",
    important: ["Si se vendió perdiendo dinero no se paga, pero hay que declararlo."],
    other: ["Bonificaciones", "95 % si heredan el cónyuge o los hijos la vivienda habitual."],
    questions: [
      "he heredado el piso de mi madre, qué impuesto hay que pagar al ayuntamiento",
      "¿Cómo se paga la plusvalía municipal?",
      "he vendido mi casa con pérdidas, tengo que pagar plusvalia?",
    ],
    expected: { nivel: "local", ccaa: "asturias", canal: "mixto", tipo: "pago" },
  },
];
