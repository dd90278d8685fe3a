/**
 * Headings that are put together: a word for the way and one for the deed, "Vías de solicitud", "Modo de presentarla". Nobody
 * can list them all; the two kinds of words can be. Folded, whole headings.
 */
import { basqueSection } from "./basque-headings.ts";
import type { OtherSection, SectionField } from "./section-names.ts";

const WAY =
  "(?:formas?|formes|modos?|manera|maneras|maneres|vias?|vies|medios?|mitjans?|canal|canales|canals|canles?|modalidad|modalidades|modalitats|modalidades)";
const DEED =
  "(?:solicitud|solicitudes|sollicitud|sollicituds|solicitude|peticion|presentacion|presentacio|tramitacion|tramitacio|tramite|tramit|inicio|iniciacion|inici|acceso|acces|obtencion|realizacion|gestion|inscripcion|(?:solicitar|pedir|presentar|tramitar|hacer|realizar|obtener|iniciar|gestionar|acceder|sollicitar|demanar|tramitar|facer|solicita|presenta)(?:l[oae]s?|ho|se)?)";
const OF = "(?:de|del|para|per|per a|d|do|da|en|a)(?: (?:la|el|las|los|l|les|els|o|a|este|esta|tu|su))?";
const BASQUE_DEED =
  "(?:eskatzeko|eskabidea egiteko|eskaera egiteko|izapidea egiteko|izapidetzeko|tramitatzeko|aurkezteko|egiteko)";
const PERSON =
  "(?:personas?|persones|persoas|perfil|titulares|titulars|ciudadanos|ciudadania|familias|empresas)";

/** "s'ha de", "hay que", "tinc que", "debo": what is asked of people. Apostrophes have been left out or made a space. */
const MUST =
  "(?:(?:s ?ha|s ?han|s ?hi ha|he|has|ha|heu) de?|cal|calen|hay que|hai que|tengo que|tienes que|tiene que|tinc que|teno que|tes que|ten que|debo|debes|debe|deben|se debe|se deben|se ha de|se han de|se tiene que|es deu|es deuen|deus|deu)";
const PAY =
  "(?:pagar|pagarse|paga|pagan|pago|paguen|abonar|abona|ingresar|ingressar|costa|cuesta|custa|costar|val|vale)";
const MATTER =
  "(?:tramite|tramit|procedimiento|procediment|procedemento|servicio|servei|servizo|ayuda|ajut|ajuda|axuda|prestacion|prestacio|subvencion|subvencio|beca|bolsa|gestion|gestio|xestion|licencia|llicencia|licenza|autorizacion|autoritzacio|solicitud|sollicitud|solicitude|tarjeta|targeta|tarxeta|certificado|certificat|programa)";
const THE =
  "(?:el|la|los|las|els|les|l|o|a|os|as|este|esta|aquest|aquesta|un|una|unha|tu|su|vostre|vostra|teu|teva)";

/** What a page tells people to do first: "Prepara estos documentos", "Comprueba si puedes solicitarlo". */
const DO =
  "(?:prepara|prepare|prepareu|preparad|reune|reuna|reuneix|reuniu|junta|consulta|consulte|consulteu|comprueba|compruebe|comprova|comproveu|comproba|comprobe|revisa|revise|reviseu|mira|mire|mireu|conoce|conozca|coneix|averigua|averigue|verifica|verifique|lleva|lleve|llevate|llevese|porta|porteu|leva|leve|trae|traiga|aporta|aporte|aporteu|adjunta|adjunte|achega|recopila|recopile|busca|busque|busqueu|encuentra|encuentre|troba|trobeu|atopa|atope|localiza|localice|localitza|localitzeu|acude|acuda|acudiu|ten|tenga|tingues|tingueu|calcula|calcule|paga|pague|pagueu|abona|abone|no olvides|no olvide|asegurate de)";
const FEW = "(?: \\S+){0,3}?";

