/** Lines that belong to a site and not to what it says of a procedure (P25). Folded, as `foldedWords` writes them. */
import { LANGUAGE_NAMES, UTILITY_PHRASES } from "../extraction/html/noise-rules.ts";
import { foldedWords, isNothingButLinks, linksIn, plainLine } from "./plain-text.ts";
import { isSiteTalk } from "./site-words.ts";

/** The line begins so. */
const BEGINS =
  /^ (?:utilizamos cookies|usamos cookies|este sitio web utiliza cookies|esta web utiliza cookies|este portal utiliza cookies|esta pagina utiliza cookies|fem servir cookies|utilitzem cookies|utilitzem galetes|aquest lloc web utilitza|este sitio emprega cookies|webgune honek cookieak|cookieak erabiltzen|aceptar cookies|aceptar todas las cookies|configurar cookies|saltar al contenido|ir al contenido|ir al menu|pasar al contenido|ves al contingut|anar al contingut|ir o contido|joan edukira|eduki nagusira|volver arriba|volver atras|tornar a dalt|gora itzuli|compartir en|compartir esta pagina|enviar por correo a un amigo|enviar a un amigo|siguenos en|segueix nos|te ha resultado util|le ha servido|te ha servido|te fue util|le fue util|ha encontrado lo que|has encontrado lo que|has trobat el que|t ha servit|us ha servit|serviuche|lagungarria izan|ayudenos a mejorar|ayudanos a mejorar|ajuda ns a millorar|diganos que|valore la utilidad|valora la utilidad|usamos tecnologias|utilizamos tecnologias|hola soy el asistente|soy el asistente virtual|compartelo en|comparte esta|imprimir o guardar|te ha sido util|le ha resultado util|ha resultado util esta|us ha estat util|resultouche util|baliagarria izan|suscribase al boletin|suscribete|usted esta aqui|ets a l inici|hemen zaude|compartir por|comparteix a|compartir a|tamano de letra|tamano del texto|mida de lletra|mida del text|alto contraste|copyright|declaracion de accesibilidad|declaracio d accessibilitat|irisgarritasun adierazpena|escuchar esta pagina|escuchar con webreader|aumentar texto|reducir texto) /;
/** It begins so, and has hardly another word: "Inicie sesión con DNI electrónico y firme" is a step. */
const BEGINS_SHORT =
  /^ (?:iniciar sesion|inicia sesion|inicie sesion|inicia sessio|iniciar sessio|hasi saioa|rechazar todas|aceptar todas|estas en inicio|esta en inicio) /;
const MAX_SHORT = 3;
const BACK =
  /^ (?:(?:volver|regresar) (?:al|a la|a los|a las|a) (?:inicio|portada|listado|lista|catalogo|buscador|busqueda|indice|menu|resultados?|tramites|servicios|pagina (?:anterior|principal|de inicio))|(?:tornar|torna) (?:al|a la|a l|als|a) (?:inici|llistat|llista|cataleg|cercador|index|resultats|tramits|pagina)|tornar enrere|volver (?:ao|a) (?:catalogo|listaxe|buscador|paxina)|itzuli (?:\p{L}+ )?(?:zerrendara|hasierara|atzera|bilatzailera)|volver a guia|volver a la guia) /u;
const MAX_BACK = 6;
/** "Ficha anterior | Ficha siguiente", "< Prev Próximo >": the way to the next page, and nothing else. */
const PAGER =
  /^ (?:(?:ficha|fitxa|pagina|paxina|articulo|article|tramite|tramit|orria?|la|el) )*(?:anterior|siguiente|proximo|prev|previous|next|seguent|seguinte|hurrengoa|aurrekoa|primera|ultima)(?: (?:y|i|e|ficha|fitxa|pagina|paxina|articulo|article|tramite|tramit|orria?|la|el|anterior|siguiente|proximo|prev|previous|next|seguent|seguinte|hurrengoa|aurrekoa|primera|ultima))* $/;
/** The way to the page, in words: with a mark between its stations, or before them in a line of its own. */
const WAY =
  /^ (?:usted esta en|vostede esta en|se encuentra(?: usted)? en|us trobeu (?:a|en)|atopase en|ud se encuentra en|esta usted en|sou a|esteu a|estas en|esta en|estas aqui|esta aqui) /;
