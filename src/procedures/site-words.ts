/**
 * Lines that are made of nothing but the words in which a site speaks of itself: "Copiar el enlace", "Perfil de Instagram",
 * "Heu trobat el que buscàveu?". Portals put them in ever other ways, but out of the same words; a line that says
 * something of a procedure mostly has a word that is not among them, and in doubt it stays. Folded, in the four languages; `*` is any end of a word.
 */
import { has, type Vocabulary, vocabulary } from "./vocabulary.ts";

/** They say nothing, and join the others. */
const JOINING = `
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gener febrer marc maig juny juliol agost setembre novembre desembre xaneiro febreiro maio xuno xullo setembro outubro novembro decembro urtarril* otsail* martxo* apiril* maiatz* ekain* uztail* abuztu* irail* urri* azaro* abendu*
nosotros nosotras nosaltres nosoutros connosco gurekin alguien algu alguen norbaiti cuando quan cando haya haja hagi haxa honi buruz buruzko bagaude dizu dizugu dugu behar duzunak zaizun iezaguzu teua teues teves tuas cinco cinc bost une momento moment recibid* rebud* rebut* jasotako falta* faltatu botou
t soy son soc som sou naiz gara zara zaitzaket zaitzakegu zenuena genuen zaigu zaizu zaitugu bi hiru dos dous tres uno otro otra otros otras altre altres outro outra outros outras beste batzuk batzuek gehiago hainbat usted ustedes voste vostes vostede podeu podeis pueda podra podras podreu ahal duzun duzue nahi quieres quiere voleu vols queres quere mediante traves mitjancant desta deste nesta neste disto cos co coa coas polo pola polos pelo quant cuanto canto tu vosotros siempre sempre beti nunca mai inoiz aun todavia encara ainda fer hacer haz faz facer egin feu fes hacemos fem facemos han ho nuestras vuestra vostra vosa poco pouc pouco gutxi entre durante aproximad* menos menys
a al als ao aos amb con por per para pel cap de del dels d do da dos das e i y eta o ou edo u el la los las lo els les l os as un una uns unes unos unas unha bat en no na nos nas ens s se es et us vos te ti le les lle che me m mi mis tu tus su sus seu sua seva seus teu tua teva meu meva mina zure gure nire hau honen honetan hemen que quina quin cual este esta estos estas esto este aquest aquesta aquests aquestes aixo isto hi ho aqui alli ja ya xa mas mes mais muy molt moi solo nomes so besterik tan como com onde donde on ara ahora agora orain hoy avui hui hoxe gaur si no non ez bai da du dut dira dute duzu zaitez gaitzazu ere tambien tambe tamen nuestro nuestra nuestros nuestras nostre nostra nostres noso nosa nosos nosas ser estar sera seran seria pot pots puede puedes pueden podem podemos podes puc puedo podo pode poden dezakegun dezakezu daiteke zertan zer nola non hem hemos heu has ha han he fins hasta ate tots totes todos todas cada dia dies dias egun minutos minuts minutu minuto horas hores orduz ordu sobre desde des sin sense ninguna ningun cap ningunha
`;

