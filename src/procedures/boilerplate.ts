/** Lines that belong to a site and not to what it says of a procedure (P25). Folded, as `foldedWords` writes them. */
import { foldedWords } from "./plain-text.ts";

/** The line begins so. */
const BEGINS =
  /^ (?:utilizamos cookies|usamos cookies|este sitio web utiliza cookies|esta web utiliza cookies|este portal utiliza cookies|esta pagina utiliza cookies|fem servir cookies|utilitzem cookies|utilitzem galetes|aquest lloc web utilitza|este sitio emprega cookies|webgune honek cookieak|cookieak erabiltzen|aceptar cookies|aceptar todas las cookies|configurar cookies|saltar al contenido|ir al contenido|ir al menu|pasar al contenido|ves al contingut|anar al contingut|ir o contido|joan edukira|eduki nagusira|volver arriba|volver al inicio|tornar a dalt|gora itzuli|compartir en|compartir esta pagina|enviar por correo a un amigo|enviar a un amigo|siguenos en|segueix nos|te ha resultado util|te ha sido util|le ha resultado util|ha resultado util esta|us ha estat util|resultouche util|baliagarria izan|todos los derechos reservados|tots els drets reservats|suscribase al boletin|suscribete|estas en inicio|esta en inicio|usted esta en|declaracion de accesibilidad|declaracio d accessibilitat|irisgarritasun adierazpena|escuchar esta pagina|escuchar con webreader|aumentar texto|reducir texto) /;
/** The line is nothing else. */
const IS =
  /^ (?:imprimir|imprimir esta pagina|imprimir pagina|imprimeix|inprimatu|compartir|comparteix|partekatu|escuchar|descargar pdf de esta pagina|inicio|menu|buscar|cerrar|aceptar|rechazar|volver|tornar|itzuli) $/;
/** The line has it somewhere, and is short enough to be about nothing else. */
const HAS =
  / (?:carece de valor vinculante|caracter meramente informativo y|valor meramente informativo|no tiene efectos juridicos vinculantes|unicamente tienen validez los textos publicados|cookies propias y de terceros|galetes propies i de tercers|politica de cookies|declaracion de accesibilidad|aviso legal y politica|valora esta pagina|valore esta pagina|javascript desactivado|habilite javascript|active javascript|su navegador no|tu navegador no soporta|navegador no compatible) /;
const UPDATED =
  /^ (?:fecha de )?(?:ultima actualizacion|ultima modificacion|actualizado|actualizado el|darrera actualitzacio|ultima actualitzacio|data de actualizacion|fecha de actualizacion|azken eguneratzea|eguneratze data)(?: [\d a-z]{4,40})? $/;
const MAX_WORDS = 60;

export function isBoilerplate(line: string): boolean {
  if (line.length > 600) return false;
  const words = foldedWords(line);
  const count = words.trim().split(" ").length;
  if (count > MAX_WORDS) return false;
  return IS.test(words) || (BEGINS.test(words) && count <= 40) || HAS.test(words) || UPDATED.test(words);
}
