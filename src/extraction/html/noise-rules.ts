/**
 * What stands around the content of pages, as data: words of class names and ids, roles, and phrases, in the languages
 * of the pages we meet. A word matches a part of a name ("post-share-bar": post, share, bar), `word*` its beginning.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Never content, wherever it stands. */
export const NOISE_TAGS: ReadonlySet<string> = new Set(
  words(
    "script style noscript template iframe object embed applet svg math canvas audio video map nav frameset noframes datalist " +
      "link meta dialog head title amp-ad amp-social-share amp-embed",
  ),
);

export const NOISE_ROLES: ReadonlySet<string> = new Set(
  words("navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip"),
);

/** Dropped whatever they hold, unless it is much of the page. */
export const NOISE_WORDS: readonly string[] = words(`
  cookie* consent* gdpr onetrust* cybot* usercentrics didomi* klaro
  breadcrumb* bread crumb* migas rastro pathway miga
  share shares sharebar sharebuttons sharing* sharedaddy socials social sociallinks socialmedia socialbar socialicons socialshare redessociales rrss sociable addthis* addtoany shariff* heateor ssba compartir compartelo teilen partager twitterbutton facebook* whatsapp* tweetbutton xing linkedin* pinterest* telegram flattr
  relatedposts relatedcontent relatedarticles jprelatedposts crp yarpp* zergnet outbrain* taboola* plista* criteo*
  newsletter* subscribe* subscription* subscri* suscri* abonn* signup optin mailchimp mailpoet
  moduletable* latestnews mostread widget-area sidebar* sidenav seitenleiste marginal* marginalspalte randspalte rightcol rightcolumn colright coldcha colder colderecha columnaderecha coldreta columnadreta colizda colizquierda columnaizquierda barralateral columnalateral menulateral zonalateral lateralderecho lateralizquierdo
  navbar* navigation* navi subnav* topnav mainnav navlinks pagenav postnav nextprev prevnext pager pagination* paginat* paginador wp-pagenavi menu menus menubar menubox mainmenu submenu* hamburger offcanvas* skiplink* skiplinks sitemap
  footer* bottombar pie siteinfo colophon impressum copyright*
  advert adverts advertis* advertorial* adsense adsbygoogle werbung* anzeige anzeigen publicidad publicite sponsor* billboard skyscraper
  comment comments commentlist commentform commentarea commentsection kommentar* comentario* respond disqus* dsq livefyre leserbrief* trackback* pingback*
  modal modals popup* lightbox* tooltip* toast snackbar
  ratings vote votes voting likes likebtn
  login* signin registrier* anmeld* searchform searchbox suchformular buscador
  paywall* paidcontent screenreader* visuallyhidden toolbar
`);

/** Of those, the ones that say what they hold whatever it reads like: voices of others, and what asks for something. */
export const FIRM_WORDS: readonly string[] = words(`
  consent* gdpr onetrust* cybot* usercentrics didomi* klaro disqus* dsq livefyre comment comments commentlist commentform commentarea commentsection kommentar* comentario* respond leserbrief* trackback* pingback*
  newsletter* subscribe* subscription* suscri* abonn* signup optin mailchimp mailpoet advert adverts advertis* adsense adsbygoogle werbung* anzeige anzeigen publicidad publicite sponsor* outbrain* taboola*
  modal modals lightbox* login* signin anmeld* paywall* paidcontent ratings vote votes voting
`);

/** Dropped where links stand among what they hold: a list of other pages. */
export const LIST_WORDS: readonly string[] = words(`
  related* relacionad* similar* recommend* recomend* empfehl* verwandt* trending popular* mostread mostviewed meistgelesen readmore readnext morefrom morestories
  teaser* teasers promo* promotion* banner* latest recent recentposts archive archives archiv previews newslist linklist links toc
  product products shop ad ads adv widget widgets slider carousel next prev previous similar nav nextpost more mehr topics
  tags tagcloud keyword* schlagwort* schlagworte category categories categor* rubrik kategorie etiquetas tagged side tools utilities comments-link
`);

/** Dropped where they hold little of the text. */
export const DOUBTFUL_WORDS: readonly string[] = words(`
  author* autor byline* verfasser writer bio avatar vcard
  meta metadata metainfo postmeta entrymeta postinfo entryinfo infoline dateline timestamp date datum fecha published pubdate posted postdate
  tag tags copyrightinfo
  infobox* aside button buttons btn cta
  header topbar masthead
  backlink totop
  feedback hilfreich helpful survey poll umfrage quiz
  disclaimer affiliate* cart
  attachment* player podcast
  contactbox userinfo donate* donation spende* spenden rating
  countdown weather wetter
`);

