import type { KnownProcedure } from "./known-procedures.ts";

export const CATALAN_KNOWN: readonly KnownProcedure[] = [
  {
    language: "ca",
    url: "https://web.gencat.cat/ca/tramits/inscripcio-parella-estable",
    organism: "Generalitat de Catalunya",
    name: "Inscripció de la parella de fet al registre de parelles estables",
    about:
      "Fa constar oficialment que dues persones conviuen com a parella sense haver-se casat, i serveix de prova davant de qualsevol administració.",
    requirements: [
      "Ser majors d'edat o menors emancipats.",
      "No estar casat ni formar parella estable amb una altra persona.",
      "Que almenys un dels dos tingui el veïnatge administratiu a Catalunya.",
    ],
    documents: [
      "Document d'identitat vigent de tots dos.",
      "Certificat de convivència dels dos últims anys, o escriptura pública.",
      "Certificat d'estat civil expedit fa menys de tres mesos.",
    ],
    deadlines: [
      ["Presentació", "Durant tot l'any."],
      ["Resolució", "Un mes des de l'entrada de la sol·licitud."],
    ],
    fee: "El tràmit és gratuït.",
    how: [
      ["Per internet", "A la seu electrònica, amb idCAT o certificat digital de tots dos membres."],
      ["Presencialment", "A les oficines d'atenció ciutadana, amb cita prèvia."],
    ],
    where: "Oficina d'Atenció Ciutadana, Carrer del Foc, 57, 08038 Barcelona",
    laws: [
      "Llei 25/2010, del 29 de juliol, del llibre segon del Codi civil",
      "Decret 163/2018, de 12 de juny",
    ],
    phone: "012",
    important: ["La inscripció no és constitutiva: la parella existeix encara que no s'inscrigui."],
    other: ["Baixa del registre", "La demana qualsevol dels dos membres amb un escrit signat."],
    questions: [
      "Com ens fem parella de fet?",
      "vivim junts i volem inscriure la parella al registre",
      "Quins papers calen per a la parella estable?",
    ],
    expected: { nivel: "autonomico", ccaa: "cataluna", canal: "mixto", tipo: "inscripcion" },
  },
  {
    language: "ca",
    url: "https://www.caib.es/tramits/targeta-transport-jove",
    organism: "Govern de les Illes Balears",
    name: "Targeta de transport públic per a joves",
    about:
      "Permet viatjar de franc amb bus, tren i metro a les persones empadronades que encara no han fet trenta anys.",
    requirements: [
      "Estar empadronat en un municipi de l'illa.",
      "Tenir entre 13 i 29 anys.",
      "Fer un mínim de trenta viatges cada trimestre.",
    ],
    documents: [
      "DNI o NIE.",
      "Fotografia de mida carnet.",
      "Justificant bancari del pagament de la targeta.",
    ],
    deadlines: [
      ["Sol·licitud", "Tot l'any."],
      ["Lliurament", "Quinze dies hàbils."],
    ],
    fee: "La targeta física costa 4,50 euros.",
    how: [
      ["En línia", "Al web del consorci, amb pagament amb targeta bancària."],
      ["Presencial", "A les taquilles de l'estació intermodal."],
    ],
    where: "Estació Intermodal, Plaça d'Espanya, 6, 07002 Palma",
    laws: ["Llei 4/2014, de 20 de juny, de transports terrestres", "Decret llei 5/2023, de 28 d'agost"],
    phone: "971 000 590",
    important: ["Si no s'hi valida prou, la targeta queda bloquejada el trimestre següent."],
    other: ["Duplicats", "Per pèrdua o robatori es paga una targeta nova."],
    questions: [
      "Com puc viatjar gratis amb el transport públic?",
      "vull la targeta de transport jove",
      "He perdut la targeta del bus",
    ],
    expected: { nivel: "autonomico", ccaa: "illes_balears", canal: "mixto", tipo: "tarjeta" },
  },
];