/** What sites have, and what people are to do with it. None of it is told by the word alone. */
const OF_SITES = `
pagina* paxina* orri orria orrialde* orriaren web webs webgun* portal ataria sede seu egoitza sitio lloc contenid* contingut* contid* eduki* informacion informacio informazio* ficha fitxa tramite tramit izapide* articul* servicio servei servizo
ver vea mira mire veure mireu ikusi abrir abre abra obrir obre obriu ireki cerrar tanca pecha ventana finestra fiestra xanela leiho* nueva nova berri* enviar envia enviad envie envieu enviame enviar bidali manda mandar guarda guardar desa gorde copiar copia copieu kopiatu enlace* enllac* ligazon* esteka* vinculo direccion url contacto* contacte* amigo* amiga* amic* amics lagun* conocid* conegut* correo* correu* posta email mail e electronic* elektroniko* bidez bitartez
perfil* canal* canle* kanal* cuenta* compte* conta* kontu* oficial* municipal* udal* ayuntamiento ajuntament concello xunta generalitat estamos som gaude encuentra* encontr* busca* buscav* buscab* bilatz* atop* trob* aurkitu* ayud* ajud* axud* lagundu* sirvi* servi* resul* fue estat foi izan util* baliagarri* lagungarri* clar* facil* mejor* millor* mellor* hobetu* di dinos diga* dig* digueu* esaguzu* cuenta* cuente* valor* puntu* opin* iritzi* suger* sugger* suxer* comentari* problema* error* errad* akats* responde* respond* conteste* contesta* bete relle* ompl* cubr* cumpliment* particip* parte* breve* breu* corta curta rapid* encuesta* enquesta* enquisa* inkesta* cuestionario* questionari* galdetegi* satisfac* gogobetetz* calidad qualitat calidade kalitate* llevar* portar* levar* toma* tarda*
volver vuelve voltar volta torna* tornar regresa* itzuli subir sube puja* pujar joan ir anar ves vai igo arriba amunt dalt gora comienzo comezo inicio inici principi* hasiera* indice index aurkibide* menu portada
revis* actualiz* actualitz* modific* eguner* berrikus* azken* ultim* darrer* vez cop volta fecha data publicad* publicat* generar genera xerar xera sortu crear crea descarg* descarreg* deskarg* baixa* imprim* inprimatu* pdf* version versio formato format escuch* escolt* entzun* ler leer llegir tamano mida letra lletra contraste* accesibil* accessibil* irisgarri* mapa idioma* lengua llingua hizkuntza* castellano catala galego euskara english espanol valencia
lista llista zerrend* boletin* butlleti* buletin* newsletter novedad* novetat* novidad* berri* noticia* noticies novas albiste* alerta* aviso* avis avisos abisu* suscri* subscri* harpide* apunt* alta dona date eman izena recib* reb* recibe rep jaso unete uneix uniu* batu zaitez pierd* perd* galdu* convocatori* deialdi* aldia tanto tant al corrent corriente
dejar deja dejanos deixa* utzi* iruzkin* leid* llegit* lid* irakurri* conecta* connecta* institucional* retransmis* emision* twitch* balorazio* baloratu* media mitjana batezbest* califica* cualifica* qualifica* kalifika* hedatu* hitza escrib* escriur* idatz* mandar* cambios canvis aldaketa* cuent* conteu* contenos* contal* explic* expliqu* konta* entend* ulertu* doad* erraz* chate* xate* txate* convers* dediqu* eskaini* comunicar comunica* notificar* informar* jakinaraz* resuelt* resolt* experiencia* esperientzia* test* usabil* erabilgarritas* queremos volem conocer coneixer conecer jakin* directo directe zuzenean equipo equip* talde* agenda cultural* kultura movil mobil mugikor* android iphone ios vegada argitarat* direct* digital* gestion* gestions xestion* kudeaket* orient* lia comencament prem* tornem
empezar empieza comenzar comienza hasi clic* klik* pulse pulsa prem prema premeu sakatu haga puls* toca aqui atencion atencio accede acceda accedeix accediu sartu entra entrar elige escoge tria escolle aukeratu cambia cambiar canvia canviar aldatu mostrar muestra mostra erakutsi ocultar oculta amaga agocha ezkutatu expandir desplegar plegar todo tot guztia audio video videos bideo* imagen* imatge* imaxe* foto* galeria* gracias gracies grazas eskerrik asko bienvenid* benvingut* benvid* ongi etorri
hola ola kaixo asistent* assistent* laguntzail* virtual* birtual* robot* bot chat* xat* txat* pregunt* galdetu* consult* kontsult* duda* dubte* dubida* disponib* eskuragarri* operador* persona
redes xarxes sare sareak sareetan sarean social* sociais sozial* sigue* siga* sigu* segu* jarrai* gusta* agrada* gustuko comparte* compart* partekatu* zabaldu* difund* difon* difus* reenvi* recomend* recoman* gomendat* tuit* txio* piula* publica*
facebook* twitter* x instagram* youtube* linkedin* flickr* pinterest* tiktok* vimeo* threads* bluesky* mastodon* rss whatsapp* telegram*
visitas visites bisitak bisita atras enrere atzera edicion edicio edita* editat* redacta* texto* text puesta puesto posada posat posta webmaster divulgativ* divulgatiu* conoce coneix conece
cookies cookie galetes galletes cookieak sesion sessio saioa gustame chiar retuit* usuario usuari erabiltzaile*
`;