/** Boxes of a site between the parts of a sheet; only for a line that does not sound like a procedure. */
export const SITE_WORDS: readonly string[] = words(`
  valora* valoracio* encuesta* enquesta* enquisa* inkesta* opinion* opinio* util utilidad utilitat estrellas estrelles satisfaccion puntua*
  imprimir imprim* impresion impresora inprim* print* escuchar escolta* entzun* audio lector leer-voz readspeaker locucion
  trad traduccion traductor traducir translat* idioma idiomas lang langs languages hizkuntza* lingua*
  incidencia* incidenci* reportar errata erratas erroa* enlace-roto
  plegar desplegar expandir colapsar toggle* collapseall
  redes xarxes rede compart* difund* difon* partekatu* rss* hashtag
  visitas visites contador comptador counter* hits
  chat* asistente* assistent* bot* avatar* robot
  qr descarga-app
  actualidad actualitat actualidade noticias noticia noticies news novas albiste* campana* campanya* kanpaina* evento* agenda destacad* novedad* novetat* boletin* butlleti* buletin*
  relacionad* relacionat* rel tambien interesar erlazionat* otros-tramites
  fraud* phishing seguridad-web mantenimiento manteniment mantemento tecnic* aviso-tecnico
  acrobat adobe visor pdf-reader plugin*
  volver subir arriba amunt gora tope top inicio-pagina totop
  favorit* guardar marcador* suscrib* subscri*
  cookie* galet* privacidad privacitat privacidade rgpd lopd
  actualizacion actualitzacio actualizad* eguner* modificad* revisad* lastmod updated pie foot peu creditos
  sello sellos logos logo feder fondos nextgen prtr lema slogan eslogan
`);

/** Of boxes that may as well hold what people have to know. */
export const ASIDE_WORDS: readonly string[] = words(`
  aviso* avis avisos nota notas notes alert* notice* banner* small muted text-muted gris gray grey mini pequeno petit letra-pequena
  app apps movil mobil modulo* module* moduletable widget* bloque-lateral lateral* publi* promo* callout box-info tip tips ayuda-web help
`);

/** What is said of a picture. */
export const CAPTION_WORDS: readonly string[] = words(`
  caption* bildunterschrift* bildtext credit* bildnachweis bildquelle figcaption imagetext imgtext imagecaption imgcaption fotocredit
  pieimagen piefoto piedefoto legende
`);

/** They say that content is here. */
export const CONTENT_WORDS: readonly string[] = words(`
  article* articlebody articlecontent article-body article-content artikel* artikeltext story storybody storycontent body content* contenido* contingut contido edukia inhalt*
  entry* entrycontent post postcontent postbody text* texto main* hauptinhalt hentry richtext rte wysiwyg fliesstext
  ficha tramite* procedimiento* procedure detalle* detall
`);

/** Headings and lines that begin what is not content any more; compared without case and accents, from the beginning. */
export const RELATED_PHRASES: readonly string[] = `
  related|related posts|related articles|related stories|related content|related links|read more|read also|read next|more from|more on|more stories|more about|you may also like|you might also|
  recommended|trending|most read|most popular|popular posts|latest news|latest posts|recent posts|recent comments|leave a reply|leave a comment|post a comment|comments|comment|share this|share on|share|tags|filed under|posted in|
  about the author|subscribe|sign up|newsletter|follow us|like this|see also|previous post|next post|recent stories|what do you think|further reading|also read|don't miss|
  ahnliche|ahnliche beitrage|ahnliche artikel|verwandte|das konnte|das konnte sie auch interessieren|auch interessant|lesen sie auch|lies auch|mehr zum thema|mehr zu|mehr aus|mehr von|weitere artikel|weitere beitrage|weitere themen|weitere meldungen|weitere informationen|weitere nachrichten|weiterlesen|
  weiterfuhrende|zum thema|schon gelesen|meistgelesen|meistgelesene|aktuelle beitrage|aktuelle meldungen|neueste|neueste artikel|neueste beitrage|kommentare|kommentar|kommentar schreiben|schreibe einen kommentar|schreiben sie|hinterlasse|hinterlassen sie|ihr kommentar|diskutieren sie|teilen|teilen sie|artikel teilen|diesen artikel|beitrag teilen|
  gefallt mir|uber den autor|der autor|die autorin|schlagworte|schlagworter|stichworte|themen|folgen sie|folgt uns|folge uns|top themen|top-themen|passend dazu|passende|empfehlungen|unsere empfehlung|leserbriefe|bildnachweis|quelle|quellen|
  relacionado|relacionados|articulos relacionados|noticias relacionadas|te puede interesar|tambien te puede|puede interesarle|lea tambien|lee tambien|lea mas|ver tambien|vea tambien|mas noticias|mas leidas|lo mas leido|comentarios|deja un comentario|deja una respuesta|compartir|comparte|compartelo|etiquetas|siguenos|suscribete|suscribase|puedes ver|le puede|
  tramites relacionados|servicios relacionados|contenidos relacionados|temas relacionados|procedimientos relacionados|otros tramites|otros servicios|enlaces de interes|enlaces relacionados|informacion relacionada|accesos directos|lo mas visto|lo mas consultado|mas consultados|destacados|ultimas noticias|noticias|agenda|encuesta|te ha resultado util|le ha resultado util|ha sido util|te ha sido util|valora esta pagina|redes sociales|siganos|tambien le puede interesar|en esta seccion|
  tramits relacionats|serveis relacionats|continguts relacionats|enllacos d'interes|enllacos relacionats|altres tramits|xarxes socials|us ha estat util|segueix-nos|ligazons de interese|contidos relacionados|tramites relacionados|outros tramites|resultouche util|redes sociais|erlazionatutako izapideak|lotutako izapideak|beste izapide batzuk|interesgarria izan daiteke|sare sozialak|jarraitu gaitzazu|erlazionatutako estekak|
  articles relacionats|comparteix|comentaris|etiquetes|segueix-nos|artigos relacionados|compartir en|siga-nos|leia tambem|leia mais|veja tambem|comentarios|
  a lire aussi|lire aussi|sur le meme|articles similaires|commentaires|partager|laisser un commentaire|mots-cles|
  czytaj tez|czytaj takze|czytaj wiecej|zobacz tez|zobacz takze|komentarze|podobne|udostepnij|polecamy|przeczytaj|tagi|
  lue myos|jaa|kommentit|leggi anche|condividi|lees ook|reacties|erlazionatuta|partekatu
`
  .split("|")
  .map((phrase) => phrase.trim())
  .filter((phrase) => phrase !== "");