const isWay = (line: string, words: string) =>
  WAY.test(words) &&
  (/[>»›/|]/.test(line) || /:\s*$/.test(line) || WAY.exec(words)?.[0].length === words.length);
/** The line is nothing else. */
const IS =
  /^ (?:compartelo|comparteix ho|compartiu ho|compartilo|partekatu ezazu|configurar|configura|configuratu|comentarios 0|comentaris 0|iruzkinak 0|0 comentarios|0 comentaris|0 iruzkin|descargar audio|descarregar audio|deskargatu audioa|deja una respuesta|deixa una resposta|deixa unha resposta|utzi erantzuna|deja un comentario|deixa un comentari|deixa un comentario|utzi iruzkina|arriba|subir|puja|amunt|igo|gora|a dalt|registrarse|registrate|registra t|crear cuenta|crear una cuenta|alto contraste|sobre nosotros|imprimir|imprimir esta pagina|imprimir pagina|imprimeix|inprimatu|compartir|comparteix|partekatu|escuchar|descargar pdf de esta pagina|inicio|menu|buscar|cerrar|aceptar|rechazar|volver|tornar|itzuli) $/;
/** The line has it somewhere, and is short enough to be about nothing else. */
const HAS =
  / (?:todos los derechos reservados|reservados todos los derechos|tots els drets reservats|todos os dereitos reservados|eskubide guztiak erreserbatuta|carece de valor vinculante|caracter meramente informativo y|valor meramente informativo|no tiene efectos juridicos vinculantes|titular de este portal|titular de este sitio|titular de esta web|titular d aquest portal|titular deste portal|responsable de este portal|responsable d aquest portal|unicamente tienen validez los textos publicados|cookies propias y de terceros|galetes propies i de tercers|politica de cookies|declaracion de accesibilidad|aviso legal y politica|valora esta pagina|valore esta pagina|javascript desactivado|habilite javascript|active javascript|su navegador no|tu navegador no soporta|navegador no compatible) /u;
/** What is written on a page, and what it is worth: "Este texto tiene carácter divulgativo". */
const NOT_BINDING =
  /^ (?:(?:est[ea]|aquest|aquesta|el|la|l|o|a|los|las|els|les|os|as|toda|tota|hau|hauek) )?(?:texto|text|textu|informacion|informacio|informazio\p{L}*|contenidos?|continguts?|contidos?|eduki\p{L}*|pagina|paxina|orri\p{L}*|ficha|fitxa|web|webgune\p{L}*|traduccion|traduccio|traducion|itzulpen\p{L}*|version|versio) (?:(?:ofrecid[oa]s?|contenid[oa]s?|mostrad[oa]s?|publicad[oa]s?|publicat|recogid[oa]s?|recollid[oa]s?|continguda|mostrada|aqui|aci|que (?:se )?\p{L}+|(?:de|d|en|da|do|na|no) (?:est[ea]|aquest|aquesta) \p{L}+|tiene|tienen|te|tenen|ten|tenen|es|e|son) )*(?:(?:no|non|ez|sin|sense|sen) (?:.{0,30} )?(?:(?:efectos?|efectes|valor|caracter|validez|validesa|balio\p{L}*|ondorio\p{L}*) (?:\p{L}+ ){0,2}(?:vincul|juridi|legal|xuridi|oficial|lotesle)|vincul)|(?:loteslerik|lotesleak) |(?:caracter|valor|finalidad|finalitat|finalidade) (?:meramente |puramente |unicamente |exclusivamente |merament |unicament |exclusivament )?(?:informativ|informatiu|divulgativ|divulgatiu|orientativ|orientatiu|indicativ|indicatiu)|(?:informatzaile|orientagarri) (?:hutsa )?)/u;
const MAX_NOT_BINDING = 220;
/** It comes with what is out of order. */
const SORRY =
  / (?:(?:disculp|desculp|perdon|lament|sent)\p{L}* (?:\p{L}+ ){0,2}(?:las|les|as|els) (?:molestias|molesties|inconvenientes|inconvenients)|barkatu eragozpenak|eragozpenak barkatu) /u;
