import type { KnownProcedure } from "./known-procedures.ts";

export const GALICIAN_KNOWN: readonly KnownProcedure[] = [
  {
    language: "gl",
    url: "https://sede.xunta.gal/procedementos/subvencions-pemes-dixitais",
    organism: "Xunta de Galicia",
    name: "Subvencións a pemes para a súa dixitalización",
    about:
      "Axuda a pequenas empresas con sede na comunidade para mercar programas, equipos e formación dixital.",
    requirements: [
      "Ter menos de cincuenta persoas traballadoras.",
      "Ter o domicilio social ou un centro de traballo na comunidade.",
      "Non estar en situación de crise nin ter débedas coa facenda pública.",
    ],
    documents: [
      "Memoria do proxecto segundo o anexo II.",
      "Tres orzamentos de provedores diferentes.",
      "Certificado da Seguridade Social co número de persoas empregadas.",
    ],
    deadlines: [
      ["Presentación", "Trinta días hábiles desde a publicación no DOG."],
      ["Resolución", "Cinco meses."],
      ["Xustificación do gasto", "Ata o 30 de novembro."],
    ],
    fee: "Non hai que pagar ningunha taxa.",
    how: [
      [
        "Electrónica",
        "Obrigatoriamente pola sede electrónica da Xunta, con certificado dixital ou Chave365.",
      ],
    ],
    where: "Rexistro electrónico: sede.xunta.gal",
    laws: ["Lei 9/2007, do 13 de xuño, de subvencións de Galicia", "Regulamento (UE) 2023/2831"],
    phone: "981 000 455",
    important: ["A axuda está suxeita ao réxime de minimis."],
    other: ["Gastos que non se admiten", "O IVE recuperable e os equipos de segunda man."],
    questions: [
      "Teño unha peme, hai subvencións para dixitalización?",
      "axudas para dixitalizar a miña empresa pequena",
      "subvención para empresas e pymes da Xunta",
    ],
    expected: { nivel: "autonomico", ccaa: "galicia", canal: "electronico", tipo: "subvencion" },
  },
  {
    language: "gl",
    url: "https://www.concellodelugo.gal/tramites/escola-infantil",
    organism: "Concello de Lugo",
    name: "Admisión na escola infantil municipal",
    about:
      "Praza nas escolas do concello para nenas e nenos de tres meses a tres anos, con horario de mañá e de tarde.",
    requirements: [
      "Que a crianza naza antes do 31 de maio.",
      "Que polo menos un dos proxenitores estea empadronado no concello.",
      "Ter ao día o calendario de vacinas.",
    ],
    documents: [
      "Libro de familia.",
      "Declaración da renda de todos os membros.",
      "Informe médico da crianza.",
    ],
    deadlines: [
      ["Solicitude", "Do 1 ao 31 de marzo."],
      ["Listas provisionais", "A segunda semana de maio."],
    ],
    fee: "Cota mensual segundo a renda, de 0 a 165 euros, comedor á parte.",
    how: [
      ["Presencial", "No rexistro do concello, de luns a venres."],
      ["Por internet", "Na sede electrónica municipal."],
    ],
    where: "Rexistro Xeral, Praza Maior, 1, 27001 Lugo",
    laws: ["Decreto 329/2005, do 28 de xullo", "Lei 13/2008, do 3 de decembro"],
    phone: "982 000 100",
    important: ["A praza pérdese se non se fai a matrícula en prazo."],
    other: ["Baremo", "Contan a situación laboral, a renda e os irmáns matriculados."],
    questions: [
      "Como consigo praza na gardería ou escola infantil para o meu fillo?",
      "cando se abre o prazo da escola infantil de Lugo?",
      "quero matricular o bebé na escola infantil",
    ],
    expected: { nivel: "local", ccaa: "galicia", canal: "mixto", tipo: "inscripcion" },
  },
];