const PATTERNS: readonly (readonly [SectionField | OtherSection, RegExp])[] = [
  [
    "requisitos",
    /^(?:cumplo|cumples|cumple|cumplimos|compleixo|compleixes|compliu|cumpro|cumpres|cumpre|reuno|reunes|reune|reuneixo)(?: \S+){0,2} (?:requisit|condicion|condicions)\S*(?: .{0,30})?$/,
  ],
  [
    "datos_importantes",
    /^(?:cosas|coses|cousas|detalles|detalls|algo|aspectos) que (?:te |le |lle |et )?(?:conviene|convienen|conve|convenen|conven|debes?|tienes que|hay que|cal|has de|heu de|interesa|interesan) (?:de )?(?:saber|conocer|coneixer|conecer|recordar|tener en cuenta)$/,
  ],
  [
    "plazos",
    /^(?:(?:y|i|e|eta) )?(?:que (?:pasa|passa|ocurre|sucede|hago|faig|fago) )?(?:si|se) (?:no|non) (?:\S+ ){0,2}(?:contest|respon|resolv|resol)\S*(?: .{0,30})?$|^(?:eta )?(?:ez badidate erantzuten|erantzuten ez badidate|erantzunik ez badago|erantzunik jasotzen ez badut)$/,
  ],
  [
    "tasas",
    /^(?:\S+ ){0,5}(?:costar|costara|costarme|costarte|cuesta|coste|cost|custo|custar)(?: (?:algo|res|alguna cosa|dinero|diners|cartos))?$/,
  ],
  [
    "tasas",

    /^(?:liquidacion|liquidacio|autoliquidacion|abono|abonament|pago|pagament|ingreso|devengo|exencion|exempcio) (?:de |d )(?:la |les |las |as )?(?:tasas?|taxes|taxas?)$|^tas(?:a|en|aren|ari|ak) \S+$/,
  ],
  [
    "donde_solicitar",
    /^(?:(?:en|a) (?:que|quins|quines|cales) )?(?:sitios?|lugar|lugares|oficinas?|oficines|llocs?|dependencias|dependencies|ventanillas?|bulegoak?) (?:donde|on|onde|en que|en los que|en las que|se|es)(?: \S+){1,6}$/,
  ],
  [
    "base_legal",
    /^(?:en |a |por |per )?(?:que|quina|quines|cal|cales) (?:ley|leyes|norma|normas|normativa|llei|lleis|lei|leis|normes|legislacion|legislacio|lexislacion)(?: .{0,40})?$/,
  ],
  ["como_solicitar", /^(?:asi|aixi) (?:se|es|lo|ho|o|puedes|puede|pots|podeu|podes|e como)(?: \S+){1,4}$/],
  [
    "documentos_necesarios",
    new RegExp(
      `^${DO}${FEW} (?:documentos?|documentacion|documents?|documentacio|papeles|papers|papeis|justificantes|justificants)(?: .{0,30})?$`,
    ),
  ],
  [
    "requisitos",
    new RegExp(
      `^${DO} (?:antes )?(?:si|se) (?:\\S+ )?(?:puedes?|pueda|pot|pots|podeu|podes|pode|cumples?|compleixes|compliu|compleix|cumpres|cumpre|tienes?|tens|teniu|tes|ten|te|le|eres|es|reunes?) ?`,
    ),
  ],
  [
    "donde_solicitar",
    new RegExp(`^${DO}${FEW} (?:oficinas?|oficines|punto|puntos|punt|punts|sede mas cercana)(?: .{0,30})?$`),
  ],
  [
    "plazos",
    new RegExp(`^${DO}${FEW} (?:plazos?|fechas?|terminis?|dates|prazos?|datas|calendario)(?: .{0,30})?$`),
  ],
  [
    "tasas",
    new RegExp(
      `^${DO}${FEW} (?:tasas?|precios?|costes?|importe|taxa|taxes|preus?|cost|taxas?|prezos?|custo)(?: .{0,30})?$`,
    ),
  ],
  [
    "como_solicitar",
    /^(?:elige|elija|escoge|escoja|tria|trieu|escolle|escolla|selecciona|seleccione)(?: \S+){0,2}? (?:como|com|forma|manera|via|canal|canle|modo|opcion|opcio)(?: .{0,30})?$/,
  ],
  ["como_solicitar", new RegExp(`^${WAY} ${OF} ${DEED}(?: |$)`)],
  ["como_solicitar", new RegExp(`^(?:de|per|por) (?:que|quina|quines|quins|cal|cales) ${WAY}(?: |$)`)],
  [
    "donde_solicitar",
    /^(?:(?:a|en|ante|davant) )?(?:que|quina|quines|quin|cal|cales) (?:oficina|oficinas|oficines|lloc|llocs|sitio|sitios|lugar|lugares|registro|registre|rexistro|ventanilla|finestreta|dependencia|sede|organismo)(?: .{0,30})?$/,
  ],
  [
    "donde_solicitar",
    /^(?:dependencias|dependencies|oficinas|oficines|sedes|ventanillas) (?:administrativ[ae]s|municipales|municipals|municipais|competentes?|habilitad[ae]s|disponibles?)$/,
  ],
  [
    "plazos",
    /^(?:en )?(?:que|quines|quins|cales|cuales son las|quines son les) (?:fechas|dates|datas|dias|dies|meses|mesos)(?: .{0,25})?$/,
  ],
  [
    "tasas",
    new RegExp(`^(?:lo|el|o|la cantidad|la quantitat) que (?:${MUST}|se|es|me|te|vas a|vai|va a)? ?${PAY}$`),
  ],
  [
    "tasas",
    new RegExp(
      `^(?:que|cual|quina|quines|cal|cales) (?:tasas?|taxa|taxas|taxes|precio|preu|prezo|importe?) (?:${MUST}|se|es|me|hay) ?(?:${PAY}|que pagar)?$`,
    ),
  ],
  ["tasas", /^zenbat (?:kosta|ordain|balio)\S*(?: \S+){0,2}$/],
  ["como_solicitar", new RegExp(`^${BASQUE_DEED} (?:modu|modua|moduak|bide|bidea|bideak|era|erak)$`)],
  [
    "como_solicitar",
    /^(?:realizar|hacer|iniciar|inicio|acceso|acceder|tramite|tramit|fer|facer|comenzar)(?: (?:de|del|al|a|en|la|el|o|este))* (?:tramite|tramit|solicitud|sollicitud|solicitude|procedimiento|tramitacion|tramitacio|servicio|linea|linia|lina)$/,
  ],
  [
    "plazos",
    /^(?:en )?(?:cuanto|quant|canto|que|quin)(?: de)?(?: tiempo| temps| tempo)?(?: (?:se|es|me|et|te|em|os|lo|la|ho|o|suele|suelen|sol|solen|acostuma a|puede|pueden|pot|pode|vais a|van a|vas a|va a))* (?:tardan?|tardar|tardara|tardaran|tardais|tardareis|tardase|demora|demoran|trigan?|trigar|trigara|trigareu|trigueu|demorades?)(?: .{0,50})?$/,
  ],
  [
    "como_solicitar",
    /^(?:acceso|acces|entrada|enlace|enllac|ligazon)(?: (?:directo|directa|directe))?(?: (?:al|a la|a|ao|a lo|de la|de))? ?(?:electronic[oa]|telematic[oa]|online|on line|en linea|en linia|en lina|por internet|per internet|(?:tramite|tramit|solicitud|sollicitud|solicitude|formulario|formulari)(?: (?:electronic[oa]|telematic[oa]|online|on line|en linea|en linia|en lina))?)$|^(?:sarbide|sarrera) (?:elektronikoa|telematikoa|zuzena)$/,
  ],
  ["requisitos", new RegExp(`^${PERSON} (?:que|a las que|a los que|a quienes|de los|de las|a les|as que) `)],
  ["requisitos", /^(?:puedo|podemos|puc|podo) (?:solicitar|pedir|sollicitar|demanar|acceder)/],
  ["requisitos", /^(?:qui|quien|quienes|quen) (?:\S+ )?(?:pot|pueden?|poden?|tiene|tienen|ten|te) /],
  ["requisitos", /^(?:titulares|sujetos|legitimacion|legitimacio|lexitimacion)$/],
  [
    "documentos_necesarios",
    /^(?:relacion|relacio|lista|llista|listado|achega|aportacion|aportacio|presentacion|entrega) (?:de|da|de la|de los|dels) (?:documentacion|documentacio|documentos|documents|papeles)/,
  ],
  [
    "documentos_necesarios",
    /^(?:(?:lo|todo lo|el|tot el|o) que |antes de (?:empezar|comenzar) |(?:que|quins|quina) (?:\S+ ){0,2}(?:has|he|ha|heu) de )?(?:necesitas|necesitaras|necesitara|necesita|necesito|necessites|necessitaras|necessito|portar|dur|precisas)$/,
  ],
  [
    "plazos",
    /^(?:tiempo|temps|tempo|termino|periodo|periode)(?: (?:medio|maximo|maxim|estimado|aproximado|previsto|estimat|mig))?(?: (?:de|del|para|per|en|a|la|el|do|da|d))* ?(?:tramitacion|tramitacio|resolucion|resolucio|respuesta|resposta|espera|tramite|tramit|gestion|entrega|resolver|solicitud|presentacion)?$/,
  ],
  [
    "tasas",
    /^(?:cuantia|quantia|contia|importe|import|pago|abono|gastos|despeses|autoliquidacion|autoliquidacio)(?: (?:de|del|per|por|da|d))?(?: (?:la|el|las|los|les))?(?: (?:tasas?|taxa|taxas|taxes|precio|tramite|gestion|tramitacion|expedicion))?$/,
  ],
  [
    "base_legal",
    /^(?:base|bases|fundamentos?|fonaments?|derecho|dret|dereito|soporte|cobertura|regimen|amparo) (?:juridic[ao]s?|xuridic[ao]s?|legal|legales|legals|legais|normativ[ao]s?|aplicable|aplicables)$/,
  ],
  [
    "descripcion",
    /^(?:acerca|sobre|proposito|presentacion|presentacio)(?: (?:de|del|do|da|el|la|este|esta|aquest|aquesta))*(?: (?:tramite|tramit|servicio|servei|servizo|ayuda|prestacion|procedimiento|programa|gestion))?$/,
  ],
  [
    "datos_importantes",
    /^(?:(?:lo|el|o) que |que )?(?:debes?|debe|deberias?|conviene|has de|hay que|cal|hai que) (?:saber|tener en cuenta|recordar|tenir en compte|ter en conta|conocer|coneixer|conecer)$|^(?:que |lo que |el que |o que )(?:tengo|tienes|tiene|teno|tes|ten|he|heu|debo) (?:que |de )?saber$|^(?:tenga|ten|tingueu|tinga|teniu|tena) (?:ho |lo )?presente?$|^(?:advertencias|advertencies|advertiments|aclaraciones|aclariments|aclaracions|precisiones|precisions|particularidades|particularitats|consideraciones|consideracions)$/,
  ],
  [
    "datos_importantes",
    /(?:^| )(?:tener|tenir|tindre|ter|tenga|tengan|ten|tengase|tinga|tingues|tingueu|tinguen|tin|tingau|teniu|teneu|tena|tede|conviene) (?:lo |ho )?en (?:cuenta|compte|conta)(?: que)?$/,
  ],
  [
    "datos_importantes",
    /^(?:aspectos?|aspectes|cuestiones|cuestions|questions|puntos?|punts?|cosas|coses|cousas|datos|dades|informacion|informacio|notas?|notes|avisos?|advertencias?) (?:muy |molt |moi |mas |mes |mais )?(?:importantes?|important|importants|relevantes?|rellevants?|destacables|destacad[oa]s?|destacats|clave|clau|chave|a recordar|a saber|que debes saber|que cal saber)$/,
  ],
  [
    "tasas",
    new RegExp(
      `^(?:quant|quants|quins|cuanto|cuantos|canto|cantos|que)(?: diners| dinero| cartos)?(?: ${MUST}| se| es| em| me| va a| vai)* ${PAY}(?: |$)`,
    ),
  ],
  [
    "tasas",
    new RegExp(
      `^(?:${MUST}|se|es) (?:pagar|abonar|paga|pagan|paguen)(?: (?:algo|alguna|algun|res|alguna cosa|tasas?|taxa|taxes|taxas))*$`,
    ),
  ],
  [
    "tasas",
    /^(?:que|quin|quina|quins|cual|cal|cuanto|quant|canto) (?:es |e |son )?(?:(?:el|la|o|a|los|els) )?(?:coste?s?|costos|preus?|precios?|prezos?|custos?|taxa|taxes|tasas?|taxas|tarifas?|import|importe)(?: (?:te|tiene|ten|hay|hi ha|cal|hai|s ?ha)(?: .*)?)?$/,
  ],
  [
    "documentos_necesarios",
    new RegExp(
      `^que ${MUST} (?:aportar|adjuntar|adjuntarse|presentar|presentarse|achegar|acompanar|dur|portar|llevar|levar|entregar|lliurar|tener|tenir|tindre|ter preparado)(?: .{0,25})?$`,
    ),
  ],
  [
    "documentos_necesarios",
    /^(?:(?:que|quins|quines|cuales|cales) )?(?:papers|papeles|papeis|justificants|justificantes|xustificantes|documentos|documents) (?:que|necessaris|necesarios|precisos|a|per|para|calen|cal|necesito|necessito|preciso|hay|hai|has|he|heu|tengo|tienes|tinc|debo|deben|me|em|s)(?: |$)/,
  ],
  [
    "requisitos",
    new RegExp(`^(?:que )?${MUST} (?:complir|complirse|cumplir|cumplirse|cumprir|reunir)(?: .{0,25})?$`),
  ],
  ["requisitos", /^(?:qui|quien|quienes|quen) (?:\S+ ){0,2}(?:pot|poden|puede|pueden|pode|podra|podran) /],
  [
    "requisitos",
    /^(?:publico|public|colectivo|collectiu|poblacion|poblacio) (?:objetivo|obxectivo|objectiu|destinatari[oa]?|beneficiari[oa]?|diana)$/,
  ],
  [
    "plazos",
    /^(?:validez|validesa|vixencia|caducidad|caducitat|caducidade)(?: (?:de|del|do|da|d|y|i|e) .{1,30})?$/,
  ],
  [
    "donde_solicitar",
    /^(?:punts?|puntos?|llocs?|lugares?|sitios?|oficin[ae]s?|dependencias|dependencies|centros?|centres) (?:de|d|del|on|donde|onde|para|per|per a|en que|en los que|en las que|nos que|habilitad[oa]s|habilitats)(?: (?:se|es|puedo|puc|podo|cal|hay que|hai que|poder|s ?ha de))?(?: (?:la|el|l|o|a|les))? ?(?:tramitar|tramita|tramitacion|tramitacio|tramite|tramit|presentar|presenta|presentacion|presentacio|solicitar|solicita|sollicitar|sollicita|pedir|demanar|sollicitud|solicitud|solicitude|atencion|atencio|entrega|lliurament|recogida|recollida|informacion|informacio)(?: |$)/,
  ],
  [
    "como_solicitar",
    new RegExp(
      `^(?:fes|feu|fer|haz|haga|fai|faga|facer|inicia|inicie|inicieu|iniciar|comienza|comenza|empieza|realiza|realice|realitza|realitzar|realizar|tramita|tramite|tramiteu)(?: ${THE})? ${MATTER}$`,
    ),
  ],
  [
    "base_legal",
    /^(?:disposicions?|disposiciones|disposicion|preceptos?|preceptes|normes|normas|norma|leyes|lleis|leis|reglamentos?|reglaments?|regulamentos?|ordenanzas?|ordenances|regulacion|regulacio|referencias?|referencies|marco|marc|textos?) (?:legal|legales|legals|legais|normativ[oae]s?|juridic[oa]s?|juridiques|xuridic[oa]s?|de aplicacion|d ?aplicacio|aplicables?|regulador[ae]?s?|regulatorio?|legislatiu|legislativo|lexislativo|vigentes?|vigents?|de referencia)(?: .{1,30})?$/,
  ],
  [
    "base_legal",
    /^(?:on|donde|onde|como|com|que|quina llei|que ley|que lei) (?:ho|lo|o|s ?|se|es|esta|la) ?(?:regula|regulan|regulat|regulado|regulada)(?: .{0,20})?$/,
  ],
  [
    "descripcion",
    /^(?:breve|breu|sucinta|succinta|resumida|corta|curta|pequena|petita|otra) (?:descripcion|descripcio|descricion|explicacion|explicacio|definicion|definicio|presentacion|presentacio|introduccion|introduccio|introducion|resumen|resum|resumo)(?: |$)/,
  ],
  ["descripcion", new RegExp(`^que (?:es|e|son) (?:${THE} )+${MATTER}`)],
  [
    "descripcion",
    /^(?:explicacion|explicacio|proposito|proposit|contenido|contingut|contido)(?: (?:de|del|do|da|d)(?: (?:la|l|el|este|esta|aquest|aquesta))?)? (?:tramite|tramit|procedimiento|procediment|procedemento|servicio|servei|servizo|ayuda|ajut|axuda|prestacion|prestacio)$/,
  ],
  [
    "resolucion",
    /^(?:vias?|vies|medios?|mitjans?|formas?|formes|modos?) (?:de|d) ?(?:recurso|recurs|recursos|recorrer|impugnacion|impugnacio|impugnar|reclamacion|reclamacio)(?: .{0,30})?$/,
  ],
  [
    "resolucion",
    /^(?:y |i |e )?(?:si|se) (?:no|non) (?:(?:hi|lo|me|se) )?(?:estoy|estas|esta|estic|estou|estan|estem) (?:de acuerdo|d ?acord|de acordo|conforme|conformes|satisfecho)(?: .{0,40})?$/,
  ],
  [
    "resolucion",
    /^(?:que |com |como )?(?:puedo|puede|puc|podo|se puede|es pot|pode|pots|puedes|hago|faig|fago|hacer|fer|facer)(?: (?:hacer|fer|facer))? (?:(?:si|se|quan|cuando|cando) (?:me |m |em |te |no |non |lo |ho |la )*(?:deniegan?|deneguen?|denegan|rechazan|rebutgen|rexeitan|desestiman|estoy conforme|estic conforme|estou conforme|estoy de acuerdo|estic d ?acord|estou de acordo|contestan|responden)|(?:recurrir|recorrer|reclamar|impugnar))(?: .{0,40})?$/,
  ],
  [
    "resolucion",
    /^(?:que|quins|cuales|cales) (?:recursos|recurs|reclamaciones|reclamacions)(?: .{0,40})?$|^recurs(?:o|os)? (?:de |d ?|contencios[oa]?|potestati[vu][oa]?|administrati[vu]s?|extraordinari[oa]?|que |proceden|procedents|procedentes|contra |possibles|posibles)(?: ?.{0,60})?$|^(?:impugnacion|impugnacio|reclamacion|reclamacio)(?: (?:de|da|previa|economico|economica|contra|en) .{1,40})?$|^denegacion y recursos$/,
  ],
  [
    "resolucion",
    /^(?:organ|organo|organs|organos|autoridad|autoritat|autoridade|unidad|unitat)(?: competente?| competent)? (?:resolutorio|resolutori|resolutivo|resolutiu|que (?:resuelve|resol|resolve|dicta|dita|decide|decideix)|de resolucion|de resolucio|para resolver|per resoldre|encargado de resolver)(?: .{0,40})?$|^(?:que organo|quin organ|que organ|quien|qui|quen) (?:resuelve|resol|resolve|decide|decideix)(?: .{0,40})?$|^competencia para resolver$/,
  ],
  [
    "resolucion",
    /^(?:efectos|efectes|contenido|contingut|contido|publicacion|publicacio|notificacion|notificacio|forma de notificacion|propuesta|proposta|sentido|sentit) (?:de |d |da )(?:la )?(?:resolucion|resolucio)$|^(?:terminacion|finalizacion|finalitzacio|fin|forma de finalizacion|forma de terminacion)(?: (?:del|do|de)(?: (?:procedimiento|procediment|procedemento|tramite|tramit|expediente))?)?$|^(?:agota|pone fin a|pon fin a|posa fi a|esgota|exhaureix)(?: la)? via administrativa$/,
  ],
  ["plazos", /^(?:sentido|sentit|efectos?|efectes?|valor) (?:del|do|de) silenci[o]?(?: .{0,30})?$/],
  [
    "plazos",
    /^(?:en|dins de|dentro de) (?:cuanto|quant|canto|que) (?:tiempo|temps|tempo|plazo|termini|prazo)(?: .{0,40})?$/,
  ],
  [
    "tasas",
    /^(?:(?:exencion|exenciones|exempcions|exencions|bonificacion|bonificaciones|bonificacions|reduccion|reducciones|reduccions|descuentos|formas?|formes|modos|medios|mitjans)(?: (?:y|i|e|de|da|o)(?: (?:la|el))?| del)? ?)+(?:pago|pagament|pagamento|abono)?(?: (?:de|da|en|d)(?: (?:la|las|les|as))?)? ?(?:tasas?|taxa|taxas|taxes|tarifas?|precios?|preus?|prezos?)$/,
  ],
  [
    "tasas",
    /^(?:cuadro de tarifas|quadre de tarifes|tarifes|derechos de examen|drets d ?examen|dereitos de exame|autoliquidacion y pago|autoliquidacio i pagament|(?:tramite|tramit|servicio|servei|servizo) (?:gratuito|gratuit)|(?:es|e) (?:gratuito|gratuit|gratis|de pago))$/,
  ],
  [
    "como_solicitar",
    /^(?:guia |guia de )?(?:paso a paso|pas a pas)$|^(?:proceso|proces|fases|etapas|etapes|desarrollo|desenvolupament|desenvolvemento) (?:de la |de |del |do |da |d )(?:solicitud|sollicitud|solicitude|tramitacion|tramitacio|tramite|tramit|procedimiento|procediment|procedemento|gestion|gestio|inscripcion|inscripcio|matricula)$|^forma d ?iniciacio$/,
  ],
  [
    "como_solicitar",
    /^(?:tramite|tramit|gestion|gestio) (?:online|on line|en linea|en linia|en lina|electronic[oa]?|telematic[oa]?)$|^(?:solicitar|sollicitar|solicita|pedir|demanar|tramitar|realizar la solicitud|fer la sollicitud)(?:l[oa])? (?:online|on line|por internet|per internet|en linea|en linia|en lina)$|^acces[o]? a (?:la |a )?(?:tramitacion|tramitacio) (?:electronica|telematica|en linea|en linia|en lina|online)$|^por via (?:electronica|telematica)$|^sistemas? (?:de|d) identificacio?n? y firma$/,
  ],
  [
    "donde_solicitar",
    /^horari[o]?s? (?:(?:de|d|y|i|e) )?(?:lugar de )?(?:atencion|atencio|oficinas?|oficines|apertura|obertura|visitas?)(?: (?:al|ao|a la|a) (?:publico|public|ciudadania|ciutadania))?$|^(?:unidad|unitat|unidade|servicio|servei|servizo|oficina) (?:de |d |al que |a la que |on |a onde )(?:contacto|contacte|informacion|informacio|dirigirse|adrecarse)$|^(?:con quien|amb qui|con quen) (?:puedo|puc|podo|debo|cal|hay que|hai que|se)(?: .{0,30})?$|^(?:telefono|telefon|telefonos|telefons)(?: (?:y|i|e|de))+ (?:correo|correu|email|informacion|informacio|contacto|contacte|atencion|atencio)(?: (?:electronico|electronic))?$/,
  ],
  [
    "base_legal",
    /^(?:regimen|regim|rexime) (?:juridico?|xuridico?|legal)$|^(?:fuentes|fonts|fontes) (?:juridicas|juridiques|xuridicas)(?: .{0,30})?$|^referencias legislativas$|^(?:ordenanzas?|ordenanca|ordenances)(?: (?:fiscal|fiscales|municipal|municipales|municipals))*(?: (?:aplicables?|reguladora|reguladoras))$|^(?:orden|ordre|orde) (?:de bases|reguladora)$|^norma de creacion$/,
  ],
  [
    "datos_importantes",
    /^(?:(?:otros|otra|altres|altra|outros|outra) )?(?:datos|dades|informacion|informacio|informacions) (?:de |d )(?:interes|interese)$|^(?:otras|altres|outras) (?:observaciones|observacions|consideraciones|consideracions|advertencias)$|^(?:consideraciones|consideracions) (?:previas|previes|importantes|importants|generales)$|^(?:que|que mas|que mes|que mais)(?: mas| mes| mais)? (?:tengo que|debo|cal|hay que|he de|hai que) saber$|^precauciones$/,
  ],
  [
    "descripcion",
    /^que (?:me |em )?(?:puedo|puc|podo|permite|permet|permiteme|se puede|es pot) (?:hacer|fer|facer|solicitar|conseguir|obtener) ?(?:(?:con|amb|en) )?(?:este|esta|aquest|aquesta)? ?(?:tramite|tramit|servicio|servei|servizo|procedimiento|procediment)?$|^que (?:es|e) (?:y|i|e) para que serve$|^en pocas palabras$|^en poques paraules$/,
  ],
  [
    "documentos_necesarios",
    /^(?:model|modelo|modelos|models|impreso|impresos|descarga de impresos) ?(?:de |d )?(?:sollicitud|solicitud|solicitude|instancia)?$/,
  ],
  ["documentos_necesarios", /^que (?:preciso|precisas|precisa|fai falta|me fai falta)$/],
  [
    "donde_solicitar",
    /^(?:informacion|informacio|consultas|consultes|atencion|atencio|ayuda|ajuda|axuda|soporte|suport) (?:y|i|e|o|ou) (?:contacto|contacte|consultas|consultes|atencion|atencio|ayuda|ajuda|axuda|soporte|suport|dudas|dubtes|dubidas)$/,
  ],
  [
    "como_solicitar",
    /^(?:como|com) (?:(?:tramita|solicita|presenta|realiza|xestiona|entrega|obte|pedi|face)l[oa]s?|inscribirse|inscriure s|apuntarse|apuntar s|anotarse|darse de alta|donar se d alta|matricularse|matricular se)$/,
  ],
  ["requisitos", /^(?:ho puc|podo|puedo) (?:demanar|solicitalo|solicitarlo|pedirlo|pedilo)$/],
  [
    "base_legal",
    /^(?:(?:las|les|as|los|els|os|la|a) )?(?:normas?|normes|normativa|leyes|ley|lleis|llei|leis|lei|reglas|regles|regras|disposiciones|disposicions|textos) (?:que |por (?:la|las|los) que )(?:(?:lo|la|los|las|ho|el|els|les|o|a|os|as|se|es|le) )*(?:regulan?|regulen?|regula|rigen?|regeixen?|rexen?|aplican?|apliquen?|afectan?|afecten?|amparan?|emparen?)(?: .{0,40})?$/,
  ],
  [
    "plazos",
    /^(?:efectos? (?:de|d|da)(?: la)? )?(?:falta|manca|ausencia|absencia) (?:de |d |da )?(?:la )?(?:resolucion|resolucio|respuesta|resposta|notificacion|notificacio|contestacion|contestacio)(?: (?:expresa|expressa|en plazo|dins de termini|en prazo))?$/,
  ],
  [
    "plazos",
    /^(?:si|se|que pasa si|que passa si) (?:(?:la administracion|l administracio|a administracion|el ayuntamiento|l ajuntament|o concello) )?(?:no|non) (?:(?:me|em|te|et|se|es|le|lle|hi) )?(?:contestan?|contesten?|responden?|respon|respondon|resuelven?|resol|resolen|resolven?|dicen nada|diuen res|din nada|hay respuesta|ha resposta|hai resposta|hi ha resposta)(?: .{0,30})?$/,
  ],
  [
    "plazos",
    /^(?:tiempo|temps|tempo|duracion|durada)(?: (?:medio|mitja|estimado|estimat|aproximado|aproximat|maximo|maxim|previsto|previst|de espera|d espera))? (?:de |d |del |do |da |para |per |en )(?:la |el |l |o |a )?(?:respuesta|resposta|resolucion|resolucio|resolver|resoldre|tramitacion|tramitacio|gestion|gestio|procedimiento|procediment|procedemento|tramite|tramit|espera)$/,
  ],
];

/** Amounts are fees only where nothing is paid out; a bare "Importe" or "Cuantía" may be either. */
const DOUBTFUL = /^(?:cuantia|quantia|contia|presentacion|presentacio|sobre|acerca)$/;

export function composedSection(words: readonly string[]): SectionField | OtherSection | null {
  const heading = words.join(" ");
  if (DOUBTFUL.test(heading)) return null;
  return PATTERNS.find(([, pattern]) => pattern.test(heading))?.[0] ?? basqueSection(words);
}

/** Told to do something, people may as well be in the middle of a part: "Consulta el calendario". */
export function isTold(words: readonly string[]): boolean {
  return TOLD.test(words.join(" "));
}

const TOLD = new RegExp(`^${DO} `);
