/**
 * Words in which procedures speak of what they ask for, take, cost and follow from, in the four languages. A line with one of
 * them may be a fact, on however many pages of a site it stands: "DNI o NIE", "Registro General, Plaza Mayor, 1". Folded.
 */
import { has, vocabulary } from "./vocabulary.ts";

const PAPERS = `
document* dokument* dni nie nif cif nia tie pasaport* passaport* libro libros llibre* libreta famili* solicit* sollicit* licitud* eskabide* eskaera* eskari* impres* formulari* inprimaki* model* eredu* instanci* instantzi* certific* ziurtagiri* ziurtatu* justific* frogagiri* egiaztagiri* egiazt* acredit* compuls* cotej* original* jatorri* fotocopi* fotograf* argazki* contrat* kontratu* nomin* factur* faktur* presupuest* pressupost* orzament* aurrekontu* memori* proyect* project* proxect* proiektu* plano* planol* informe* txosten* escritur* eskritur* sentenci* poderes anex* eranskin* volant* recibo recibos rebut* declarac* declaraci* aitorpen* titul* tarjet* target* tarxet* txartel* carne* carnet* cartilla* partida* copia copias kopia* cuenta cuentas compte comptes kontu kontua numero numeros nombre nombres nom noms nome nomes izen* apellid* cognom* apelid* zenbaki* dato datos dades datu* foto fotos traduccio* traduccion* itzulpen*
`;
const PEOPLE = `
edad edat idade adin* mayor* major* maior* menor* nagusi* anos any anys urte* nacional* residen* reside* bizileku* bizi* empadron* padron* errold* domicil* helbide* vivien* habitatg* vivend* etxebizitz* alquil* llog* alug* ingres* renta* renda* errent* patrimon* trabaj* treball* traball* lan lanean langile* langabe* paro atur desempr* desemple* desocup* emple* empleg* ocupac* enplegu* cotiz* kotiz* afili* segur* pension* pentsio* discapac* desgait* minusval* grado grau representa* ordezk* apoder* autoriz* autoritz* baimen* titular* interesad* interessad* interessat* interesat* solicitant* eskatzaile* beneficiari* onuradun* person* perso* pertson* ciutad* cidad* ciudadan* herritar* vecin* veci veina veins auzotar* extranj* estrang* estranx* atzerri* hij* fill* seme* padre* madre* pare mare nai pai guraso* conyug* conxug* ezkontide* parej* parell* bikote* conviv* elkarbizi* matrimon* ezkon* nacim* naix* nacem* jaio* defunc* falle* mort* heriotz* violenc* indarkeri* victim* biktim* alumn* ikasle* escol* eskol* estudiant* animal* perro* gos gossos can cans txakur*
corriente corrent deud* deute* debed* zor zorrak obligac* obligaci* obrigac* betebehar* tribut* impost* impuest* zerga* zergak antecedent* aurrekari* penal* empres* enpres* autonom* socied* societ* entidad* entitat* erakunde* asociac* associac* elkarte* profesion* professional* activ* jarduer* comerci* negoci* local locales locals lokal* establec* establim* vehicul* ibilgailu* obra obras obres licenc* llicenc* licenz* lizentzi* medic* mediku* sanit* osasun* salud salut saude matricul* curso cursos ikastaro*
requis* requir* rekis* eskakizun* baldintz* condic* condici* cumpl* compl* bete* exig* necesari* necessari* beharrezk* oblig* derrigor* acord* tener tenir ter tenga tengan tingui tinguin tena ser carec* haber haver
`;
const TIMES_AND_MONEY = `
plazo* termini* prazo* epe epea epean epeak dia dias dies egun* mes meses mesos hilabete* ano semana* setman* aste hora horas hores ordu* habil* natural* laborabl* lanegun* silenci* isilbide* isiltasun* resol* ebazp* ebatz* recurs* errekurts* alzada alcada notific* vigent* vigor indarr* convoc* deialdi* permanent* abiert* obert* abert* irekit* zabalik indefinid* continu* inmediat* immediat* berehala caduc* iraung* renov* berrit*
tasa tasas taxa* tasak gratui* gratis doan doako* coste costes cost custo* kostu* importe* import imports zenbateko* pago pagos pagar pagam* ordain* euro* exent* salbuet* bonific* hobari* tarif* precio* preu* prezo* prezio* abon* bancar* banku* iban subvenc* subvenci* prestac* prestaci* prestazio* beca becas beques beka* cuant* quant* kopuru* econom* ekonomi*
`;
const LAWS_AND_PLACES = `
ley leyes lei leis llei lleis lege* decreto* decret* dekretu* orden ordenes ordre ordes orde agindu* reglament* regulament* araudi* ordenanz* ordenanc* ordenantz* normativ* boe bop bopv dog dogc dogv bocm boja constituc* constituci* konstituzi* estatut* disposic* disposici* xedapen* bases oinarri* administr* ofici* oposic* comprob* consent* derecho* dret drets dereit* eskubide* articulo* juridic* legal* civil* zibil*
oficina* oficines bulego* registr* rexistr* erregistr* cita hitzordu* ventanilla* leihatila* finestreta telefon* llam* truc* cham* dei deitu* horari* ordutegi* calle carrer rua kale kalea plaza placa praza plazan avenid* avingud* avda paseo passeig piso planta edific* eraikin* presencial* presentz* notari* juzgad* jutjat* xulgad* epaitegi* comisari* comissari* hospital* centro* centre* zentro* ambulator* ministeri* conselleri* consejeri* delegac* delegaci* delegazio* aduan* consulad* consolat* kontsuletx*
clave firma* signa* sinad* sinatu* autofirma identific* identifi* presenta* aurkez* entreg* aport* achega* achegu* ekarr* rellen* empl* cumpliment* adjunt* erants* tramitar tramita* tramitac* tramitaci* tramitaz* izapidetz* iniciar inicie presente* procedim* procedem* prozedur* expedient* espedient*
`;
/** What single offices ask for and give: sports, fields, animals, health, schools, taxes, days and seasons. */
const MATTERS = `
ropa roba roupa arropa* deport* esport* kirol* nadar nedar igeri* calzad* calcat* gorro* casquet* txano* chanclas xancletes toalla* tovallol* banador* banyador* casco* casc chaleco* armilla* bozal* morrio* muturreko* corretja* uhal* correa*
inscri* censo* cens zentsu* bazkide* cazador* cazad* caza cacador* caca ehiz* pesc* arrantz* agricult* agrari* ganader* ramader* gandeir* labreg* nekazar* abeltzain* finca* finka* leira* parcel* partzel* rustic* suelo* urban* hirigintz* explotac* explotaci* ustiap* cultiv* cultius labore* vinedo* vinya vina vinas mahast* oliv* semill* llavor* hazi* plaga* izurrit* quema* crema queima* rastroj* rostoll* restroll* lena llenya egur* seta* bolet* cogomel* perretxik* truf* colmen* colmea* rusc* erlauntz* veda vedado batid* batud* uxaldi* monte* forest* baso* socio socios soci socis
jubilad* jubilat* xubilad* erretirat* pensionist* viud* vidu* viuv* alargun* divorc* dibortzi* embaraz* embarass* haurdun* lactant* bebe* nado* mozo* xove* gazte* heldu* hered* hereu* herdeir* oinordek* albacea* usufruct* arrend* inquilin* llogater* maizter* propietari* jabe* copropietari* consumid* kontsumitz* refugi* refuxi* errefuxi* apatrid* asil* comunitari* arraig* exclus* bazterk* vulnerab* zaurgarri* cooperativ* kooperatib* fundac* fundaci* fundazio* sindicat* sindikat* universi* unibertsi* colegi* colexi* ikastetx* federad* federat* cofrad* confrari* kofradi*
vacun* vacin* txert* microchip* xip txip* qr analisi* analit* analis* odol* radiograf* erradiograf* receta* recepta* receit* errezet* clinic* kliniko* baja* baixa* lesion*
autoliquid* autolikid* liquid* likid* curricul* croquis krokis* catastr* cadastr* katastr* referenci* referentzi* cedul* zedul* poliz* poliss* aval* abal* fianz* fianc* fidantz* garant* garanti* berme* visad* visat* billet* bitllet* txartel* acta* akta* balanc* balantz* extract* laburpen* folla* listad* llistat* inventari* inbentari* permis* gidabaimen* cuadern* quadern* koaderno* azterlan* maquet* partitur* guion* guio gidoi* sinops* cartel* cartell* kartel* ejemplar* exemplar* aleak lagin* resguard* sellad* segell* selo* zigilu* huell* empremt* aztarn* testament* dictam* ditam* irizpen* perit* tasac* tasaci* denunci* salaket* atestad* atestat* conveni* hitzarmen* barem* merit* merezim* apostill* traducid* traduit* duplicad* duplicat* bikoiztu* alegac* allegac* alegaci* alegazio* gutun* idazki* voluntad*
bibliotec* liburuteg* mostrador* taulell* taquill* txarteldegi* consergeri* conserjeri* polideport* kiroldeg* piscin* igerilek* farmaci* farmazi* estanc* estanco* cajer* caixer* kutxazain* banco* bancos secretari* idazkari* alcald* alkate* gestor* xestor* burofax mensajeri* missatgeri* valija* escrito bizum tpv metalic* efectiv* efectiu* eskudiru* transferenc* transferentzi* domiciliad* domiciliat* helbiderat* lunes martes miercoles jueves viernes sabado* domingo* dilluns dimarts dimecres dijous divendres dissabte* diumenge* luns mercores xoves venres astelehen* astearte* asteazken* ostegun* ostiral* larunbat* igande* arratsalde* sotano* soterrani* soto* auzo* poligon* poligono* industri* camino* cami carretera* errepide* ronda* glorieta* alameda* puerto* porto* portu* lonja* llotja* lonxa* estacion estacio geltoki* cuartel* caserna* comandanci* jefatur* subdelegac* tesorer* tresorer* catastro hacienda* hisenda* facenda* ogasun* mancomun* mankomun* diputac* diputaci* deputac* aldundi* cabildo* embajad* ambaixad* embaixad* enbaxad* verans
anual* anuals urteko* trimest* hiruhilek* cuatrimestr* quatrimestr* semestr* bienio* bianual* quincen* jornad* temporada* tempora denboraldi* primaver* udaberri* verano* estiu* veran otono* tardor* udazken* inviern* hivern* invern* negu* aurretik agotar* exhaur* esgot* agort* sorteo* sorteig* zozket* llegad* arribad* chegad* estimat* desestimat* estimad* desestimad* baiezko* ezezko* negativ* negatiu* positiv* positiu* prescrib* prescriu* reposic* reposici* contencios* reclamac* reclamaci* erreklamaz*
canon* timbre* arancel* arantzel* mitad* meitat* metade* erdi* descuent* descompt* desconto* deskontu* murriz* devol* itzultz* reembols*
codigo* kode* convenio* tratad* tractat* itun* directiv* zuzentarau* refundid* refos* bando* acuerd* akordio* circular* zirkular* jarraibide* fuero* foral* foru* arauak rgpd lopd lopdgdd trlhl lpac lpacap
`;
/** Ways to apply are made of a site's words: "Por correo electrónico", "En la web". */
const WAYS = `
correo* correu* posta postal* electronic* elektronik* telematic* telematik* web webs webgun* sede seu egoitza portal online internet linea lerro* linia chat* xat* txat* whatsapp* app aplicac* aplicaci* aplikazi* enviar* envia* envie* bidal* acced* sart* entr* descarg* descarreg* deskarg* pulse* prem* sakatu* haga clic direccion* url enlace* enllac* ligazon* esteka* servicio* servei* servizo* zerbitzu* atencion* atencio* arreta municipal* ayuntamiento* ajuntament* concello* udal* fax buzon bustia caixa ordenador* movil* mobil* mugikor* sms video* bideo* consult* kontsult* informac* informaci* informazi*
`;
/** Of a line that has hardly another word they say that there is nothing, or that it is said elsewhere. */
const STANDS_FOR = `
no non ez sin sense sen gabe ningun* ninguna* cap ningunha* ver vease veure consult* kontsult* segun segons arabera todo todos todas tot tota totes guzti* cualquier* qualsevol calquera edozein si bai igual
`;
const SHORT = 4;

const FACTS = vocabulary(PAPERS, PEOPLE, TIMES_AND_MONEY, LAWS_AND_PLACES, MATTERS);
const OF_WAYS = vocabulary(WAYS);
const OF_NOTHING = vocabulary(STANDS_FOR);

/** One folded word; `isWay`: it stands among ways to apply, or places to go. */
export function isProcedureWord(word: string, isWay: boolean): boolean {
  return has(FACTS, word) || (isWay && has(OF_WAYS, word));
}

/** "No procede", "Ver convocatoria": an answer, wherever it stands. */
export function isShortAnswer(words: string): boolean {
  const said = words.trim().split(" ");
  return said.length <= SHORT && said.some((word) => has(OF_NOTHING, word));
}
