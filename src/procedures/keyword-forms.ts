/** What people's own words begin with (P27): the reader looks inside words, so a root hears them all. */
const MIN_ROOT = 5;
const MIN_SHORT_ROOT = 4;

/** From the longest, so that "reconocimiento" loses more than its last letter. */
const ENDINGS =
  /(?:amientos?|imientos?|ament|aciones|acion|acio|iciones|icion|icio|uciones|ucion|ciones|cion|siones|sion|abilidad|ibilidad|idades|idad|itat|idade|adores|adoras|adora|ador|edores|edora|edor|istas?|ario|aria|arios|arias|ativ[oa]s?|itiv[oa]s?|iv[oa]s?|ic[oa]s?|[ai]d[oa]s?|antes?|ientes?|ment|[aei]r|[oae]s?|es|s|i)$/;

/** What is left of these is a verb, short as it may be: "cuidadores" is said as "cuido". */
const OF_DEEDS = /(?:[ai]mientos?|adores|adoras?|ador|aciones|acion|antes?)$/;

/** "licencias", "pensiones", "vulnerables": what is left is found in the plural too. */
export function singular(word: string): string {
  if (/[aeiou][rlndz]es$/.test(word) && word.length >= 7) return word.slice(0, -2);
  return word.endsWith("s") && word.length >= 5 ? word.slice(0, -1) : word;
}

/** "jubilación" is asked for as "jubilarme", "colmenas" as "colmena", "nicho" as "nichos". */
export function rootOf(word: string): string {
  const root = word.replace(ENDINGS, "");
  const done = word.replace(OF_DEEDS, "");
  if (root.length >= MIN_ROOT) return root;
  if (done !== word && done.length >= MIN_SHORT_ROOT) return done;
  const short = singular(word).replace(/[aeo]$/, "");
  return short.length >= MIN_SHORT_ROOT ? short : word;
}

/** "medico" is no verb, "notificacion" is of one. */
const OF_VERBS_IN_C = /^(?:[^ic]c(?![ci])|ic(?=ar|aci|ad|ame))/;

/** Spanish writes some roots otherwise before an e: "capitalizar" is said as "capitalicé", "aparcar" as "aparqué". */
export function beforeE(root: string, word: string): string[] {
  if (root.endsWith("z")) return [root.replace(/z$/, "c")];
  const isOfVerb = root.endsWith("c") && OF_VERBS_IN_C.test(word.slice(root.length - 2));
  return isOfVerb ? [root.replace(/c$/, "qu")] : [];
}
