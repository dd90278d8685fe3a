/**
 * Parts of a URL that say who came, from where or in which session, never what is shown (P12). What may change the
 * content stays: `ref`, `source`, `origin`, `vgnextoid` and everything unknown.
 */

const TRACKING_PREFIXES = ["utm_", "mtm_", "hsa_", "_ga_", "matomo_"];

const TRACKING = new Set(
  [
    "fbclid fb_action_ids fb_action_types fb_source fb_ref gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid",
    "msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh epik rdt_cid scid_click srsltid irclickid zanpid ef_id",
    "mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash dm_i vero_id vero_conv oly_anon_id oly_enc_id _ke",
    "_ga _gl _gac _gid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking _openstat wickedid rb_clickid",
    "pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid piwik_campaign piwik_kwd piwik_keyword",
  ]
    .join(" ")
    .split(" "),
);

const SESSIONS = new Set([
  "sid",
  "sessid",
  "sess_id",
  "session_id",
  "session-id",
  "asp.net_sessionid",
  "phpsessid",
  "oscsid",
  "zenid",
  "cfid",
  "cftoken",
]);

/** Parameters that let somebody in: who has the address has what it opens. */
const SECRET_WORD =
  "(?:token|(?:access|id|auth|refresh)token|api[_-]?key|access[_-]?key|password|passwd|pwd|secret|clientsecret|signature|authorization|auth|jwt)";
/** A token of a page only says where to go on. */
const SECRET = new RegExp(
  `^(?!(?:next|page|next[_-]?page|continuation)[_-]?token$)(?:.*[_-])?${SECRET_WORD}$`,
  "i",
);

/** Whether an address would be a secret if it were kept. */
export function carriesSecret(url: URL): boolean {
  return [...url.searchParams].some(([name, value]) => value !== "" && SECRET.test(name));
}

/** Whether a parameter, in the query or in a path segment, is noise. The name is already percent-decoded. */
export function isNoise(name: string, value: string): boolean {
  // Pages that escape their ampersands twice turn `&utm_source` into `&amp;utm_source`.
  const plain = name.toLowerCase().replace(/^(?:amp;)+/, "");
  return isTracking(plain) || isSession(plain, value);
}

function isTracking(name: string): boolean {
  return TRACKING.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}

export function isSession(name: string, value: string): boolean {
  const plain = name.toLowerCase();
  if (SESSIONS.has(plain) || plain.startsWith("aspsessionid")) return true;
  // A parliament numbers its sessions: the bare word is an id only where its value looks like one.
  if (plain === "session" || plain === "sessions") return looksLikeSessionId(value);
  return /^[a-z]*session[a-z]*$/.test(plain);
}

function looksLikeSessionId(value: string): boolean {
  return value.length >= 16 || (/\d/.test(value) && /[a-z]/i.test(value));
}

const SECRET_VALUE = new RegExp(
  `([?&;#](?!(?:next|page|next[_-]?page|continuation)[_-]?token=)(?:[^=&#?\\s]{0,200}[_-])?${SECRET_WORD}=)[^&#;\\s"]+`,
  "gi",
);
/** Words that mean many things: a secret where their value has letters and figures and is as long as one. */
const PERHAPS_SECRET =
  /([?&;#](?:key|code|sig)=)(?=[^&#;\s"]{0,200}\d)(?=[^&#;\s"]{0,200}[a-z])[^&#;\s"]{20,}/gi;
/**
 * What stands before the `@`: of an authority; where a password that was not encoded has a slash; without a scheme. Of
 * bounded length, so that no text takes long.
 */
const CREDENTIALS = [
  /(\b[a-z][a-z0-9+.-]{0,20}:\/{1,9})[^\s"/?#]{0,500}@/gi,
  /(\b[a-z][a-z0-9+.-]{0,20}:\/{1,9})[^\s"/?#@:]{0,200}:(?!\d{0,5}[/?#])[^\s"]{0,500}@/gi,
  /((?<![^\s"]))(?![^\s"@/?#:]{0,100}?\b(?:mailto|sip|xmpp|acct):[^\s:"@]{0,200}@|npm:[\w./-]{1,200}@\d)[^\s"@/?#:]{0,200}:(?!\/)[^\s"@/?#]{0,500}@/gi,
];

/** A text as it may be shown or kept (E18): whatever in its addresses lets somebody in is left out. Addresses stay different. */
export function withoutSecrets(text: string): string {
  const kept = text.includes("=") ? text.replace(SECRET_VALUE, "$1…") : text;
  if (!kept.includes("@")) return kept;
  return CREDENTIALS.reduce((rest, credentials) => rest.replace(credentials, "$1…@"), kept);
}

/** For people only, what may be a secret is left out too: of two addresses that differ in it one may come. */
export function withoutLikelySecrets(text: string): string {
  const kept = withoutSecrets(text);
  return kept.includes("=") ? kept.replace(PERHAPS_SECRET, "$1…") : kept;
}