/** Buttons of a page that name it: "Imprimeix aquesta pàgina", "Descarregar la fitxa en PDF". The others are made of a site's words. */
const TOOL = new RegExp(
  `^ (?:imprim(?:ir|e|a|eix|iu)|guardar?|guarde|descargar?|descargue|descargate|descarregar?|descarregueu|desar?|deseu|gardar?|baixar?|enviar?|recomendar?|traducir|traduce|escuchar?|escolta|compart(?:ir|e|a|eix|iu)|anadir)(?: (?:a favoritos|en pdf))? (?:(?:esta|este|aquesta|aquest|la|a|el|l) )?(?:pagina|paxina|contenido|contingut|contido|articulo|article|ficha|fitxa|hoja|esta informacion|aquesta informacio)(?: (?:en|a|como|com)(?: (?:formato|format))? pdf)? $|^ (?:inprimatu|partekatu|entzun|gorde|deskargatu|jaitsi) (?:orri|orrialde|eduki|fitxa|informazio)\\p{L}*(?: hau)?(?: pdf\\p{L}*)? $|^ orri(?:aren|alde aren|aldearen) (?:hasierara|goialdera) $|^ gora $`,
  "u",
);
/** "Vote esta página: buena, regular, mala", "¿Cómo valoras esta página? Muy bien, bien, regular, mal". */
const VOTE =
  /^ (?:(?:como|com|cuanto|quant) )?(?:vota|vote|voteu|valora|valore|valoras|valores|valoreu|puntua|puntue|baloratu|puntuatu) (?:\p{L}+ ){0,3}(?:pagina|paxina|contenido|contingut|contido|informacion|informacio|orri\p{L}*|eduki\p{L}*) (?:(?:muy|molt|moi|oso|bien|be|ben|regular|mal|malament|buena|bona|boa|mala|dolenta|ondo|gaizki|de|del|al|a|\d+|estrellas?|estrelles) )*$/u;
/** "¿Le ha resultado útil esta información?", in whichever words. */
const ASKS_BACK =
  / (?:util|utils|utiles|utilidad|utilitat|lagungarria|baliagarria|satisfecho|clara|valoras|valora|puntua) .*(?:informacion|informacio|informazio|informazioa|pagina|paxina|orri|contenido|contingut|contido|eduki|servicio|web) |^ (?:informazio|orri|eduki) hau .*(?:lagungarria|baliagarria) /;
/** "Modificado" alone may be said of what is asked for; with a day it is the page. */
const UPDATED =
  /^ (?:(?:fecha|data) (?:de|da|d) )?(?:la |a |l )?(?:(?:pagina|paxina|contenido|contingut|contido|ficha|informacion) )?(?:(?:ultima|darrera) (?:actualizacion|modificacion|revision|actualitzacio|modificacio|revisio)|actualizad[oa]|actualitza(?:t|da)|(?<=(?:fecha de|data de) (?:la )?)actualizacion|(?<=data d )actualitzacio|(?:modificad[oa]|modifica(?:t|da)|revisad[oa]|revisa(?:t|da)|editad[oa]|edita(?:t|da)|aldatua?|berrikusia?)(?= (?:(?:el|a|o|en|al|dia|de|d) )*\d)|azken (?:eguneratzea|eguneraketa|aldaketa)|eguneratze data|eguneratua)(?:(?: (?:el|a|en|al|dia|de|d|lunes|martes|miercoles|jueves|viernes|sabado|domingo))* \d[\d a-z]{3,40})? $/;
/** A site that will be down for a while, whatever it says of when and why. */
const SITE =
  / (?:sede|portal|web|plataforma|pagina|sistema|aplicacion|seu|aplicacio|paxina|egoitza|ataria|webgunea|(?:servicios?|serveis?|servizos?) (?:electronic|telematic|web)\p{L}*) /u;
