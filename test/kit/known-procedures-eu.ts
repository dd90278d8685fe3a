import type { KnownProcedure } from "./known-procedures.ts";

export const BASQUE_KNOWN: readonly KnownProcedure[] = [
  {
    language: "eu",
    url: "https://www.euskadi.eus/izapideak/gaztelagun-alokairua",
    organism: "Eusko Jaurlaritza - Gobierno Vasco",
    name: "Gazteentzako alokairu-laguntza",
    about:
      "Etxea alokatu nahi duten gazteei hilero ordaintzen zaien diru-laguntza, errentaren zati bat estaltzeko.",
    requirements: [
      "Hogeita hamasei urte baino gutxiago izatea.",
      "Alokairu-kontratua norberaren izenean egotea.",
      "Urteko diru-sarrerak 3.000 eta 28.000 euro artekoak izatea.",
    ],
    documents: [
      "Nortasun-agiria edo atzerritarraren txartela.",
      "Alokairu-kontratu sinatua.",
      "Bizikidetza-ziurtagiria, hiru hilabete baino gutxiagokoa.",
    ],
    deadlines: [
      ["Eskabideak aurkeztea", "Urte osoan irekita dago."],
      ["Ebazpena", "Sei hilabete eskaera sartzen denetik."],
    ],
    fee: "Izapidea doakoa da.",
    how: [
      ["Internet bidez", "Egoitza elektronikoan, ziurtagiri digitalarekin edo BakQ bidez."],
      ["Aurrez aurre", "Zuzenean bulegoetan, aldez aurreko hitzorduarekin."],
    ],
    where: "Zuzenean bulegoa, Ramiro Maeztu kalea, 10, 01008 Gasteiz",
    laws: ["7/2021 Dekretua, urtarrilaren 12koa", "3/2015 Legea, ekainaren 18koa, Etxebizitzari buruzkoa"],
    phone: "945 000 218",
    important: ["Laguntza ez da bateragarria etxebizitza publiko batean bizitzearekin."],
    other: ["Zenbat jasotzen da", "Gehienez 300 euro hilean, hiru urtez."],
    questions: [
      "Nola eska dezaket alokairua ordaintzeko laguntza?",
      "gaztea naiz eta alokairu laguntza behar dut",
      "Zer behar da gazteentzako alokairu-laguntza eskatzeko?",
    ],
    expected: { nivel: "autonomico", ccaa: "pais_vasco", canal: "mixto", tipo: "subvencion" },
  },
  {
    language: "eu",
    url: "https://www.bilbao.eus/izapideak/errolda-alta",
    organism: "Bilboko Udala",
    name: "Udal erroldan alta ematea",
    about:
      "Udalerrian bizi diren guztiek izena eman behar dute erroldan; hortik ateratzen da bizilekuaren ziurtagiria.",
    requirements: [
      "Udalerrian bizitzea urteko egun gehienetan.",
      "Etxebizitza erabiltzeko eskubidea frogatzea.",
    ],
    documents: [
      "Nortasun-agiria, pasaportea edo bizileku-txartela.",
      "Etxearen eskritura edo alokairu-kontratua.",
      "Adingabeentzat: familia-liburua.",
    ],
    deadlines: [
      ["Eskaera", "Edozein unetan."],
      ["Ebazpena", "Hiru hilabete."],
    ],
    fee: "Doan.",
    how: [
      ["Aurrez aurre", "Herritarrentzako arreta-bulegoetan, hitzorduarekin."],
      ["Internet bidez", "Udalaren egoitza elektronikoan, BakQ edo ziurtagiriarekin."],
    ],
    where: "Herritarren Arretarako Bulegoa, Venezuela plaza, 2, 48001 Bilbo",
    laws: ["7/1985 Legea, apirilaren 2koa, Toki Araubidearen Oinarriak arautzen dituena"],
    phone: "010",
    important: ["Atzerritarrek bi urtez behin berritu behar dute izen-ematea."],
    other: ["Ziurtagiriak", "Errolda-ziurtagiria berehala ematen da bulegoan bertan."],
    questions: [
      "Nola eman behar dut izena erroldan?",
      "erroldan alta eman nahi dut Bilbon",
      "Etxez aldatu naiz, zer egin behar dut udal erroldarekin?",
    ],
    expected: { nivel: "local", ccaa: "pais_vasco", canal: "mixto", tipo: "inscripcion" },
  },
];
