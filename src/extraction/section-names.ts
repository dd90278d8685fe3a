/**
 * How the parts of a procedure are headed, by the field that each of them fills (P23). Lower case, without accents and
 * middle dots, whole words, as `foldForMatching` writes them; what the finders know of headings holds as well
 * (marker-phrases.ts) and is not repeated here.
 */
export const SECTION_FIELDS = [
  "nombre",
  "descripcion",
  "requisitos",
  "documentos_necesarios",
  "plazos",
  "tasas",
  "como_solicitar",
  "donde_solicitar",
  "base_legal",
] as const;
export type SectionField = (typeof SECTION_FIELDS)[number];

/** Parts that have a name of their own and no field among those of P23. */
export type OtherSection = "resolucion" | "datos_importantes";

export interface SectionNames {
  readonly section: SectionField | OtherSection;
  /** A heading that begins with one of these, or is one. */
  readonly begins: readonly string[];
  /** A heading that has one of these anywhere. */
  readonly has: readonly string[];
}

const names = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split("|")).map((name) => name.trim());

export const SECTION_NAMES: readonly SectionNames[] = [
  {
    section: "nombre",
    begins: names(
      "denominacion|nombre del tramite|nombre del procedimiento|nombre de la ayuda|nombre del servicio|titulo del tramite",
      "denominacio|nom del tramit|nom del procediment|nom de lajut|nome do tramite|nome do procedemento",
      "izapidearen izena|prozeduraren izena|izena eta deskribapena|name of the procedure",
    ),
    has: names(
      "denominacion del tramite|denominacion del procedimiento|denominacio del tramit|denominacion do procedemento",
    ),
  },
  {
    section: "descripcion",
    begins: names(
      "definicion|definicio|definizioa|deskribapena|deskribapen orokorra|para que se utiliza|para que se usa|per a que sutilitza|per a que serveix|explicacion|explicacio|explicacion do tramite|en que ayuda",
      "por que|que hace|que ofrece|que permite|per a que|descripcion del tramite|sobre la prestacion",
      "descripcion|objeto|objetivo|objetivos|finalidad|que es|en que consiste|para que sirve|de que se trata|resumen|presentacion del tramite",
      "informacion general|informacion basica|informacion del tramite|datos generales|caracteristicas|definicion|concepto|introduccion|sobre el tramite|sobre esta ayuda|sobre este tramite",
      "descripcio|objecte|objectiu|objectius|finalitat|que es|en que consisteix|per a que serveix|per que serveix|de que es tracta|resum|informacio general|informacio basica|definicio|introduccio|sobre aquest tramit",
      "descricion|obxecto|obxectivo|obxectivos|finalidade|en que consiste|para que serve|de que se trata|resumo|informacion xeral|informacion basica|definicion|introducion",
      "deskribapena|azalpena|xedea|helburua|helburuak|zer da|zertan datza|zertarako da|zertarako balio du|laburpena|informazio orokorra|oinarrizko informazioa|sarrera",
      "description|overview|purpose|what is it|what it is|what is|what is this|about this procedure|about|summary|general information|introduction",
    ),
    has: names(
      "objeto del tramite|objeto de la ayuda|objeto de la subvencion|objeto de la convocatoria|objecte del tramit|objecte de la convocatoria",
    ),
  },
  {
    section: "requisitos",
    begins: names(
      "baldintza orokorrak|baldintza bereziak|a quien se dirige|a qui sadreca|colectivo destinatario|collectiu destinatari",
      "quien puede pedirlo|que requisitos|que se exige|que me piden|para quien|para quien es|a quien esta dirigido|norentzat|bete beharreko|per a qui|para quen|quins requisits",
      "requisitos|requisito|condiciones|quien puede|quienes pueden|quien lo puede|quien tiene derecho|quienes tienen derecho|tengo derecho|puedo solicitarlo|puedo pedirlo|a quien|a quienes",
      "beneficiarios|beneficiarias|personas beneficiarias|persona beneficiaria|poblacion destinataria|destinatarios|destinatarias|personas destinatarias|dirigido a|interesados|personas interesadas|solicitantes|personas solicitantes|quien lo solicita|quien debe",
      "colectivos|ambito de aplicacion|supuestos|criterios de acceso|legitimados|sujetos legitimados|que debo cumplir|que hay que cumplir|que se necesita cumplir|que condiciones",
      "requisits|requeriments|condicions|qui ho pot|qui pot|qui te dret|a qui|beneficiaris|beneficiaries|persones beneficiaries|destinataris|persones destinataries|dirigit a|adrecat a|persones interessades|interessats|sollicitants|collectius|quines condicions",
      "condicions|quen pode|quen o pode|quen ten dereito|a quen|beneficiarios|persoas beneficiarias|persoas destinatarias|destinatarios|dirixido a|persoas interesadas|solicitantes|colectivos",
      "baldintzak|betekizunak|eskakizunak|nork|nortzuk|nor|nori|nori zuzenduta|onuradunak|hartzaileak|eskatzaileak|interesdunak|pertsona onuradunak|zein baldintza",
      "requirements|eligibility|who can|who is it for|who is eligible|who may|conditions|beneficiaries|am i eligible|applicants",
    ),
    has: names(
      "requisitos|requisits|baldintzak|betekizunak|quien puede|quienes pueden|qui pot|quen pode|nork eska|nork egin|personas beneficiarias|persones beneficiaries|condiciones de acceso|condiciones para|condicions per|eligibility|requirements",
    ),
  },
  {
    section: "documentos_necesarios",
    begins: names(
      "agirien zerrenda|ekarri beharreko agiriak|erantsi beharreko dokumentuak|erantsi beharreko agiriak|aurkeztu beharrekoa|que hay que adjuntar|que cal adjuntar|que hai que achegar",
      "que papeles|papeles que|que tengo que llevar|que debo llevar|que hay que llevar|que llevar|que se debe llevar|que cal portar|que he de portar|que levar|que hai que levar|que papers|que papeis|zein paper|documentacion y formularios|eskaerarekin aurkeztu",
      "documentacion|documentos|documento|que documentacion|que documentos|que necesitas|que necesito|que se necesita|que hace falta|que tengo que presentar|que debo presentar|que hay que presentar|que hay que aportar|que debo aportar|que tengo que aportar",
      "papeles|impresos|formularios|formulario|modelos|modelo de solicitud|anexos|justificantes|adjuntar|relacion de documentos|lista de documentos",
      "documentacio|documents|quina documentacio|quins documents|que necessites|que necessito|que cal|que cal presentar|que cal aportar|que he de presentar|que shi ha de presentar|que hi heu daportar|que heu de presentar|impresos|formularis|formulari|models|annexos",
      "que documentacion|que necesitas|que necesito|que se precisa|que fai falta|que hai que presentar|que hai que achegar|impresos|formularios|modelos|anexos",
      "egiaztagiriak|dokumentazioa|dokumentuak|agiriak|zer dokumentazio|zer agiri|zein agiri|zein dokumentazio|zer behar|zer aurkeztu|beharrezko dokumentazioa|beharrezko agiriak|beharrezko dokumentuak|aurkeztu beharreko|inprimakiak|ereduak|eranskinak|formularioak|eskabide orria",
      "documents|documentation|required documents|what documents|what you need|what do i need|paperwork|forms|supporting documents|documents required",
    ),
    has: names(
      "documentacion necesaria|documentacion requerida|documentacion a aportar|documentacion a presentar|documentacion que|documentacion exigida|documentacion preceptiva|documentacion obligatoria|documentacion adicional|documentacion especifica|documentos necesarios|documentos a aportar|documentos que|documentos requeridos",
      "documentacio necessaria|documentacio que|documentacio a|documents necessaris|documents que|documentacion a achegar|documentos que|beharrezko dokumentazioa|beharrezko agiriak|aurkeztu beharreko|necessary documents|required documents|documents needed",
    ),
  },
  {
    section: "plazos",
    begins: names(
      "solicitudes fuera de plazo|solicitudes presentadas fuera de plazo|fuera de plazo|presentacion fuera de plazo|solicitud fuera de plazo|sollicituds fora de termini|fora de termini|solicitudes fora de prazo|fora de prazo|epez kanpo|epez kanpoko eskaerak",
      "de cuanto tiempo dispongo|de cuanto tiempo dispone|de quant temps disposo|de quant temps dispose|de canto tempo dispono|fechas clave|fechas importantes|dates clau|dates importants|datas clave|datas importantes|data garrantzitsuak|zenbat denbora dut",
      "que plazo|que plazos|en que fechas|quins terminis|quin termini|que prazo|que prazos|zein epe|cuando hay que|cuando se puede|cuando puedo|eskatzeko epea|eskatzeko eta ebazteko",
      "plazo|plazos|cuando|fecha limite|fecha de inicio|fecha de fin|fechas|fechas clave|calendario|periodo de|periodo|en que plazo|hasta cuando|desde cuando|cuanto tarda|cuanto tiempo|duracion|vigencia|lugar y plazo|forma y plazo|forma lugar y plazo|forma, lugar y plazo|fecha de presentacion",
      "termini|terminis|quan|data limit|dates|calendari|periode|fins quan|vigencia|durada|quant triga|quant de temps|forma i termini|lloc i termini",
      "prazo|prazos|cando|data limite|datas|calendario|ata cando|vixencia|duracion|canto tarda|forma e prazo|lugar e prazo",
      "epea|epeak|noiz|azken eguna|egutegia|noiz arte|iraupena|zenbat denbora|aurkezteko epea|eskaerak aurkezteko epea|eskabideak aurkezteko epea|eskaera epea|ebazteko epea|datak",
      "deadline|deadlines|when|time limit|time limits|dates|key dates|processing time|how long|validity",
    ),
    has: names(
      "plazo|plazos|termini|terminis|prazo|prazos|epea|epeak|deadline|time limit|time limits|fecha limite|data limit|data limite",
    ),
  },
  {
    section: "tasas",
    begins: names(
      "hay que pagar|que hay que pagar|cuanto tengo que pagar|cuanto se paga|cuanto debo pagar|que cuesta|tiene tasa|tasas y precios|derechos y tasas|tributos|exacciones|quin preu|cal pagar|shi ha de pagar|hai que pagar|canto hai que pagar|ordaindu behar|ordaindu|que me cuesta|precio publico o tasa",
      "tasa|tasas|coste|costes|costo|precio|precios|precio publico|tarifa|tarifas|cuota|cuotas|importe|importes|pago|pagos|cuanto cuesta|cuanto vale|cuanto hay que pagar|es gratuito|gratuito|gratuidad|abono|forma de pago|liquidacion|tiene algun coste|tiene coste",
      "taxa|taxes|cost|costos|preu|preus|preu public|quota|quotes|import|imports|pagament|quant costa|quant val|gratuit|gratuitat|forma de pagament|te algun cost|te cost",
      "taxas|custo|custos|prezo|prezos|prezo publico|cota|cotas|importe|pagamento|canto custa|de balde|gratuito|forma de pagamento",
      "tasa|tasak|kostua|kostuak|prezioa|prezioak|prezio publikoa|kuota|kuotak|zenbatekoa|ordainketa|ordaintzea|zenbat balio|zenbat kostatzen|zenbat ordaindu|doan|doakoa|ordaindu beharrekoa",
      "fee|fees|cost|costs|price|prices|payment|how much|charges|is it free",
    ),
    has: names(
      "pago la tasa|paga la tasa|pagar la tasa|pagar las tasas|paga la taxa|pagar la taxa|pago la taxa|paga a taxa|pagar a taxa|tasas|taxas|taxes i preus|tasak|cuanto cuesta|quant costa|canto custa|zenbat balio|precio publico|preu public|how much does",
    ),
  },
  {
    section: "como_solicitar",
    begins: names(
      "forma y lugar de|forma i lloc de|forma e lugar de|maneras de|maneres de|maneiras de|quins passos|que pasos|cuales son los pasos|zein urrats",
      "formas de hacerlo|modo de presentar|modo de presentarlo|modo de presentarla|modo de solicitarlo|modo de solicitarla|modo de tramitacion|modos de presentacion|modos de tramitacion|maneras de|via de tramitacion|vias de tramitacion|que debo hacer para|eman beharreko urratsak|pasos que|pasos para|como se obtiene|vies de tramitacio|aurkezteko bideak|eskaera aurkeztea|por que medios|medios para",
      "como|tramitacion|tramitar|tramitacion electronica|tramitacion en linea|tramitacion online|solicitud|solicitudes|presentacion|presentacion de solicitudes|presentacion de la solicitud|procedimiento|pasos|pasos a seguir|que pasos|que hay que hacer|que tengo que hacer|que debo hacer|instrucciones",
      "canales|canal|canales de presentacion|canales de tramitacion|canales disponibles|formas de presentacion|forma de presentacion|formas de tramitacion|forma de tramitacion|modo de presentacion|modalidades de tramitacion|medios de presentacion|medio de presentacion|via de presentacion|vias de presentacion|por internet|por telefono|telefonicamente|en linea|online|telematica|telematicamente|electronica|electronicamente|sede electronica|por correo|acceso al tramite|acceso al procedimiento|iniciar tramite|iniciacion|inicio del procedimiento|formas de acceso|cita previa",
      "com|com es fa|com fer-ho|tramitacio|tramitar|tramitacio electronica|tramitacio en linia|sollicitud|sollicituds|presentacio|presentacio de sollicituds|procediment|passos|passos a seguir|que cal fer|que he de fer|instruccions|canals|canals de presentacio|canals de tramitacio|formes de presentacio|forma de presentacio|formes de tramitacio|mitjans de presentacio|vies de presentacio|per internet|per telefon|en linia|telematicament|electronicament|seu electronica|iniciar tramit|cita previa",
      "tramitacion|solicitude|solicitudes|presentacion|procedemento|pasos|que hai que facer|que teño que facer|que teno que facer|instrucions|canles|canles de presentacion|canles de tramitacion|formas de presentacion|medios de presentacion|por internet|por telefono|en lina|en liña|telematicamente|electronicamente|sede electronica|cita previa",
      "nola|izapidetzea|izapidetu|izapidetze elektronikoa|tramitazioa|eskaera|eskaerak|eskabidea|eskabideak|aurkezpena|prozedura|urratsak|jarraitu beharreko urratsak|zer egin behar|jarraibideak|kanalak|izapidetzeko kanalak|aurkezteko modua|aurkezteko moduak|izapidetzeko modua|aurkezteko bideak|internet bidez|internetez|telefonoz|online|egoitza elektronikoa|elektronikoki|aurretiko hitzordua|hitzordua",
      "how|how to|how to apply|application|applications|apply|apply online|online|steps|procedure|instructions|channels|by phone|submission|process",
    ),
    has: names(
      "como solicitar|como se solicita|como solicitarlo|como tramitar|como hacer|como pedir|como presentar|como se tramita|como realizar|como puedo|com sollicitar|com es sollicita|com fer|com tramitar|com presentar|com demanar|como facer|nola eskatu|nola egin|nola izapidetu|nola aurkeztu|how to apply|how do i|how can i|canales de|canals de|canles de|forma de presentacion|forma de presentacio|pasos a seguir|passos a seguir",
    ),
  },
  {
    section: "donde_solicitar",
    begins: names(
      "arreta guneak|izapidetze bulegoak|arreta bulegoak|punts datencio|punts d atencio",
      "donde tengo que ir|a donde tengo que ir|oficinas donde|puntos de atencion|punts datencio|arreta puntuak|izapidetzeko bulegoak|aurkezteko tokiak|aurkezteko lekuak|donde se hace|en que lugar|oficines on|sedes y oficinas",
      "donde|lugar|lugares|lugar de presentacion|lugares de presentacion|oficinas|oficina|oficinas de atencion|oficinas de registro|registro|registros|presencial|presencialmente|de forma presencial|atencion presencial|direccion|direcciones|direccion y contacto|en que oficina|a donde|adonde|unidad de tramitacion|unidad tramitadora|unidad responsable|unidad gestora|organo gestor|organismo responsable|organo responsable|organismo|contacto|contactar|datos de contacto|informacion de contacto|puntos de informacion|puntos de atencion|puntos de tramitacion|atencion ciudadana|atencion a la ciudadania|enlaces de interes|mas informacion|para mas informacion",
      "on|a on|lloc|llocs|lloc de presentacio|llocs de presentacio|oficines|oficina|oficines datencio|registre|registres|presencialment|atencio presencial|adreca|adreces|unitat tramitadora|unitat responsable|unitat gestora|organ gestor|organisme responsable|organ responsable|contacte|contactar|dades de contacte|informacio de contacte|punts dinformacio|atencio ciutadana|mes informacio|per a mes informacio",
      "onde|a onde|lugar|lugares|oficinas|rexistro|rexistros|enderezo|enderezos|unidade tramitadora|unidade responsable|organo xestor|organo responsable|organismo responsable|contacto|datos de contacto|puntos de informacion|atencion cidada|atencion a cidadania|mais informacion|para mais informacion",
      "non|nora|lekua|lekuak|tokia|tokiak|bulegoak|bulegoa|aurrez aurre|bertaratuta|presentziala|presentzialki|erregistroa|erregistroak|helbidea|helbideak|unitate arduraduna|unitate kudeatzailea|organo kudeatzailea|organo arduraduna|erakunde arduraduna|kontaktua|harremanetarako|harremanetarako datuak|informazio guneak|herritarren arreta|informazio gehiago",
      "where|where to apply|place|offices|office|address|addresses|in person|contact|contact us|contact details|more information|responsible body",
    ),
    has: names(
      "donde solicitar|donde presentar|donde dirigirse|donde acudir|donde puedo|donde se|a donde dirigirse|on sollicitar|on presentar|on adrecar|on es pot|on puc|onde solicitar|onde presentar|onde dirixirse|non eskatu|non aurkeztu|non egin|lugar de presentacion|lloc de presentacio|where to|where can|unidad tramitadora|unitat tramitadora",
    ),
  },
  {
    section: "base_legal",
    begins: names(
      "arauketa|arau aplikagarriak|indarreko legeria",
      "que normas|que normativa|que leyes|que ley|que lo regula|como se regula|quines normes|que normas o regulan|zein arau|arau esparrua|araudi arautzailea|aplikatzekoak diren xedapenak|norma reguladora|normas reguladoras|leyes y normas|norma aplicable|fonament juridic",
      "normativa|normas|base legal|bases legales|bases reguladoras|marco legal|marco juridico|marco normativo|fundamento legal|fundamento juridico|fundamentos de derecho|legislacion|legislacion aplicable|regulacion|referencias legales|referencias normativas|referencia legal|disposiciones|disposiciones legales|ley|leyes|convocatoria y bases|convocatoria|bases de la convocatoria|bases",
      "normes|marc legal|marc juridic|marc normatiu|fonament legal|fonaments de dret|legislacio|regulacio|bases reguladores|referencies legals|referencies normatives|disposicions|llei|lleis|convocatoria|bases",
      "lexislacion|marco legal|marco xuridico|bases reguladoras|regulacion|fundamento legal|referencias legais|disposicions|lei|leis|convocatoria",
      "araudia|arautegia|araudi aplikagarria|legedia|legeria|lege oinarria|legezko oinarria|oinarri juridikoa|oinarri arautzaileak|lege esparrua|erregulazioa|legeak|legea|xedapenak|deialdia|oinarriak",
      "legal basis|legislation|regulations|regulation|applicable law|applicable regulations|law|laws|legal framework|rules",
    ),
    has: names(
      "marco normativo|marc normatiu|marco juridico|normas reguladoras|normas que|que normas|leyes aplicables|disposiciones aplicables|disposicions aplicables|xedapenak",
      "normativa|legislacion|legislacio|lexislacion|base legal|marco legal|marc legal|bases reguladoras|bases reguladores|araudia|legal basis|legislation|referencias legales|oinarri arautzaileak",
    ),
  },
  {
    section: "resolucion",
    begins: names(
      "como recurrir|com recorrer|como recorrer|como impugnar|resolucion|organo que resuelve|organo competente|plazo de resolucion|plazo maximo de resolucion|silencio|silencio administrativo|efectos del silencio|efecto del silencio|recursos|recurso|reclamaciones|notificacion|notificaciones|fin de la via|pone fin|estado de tramitacion|despues de solicitarlo",
      "resolucio|organ que resol|organ competent|termini de resolucio|termini maxim de resolucio|silenci|silenci administratiu|efectes del silenci|recursos contra|reclamacions|notificacio|esgota la via",
      "organo que resolve|prazo de resolucion|prazo maximo de resolucion|efectos do silencio|reclamacions|esgota a via",
      "ebazpena|ebazpen organoa|organo eskuduna|ebazteko epea|isiltasun administratiboa|administrazio isiltasuna|errekurtsoak|jakinarazpena|erreklamazioak",
      "resolution|decision|appeal|appeals|administrative silence|what happens next",
    ),
    has: names(
      "puedo recurrir|puede recurrir|puc recorrer|podo recorrer|comunicaran la resolucion|comunicaran la resolucio|comunicaran a resolucion|silencio administrativo|silenci administratiu|isiltasun administratiboa|administrative silence|plazo maximo de resolucion|plazo de resolucion",
    ),
  },
  {
    section: "datos_importantes",
    begins: names(
      "conviene recordar|conve saber|conven saber|es importante saber|es important saber|e importante saber|no olvides|no olvide|no oblideu|no oblidis|no oblides|non esqueza|non esquezas|ez ahaztu|ten presente|tenga presente|tena presente|tingueu present|tingues present|tin present|gogoan izan|komeni da jakitea|interesa saber|interessa saber|antes de empezar|abans de comencar|antes de comezar|hasi aurretik|avisos importantes|aspectos importantes|aspectes importants|advertencias|advertencies|recordatorio|recordatori",
      "debe saber|debes saber|que debes saber|que debe saber|conviene saber|cal saber|que cal saber|heu de saber|jakin beharrekoa|jakin beharrekoak|ten en cuenta que|abisuak|oharra|tenga presente|recomendaciones|recomanacions|recomendacions|gomendioak",
      "importante|muy importante|a tener en cuenta|ten en cuenta|tenga en cuenta|informacion adicional|informacion complementaria|otra informacion|otros datos|observaciones|notas|nota|aviso|avisos|advertencia|atencion|recuerda|recuerde|datos importantes|obligaciones|consejos",
      "important|molt important|a tenir en compte|cal tenir en compte|tingueu en compte|informacio addicional|informacio complementaria|altra informacio|observacions|avis|avisos|recorda|recordeu|obligacions",
      "moi importante|a ter en conta|teña en conta|tena en conta|informacion adicional|outra informacion|outros datos|observacions|lembre|obrigas",
      "garrantzitsua|kontuan hartu|kontuan hartzekoak|kontuan izan|informazio osagarria|informazio gehigarria|bestelako informazioa|oharrak|oharra|gogoratu|betebeharrak",
      "please note|note|notes|additional information|other information|remember|warning|keep in mind",
    ),
    has: names(
      "a tener en cuenta|a tenir en compte|a ter en conta|kontuan hartu|informacion adicional|informacio addicional|informazio osagarria|informazio gehigarria",
    ),
  },
];