const DOWN =
  / (?:fuera de servicio|fora de servei|fora de servizo|inoperativ\p{L}*|(?:estara|estaran|quedara|romandra|permanecera|egongo) (?:parad[oa]s?|aturad[ae]s?|detenid[oa]s?|detid[oa]s?|caid[oa]s?|tancad[ae]s?|(?:cerrad|tancad|pechad|fechad)[oae]s? (?:por|per) (?:\p{L}+ ){0,3}(?:mantenimiento|manteniment|mantemento|actualizacion|actualitzacio|mejoras?|millores?|tareas|tasques|labores)|geldi\p{L}*|itxita)|no funcionara\p{L}*|sin servicio|sense servei|sen servizo|zerbitzurik gabe|(?:corte|tall|interrupcion|interrupcio) (?:de|del|do) (?:servicio|servei|servizo)|(?:sufr|pat)\p{L}* (?:\p{L}+ )?(?:cortes?|talls?|interrup\p{L}*|parad\p{L}*)|(?:ir|va|ira|anar|anira|funciona\p{L}*) (?:\p{L}+ )?(?:mas lent\p{L}*|mes lent\p{L}*|mais lent\p{L}*|de forma intermitente|lento|con lentitud)|indisponible|parada tecnica|aturada tecnica|ez da(?:go)? erabilgarri|no (?:estara|estaran|estaria|permanecera) (?:\p{L}+ ){0,2}(?:disponibles?|operativ\p{L}*)|(?:estara|quedara|quedaran|romandra) interromp\p{L}*|(?:estara|quedara|quedaran) interrump\p{L}*) /u;

/** What a site that is down does to a deadline is of the procedure. */
const OF_PROCEDURE =
  /^ (?:si|en caso|cuando|quan|cando|quienes|qui|quen) | (?:amplia\p{L}*|habil|computo|electric[oa]|incendios|riego|indemniz\p{L}*|abonad\p{L}*|plazos?|terminis?|prazos?|epe\p{L}*|formularios?|formularis?|impresos?|impres|solicitud|solicitudes|tramite|tramit|hasta (?:que|el)|fins (?:que|al)|ata (?:que|o)|agua|ascensor\p{L}*|farola\p{L}*|vehiculo\p{L}*|edificio|prorrog\p{L}*) /u;

function saysDown(words: string): boolean {
  return DOWN.test(words) && SITE.test(words) && !OF_PROCEDURE.test(words);
}

/** Letters of news of the site: those of an office's gazette are what deadlines count from. */
const NEWS =
  "(?:boletin|boletines|newsletter|novedades|novidades|butlleti|butlletins|novetats|buletin\\p{L}*|noticias|noticies|albiste\\p{L}*)(?! oficial)";
const JOIN =
  "(?:suscribete|suscribase|suscribirse|subscriu te|subscriu|subscriviu|subscriviu vos|apuntate|apuntese|apunta te|apunta t|apunteu vos|apunteu|harpidetu|harpidetu zaitez|date de alta|dese de alta|dona t d alta|doneu vos d alta|recibe|reciba|rep|rebeu|recibide|jaso)";
const NEWSLETTER = new RegExp(
  `^ ${JOIN} (?:\\p{L}+ ){0,6}${NEWS} |^ ${JOIN} (?:\\p{L}+ ){0,3}(?:avisos|alertas|alertes|abisu\\p{L}*|canal|canle|kanal\\p{L}*) (?:de|d|en|al|buruz|zure) |^ (?:introduce|introduzca|escribe|escriba|introdueix|escriu|idatzi) (?:tu|su|el teu|o teu|zure|aqui tu|aqui su) (?:correo|email|e mail|correu|posta)(?: (?:electronico|electronic|elektronikoa))? $`,
  "u",
);
/** Warnings of those who write in the name of an office, and the application that a site has for telephones. */
const FRAUD =
  / (?:fraudes?|fraus?|fraudulent\p{L}*|phishing|estafas?|estafes|suplant\p{L}*|iruzur\p{L}*|(?:correos?|correus|mensajes|missatges|mensaxes|sms|webs|paginas|llamadas|trucades|chamadas) (?:\p{L}+ )?fals\p{L}*|mezu faltsu\p{L}*|sospechos\p{L}*|sospitos\p{L}*|sospeitos\p{L}*|susmagarri\p{L}*) /u;
/** Of those who say that they are the office, and ask for what it never asks for. */
const SWINDLE =
  / (?:(?:nunca|mai|jamas|inoiz|ninguna?|cap) (?:\p{L}+ ){0,4}(?:pid\p{L}*|pedir\p{L}*|deman\p{L}*|eskatu\p{L}*|solicit\p{L}*) (?:\p{L}+ ){0,3}(?:contrasen\p{L}*|contrasin\p{L}*|pasahitz\p{L}*|claves|datos bancarios|dades bancaries)) |^ (?:no te fies|no se fie|no us refieu|desconfi\p{L}*|cuidado|coidado|ojo|ollo|compte|vigil\p{L}*|kontuz|atencion|atencio|alerta|aviso) .*(?:(?:hacen|fan|facen) (?:pasar|passar) (?:por|per)|(?:correos|mensajes|sms|llamadas|correus|missatges|trucades|mensaxes|chamadas) que (?:\p{L}+ ){0,2}(?:pid\p{L}*|deman\p{L}*|solicit\p{L}*) (?:\p{L}+ ){0,3}(?:dinero|diners|cartos|contrasen\p{L}*|datos|dades|claves)) /u;