/** Whole lines that are for using a page, not for reading it; folded, without marks. */
export const UTILITY_PHRASES: readonly string[] = `
  imprimir|imprimir pagina|imprimir esta pagina|compartir|compartir en facebook|compartir en twitter|compartir en x|compartir en linkedin|compartir en whatsapp|enviar por correo|enviar a un amigo|escuchar|escuchar esta pagina|descargar en pdf|
  volver|subir al principio|ir al principio|principio de pagina|inicio de la pagina|suscripcion rss|rss|version imprimible|version para imprimir|imprimir contenido|guardar en pdf|generar pdf|enviar a un amigo|enviar enlace|copiar enlace|mostrar todo|ocultar todo|abrir todo|cerrar todo|desplegar todos|plegar todo|tamano de letra|contraste|volver arriba|volver al inicio|volver atras|volver al listado|ir arriba|ir al contenido|ir al contenido principal|saltar al contenido|saltar al contenido principal|saltar navegacion|subir|inicio|cerrar|abrir|ver mas|ver menos|leer mas|mostrar mas|mostrar menos|anterior|siguiente|expandir todo|contraer todo|desplegar todo|aumentar texto|reducir texto|
  mapa web|aviso legal|accesibilidad|politica de privacidad|proteccion de datos|politica de cookies|aceptar|rechazar|aceptar cookies|configurar cookies|todos los derechos reservados|
  imprimeix|comparteix|tornar|torna amunt|tornar a dalt|anar al contingut|ves al contingut|tanca|mes informacio|avis legal|accessibilitat|mapa del web|
  voltar|voltar arriba|compartir|ir ao contido|pechar|accesibilidade|mapa da web|
  inprimatu|partekatu|itzuli|gora|edukira joan|joan edukira|itxi|lege oharra|irisgarritasuna|web mapa|
  anuncios|anuncis|iragarkiak|publicidad|publicitat|publicidade|mostrar un mapa mas grande|mostra un mapa mes gran|ver mapa mas grande|copiar enlace a esta seccion|
  print|share|back to top|back|skip to content|skip to main content|close|
  drucken|teilen|nach oben|zuruck|zum inhalt springen|imprimer|partager|retour|haut de page
`
  .split("|")
  .map((phrase) => phrase.trim())
  .filter((phrase) => phrase !== "");

/** Beginnings of lines that say when a page was changed; folded, as patterns. */
export const STAMP_PHRASES: readonly string[] = `
  (?:fecha de )?(?:la )?ultima (?:actualizacion|modificacion|revision)|fecha de (?:actualizacion|modificacion|revision)|(?:pagina |contenido )?actualizad[ao] (?:el|a|en)|
  (?:data de )?(?:la )?(?:darrera|ultima) (?:actualitzacio|modificacio|revisio)|data d['’](?:actualitzacio|ultima)|actualitzat (?:el|a)|
  data (?:da|de) (?:ultima )?(?:actualizacion|modificacion)|azken (?:eguneraketa|eguneratzea|aldaketa)|eguneratze[- ]data|eguneratua|
  (?:page )?last (?:updated|modified|reviewed)
`
  .split("|\n")
  .map((phrase) => phrase.trim())
  .filter((phrase) => phrase !== "");

