/**
 * What a site says of what it does with people's data. Laws on it, papers in which people agree to it and procedures about
 * it say neither who is responsible for it nor that data will be dealt with. Folded words, in the four languages.
 */
const DATA =
  / (?:datos (?:\p{L}+ ){0,4}(?:personales|personal|persoais|persoal)|dades (?:\p{L}+ ){0,4}(?:personals|personal)|datu pertsonal\p{L}*|(?:datos|dades) (?:facilitad|aportad|recogid|recollid|proporcionad)\p{L}*|(?:tus|sus|vuestros|teus|seus|vosos) datos|(?:teves|seves|vostres) dades|zure datuak) /u;
const DEALT_WITH =
  / (?:seran|son|serao|sera) (?:\p{L}+ ){0,3}(?:tratad[oa]s?|tractad[ae]s|tractats|incorporad[oae]s|incorporats) | (?:tratara|tractara|tratamos|tractem) (?:\p{L}+ ){0,3}(?:datos|dades) | (?:se|es) (?:incorporaran|trataran|tractaran|conservaran|cederan) | (?:conservaranse|cederanse|trataranse) | (?:actividades de tratamiento|activitats de tractament|actividades de tratamento) | tratatuko (?:dira|ditu) /u;
const HEAD =
  /^ (?:(?:informacion|informacio|clausula|nota|aviso|avis) (?:\p{L}+ ){0,4}(?:proteccion de datos|proteccio de dades|privacidad|privacitat|privacidade)|datuen babes\p{L}* (?:\p{L}+ ){0,3}informazio\p{L}*|oinarrizko informazioa (?:\p{L}+ ){0,3}datuen|responsable d[eo]l? (?:tratamiento|tractament|tratamento)|tratamenduaren arduradun\p{L}*|(?:he leido|hemos leido|he llegit|lin) (?:\p{L}+ ){0,2}(?:acepto|accepto) (?:\p{L}+ ){0,3}(?:privacidad|privacitat|privacidade|proteccion de datos|proteccio de dades)) /u;
const SAYS_WHO =
  / (?:responsable|acepto|accepto|finalidad|finalitat|finalidade|legitimacion|legitimacio|lexitimacion|destinatari[oa]?s|derechos|drets|dereitos|tratamiento|tractament|tratamento|arduradun\p{L}*|helburu\p{L}*|eskubide\p{L}*) /u;
const BY_LAW =
  /^ (?:de (?:conformidad|conformitat|conformidade|acuerdo|acord|acordo) (?:con|amb|co|coa)|en cumplimiento|en compliment|en cumprimento|en virtud|conforme al?|d acord amb|segun|segons) .{0,120}?(?:3 2018|2016 679|rgpd|lopd\p{L}*|proteccion de datos|proteccio de dades) .*(?:inform(?:a|amos|em|ase)|tratad|tractad|incorporad|fichero|fitxer|ficheiro|ejercer|exercir|exercer|conserva|ceder|delegad)/u;

/** Longer than other lines of a site: they are written by lawyers. */
const MOST_WORDS = 300;

/** `words` as `foldedWords` writes them. */
export function isPrivacyNotice(words: string): boolean {
  if (words.split(" ").length > MOST_WORDS) return false;
  return (
    (DATA.test(words) && DEALT_WITH.test(words)) ||
    (HEAD.test(words) && SAYS_WHO.test(words)) ||
    BY_LAW.test(words)
  );
}