/** What a site says of the worth of its own words, which it names. */
const DISCLAIMS =
  / (?:carec\p{L}* de (?:valor|caracter|eficacia)|no ti?ene?n? (?:valor|caracter|eficacia|efectos)|no tenen (?:valor|caracter)|non ten\p{L}* (?:valor|caracter)|(?:meramente|solo|solamente|unicamente|nomes|so) (?:\p{L}+ )?(?:informativ\p{L}*|orientativ\p{L}*|divulgativ\p{L}*|informatiu\p{L}*|orientatiu\p{L}*)|no vincula\p{L}*|no garantiza\p{L}*|no se hacen? responsables?|declin\p{L}* (?:toda |tota |cualquier )?(?:la )?responsabili\p{L}*) /u;
const OWN_WORDS =
  / (?:est[aeo]s?|aquest[aes]*|dest[aes]+|aquests|aquestes) (?:textos?|text|contenidos?|continguts?|contidos?|paginas?|pagines|paxinas?|fichas?|fitx\p{L}*|web|webs|portal|sitio|informacion|informacio) /u;
/** What one needs to look at its files. */
const READER =
  / (?:visualiz|ver|abrir|leer|consultar|obrir|veure|visualitz)\p{L}* .*(?:(?:adobe|acrobat) reader|(?:lector|visor|visualizador|visualitzador) (?:\p{L}+ ){0,3}pdf) /u;
const WARNS =
  /^ (?:(?:aviso|avis|alerta|atencion|atencio|cuidado|coidado|desconfie|ojo|ollo|compte|vigileu|kontuz|abisua|intentos?|campana|detectad\p{L}*|detectat\p{L}*) .*)(?:sms|correos?|correus|mensajes|missatges|mensaxes|mezu\p{L}*|llamadas|trucades|chamadas|enlaces|enllacos|ligazons|estek\p{L}*|nunca|mai|jamas|inoiz) /u;
const APPLICATION =
  /^ (?:(?:ya )?(?:disponible|eskuragarri) (?:la |a )?)?(?:(?:descarga|descargue|descargate|descarrega|descarregueu|descarregat|baixa|instala|deskargatu|prueba|conoce|coneix|conece)(?: te| t| vos)? )?(?:nuestra|la nostra|a nosa|gure|nueva|nova|nou|la nueva|la nova|a nova) (?:app|aplicacion (?:movil|mobil)|aplicacio mobil|aplikazioa) /;

const OF_BROWSER =
  /^ (?=.* (?:cookies|cookie|galetes|galletes|cookieak|cookieen) )(?:.* )?(?:utiliza\p{L}*|usa|usamos|usar|emprega\p{L}*|utilitz\p{L}*|acept\p{L}*|accept\p{L}*|politica|propias|propies|propios|tercer\p{L}*|erabil\p{L}*|onartu|configur\p{L}*|rechaz\p{L}*|rebutj\p{L}*|instala\p{L}*) |^ (?:cookies|cookieak|galetes) $|^ (?:(?:su|tu|el seu|o seu) navegador|(?:active|habilite|activeu|active o|necesita) (?:\p{L}+ )?javascript|javascript) |^ (?:ha )?(?:olvidad[oa]|olvidaste|oblidat|esquecid[oa]|ahaztu) .*(?:contrasena|contrasenya|contrasinal|pasahitza) |^ (?:numero de |nombre de |num )?(?:visitas|visites|bisitak) \d[\d ]* $|^ (?:buscar|busca|busqueda|cercar|cerca|buscador|bilatu|bilaketa|procurar) (?:avanzada|avancada|aurreratua|(?:en|a|no|na|al|del|de) (?:la |el |este |esta |l |aquest |aquesta )?(?:sede|portal|web|sitio|pagina|seu|lloc|paxina)(?: electronica)?) $/u;