/** Headings of every site that begin like those of a procedure. */
export const NO_SECTIONS: readonly string[] = names(
  "como llegar|como contactar|com arribar|com contactar|como chegar|nola iritsi|nola heldu|how to get here|how to find us",
  "donde estamos|on som|on estem|onde estamos|non gaude|where we are|quienes somos|quien es quien|qui som|quen somos|nor gara|who we are|about us",
  "non o|non a|non os|non as|non te|non me|non lle|non che|non vos|non nos|non e|non perdas|non deixes|non dubides|non pode|non podes|non está|non están|non dispoñible|non ten|non teñen|non hai|non se|non require|non procede|non precisa|non custa|non existe|non é necesario",
  "documentos relacionados|documentacion relacionada|documents relacionats|documentacio relacionada|lotutako dokumentuak|related documents|documentos de interes",
  "tramites relacionados|procedimientos relacionados|tramits relacionats|lotutako izapideak|procedimientos destacados|tramites destacados",
  "informacion relacionada|informacio relacionada|lotutako informazioa|formulario de contacto|formulari de contacte|formulario de busqueda",
  "registro de usuarios|registro de usuario|normas de uso|condiciones de uso|condicions dus|condiciones generales de uso|baldintza orokorrak|erabilera baldintzak|terms and conditions|conditions of use|bases de datos|ley de cookies|calendario laboral|calendario de eventos|agenda",
  "descripcion de cookies|que es una cookie|que son las cookies|que son les galetes|zer dira cookieak|what are cookies|contacto de prensa|about cookies",
);
