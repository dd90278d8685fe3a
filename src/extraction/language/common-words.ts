/**
 * The words that a language cannot do without, in three rows by how often they are used, and words of offices. From
 * general knowledge of the languages, not from any corpus. An apostrophe ends a word and
 * belongs to it: `l'ajuntament` is `l'` and `ajuntament`.
 */
export const LANGUAGES = [
  "es",
  "ca",
  "eu",
  "gl",
  "en",
  "pt",
  "fr",
  "it",
  "de",
  "nl",
  "ro",
  "oc",
  "ast",
  "pl",
  "sv",
  "da",
  "fi",
  "hu",
  "cs",
  "hr",
  "tr",
  "vi",
  "id",
  "eo",
] as const;
export type KnownLanguage = (typeof LANGUAGES)[number];

export interface CommonWords {
  readonly most: string;
  readonly many: string;
  readonly some: string;
}

export const COMMON_WORDS: Readonly<Record<KnownLanguage, CommonWords>> = {
  es: {
    most: "de la que el en y a los las del se un por con para una su no es",
    many:
      "al lo como más o si sus sin sobre este esta entre cuando ser son ha hasta desde también está muy todo todos todas cada donde " +
      "quien qué fue era han pero le me ya porque ni nos les ese esa esto esos esas eso dos hay tiene otro otra otros otras mismo día días año años debe pueden puede",
    some:
      "y e u deberá deberán podrá podrán será serán solicitud solicitudes plazo presentación documentación ayuntamiento ley personas persona trámite " +
      "procedimiento solicitar presentar acuerdo artículo mediante según así caso ello quienes aquellos dicha dicho dichos nuevo nueva nuestro nuestra " +
      "hace hacer mañana ayer hoy aunque mientras después antes nunca siempre algo alguien mucho mucha muchos poco hijo hija calle ciudad gobierno " +
      "trabajo vivienda ayuda ayudas tasa pago correo electrónico electrónica teléfono fecha lugar forma cómo cuándo cuánto dónde cuál requisitos " +
      "siguiente siguientes necesario necesaria obligatorio cualquier tener tengo tienes haber había estar estoy estamos puedo quiero usted ustedes él ella ellos ellas mi tu yo él sí aquí allí ahora bien además contra durante hacia bajo tras " +
      "mujer hombre niños casa vez veces cosa cosas mundo vida país parte gracias favor hola servicio servicios público pública información registro oficina meses mes semana hábiles fueron siendo sido estado esté sea sean hubo quien cuyo cuya ningún ninguna cita previa acceso derecho derechos menores mayores familia libre reside residir domicilio expediente resolución notificación " +
      "excepto jueves viernes lunes martes miércoles sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre salud consejería ministerio",
  },
  ca: {
    most: "de la i el que en a les els l' d' del per un amb una és s' es al no",
    many:
      "dels més o si com són ha als pel pels seva seu seus seves aquest aquesta aquests aquestes hi ho n' ens us li però també quan on cada " +
      "entre sobre fins des sense tot tots totes tota altres altre altra cal pot poden ser han va van molt m' t' ni què qui perquè ja dia dies any anys ens aquell aquella això",
    some:
      "sol licitud licituds sollicitud sollicituds termini presentació documentació ajuntament llei persones persona tràmit tràmits procediment " +
      "licitar presentar acord article mitjançant segons així cas nou nova nostre nostra fa fer demà ahir avui encara mentre després abans mai sempre " +
      "alguna algun molta molts poc fill filla carrer ciutat govern treball habitatge ajut ajuts ajuda taxa taxes pagament correu electrònic electrònica " +
      "telèfon data lloc forma com quant quina quin quins quines requisits següent següents necessari necessària obligatori qualsevol tenir tinc tens haver havia " +
      "estar estic estem puc vull vostè vostès ell ella ells elles meu teu jo aquí allà ara bé contra durant cap sota darrere dona home nens casa " +
      "vegada vegades cosa coses món vida país part gràcies plau servei serveis públic pública informació registre oficina mesos mes setmana hàbils feiners han fet " +
      "sigui siguin estat cita prèvia accés dret drets menors família dins fora deu heu hem haurà hauran podrà podran caldrà serà seran ésser nosaltres vosaltres doncs llavors només gairebé massa " +
      "dilluns dimarts dimecres dijous divendres dissabte diumenge gener febrer març abril maig juny juliol agost setembre octubre novembre desembre salut conselleria departament consell " +
      "comarca municipi veïns seu electrònica domicili expedient resolució notificació amb té tenen aquells aquelles cadascun cadascuna mateix mateixa endavant sinó però potser",
  },
  eu: {
    most: "eta da du ez dira den bat edo dute dela duen zuen",
    many:
      "ere izan egin behar baina diren dituzte ditu duten zen ziren hau hori baino beste bere bai zer nola non noiz nork nor zein bidez arabera arte dago daude " +
      "izango dagoen dauden oso gure zure nire ahal gabe ondoren aurretik hala baita egon egiteko izateko urte egun dezake daiteke daitezke dezakete hauek horiek haien",
    some:
      "eskaera eskaerak eskabidea eskabideak epea epeak aurkeztu aurkezteko aurkeztea dokumentazioa agiriak agiria udala udaleko udalak legea legearen pertsona pertsonak pertsonen izapidea izapideak " +
      "prozedura eskatu eskatzeko eskatzaileak eskatzailea ebazpena akordioa artikulua artikuluan honako kasuan berri berria gaur bihar atzo orain beti inoiz gehiago gutxi asko guztiak guzti guztien " +
      "seme alaba kalea hiria jaurlaritza jaurlaritzak lan lana lanak etxebizitza etxe etxea laguntza laguntzak laguntzen tasa ordainketa ordaindu posta elektronikoa elektronikoan telefonoa data lekua baldintzak " +
      "hurrengo beharrezko beharrezkoa derrigorrezkoa edozein izena ditut dut dugu duzu naiz gara zara nahi dudan dugun bezala artean kontra zehar barruan kanpo azpian emakume gizon gizonak haurrak " +
      "behin aldiz gauza gauzak mundua bizitza herria herriko zati eskerrik asko mesedez kaixo zerbitzu zerbitzua zerbitzuak publikoa publikoko informazioa erregistroa erregistroan bulegoa bulegoan hilabete hilabeteko aste baliodun " +
      "hitzordua eskubidea eskubideak adingabeak familia familiako familien ere erabili bildu hasi amaitu jaso jakinarazpena espedientea sarbidea doako bakoitzak bakoitzeko bakoitza bertan hemen han " +
      "astelehena asteartea asteazkena osteguna ostirala larunbata igandea urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua osasun saila sailak diputazioa foru aldundia euskal euskara " +
      "zergatik nondik nora norentzat batez batek batean batzuk hainbat dituen dituzten zaio zaizkio zitzaion zuten zituen genuen nuen dadin dezan badu bada badira ezin eman ematen ematea",
  },
  gl: {
    most: "de a o e que do da en os as para un por se unha co no na é non",
    many:
      "dos das con ao á aos ás nos nas polo pola polos polas cos coa coas máis ou como seu súa seus súas este esta estes estas ese esa iso isto ser son foi sobre entre cando ata desde " +
      "tamén está moi todo todos todas cada onde quen pero lle lles nin dun dunha deste desta nun nunha outro outra outros outras mesmo día días ano anos debe poden pode hai ten teñen xa sen porque me nós vós",
    some:
      "deberá deberán poderá poderán será serán solicitude solicitudes prazo prazos presentación documentación concello lei persoas persoa trámite procedemento solicitar presentar acordo artigo mediante segundo así caso " +
      "novo nova noso nosa fai facer mañá onte hoxe aínda mentres despois antes nunca sempre algo alguén moito moita moitos pouco fillo filla rúa cidade goberno traballo vivenda axuda axudas taxa pagamento " +
      "correo electrónico electrónica teléfono data lugar forma cantos canto cal cales requisitos seguinte seguintes necesario necesaria obrigatorio calquera ter teño tes haber había estar estou estamos podo quero vostede vostedes el ela eles elas meu miña teu eu aquí alí agora ben ademais contra durante baixo tras " +
      "muller home nenos casa vez veces cousa cousas mundo vida país parte grazas favor ola servizo servizos público pública información rexistro oficina meses mes semana hábiles foron sendo sido estea sexa sexan houbo cuxo cuxa ningún ningunha cita previa acceso dereito dereitos menores maiores familia libre enderezo expediente resolución notificación " +
      "luns martes mércores xoves venres sábado domingo xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro saúde consellería xunta galicia veciños veciñanza xeral xerais xestión lingua galega dous dúas tres aquel aquela aquilo logo fóra dentro lonxe preto cara unhas uns algúns algunha xente mellor peor só soamente tampouco quizais dende máis antigo hoxe onte polo",
  },
  en: {
    most: "the of and to in a is that for it was on are with as at be by this",
    many: "have from or had not but what all were when we there can an your which their if will each how them then many some so these would her him has two more no way could than been who its now did my me our they you he she his i do must may should",
    some:
      "application applications deadline submit documents council law people person procedure apply request within days agreement article through according case new make tomorrow yesterday today although while after before never always something someone much little son daughter street city government work housing help grant fee payment mail email " +
      "phone date place form where why requirements following necessary mandatory any having being am against during under behind woman man children house time times thing things world life country part thanks please hello service services public information registry office months month week working " +
      "also into only other about out up over such because does between both just like most those where very whether until since upon without here well even back still own same too down off again further once monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december health department",
  },
  pt: {
    most: "de a o que e do da em um para com não uma os no se na por as é",
    many: "dos das ao à aos às mais ou como seu sua seus suas este esta estes estas esse essa isso isto ser são foi sobre entre quando até desde também está muito todo todos todas cada onde quem mas lhe lhes nem num numa deste desta pelo pela pelos pelas nos nas outro outra outros outras mesmo dia dias ano anos deve podem pode há tem têm já sem porque me nós eu",
    some:
      "deverá deverão poderá poderão será serão pedido pedidos requerimento prazo prazos apresentação documentação câmara prefeitura lei pessoas pessoa procedimento solicitar apresentar acordo artigo mediante segundo assim caso novo nova nosso nossa faz fazer amanhã ontem hoje ainda enquanto depois antes nunca sempre algo alguém muita muitos pouco filho filha rua cidade governo trabalho habitação apoio apoios ajuda taxa pagamento " +
      "correio eletrónico eletrônico eletrónica telefone data lugar forma quantos quanto qual quais requisitos seguinte seguintes necessário necessária obrigatório qualquer ter tenho tens haver havia estar estou estamos posso quero você vocês ele ela eles elas meu minha teu aqui ali agora bem além contra durante sob após mulher homem crianças casa vez vezes coisa coisas mundo vida país parte obrigado obrigada favor olá serviço serviços " +
      "público pública informação informações registo registro escritório balcão meses mês semana úteis foram sendo sido esteja seja sejam houve cujo cuja nenhum nenhuma acesso direito direitos menores maiores família morada processo decisão notificação segunda terça quarta quinta sexta feira sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro saúde ministério junta freguesia solicitação inscrição " +
      "dois duas três aquele aquela aquilo logo fora dentro longe perto umas uns alguns alguma gente melhor pior só apenas também talvez então isso cidadão cidadãos então através gestão língua nas numa às você",
  },
  fr: {
    most: "de la le et les des en l' d' un une du est que pour à dans qui n' pas a",
    many: "par sur au avec il ne s' c' qu' j' pu ce plus sont se ou aux sa son cette nous vous ont ses mais leur être elle je on été comme tout fait si ces où sans entre deux même aussi",
    some: "demande délai présentation loi personnes personne mairie doit doivent peut peuvent sera seront année années jour jours après avant toujours jamais quand votre vos notre nos leurs très bien ici faire avoir était cet y quel quelle chaque aide logement travail ville rue pays vie monde chose merci bonjour service services public publique dossier documents mois semaine droit droits depuis pendant contre chez autre autres toute tous toutes ainsi afin selon dont lors",
  },
  it: {
    most: "di e il la che in un a per è del una i le non con della si da l'",
    many: "sono al dei come lo nel alla gli più ha o delle anche dal su ma se questo questa nella ed essere dalla degli tra agli all' dell' nell' sull' dall' un' d' c' sul sulla ai alle cui suo sua quando dove ogni era stato loro",
    some: "domanda richiesta termine presentazione legge persone persona comune deve devono può possono sarà saranno anno anni giorno giorni dopo prima sempre mai nostro nostra vostro molto bene qui fare avere aveva quale quali aiuto casa lavoro città via paese vita mondo cosa cose grazie servizio servizi pubblico documenti mese mesi settimana diritto diritti durante contro altro altri altra tutti tutte tutto così secondo oggi domani ieri perché chi qualsiasi",
  },
  de: {
    most: "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine",
    many: "als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich wir ihr ihre können kann muss müssen",
    some: "antrag frist gesetz personen person gemeinde jahr jahre tag tage immer nie unser sehr hier machen welche hilfe wohnung arbeit stadt straße land leben welt danke öffentlich unterlagen monat woche recht rechte während gegen andere alle so heute morgen gestern wenn weil dieser diese dieses seine keine",
  },
  nl: {
    most: "de van het een en in is dat op te zijn met voor niet",
    many: "die aan er om ook als dan maar bij door naar uit worden wordt heeft nog over deze dit hebben kan moet u uw of tot werd wel geen meer hun ze hij wij kunnen moeten",
    some: "aanvraag termijn wet personen persoon gemeente jaar jaren dag dagen altijd nooit onze zeer hier maken welke hulp woning werk stad straat land leven wereld dank dienst documenten maand week recht rechten tijdens tegen andere alle zo vandaag morgen gisteren",
  },
  ro: {
    most: "de în și a la cu pe care să nu din o este un mai",
    many: "pentru că sau ce au fost prin sunt fi se al ale lui ca dar după până acest această fără între când unde poate trebuie vor va fie",
    some: "cerere termen lege persoane persoana primăria an ani zi zile întotdeauna niciodată foarte aici face ajutor locuință muncă oraș strada țară viață lume mulțumesc serviciu documente lună săptămână drept drepturi timpul contra alte toate astfel astăzi mâine ieri",
  },
  oc: {
    most: "de la lo e que los las en a un una per es del dels amb l' d'",
    many: "dins son qu' s' non pòt cal pòdon aquò aqueste aquesta coma mai o se pas al als pels sus entre quand ont tot totes fòrça ben atal tanben ara nòstre vòstre",
    some: "demanda tèrme lei personas comuna an ans jorn jorns totjorn jamai aicí far ajuda ostal trabalh vila carrièra país vida mond causa mercé servici documents mes setmana drech dreches contra autre autres",
  },
  ast: {
    most: "de la y que el en los les del pa con un una por nun al ye d'",
    many: "tán pal pola pol colos coles polos poles nun nuna ta tan sía seya xustu más o como so los les esti esta son nel na nos pel pela dende hasta tamién ta muncho tolos toles onde quien pero yera foi yá ensin cuando hai tien puen pue dello lo",
    some: "solicitú plazu presentación documentación conceyu llei persones persona trámite procedimientu solicitar presentar alcuerdu artículu asina casu nuevu nueva nuesu nuesa facer mañana ayeri güei siempre nunca daqué daquién poco fíu fía cai ciudá gobiernu trabayu vivienda ayuda llugar llingua asturiana xente muyer home neños vegada cosa mundu vida",
  },
  pl: {
    most: "w i na z nie się do to jest że o",
    many: "od po jak za dla przez przy są być oraz ale tak co jego który która które tym ich był może czy lub ma już tylko osoby należy",
    some: "wniosek termin ustawa osoba gmina rok lat dzień dni zawsze nigdy bardzo tutaj pomoc praca miasto ulica kraj życie świat dziękuję usługa dokumenty miesiąc tydzień prawo",
  },
  sv: {
    most: "och i att det som en på är av för med till den har de inte",
    many: "om ett var jag men så kan från vi han eller när man skall ska vid sig efter upp också alla under över blir mycket detta där hade hon",
    some: "ansökan tid lag personer person kommun år dag dagar alltid aldrig här göra hjälp bostad arbete stad gata land liv värld tack tjänst handlingar månad vecka rätt mot andra idag",
  },
  da: {
    most: "og i at det er en til på der for af den med som ikke de",
    many: "om et har kan fra vi han eller når man skal ved sig efter også alle under over blev meget dette hvor havde hun være bliver ikke kunne hvis",
    some: "ansøgning frist lov personer person kommune år dag dage altid aldrig her hjælp bolig arbejde by gade land liv verden tak måned uge ret mod andre",
  },
  fi: {
    most: "ja on ei että se oli tai",
    many: "ovat hän mutta myös kun kuin jos sekä joka jotka tämä voi ole olla mukaan vain niin sen sitä jossa eikä noin kanssa ennen jälkeen",
    some: "hakemus laki henkilö kunta vuosi päivä aina täällä apu asunto työ kaupunki maa elämä maailma kiitos palvelu kuukausi viikko oikeus voidaan tiedosto",
  },
  hu: {
    most: "a az és hogy nem is egy",
    many: "van volt meg csak de már ha mint vagy azt ezt ez el lehet kell még minden után szerint lesz között majd amely aki ki nincs sem",
    some: "kérelem határidő törvény személy önkormányzat év nap mindig soha itt segítség lakás munka város utca ország élet világ köszönöm szolgáltatás hónap hét jog fájl használata",
  },
  cs: {
    most: "a v se na je že s z do o",
    many: "to i jako za by pro ale po jsou jeho podle byl jsem který která které nebo může při od až být není také není jen lze pokud ze k",
    some: "žádost lhůta zákon osoba obec rok den vždy nikdy zde pomoc byt práce město ulice země život svět děkuji služba měsíc týden právo soubor",
  },
  hr: {
    most: "i u je na se da za su od",
    many: "s o a ne to kao koji koja koje ili što iz po ali nije biti bio može samo prema kako ako te do sa nakon također treba",
    some: "zahtjev rok zakon osoba općina godina dan uvijek nikada ovdje pomoć stan rad grad ulica zemlja život svijet hvala usluga mjesec tjedan pravo datoteka nema",
  },
  tr: {
    most: "ve bir bu için ile",
    many: "da de olarak daha çok en gibi olan kadar sonra ya veya değil ne var her ise ancak göre tarafından olduğu ki yok",
    some: "başvuru süre yasa kişi belediye yıl gün her zaman burada yardım konut iş şehir ülke hayat dünya teşekkür hizmet ay hafta hak dosya dosyası",
  },
  vi: {
    most: "và của là có các cho được không trong",
    many: "một với này đã những người để khi từ đến về như cũng tại ra vào phải hay bị nhiều theo",
    some: "đơn hạn luật năm ngày luôn đây giúp nhà việc thành phố đường nước đời tập tin",
  },
  id: {
    most: "yang dan di dengan untuk dari ini dalam",
    many: "tidak pada itu akan adalah oleh ke atau juga sebagai dapat ada telah lebih bisa karena jika harus sebuah",
    some: "permohonan batas hukum orang tahun hari selalu sini bantuan rumah kerja kota jalan negara hidup dunia terima kasih layanan bulan minggu hak berkas",
  },
  eo: {
    most: "la kaj de en estas ne al por",
    many: "ke kun per kiel sed li ĝi ili tiu tio aŭ estis el sur pri ĉi ankaŭ nur pli se devas povas ĉiuj kiu kiuj",
    some: "peto limdato leĝo persono jaro tago ĉiam neniam tie helpo loĝejo laboro urbo strato lando vivo mondo dankon servo monato semajno rajto dosiero",
  },
};