/** The number that a public body pays its taxes by stands in its foot. */
const OF_BODY =
  /^ (?:excmo )?(?:ayuntamiento|ajuntament|concello|udala|diputaci\p{L}*|deputacion|cabildo|consell|generalitat|xunta|junta|gobierno|govern|ministerio|consejeria|conselleria|comunidad) .* (?:cif|nif|ifk|ifz) [pqs] ?\d{7} ?[a-j0-9] /u;
const PAYS =
  / (?:pago|pagos|pagar|pagament|pagamento|transferencia|ingreso|ingres|abono|cuenta|compte|conta|factura\p{L}*|nombre|nom|nome) /u;
/** Names of networks and nothing else. WhatsApp and Telegram are ways to reach an office, and stay. */
const NETWORKS =
  /^ (?:(?:facebook|twitter|x|instagram|youtube|linkedin|flickr|pinterest|tiktok|vimeo|threads|bluesky|mastodon|rss) )+$/;
/** What stands at the foot of every site. As an item it is a link to it; as a line it may head what follows. */
const LEGAL =
  /^ (?:aviso legal|nota legal|nota juridica|aviso xuridico|aviso juridico|ohar juridikoa|privadesa|declaracio d accessibilitat|declaracion de accesibilidade?|irisgarritasun adierazpena|copyright \d+|avis legal|lege oharra|accesibilidad|accessibilitat|accesibilidade|irisgarritasuna|mapa web|mapa del web|mapa del sitio|web mapa|privacidad|privacitat|privacidade|pribatutasuna|cookies|cookieak|politica de (?:privacidad|privacitat|privacidade|cookies|galetes)|proteccion de datos|proteccio de dades|datuen babesa|aviso legal y (?:privacidad|cookies)) $/;
const MAX_WORDS = 60;

export function isFootItem(item: string): boolean {
  return item.length <= 60 && LEGAL.test(foldedWords(item));
}

export function isBoilerplate(line: string): boolean {
  if (line.length > 600) return false;
  const words = foldedWords(line);
  const count = words.trim().split(" ").length;
  if (count > MAX_WORDS) return false;
  return (
    isQuestionBack(line) ||
    /^\s*(?:©|\(c\)\s)/i.test(line) ||
    UNFILLED.test(line) ||
    IS.test(words) ||
    NETWORKS.test(words) ||
    TOOL.test(words) ||
    VOTE.test(words) ||
    isSiteTalk(words, line.includes("?")) ||
    (BEGINS.test(words) && count <= 40) ||
    (BEGINS_SHORT.test(words) && count <= MAX_SHORT) ||
    (BACK.test(words) && count <= MAX_BACK) ||
    isWay(line, words) ||
    (PAGER.test(words) && count <= MAX_BACK) ||
    HAS.test(words) ||
    (NOT_BINDING.test(words) && words.length <= MAX_NOT_BINDING) ||
    (SORRY.test(words) && count <= 30) ||
    UPDATED.test(words) ||
    OF_BROWSER.test(words) ||
    (OF_BODY.test(words) && !PAYS.test(words)) ||
    saysDown(words) ||
    (FRAUD.test(words) && WARNS.test(words)) ||
    (SWINDLE.test(words) && count <= MAX_INVITATION) ||
    (DISCLAIMS.test(words) && OWN_WORDS.test(words) && count <= MAX_DISCLAIMER) ||
    READER.test(words) ||
    ((NEWSLETTER.test(words) || APPLICATION.test(words)) && count <= MAX_INVITATION)
  );
}

const MAX_INVITATION = 25;
const MAX_DISCLAIMER = 40;

/** What a content system should have put something in the place of. */
const UNFILLED = /^\s*(?:\{\/?[a-z]+[^{}]*\}|\[\/?[a-z]+_[a-z_]+[^[\]]*\])\s*$/;

/** It asks what people think of the page. */
export function isQuestionBack(line: string): boolean {
  if (line.length > MAX_QUESTION) return false;
  const words = foldedWords(line);
  const count = words.trim().split(" ").length;
  return (
    (/\?\s*$/.test(line) && count <= 10 && ASKS_BACK.test(words)) ||
    (OPINION.test(words) && count <= 10 && !/[\d@]/.test(line))
  );
}

