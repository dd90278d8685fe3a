import type { KnownProcedure } from "../known-procedures.ts";

export const FIRST_SPANISH: readonly KnownProcedure[] = [
  {
    language: "es",
    url: "https://sede.seg-social.gob.es/tramites/nacimiento-cuidado-menor",
    organism: "Instituto Nacional de la Seguridad Social",
    name: "Prestación por nacimiento y cuidado de menor",
    about:
      "Subsidio que cobran los dos progenitores mientras dura el descanso por el nacimiento, la adopción o la acogida de un menor. Equivale al cien por cien de la base reguladora.",
    requirements: [
      "Estar afiliado y en alta, o en situación asimilada al alta.",
      "Tener cubierto el periodo mínimo de cotización según la edad.",
      "Disfrutar del descanso en los plazos que marca el Estatuto de los Trabajadores.",
    ],
    documents: [
      "DNI, NIE o pasaporte en vigor de la persona que solicita.",
      "Informe de maternidad expedido por el servicio público de salud.",
      "Libro de familia o certificación de la inscripción del hijo en el Registro Civil.",
      "Certificado de empresa con el primer día de descanso.",
    ],
    deadlines: [
      [
        "Plazo de presentación",
        "Desde el día siguiente al nacimiento, dentro de los cinco años posteriores.",
      ],
      ["Plazo de resolución", "30 días hábiles."],
      ["Silencio administrativo", "Negativo."],
    ],
    fee: "Trámite gratuito, no se paga tasa.",
    how: [
      ["Por internet", "A través de Tu Seguridad Social, con certificado digital o Cl@ve permanente."],
      ["En persona", "En un centro de atención de la Seguridad Social, siempre con cita previa."],
      ["Por correo", "Enviando el impreso firmado a la dirección provincial."],
    ],
    where: "Dirección Provincial del INSS, Calle de la Gran Vía de Hortaleza, 3, 28043 Madrid",
    laws: [
      "Real Decreto Legislativo 8/2015, de 30 de octubre, Ley General de la Seguridad Social",
      "Real Decreto 295/2009, de 6 de marzo",
    ],
    phone: "901 16 65 65",
    important: [
      "Las seis primeras semanas son obligatorias y se disfrutan a jornada completa.",
      "El dinero está exento del impuesto sobre la renta.",
    ],
    other: [
      "Semanas que corresponden",
      "Dieciséis semanas para cada progenitor, dos más por cada hijo a partir del segundo.",
    ],
    questions: [
      "acabo de tener un bebé, como cobro la baja de maternidad?",
      "¿Cuántas semanas de permiso de paternidad me tocan y dónde lo pido?",
      "mi mujer ha dado a luz y quiero pedir lo del nacimiento del niño",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "prestacion" },
  },
  {
    language: "es",
    url: "https://www.juntadeandalucia.es/servicios/sede/tramites/procedimientos/detalle/1834.html",
    organism: "Consejería de Inclusión Social, Juventud, Familias e Igualdad",
    name: "Título de familia numerosa: expedición y renovación",
    about:
      "Documento que acredita que una familia tiene tres o más hijos, o las situaciones que la ley equipara, y da derecho a descuentos en transporte, matrículas y suministros.",
    requirements: [
      "Que los hijos sean solteros y menores de 21 años, o de 26 si estudian.",
      "Que convivan con el ascendiente o los ascendientes.",
      "Que todos los miembros residan en Andalucía.",
    ],
    documents: [
      "Libro de familia completo.",
      "Certificado de empadronamiento colectivo.",
      "Matrícula o certificado de estudios de los hijos mayores de 21 años.",
      "Resolución del grado de discapacidad, en su caso.",
    ],
    deadlines: [
      ["Presentación de solicitudes", "Durante todo el año."],
      ["Resolución y notificación", "Tres meses."],
      ["Efecto del silencio", "Estimatorio."],
    ],
    fee: "Sin coste.",
    how: [
      ["Telemática", "En la Ventanilla Electrónica de la Junta, con certificado digital."],
      [
        "Presencial",
        "En los registros de las delegaciones territoriales y en el resto de registros públicos.",
      ],
    ],
    where: "Delegación Territorial, Avenida de la Borbolla, 1, 41004 Sevilla",
    laws: [
      "Ley 40/2003, de 18 de noviembre, de Protección a las Familias Numerosas",
      "Decreto 172/2020, de 13 de octubre",
    ],
    phone: "955 054 000",
    important: ["La renovación debe pedirse dentro de los tres meses anteriores a la caducidad."],
    other: ["Categorías", "Especial, con cinco o más hijos; general, las demás."],
    questions: [
      "tengo tres hijos, como saco el carnet de familia numerosa",
      "se me caduca el título de familia numerosa, ¿qué hago?",
      "papeles para familia con 4 niños y que me hagan descuento en el bus",
    ],
    expected: { nivel: "autonomico", ccaa: "andalucia", canal: "mixto", tipo: "tarjeta" },
  },
  {
    language: "es",
    url: "https://www.zaragoza.es/sede/servicio/tramite/2260",
    organism: "Ayuntamiento de Zaragoza",
    name: "Licencia urbanística de obra menor",
    about:
      "Autoriza obras sencillas en viviendas y locales, como cambiar el suelo, el baño o la cocina, que no tocan la estructura del edificio.",
    requirements: [
      "Que las obras no afecten a la estructura ni a la fachada.",
      "Ser propietario del inmueble o contar con su consentimiento.",
    ],
    documents: [
      "Presupuesto detallado de la obra.",
      "Plano o croquis del estado actual y del reformado.",
      "Justificante de pago de la tasa y del impuesto sobre construcciones.",
    ],
    deadlines: [
      ["Plazo para solicitar", "Antes de empezar las obras."],
      ["Plazo para resolver", "Un mes desde la entrada en el registro."],
    ],
    fee: "Tasa de 48,60 € e impuesto sobre construcciones del 4 % del presupuesto.",
    how: [
      ["Internet", "Desde la sede electrónica municipal con certificado electrónico o Cl@ve."],
      ["Presencialmente", "En el Registro General y en las juntas de distrito."],
    ],
    where: "Gerencia de Urbanismo, Calle Vía Hispanidad, 20, 50009 Zaragoza",
    laws: [
      "Decreto Legislativo 1/2014, de 8 de julio, Ley de Urbanismo de Aragón",
      "Ordenanza municipal de medios de intervención en la actividad urbanística",
    ],
    phone: "976 721 100",
    important: ["Si va a poner un contenedor en la calle necesita además permiso de ocupación."],
    other: ["Caducidad de la licencia", "La licencia caduca si la obra no empieza antes de un año."],
    questions: [
      "quiero reformar el baño de mi casa, hace falta permiso del ayuntamiento?",
      "¿Cuánto cuesta la licencia de obra menor?",
      "voy a hacer obras en el piso y no sé qué papeles pedir",
    ],
    expected: { nivel: "local", ccaa: "aragon", canal: "mixto", tipo: "licencia" },
  },
  {
    language: "es",
    url: "https://sede.mjusticia.gob.es/tramites/certificado-antecedentes-penales",
    organism: "Ministerio de la Presidencia, Justicia y Relaciones con las Cortes",
    name: "Certificado de antecedentes penales",
    about:
      "Acredita si una persona tiene o no condenas firmes inscritas en el Registro Central de Penados en la fecha en que se expide.",
    requirements: ["Ser mayor de edad penal.", "Pedirlo el propio interesado o quien lo represente."],
    documents: [
      "Modelo 790 cumplimentado.",
      "Original o copia compulsada del documento de identidad.",
      "Poder notarial, si actúa otra persona.",
    ],
    deadlines: [
      ["Plazo de expedición", "Inmediato por internet; tres días hábiles en los demás casos."],
      ["Validez", "Tres meses desde su emisión."],
    ],
    fee: "3,86 euros, que se ingresan con el modelo 790, código 006.",
    how: [
      ["Con Cl@ve o certificado", "Se obtiene al momento en la sede electrónica del Ministerio."],
      ["En ventanilla", "En la Oficina Central de Atención al Ciudadano o en las gerencias territoriales."],
    ],
    where: "Oficina Central de Atención al Ciudadano, Calle de la Bolsa, 8, 28012 Madrid",
    laws: [
      "Real Decreto 95/2009, de 6 de febrero",
      "Ley Orgánica 10/1995, de 23 de noviembre, del Código Penal",
    ],
    phone: "918 372 295",
    important: [
      "Para trabajar con menores se pide otro certificado, el de delitos sexuales, que no cuesta nada.",
    ],
    other: ["Apostilla", "Si lo va a presentar en otro país, pida después la apostilla de La Haya."],
    questions: [
      "me piden en el trabajo un papel de que no tengo antecedentes",
      "como saco los penales para un trabajo",
      "¿Dónde pido el certificado de antecedentes y cuánto vale?",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "certificado" },
  },
  {
    language: "es",
    url: "https://sede.dgt.gob.es/es/permisos-de-conducir/canje-de-permisos",
    organism: "Dirección General de Tráfico",
    name: "Canje de permisos de conducción extranjeros",
    about:
      "Cambia por uno español el permiso que se sacó en un país con convenio, sin repetir todo el examen.",
    requirements: [
      "Tener residencia legal en España.",
      "Que el permiso esté en vigor y se obtuviera antes de residir aquí.",
      "Superar el reconocimiento de aptitud psicofísica.",
    ],
    documents: [
      "Tarjeta de residencia en vigor.",
      "Permiso extranjero original y su traducción oficial.",
      "Fotografía reciente de 32 por 26 mm.",
      "Informe del centro de reconocimiento de conductores.",
    ],
    deadlines: [
      ["Solicitud", "En los seis meses siguientes a conseguir la residencia se puede seguir conduciendo."],
      ["Tiempo de respuesta", "Entre uno y tres meses, según el país."],
    ],
    fee: "Tasa 2.3: 28,87 €.",
    how: [
      ["Sede electrónica", "Primera solicitud con certificado digital o Cl@ve."],
      ["Jefatura de Tráfico", "Entrega del permiso con cita previa."],
    ],
    where: "Jefatura Provincial de Tráfico, Calle de Arturo Soria, 143, 28043 Madrid",
    laws: ["Real Decreto 818/2009, de 8 de mayo, Reglamento General de Conductores"],
    phone: "060",
    important: ["Los permisos de la Unión Europea valen aquí y no hay que cambiarlos."],
    other: ["Países con convenio", "Argentina, Colombia, Marruecos, Perú y Ucrania, entre otros."],
    questions: [
      "soy colombiano y quiero conducir en España, me vale mi carnet?",
      "cambiar el carnet de conducir de Marruecos por el español",
      "¿Cómo hago el canje del permiso de conducir de mi país?",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "licencia" },
  },
  {
    language: "es",
    url: "https://sede.malaga.eu/tramites/censo-animales-compania",
    organism: "Ayuntamiento de Málaga",
    name: "Inscripción en el registro municipal de animales de compañía",
    about:
      "Obliga a los dueños de perros, gatos y hurones que viven en la ciudad a censarlos y a comunicar su muerte, su pérdida o su cambio de dueño.",
    requirements: [
      "Que el animal lleve microchip.",
      "Tener la cartilla de vacunación al día.",
      "Ser mayor de edad.",
    ],
    documents: [
      "Cartilla sanitaria o pasaporte del animal.",
      "Documento de identificación por microchip.",
      "Póliza de seguro, si el perro es potencialmente peligroso.",
    ],
    deadlines: [
      ["Alta", "Un mes desde la compra o desde que cumple tres meses de edad."],
      ["Comunicación de muerte o pérdida", "Diez días."],
    ],
    fee: "Exento de tasas.",
    how: [
      ["Por Internet", "Con el formulario de la sede electrónica."],
      ["Por medio de veterinario", "Cualquier clínica colaboradora puede hacerlo al poner el chip."],
      ["Presencial", "En las oficinas municipales de atención a la ciudadanía."],
    ],
    where: "Oficina Municipal de Atención a la Ciudadanía, Avenida de Cervantes, 4, 29016 Málaga",
    laws: [
      "Ley 7/2023, de 28 de marzo, de protección de los derechos y el bienestar de los animales",
      "Decreto 92/2005, de 29 de marzo",
    ],
    phone: "951 926 010",
    important: ["No censar al animal se castiga con multa de 75 a 500 euros."],
    other: ["Colonias felinas", "Las cuidadoras se acreditan en otro trámite."],
    questions: [
      "he adoptado un perro, ¿tengo que censarlo?",
      "se ha muerto mi gato y quiero darlo de baja",
      "donde registro a mi mascota con el chip",
    ],
    expected: { nivel: "local", ccaa: "andalucia", canal: "mixto", tipo: "inscripcion" },
  },
  {
    language: "es",
    url: "https://sede.comunidad.madrid/ayudas-becas-subvenciones/precios-reducidos-comedor",
    organism: "Consejería de Educación, Ciencia y Universidades",
    name: "Precios reducidos del comedor escolar",
    about:
      "Rebaja lo que pagan por el comedor del colegio las familias con menos ingresos y algunos colectivos protegidos.",
    requirements: [
      "Que el alumno curse infantil, primaria o secundaria obligatoria en un centro sostenido con fondos públicos de la Comunidad de Madrid.",
      "Que la renta por persona de la familia no pase de 4.260 euros al año.",
    ],
    documents: [
      "Solicitud firmada por el padre, la madre o el tutor.",
      "Certificado de ser beneficiario de la renta mínima de inserción.",
      "Informe de los servicios sociales, en casos de urgencia.",
    ],
    deadlines: [
      ["Presentación", "Del 8 al 26 de septiembre."],
      ["Resolución", "Quince días desde que se completa el expediente."],
    ],
    fee: "Gratuito",
    how: [
      ["En línea", "Con la aplicación de la sede electrónica de la Comunidad."],
      ["En el centro", "En la secretaría del colegio, entregando el impreso."],
    ],
    where: "Secretaría del centro educativo",
    laws: ["Orden 2619/2017, de 13 de julio", "Decreto 77/2021, de 12 de mayo"],
    phone: "012",
    important: ["Hay que pedirlo cada curso; no se renueva solo."],
    other: ["Qué paga cada familia", "De 0 a 3 euros al día, según los ingresos."],
    questions: [
      "no puedo pagar el comedor del cole de mis hijos",
      "¿Hay rebaja para el comedor escolar si gano poco?",
      "cuando se pide la ayuda del comedor del colegio",
    ],
    expected: { nivel: "autonomico", ccaa: "madrid", canal: "mixto", tipo: "subvencion" },
  },
  {
    language: "es",
    url: "https://www.inclusion.gob.es/web/migraciones/tramites/arraigo-sociolaboral",
    organism: "Ministerio de Inclusión, Seguridad Social y Migraciones",
    name: "Autorización de residencia temporal por arraigo social",
    about:
      "Permite vivir y trabajar en España a quien lleva aquí dos años sin papeles y tiene vínculos familiares o un informe de integración.",
    requirements: [
      "Haber permanecido en España de forma continuada los dos últimos años.",
      "Carecer de antecedentes penales aquí y en los países donde haya vivido.",
      "No tener prohibida la entrada.",
      "Contar con medios económicos o con un contrato de trabajo.",
    ],
    documents: [
      "Impreso EX-10 por duplicado.",
      "Copia completa del pasaporte.",
      "Informe de arraigo de la comunidad autónoma.",
      "Certificado de antecedentes penales del país de origen, legalizado y traducido.",
    ],
    deadlines: [
      ["Plazo de resolución", "Tres meses desde el día siguiente a la entrada en el registro."],
      ["Silencio", "Desestimatorio."],
      ["Recurso", "Reposición en un mes o contencioso en dos meses."],
    ],
    fee: "Tasa modelo 790, código 052: 38,28 euros.",
    how: [
      ["Plataforma Mercurio", "La presenta por internet el interesado con certificado o su representante."],
      ["Presencial", "En la oficina de extranjería de la provincia donde vive, con cita previa."],
    ],
    where: "Oficina de Extranjería de la provincia de residencia",
    laws: ["Ley Orgánica 4/2000, de 11 de enero", "Real Decreto 1155/2024, de 19 de noviembre"],
    phone: "910 503 000",
    important: ["Concedida la autorización hay un mes para pedir la tarjeta de identidad de extranjero."],
    other: ["Primera tarjeta y prórrogas", "Un año, prorrogable."],
    questions: [
      "llevo dos años sin papeles, cómo puedo regularizarme?",
      "qué piden para el arraigo social",
      "soy inmigrante y quiero el permiso de residencia por arraigo",
    ],
    expected: { nivel: "estatal", ccaa: null, canal: "mixto", tipo: "licencia" },
  },
  {
    language: "es",
    url: "https://sede.valencia.es/sede/registro/procedimiento/TR.MU.10",
    organism: "Ayuntamiento de València",
    name: "Alegaciones y recursos contra multas de tráfico",
    about:
      "Permite a quien ha recibido una denuncia de la policía local decir que no está de acuerdo y aportar pruebas.",
    requirements: [
      "Haber recibido la notificación de la denuncia o de la sanción.",
      "No haber pagado la multa con el descuento.",
    ],
    documents: [
      "Escrito de alegaciones con el número de expediente.",
      "Pruebas: fotografías, facturas o testigos.",
      "Documento que acredite la representación, si lo presenta otra persona.",
    ],
    deadlines: [
      ["Alegaciones", "20 días naturales desde la notificación."],
      ["Pago con reducción del 50 %", "20 días naturales."],
      ["Recurso de reposición", "Un mes."],
    ],
    fee: "No está sujeto a tasa.",
    how: [
      ["Electrónicamente", "En la sede electrónica municipal con certificado o Cl@ve."],
      ["Presencialmente", "En los registros de entrada de las juntas de distrito."],
      ["Por correo administrativo", "Desde cualquier oficina de Correos, en sobre abierto."],
    ],
    where: "Oficina de Multas, Plaza del Ayuntamiento, 1, 46002 València",
    laws: ["Real Decreto Legislativo 6/2015, de 30 de octubre", "Ordenanza municipal de movilidad"],
    phone: "963 525 478",
    important: ["Pagar con descuento significa renunciar a reclamar."],
    other: ["Consulta de puntos", "Los puntos se consultan en la DGT."],
    questions: [
      "me han puesto una multa de aparcamiento y no estoy de acuerdo",
      "cómo recurro una multa de la policía local?",
      "quiero reclamar una multa de tráfico que no es mía",
    ],
    expected: { nivel: "local", ccaa: "valencia", canal: "mixto", tipo: "reclamacion" },
  },
];
