import type { KnownProcedure } from "../known-procedures.ts";

export const SECOND_OTHER: readonly KnownProcedure[] = [
  {
    language: "ca",
    url: "https://seu.tarragona.cat/tramits/bonificacio-taxa-escombraries",
    organism: "Ajuntament de Tarragona",
    name: "Bonificació de la taxa d'escombraries",
    about:
      "Redueix el rebut de la recollida d'escombraries a les llars amb pocs ingressos i a les famílies que reciclen a la deixalleria.",
    requirements: [
      "Estar empadronat a l'habitatge pel qual es paga el rebut.",
      "Que els ingressos de la llar no superin 1,5 vegades l'IPREM.",
      "No tenir deutes amb l'Ajuntament.",
    ],
    documents: [
      "Últim rebut de la taxa.",
      "Declaració de la renda de tots els convivents.",
      "Carnet de la deixalleria amb les visites de l'any.",
    ],
    deadlines: [
      ["Presentació", "De l'1 de gener al 31 de març."],
      ["Resolució", "Sis mesos."],
    ],
    fee: "Demanar-ho no té cap cost.",
    how: [
      ["En línia", "A la seu electrònica amb idCAT o Cl@ve."],
      ["Presencial", "A l'Oficina Municipal d'Atenció Ciutadana, amb cita prèvia."],
    ],
    where: "Oficina Municipal d'Atenció Ciutadana, Plaça de la Font, 1, 43003 Tarragona",
    laws: ["Reial decret legislatiu 2/2004, de 5 de març", "Ordenança fiscal número 9"],
    phone: "977 296 100",
    important: ["La bonificació val per a un any i s'ha de tornar a demanar."],
    other: ["Import de la reducció", "Entre el 20 i el 75 per cent de la quota."],
    questions: [
      "el rebut de les escombraries és molt car, puc demanar descompte?",
      "com demano la bonificació de la taxa de brossa",
      "no puc pagar la taxa d'escombraries",
    ],
    expected: { nivel: "local", ccaa: "cataluna", canal: "mixto", tipo: "subvencion" },
  },
  {
    language: "gl",
    url: "https://sede.xunta.gal/detalle-procedemento?codtram=MT809A",
    organism: "Consellería de Medio Ambiente e Cambio Climático",
    name: "Licenza de pesca continental",
    about:
      "Autoriza a pescar nos ríos e encoros de Galicia durante a tempada, con cana e nos tramos permitidos.",
    requirements: [
      "Ser maior de catorce anos, ou ter permiso do pai ou da nai.",
      "Non estar inhabilitado por unha sanción de pesca.",
    ],
    documents: [
      "Copia do documento de identidade.",
      "Xustificante do pagamento da taxa.",
      "Autorización paterna para menores.",
    ],
    deadlines: [
      ["Solicitude", "Aberto todo o ano."],
      ["Expedición", "No momento, se se pide por internet."],
    ],
    fee: "Licenza dun ano: 18,52 €; de cinco anos: 79,60 €; maiores de 65 anos: de balde.",
    how: [
      ["Por internet", "Na sede electrónica da Xunta, pagando con tarxeta."],
      ["Presencialmente", "Nas xefaturas territoriais e nas oficinas agrarias comarcais."],
    ],
    where: "Xefatura Territorial, Rúa Ronda da Muralla, 70, 27071 Lugo",
    laws: ["Lei 2/2021, do 8 de xaneiro, de pesca continental", "Decreto 130/1997, do 14 de maio"],
    phone: "012",
    important: ["Para pescar salmón fai falta ademais un permiso de couto."],
    other: ["Clases de licenza", "A, B, D e E, segundo a idade e a nacionalidade."],
    questions: [
      "quero ir pescar troitas ao río, que papeis preciso?",
      "canto custa a licenza de pesca?",
      "sacar a licencia para pescar en Galicia",
    ],
    expected: { nivel: "autonomico", ccaa: "galicia", canal: "mixto", tipo: "licencia" },
  },
  {
    language: "eu",
    url: "https://www.euskadi.eus/zerbitzuak/unibertsitatekoak-ez-diren-bekak",
    organism: "Hezkuntza Saila",
    name: "Unibertsitatekoak ez diren ikasketetarako bekak",
    about:
      "Batxilergoa edo lanbide heziketa ikasten duten gazteentzako diru-laguntza da, matrikula, garraioa eta liburuak ordaintzeko.",
    requirements: [
      "Euskal Autonomia Erkidegoan bizitzea.",
      "Ikastetxe baimendu batean matrikulatuta egotea.",
      "Familiaren errentak muga ez gainditzea.",
    ],
    documents: [
      "Ikaslearen eta gurasoen NANaren kopia.",
      "Familia-liburua.",
      "Bankuko kontuaren titulartasun-agiria.",
    ],
    deadlines: [
      ["Eskabideak aurkezteko epea", "Irailaren 15etik urriaren 31ra."],
      ["Ebazpena", "Sei hilabete."],
    ],
    fee: "Doakoa da.",
    how: [
      ["Elektronikoa", "Eusko Jaurlaritzaren egoitza elektronikoan, BakQ edo ziurtagiriarekin."],
      ["Presentziala", "Ikastetxean bertan, inprimakia beteta."],
    ],
    where: "Hezkuntza Saila, Donostia kalea, 1, 01010 Vitoria-Gasteiz",
    laws: ["10/1982 Oinarrizko Legea", "2024ko uztailaren 9ko Agindua"],
    phone: "945 018 000",
    important: ["Epez kanpo aurkeztutako eskaerak ez dira onartuko."],
    other: ["Zenbatekoak", "Liburuetarako 120 euro eta garraiorako 400 euro gehienez."],
    questions: [
      "batxilergoko beka nola eskatzen da?",
      "lanbide heziketa ikasten ari naiz, zein diru-laguntza dago?",
      "noiz arte eskatu daitezke ikasketa bekak",
    ],
    expected: { nivel: "autonomico", ccaa: "pais_vasco", canal: "mixto", tipo: "subvencion" },
  },
];