/** What no procedure speaks of in such a line. */
const TELLING = `
tuit* txio* piula* chiar gustame gustuko newsletter compartir comparte comparteix compartix compartiu partekatu* difund* difon* zabaldu* reenviar reenvia encuesta* enquesta* enquisa* inkesta* gogobetetz* usabil* erabilgarritas* unete uneix suscribete suscribase suscribirse subscriu* subscrivi* harpidetu*
`;
const NETWORKS =
  "facebook* twitter* instagram* youtube* linkedin* flickr* pinterest* tiktok* vimeo* threads* bluesky* mastodon* twitch*";
const PAGE = "pagina* paxina* orri* contenid* contingut* contid* eduki* articul*";
/**
 * Two that tell together what neither does alone: "Por chat", "Por Facebook" and "Imprimir y enviar" are ways, "20 días desde
 * su publicación en el boletín" is a deadline.
 */
const PAIRS: readonly (readonly [string, string])[] = [
  [
    NETWORKS,
    "perfil* canal* canle* kanal* sigue* siga* sigu* segu* jarrai* estamos som ventana finestra fiestra xanela leiho* institucional* oficial* retransmis* emision* galeria* bideo* agrada* gusta*",
  ],
  [
    "redes xarxes sare sareak sareetan sarean",
    "sigue* siga* sigu* segu* jarrai* estamos som nuestras nostres nosas gure encuentr* compart* recomend*",
  ],
  [
    "boletin* butlleti* buletin*",
    "suscribete suscribase subscriu* subscrivi* harpidetu* apuntate apuntese apunteu nuestro nostre noso gure",
  ],
  ["me", "gusta*"],
  ["m", "agrada*"],
  [
    "opinion* opinio* iritzi*",
    "enviar envia envie envieu bidali mi meva mina zure tu su teva tua seva deja* deixa* queremos volem conocer coneixer conecer responde* respond*",
  ],
  ["satisfac*", "encuesta* enquesta* enquisa* cuestionario* questionari* galdetegi*"],
  ["dejar deja dejanos deixa* utzi*", "comentari* iruzkin*"],
  ["dejar deja dejanos deixa* utzi*", "agenda noticia* noticies novas novedad* novetat* novidad*"],
  ["media mitjana batezbest*", "valor* balorazio*"],
  ["conecta* connecta*", "nosotros nosaltres nosoutros gurekin connosco"],
  ["convers* habla* parla* fala* chate* xate* txate*", "nosotros nosaltres nosoutros gurekin connosco"],
  ["error* errad* akats*", PAGE],
  ["valor* baloratu* califica* cualifica* qualifica* kalifika*", "recibid* rebud* rebut* jasotako"],
  ["alerta* alertes", "escrib* escriur* idatz*"],
  ["comienzo comezo comencament inicio inici principi* hasiera*", "pagina* paxina* orri*"],
  ["version versio bertsio*", "pagina* paxina* orri*"],
  ["nos ens bagaude", "encuentr* trobes trobareu atopas* bagaude"],
  ["cuent* conteu* contenos* expliqu* konta*", "falta* faltatu botou"],
  ["copiar copia copieu kopiatu*", "enlace* enllac* ligazon* esteka*"],
  ["abrir abre abra obrir obre ireki", "ventana finestra fiestra xanela leiho*"],
  ["imprim* inprimatu* generar genera xerar xera sortu", PAGE],
  ["descarg* descarreg* deskarg* guarda* gorde* desa", "pagina* paxina* orri*"],
  [
    "volver vuelve voltar volta torna* regresa* itzuli subir sube puja* joan ir anar ves vai igo",
    "atras enrere atzera arriba amunt dalt gora comienzo comezo inicio inici principi* hasiera* indice index aurkibide* menu portada",
  ],
  ["mejor* millor* mellor* hobetu*", `${PAGE} web* portal sede seu egoitza nos ns`],
  [
    "asistent* assistent* laguntzail* robot* chat* xat* txat*",
    "hola ola kaixo ayudar* ajudar* axudar* lagun* pregunta* pregunte* galdetu* abrir abre obre ireki soy son soc naiz",
  ],
  ["lista llista", "correo* correu*"],
  ["posta", "zerrend*"],
  ["canal* canle* kanal*", "noticia* noticies novas albiste* unete uneix"],
  ["bidali envia* enviar", "amic* amigo* amiga* conocid* conegut*"],
  ["audio escuch* escolt* entzun*", PAGE],
  ["sigue* siga* sigu* segu* jarrai*", "nos ns enos os gaitzazu"],
  ["mapa", "web portal sitio"],
  ["visitas visites bisita*", PAGE],
  ["tamano mida", "letra lletra"],
  ["alto alt", "contraste*"],
];
/** With a day beside it: when a page was changed. */
const CHANGED: readonly (readonly [string, string])[] = [
  [
    "revis* berrikus* actualiz* actualitz* modific* eguner* aldatu* edicion edicio edita* editat* redacta* puesta puesto posada posat",
    `${PAGE} ficha fitxa ultim* darrer* azken* web webmaster texto* text`,
  ],
  ["puesta puesto posada posat", "dia"],
];
/** They are asked for: "URL del perfil de Instagram". */
const PAPERS = "url enlace* enllac* ligazon* copia";
/** Told only where the line asks. */
const ASKED = `
ayud* ajud* axud* lagundu* sirvi* servi* util* baliagarri* lagungarri* buscav* buscab* busca bilatz* trob* atop* encontr* aurkitu* clar* valor* entend* ulertu* leid* llegit* irakurri* resuelt* resolt*
`;

