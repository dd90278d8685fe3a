import type { OfficeVoice, ProcedureText } from "./offices-procedure.ts";

export const BASQUE: OfficeVoice = {
  language: "eu",
  organism: "Gizarte Zerbitzuen eta Herritarren Ministerioa",
  titles: {
    about: "Zer da",
    requirements: "Baldintzak",
    documents: "Aurkeztu beharreko dokumentazioa",
    deadline: "Epea",
    fee: "Tasak",
    how: "Nola eskatu",
    where: "Non eskatu",
    laws: "Araudia",
    phone: "Telefonoa",
    important: "Kontuan hartzekoa",
  },
  noFee: "Izapidea doakoa da.",
  how: [
    ["Internet bidez", "Ziurtagiri digitalarekin edo Cl@ve bidez, orri honetatik bertatik."],
    [
      "Aurrez aurre",
      "Herritarrentzako arreta-bulegoetan, aldez aurreko hitzorduarekin, astelehenetik ostiralera.",
    ],
  ],
  where: "Erregistro-gaietako laguntza-bulegoak eta Ministerioaren egoitza elektronikoa.",
  updated: "Azken eguneratzea",
};

export const BASQUE_PROCEDURES: readonly ProcedureText[] = [
  {
    slug: "etxebizitza-alokairurako-laguntza",
    name: "Ohiko etxebizitza alokatzeko laguntza",
    about:
      "Diru-sarrera txikiak izan eta alokairuan bizi diren pertsonentzako hileko diru-laguntza. Zenbatekoa errentaren erdira irits daiteke eta onuradunaren kontuan ordaintzen da.",
    requirements: [
      "Alokairu-kontratu baten titularra izatea.",
      "Bizikidetza-unitatearen gehieneko diru-sarrerak ez gainditzea.",
      "Beste etxebizitzarik jabetzan ez izatea.",
    ],
    documents: [
      "Alokairu-kontratua.",
      "Azken hiru hilabeteetako ordainagiriak.",
      "Errolda-ziurtagiria.",
      "Errenta-aitorpena.",
    ],
    deadline: "Eskabideak deialdia argitaratu eta hurrengo {n} egun naturaletan aurkeztu behar dira.",
    laws: ["42/2012 Errege Dekretua, urtarrilaren 18koa, etxebizitza eskuratzeko planari buruzkoa"],
  },
  {
    slug: "familia-ugariaren-titulua",
    name: "Familia ugariaren titulua",
    about:
      "Familia ugaria izatea egiaztatzen duen agiria da, eta garraioan, matrikuletan eta etxeko hornikuntzetan deskontuak izateko eskubidea ematen du.",
    requirements: [
      "Hiru seme-alaba edo gehiago izatea, edo bi, batek desgaitasuna badu.",
      "Guztiak etxebizitza berean bizitzea.",
    ],
    documents: ["Familia-liburua.", "Gurasoen nortasun-agiria.", "Bizikidetza-ziurtagiria."],
    deadline: "Urteko edozein unetan eska daiteke; {n} egun baliodunetan ebazten da.",
    laws: ["40/2013 Legea, azaroaren 18koa, familia ugariak babestekoa"],
  },
  {
    slug: "mendekotasuna-aitortzea",
    name: "Mendekotasun-egoera aitortzea",
    about:
      "Pertsona baten mendekotasun-maila baloratzen da, dagozkion zerbitzuak eta prestazio ekonomikoak zehazteko.",
    requirements: ["Mendekotasun-egoeran egotea.", "Estatuan bost urtez bizi izana."],
    documents: ["Osasun-txostena, eredu ofizialean.", "Nortasun-agiria.", "Errolda-ziurtagiri historikoa."],
    deadline: "Ebazteko gehieneko epea {n} egunekoa da, eskabidea sartzen denetik.",
    laws: ["39/2016 Legea, abenduaren 14koa, autonomia pertsonala sustatzekoa"],
    important: "Epe barruan erantzunik jasotzen ez baduzu, erreklamazioa aurkez dezakezu.",
  },
];