/** Beginnings of lines that ask what people think of a page; folded, as patterns. */
export const FEEDBACK_PHRASES: readonly string[] = `
  (?:te|le|les|os) (?:ha sido|ha resultado|ha parecido|fue|resulto|sirvio|resulta) (?:de )?(?:utilidad|util|esta|este|la)|(?:te|le) ha (?:servido|ayudado) (?:esta|este|la)|(?:ha sido|fue|es|era|resulta) (?:de utilidad|util) (?:esta|este|la)|
  (?:has|ha) encontrado (?:lo que|la informacion|algun error|un error)|(?:valor|evalu|puntu|calific)(?:a|e|acion de) (?:esta|este|la|nuestra) (?:pagina|informacion|contenido|servicio|sede|web)|
  ayud(?:a|e)nos a mejorar|(?:tu|su) opinion (?:nos )?(?:ayuda|importa|interesa|es importante|cuenta)|(?:danos|denos) (?:tu|su) opinion|encuesta de (?:satisfaccion|calidad|valoracion)|(?:rellen|contest|respond|realiz|complet|particip)\\p{L}* (?:en )?(?:la|nuestra|esta|una) encuesta|
  (?:t['’]|us |li |et )?ha (?:estat|sigut|resultat) util|(?:has|ha) trobat (?:el que|la informacio)|ajuda['’]?ns a millorar|la (?:teva|vostra|seva) opinio|enquesta de satisfaccio|
  (?:foiche|foille|resultouche|resultoulle) util|axudanos a mellorar|a (?:tua|sua) opinion|enquisa de satisfaccion|
  (?:baliagarria|erabilgarria|lagungarria) (?:izan|gertatu)|lagundu (?:iezaguzu )?hobetzen|zure iritzia|gogobetetze[- ]inkesta|asebetetze[- ]inkesta|
  was this (?:page|information|content) (?:helpful|useful)|did you find|rate this page|help us improve
`
  .split("|\n")
  .map((phrase) => phrase.trim())
  .filter((phrase) => phrase !== "");

/** Beginnings of words in links by which people begin a procedure or get its papers; folded. */
export const ACTION_WORDS: readonly string[] = `
  tramit solicit sollicit sol·licit inici acced acces present descarg descarreg formular impres modelo model instancia cita pag presenta
  izapide eskabide eskaera eskatu deskarga aurkez inprimaki sarbide baixa
  apply application download form
`
  .trim()
  .split(/\s+/);

/** Beginnings of words that pages of procedures use, whatever heads their parts; folded. */
export const PROCEDURE_STEMS: readonly string[] = words(`
  tramit solicit sollicit sol·licit procedim procediment procedement expedient telematic electronic certificad certificat registr requisit
  documentac documentaci presentac plazo prazo termini tasa taxa gratuit notific resoluc resoluci interesad administrativ decret decreto ley llei
  dni cl@ve cita empadron padron subvenc ajut ayuda axuda beca autoriz licenc inscripc prestac justificant acredit
  izapid eskabid eskaer eskatzail epea tasak ordain elektronik ziurtagiri erregistro dekretu legea agiri
`);

/** Beginnings of lines that are said to those who hear a page, or wait to be shown; folded, as patterns. */
export const HELPER_PHRASES: readonly string[] = `
  (?:se )?abre en (?:una )?(?:ventana nueva|nueva ventana|pestana nueva|nueva pestana)|(?:este )?enlace (?:externo|se abr)|
  cargando|espere|por favor[, ]+espere|procesando|un momento|ha ocurrido un error|se ha producido un error|error al |intentelo|(?:su|la|tu) sesion (?:va a|ha|esta)|no se (?:ha|han) (?:podido|encontrado)|(?:este|el) campo (?:es|no)|campo obligatorio|
  (?:s['’]?)?obre en (?:una )?(?:finestra nova|nova finestra|pestanya nova)|carregant|espereu|s['’]ha produit un error|abrese (?:en|nunha)|produciuse un erro|agarde|
  leiho berri|kargatzen|itxaron|errore bat|opens in (?:a )?new|external link|loading|please wait|an error (?:has )?occurred|something went wrong
`
  .split(/\|\n|\n/u)
  .map((phrase) => phrase.trim())
  .filter((phrase) => phrase !== "");

/** Names of languages as links to them are called; folded. */
export const LANGUAGE_NAMES: readonly string[] = words(`
  castellano espanol catala valencia galego gallego euskara euskera vasco ingles english frances francais aleman deutsch italiano portugues aranes aranese
  es ca cat va val gl gal eu eus en eng fr fra de deu it pt esp cas oc
`);