const MAX_QUESTION = 160;
const OPINION =
  /^ (?:(?:envi|mand|dan|den|dej|deix|deixe|dig|compart|cuent|comparteix|fes|bidal|eman)\p{L}* )(?:nos |ns |enos )?(?:(?:con nosotros|aqui) )?(?:tu|su|la teva|la seva|la vostra|a tua|a sua|zure) (?:opinion|opinio|valoracion|valoracio|comentario|comentari|iritzia) |^ (?:tu|su|la teva|la seva|la vostra|a tua|a sua|zure) (?:opinion|opinio|iritzia) (?:nos|ens|cuenta|compta|conta|importa|interesa|es|e|da|garrantzitsua|$)/u;
export function isOutage(line: string): boolean {
  return line.length <= 600 && saysDown(foldedWords(line));
}

/** "Aviso", "Aviso importante" over what is one. */
export function headsNotice(line: string): boolean {
  return line.length <= 60 && NOTICE.test(foldedWords(line));
}

const NOTICE =
  /^ (?:avisos?|atencion|nota|notas|importante|comunicado|informacion|avis|avisos|atencio|important|oharra|kontuz|abisua)(?: (?:importante|importantes|tecnico|important|tecnic|a los usuarios|garrantzitsua|temporal|urgente|urgent|de servicio|de mantenimiento))? $/;

const UTILITIES: ReadonlySet<string> = new Set(UTILITY_PHRASES);
const LANGUAGES: ReadonlySet<string> = new Set(LANGUAGE_NAMES);

/** As a link it shares the page; as a text it is a way to apply. */
const SENDS =
  /^ (?:enviar?|envie|envieu|bidali) (?:\p{L}{1,3} )?(?:whatsapp|telegram|facebook|messenger)\p{L}*(?: bidez)? $|^ (?:whatsapp\p{L}*|telegram) (?:bidez )?bidali $/u;

/** Of a line that is nothing but a link: a tool of the page, or the page in another language. */
export function isLinkOfSite(line: string): boolean {
  if (line.length > 60) return false;
  const words = foldedWords(line).trim();
  return UTILITIES.has(words) || LANGUAGES.has(words) || LEGAL.test(` ${words} `) || SENDS.test(` ${words} `);
}

/** "Difunde esta páxina · Chiar · Gústame", "Nota legal | Privacitat | © Generalitat": most of it is of the site, so all is. */
function isBarOfSite(raw: string): boolean {
  if (raw.length > MAX_BAR || !BETWEEN.test(raw)) return false;
  const pieces = plainLine(raw).split(BETWEEN);
  if (pieces.length < 2 || pieces.some(({ length }) => length > MAX_NAME)) return false;
  const ofSite = pieces.filter((piece) => isBoilerplate(piece) || isLinkOfSite(piece));
  return ofSite.length * 2 > pieces.length || (pieces.length > 2 && ofSite.length * 2 === pieces.length);
}

const MAX_BAR = 400;
const BETWEEN = /\s+[|·•]\s+/;
const MAX_NAME = 40;
const LEAST_IN_BAR = 3;

/** "Inicio > Trámites > Deportes", "Aviso legal | Cookies | Mapa": links with marks between them and hardly a word. */
export function isPathOrBar(raw: string): boolean {
  if (isBarOfSite(raw)) return true;
  if (raw.length > 2000 || !raw.includes("](")) return false;
  const links = linksIn(raw);
  const marks = raw.replaceAll(/!?\[[^\]]*\]\([^()\s]*\)/g, "\u{1}").replaceAll(/\\/g, "");
  const isPath = /^\W*\u{1}(?:\s*(?:[>»›→]|\/|::)\s*\u{1})+(?:\s*(?:[>»›→]|\/|::)\s*[^\u{1}]{0,80})?$/u.test(
    marks,
  );
  if (isPath && links.length > 1) return true;
  const isBar = isNothingButLinks(raw) && /\u{1}\s*[|·•]\s*\u{1}/u.test(marks);
  if (!isBar || links.length < 2) return false;
  const names = links.map(({ text }) => text);
  if (names.every((name) => isLinkOfSite(name))) return true;
  return (
    links.length >= LEAST_IN_BAR &&
    names.some(isLinkOfSite) &&
    names.every(({ length }) => length <= MAX_NAME)
  );
}
