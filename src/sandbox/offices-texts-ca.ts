import type { OfficeVoice, ProcedureText } from "./offices-procedure.ts";

export const CATALAN: OfficeVoice = {
  language: "ca",
  organism: "Ministeri de Serveis Socials i Ciutadania",
  titles: {
    about: "Què és",
    requirements: "Requisits",
    documents: "Documentació necessària",
    deadline: "Terminis",
    fee: "Taxes",
    how: "Com fer-ho",
    where: "On fer-ho",
    laws: "Normativa",
    phone: "Telèfon",
    important: "Cal tenir en compte",
  },
  noFee: "El tràmit és gratuït.",
  how: [
    ["Per internet", "Amb certificat digital o Cl@ve, des d'aquesta mateixa pàgina."],
    ["Presencialment", "A les oficines d'atenció ciutadana, amb cita prèvia, de dilluns a divendres."],
  ],
  where: "Oficines d'assistència en matèria de registres i seu electrònica del Ministeri.",
  updated: "Última actualització",
};

export const CATALAN_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "ajut-lloguer-habitatge",
    name: "Ajut al lloguer de l'habitatge habitual",
    about:
      "Subvenció mensual per a les persones amb ingressos baixos que viuen de lloguer. L'import pot arribar a la meitat de la renda i es paga directament al compte de la persona beneficiària.",
    requirements: [
      "Ser titular d'un contracte de lloguer.",
      "No superar els ingressos màxims de la unitat de convivència.",
      "No tenir cap altre habitatge en propietat.",
    ],
    documents: [
      "Contracte de lloguer.",
      "Rebuts dels tres últims mesos.",
      "Volant d'empadronament.",
      "Declaració de la renda.",
    ],
    deadline:
      "Les sol·licituds es presenten durant els {n} dies naturals següents a la publicació de la convocatòria.",
    laws: ["Reial decret 42/2012, de 18 de gener, del pla d'accés a l'habitatge"],
  },
  {
    slug: "titol-familia-nombrosa",
    name: "Títol de família nombrosa",
    about:
      "Document que acredita la condició de família nombrosa i dona dret a descomptes en el transport, les matrícules i els subministraments de la llar.",
    requirements: [
      "Tenir tres fills o més, o dos si algun té una discapacitat.",
      "Conviure tots en el mateix domicili.",
    ],
    documents: [
      "Llibre de família.",
      "Document nacional d'identitat dels pares.",
      "Certificat de convivència.",
    ],
    deadline: "Es pot demanar en qualsevol moment de l'any; es resol en {n} dies hàbils.",
    laws: ["Llei 40/2013, de 18 de novembre, de protecció a les famílies nombroses"],
  },
  {
    slug: "reconeixement-dependencia",
    name: "Reconeixement de la situació de dependència",
    about:
      "Valoració del grau de dependència d'una persona per determinar els serveis i les prestacions econòmiques que li corresponen.",
    requirements: ["Trobar-se en situació de dependència.", "Haver residit cinc anys a l'Estat."],
    documents: [
      "Informe de salut segons el model oficial.",
      "Document d'identitat.",
      "Certificat d'empadronament històric.",
    ],
    deadline: "El termini màxim per resoldre és de {n} dies des de l'entrada de la sol·licitud.",
    laws: ["Llei 39/2016, de 14 de desembre, de promoció de l'autonomia personal"],
    important: "Si no rebeu resposta dins del termini, podeu presentar una reclamació.",
  },
];
