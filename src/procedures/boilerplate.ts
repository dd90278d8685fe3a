/** Lines that belong to a site and not to what it says of a procedure (P25). Folded, as `foldedWords` writes them. */
import { foldedWords } from "./plain-text.ts";

/** The line begins so. */
const BEGINS =
  /^ (?:utilizamos cookies|usamos cookies|este sitio web utiliza cookies|esta web utiliza cookies|este portal utiliza cookies|esta pagina utiliza cookies|fem servir cookies|utilitzem cookies|utilitzem galetes|aquest lloc web utilitza|este sitio emprega cookies|webgune honek cookieak|cookieak erabiltzen|aceptar cookies|aceptar todas las cookies|configurar cookies|saltar al contenido|ir al contenido|ir al menu|pasar al contenido|ves al contingut|anar al contingut|ir o contido|joan edukira|eduki nagusira|volver arriba|volver atras|(?:volver|regresar) (?:al|a la|a los|a las|a) (?:inicio|portada|listado|lista|catalogo|buscador|busqueda|indice|menu|resultados?|tramites|servicios|pagina (?:anterior|principal|de inicio))|(?:tornar|torna) (?:al|a la|a l|als|a) (?:inici|llistat|llista|cataleg|cercador|index|resultats|tramits|pagina)|tornar enrere|volver (?:ao|a) (?:catalogo|listaxe|buscador|paxina)|itzuli (?:zerrendara|hasierara|atzera|bilatzailera)|tornar a dalt|gora itzuli|compartir en|compartir esta pagina|enviar por correo a un amigo|enviar a un amigo|siguenos en|segueix nos|te ha resultado util|le ha servido|te ha servido|te fue util|le fue util|ha encontrado lo que|has encontrado lo que|has trobat el que|t ha servit|us ha servit|serviuche|lagungarria izan|ayudenos a mejorar|ayudanos a mejorar|ajuda ns a millorar|diganos que|valore la utilidad|valora la utilidad|usamos tecnologias|utilizamos tecnologias|rechazar todas|aceptar todas|hola soy el asistente|soy el asistente virtual|compartelo en|comparte esta|imprimir o guardar|te ha sido util|le ha resultado util|ha resultado util esta|us ha estat util|resultouche util|baliagarria izan|suscribase al boletin|suscribete|estas en inicio|esta en inicio|usted esta en|declaracion de accesibilidad|declaracio d accessibilitat|irisgarritasun adierazpena|escuchar esta pagina|escuchar con webreader|aumentar texto|reducir texto) /;
/** The line is nothing else. */
const IS =
  /^ (?:imprimir|imprimir esta pagina|imprimir pagina|imprimeix|inprimatu|compartir|comparteix|partekatu|escuchar|descargar pdf de esta pagina|inicio|menu|buscar|cerrar|aceptar|rechazar|volver|tornar|itzuli) $/;
/** The line has it somewhere, and is short enough to be about nothing else. */
const HAS =
  / (?:todos los derechos reservados|reservados todos los derechos|tots els drets reservats|todos os dereitos reservados|eskubide guztiak erreserbatuta|carece de valor vinculante|caracter meramente informativo y|valor meramente informativo|no tiene efectos juridicos vinculantes|unicamente tienen validez los textos publicados|cookies propias y de terceros|galetes propies i de tercers|politica de cookies|declaracion de accesibilidad|aviso legal y politica|valora esta pagina|valore esta pagina|javascript desactivado|habilite javascript|active javascript|su navegador no|tu navegador no soporta|navegador no compatible) /;
/** Buttons of a page, however they are put: "Subir al principio de la página", "Imprimeix aquesta pàgina", "Inprimatu orri hau". */
const BUTTON =
  /^ (?:(?:subir|volver|ir|vuelve|pujar|tornar|torna|anar|subir|volver|regresar|joan|itzuli)(?: (?:al?|a la|al|ao|a l|a dalt de|arriba))?(?: (?:principio|inicio|comienzo|arriba|inici|dalt|principi|comezo|gora|hasierara|goiko aldera))(?: (?:de|da|d)(?: (?:la|esta|aquesta|el|o))? ?(?:pagina|paxina|web|contenido))?|(?:imprimir|imprime|imprimeix|guardar|descargar|desa|descarrega|enviar|recomendar|traducir|escuchar|escolta|compartir|comparte|comparteix|anadir)(?: (?:a favoritos|en pdf))? (?:esta|este|aquesta|aquest|la|a|el) (?:pagina|paxina|contenido|contingut|contido|articulo|informacion|ficha)|(?:inprimatu|partekatu|entzun|gorde) (?:orri|orrialde|eduki) hau|orriaren (?:hasierara|goialdera)|gora) $/;
/** "¿Le ha resultado útil esta información?", in whichever words. */
const ASKS_BACK =
  / (?:util|utils|utiles|utilidad|utilitat|lagungarria|baliagarria|satisfecho|clara|valoras|valora|puntua) .*(?:informacion|informacio|informazio|informazioa|pagina|paxina|orri|contenido|contingut|contido|eduki|servicio|web) |^ (?:informazio|orri|eduki) hau .*(?:lagungarria|baliagarria) /;
const UPDATED =
  /^ (?:fecha de )?(?:ultima actualizacion|ultima modificacion|actualizado|actualizado el|darrera actualitzacio|ultima actualitzacio|data de actualizacion|fecha de actualizacion|azken eguneratzea|eguneratze data)(?: [\d a-z]{4,40})? $/;
/** Names of networks and nothing else. WhatsApp and Telegram are ways to reach an office, and stay. */
const NETWORKS =
  /^ (?:(?:facebook|twitter|x|instagram|youtube|linkedin|flickr|pinterest|tiktok|vimeo|threads|bluesky|mastodon|rss) )+$/;
/** What stands at the foot of every site. As an item it is a link to it; as a line it may head what follows. */
const LEGAL =
  /^ (?:aviso legal|nota legal|avis legal|lege oharra|accesibilidad|accessibilitat|accesibilidade|irisgarritasuna|mapa web|mapa del web|mapa del sitio|web mapa|privacidad|privacitat|privacidade|pribatutasuna|cookies|cookieak|politica de (?:privacidad|privacitat|privacidade|cookies|galetes)|proteccion de datos|proteccio de dades|datuen babesa|aviso legal y (?:privacidad|cookies)) $/;
const MAX_WORDS = 60;

export function isFootItem(item: string): boolean {
  return item.length <= 60 && LEGAL.test(foldedWords(item));
}

export function isBoilerplate(line: string): boolean {
  if (line.length > 600) return false;
  const words = foldedWords(line);
  const count = words.trim().split(" ").length;
  if (count > MAX_WORDS) return false;
  if (/\?\s*$/.test(line) && count <= 10 && ASKS_BACK.test(words)) return true;
  return (
    IS.test(words) ||
    NETWORKS.test(words) ||
    BUTTON.test(words) ||
    (BEGINS.test(words) && count <= 40) ||
    HAS.test(words) ||
    UPDATED.test(words)
  );
}
