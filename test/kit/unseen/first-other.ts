import type { KnownProcedure } from "../known-procedures.ts";

export const FIRST_OTHER: readonly KnownProcedure[] = [
  {
    language: "ca",
    url: "https://web.gencat.cat/ca/tramits/tramits-temes/titol-familia-monoparental",
    organism: "Departament de Drets Socials i Inclusió",
    name: "Títol de família monoparental",
    about:
      "Document oficial que acredita que una família està formada per un sol progenitor amb fills a càrrec i li dona accés a avantatges i descomptes.",
    requirements: [
      "Viure en un municipi de Catalunya.",
      "Tenir un o més fills menors de 21 anys que convisquin i depenguin econòmicament del progenitor.",
      "Que l'altre progenitor no convisqui amb la família.",
    ],
    documents: [
      "Llibre de família o certificats de naixement dels fills.",
      "Volant de convivència.",
      "Sentència de separació o conveni regulador, si n'hi ha.",
    ],
    deadlines: [
      ["Termini de presentació", "Durant tot l'any."],
      ["Termini de resolució", "Tres mesos."],
      ["Silenci administratiu", "Positiu."],
    ],
    fee: "Aquest tràmit és gratuït.",
    how: [
      ["Per internet", "Amb certificat digital o idCAT Mòbil, omplint el formulari en línia."],
      ["Presencialment", "A les oficines de Benestar Social i Família, amb cita prèvia."],
    ],
    where: "Oficina de Benestar Social, Carrer de Tarragona, 141, 08014 Barcelona",
    laws: ["Llei 18/2003, de 4 de juliol, de suport a les famílies", "Decret 151/2009, de 29 de setembre"],
    phone: "012",
    important: ["El títol s'ha de renovar quan algun fill fa 21 anys."],
    other: ["Categories", "General i especial, segons el nombre de fills."],
    questions: [
      "soc mare soltera, quins papers he de fer per ser família monoparental?",
      "com es demana el títol de família monoparental",
      "crio sola els meus fills, tinc descomptes?",
    ],
    expected: { nivel: "autonomico", ccaa: "cataluna", canal: "mixto", tipo: "tarjeta" },
  },
  {
    language: "gl",
    url: "https://sede.vigo.org/expedientes/tramites/tramite.jsp?id_tramite=305",
    organism: "Concello de Vigo",
    name: "Tarxeta de estacionamento para persoas con discapacidade",
    about:
      "Permite ás persoas con mobilidade reducida aparcar nas prazas reservadas e parar máis tempo preto do seu destino.",
    requirements: [
      "Estar empadroado no concello de Vigo.",
      "Ter un ditame de mobilidade reducida da consellería competente.",
    ],
    documents: ["Dúas fotografías tamaño carné.", "Resolución do grao de discapacidade.", "Copia do DNI."],
    deadlines: [
      ["Prazo de solicitude", "En calquera momento."],
      ["Prazo de resolución", "Dous meses."],
    ],
    fee: "Gratuíta.",
    how: [
      ["Por internet", "Na sede electrónica do concello con certificado dixital ou Chave365."],
      ["En persoa", "No rexistro xeral, de luns a venres de 8:30 a 13:30."],
    ],
    where: "Rexistro Xeral, Praza do Rei, 1, 36202 Vigo",
    laws: ["Real decreto 1056/2014, do 12 de decembro", "Lei 10/2014, do 3 de decembro, de accesibilidade"],
    phone: "986 810 100",
    important: ["A tarxeta é persoal e só se pode usar cando a persoa titular vai no coche."],
    other: ["Renovación", "Cada cinco anos, ou cando cambie o grao."],
    questions: [
      "miña nai vai en cadeira de rodas, como consigo a tarxeta para aparcar?",
      "tarxeta de minusválidos para o coche",
      "onde pido a tarxeta de estacionamento de discapacidade en Vigo",
    ],
    expected: { nivel: "local", ccaa: "galicia", canal: "mixto", tipo: "tarjeta" },
  },
  {
    language: "eu",
    url: "https://www.donostia.eus/izapideak/terrazak-baimena",
    organism: "Donostiako Udala",
    name: "Ostalaritzako terraza jartzeko baimena",
    about: "Taberna eta jatetxeek kalean mahaiak eta aulkiak jartzeko behar duten udal baimena da.",
    requirements: [
      "Lokalak jarduera-lizentzia indarrean izatea.",
      "Espaloiak gutxienez hiru metroko zabalera izatea.",
      "Udalarekin zorrik ez izatea.",
    ],
    documents: [
      "Terrazaren planoa, neurri guztiekin.",
      "Erantzukizun zibileko aseguruaren ordainagiria.",
      "Altzarien argazkiak.",
    ],
    deadlines: [
      ["Eskaera aurkezteko epea", "Azaroaren 1etik abenduaren 15era."],
      ["Ebazteko epea", "Bi hilabete."],
    ],
    fee: "Metro koadro bakoitzeko 62 euro urtean.",
    how: [
      ["Internet bidez", "Udalaren egoitza elektronikoan, ziurtagiri digitalarekin edo BakQ-rekin."],
      ["Aurrez aurre", "Udalinfo bulegoetan, hitzordua eskatuta."],
    ],
    where: "Udalinfo, Ijentea kalea, 1, 20003 Donostia",
    laws: ["Terrazak arautzen dituen udal ordenantza", "2/2016 Legea, apirilaren 7koa"],
    phone: "943 481 000",
    important: ["Baimenik gabe jarritako mahaiak udalak kenduko ditu."],
    other: ["Ordutegia", "Igandetik ostegunera 23:00ak arte."],
    questions: [
      "tabernako terraza jarri nahi dut, zer baimen behar dut?",
      "zenbat ordaindu behar da mahaiak kalean jartzeko?",
      "terraza baimena Donostian nola eskatu",
    ],
    expected: { nivel: "local", ccaa: "pais_vasco", canal: "mixto", tipo: "licencia" },
  },
];