const MAX_WORDS = 26;

const KNOWN = vocabulary(JOINING, OF_SITES);
const OF_SITE = vocabulary(OF_SITES);
const JOINS = vocabulary(JOINING);
const TELLS = vocabulary(TELLING);
const ASKS = vocabulary(ASKED);
const asked = vocabulary(PAPERS);
const networks = vocabulary(NETWORKS);
const together = (pairs: typeof PAIRS) => pairs.map((pair) => pair.map((words) => vocabulary(words)));
const TOGETHER = together(PAIRS);
const DATED = together(CHANGED);

/** `words` as `foldedWords` writes them. */
export function isSiteTalk(words: string, isQuestion: boolean): boolean {
  const said = words.trim().split(" ");
  if (said.length > MAX_WORDS || !said.every((word) => /^\d+$/.test(word) || has(KNOWN, word))) return false;
  const says = (one: Vocabulary) => said.some((word) => has(one, word));
  if (says(networks) && says(asked)) return false;
  if (says(TELLS) || (isQuestion && says(ASKS))) return true;
  const isDated = said.some((word) => /^\d{4}$/.test(word));
  return [...TOGETHER, ...(isDated ? DATED : [])].some((pair) => pair.every(says));
}

/** One folded word that only joins others. */
export function isJoining(word: string): boolean {
  return has(JOINS, word);
}

/** One folded word of those in which sites speak of themselves, among other things. */
export function isSiteWord(word: string): boolean {
  return has(OF_SITE, word) && !has(JOINS, word);
}
