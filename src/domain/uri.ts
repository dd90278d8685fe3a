/** RFC 3986 2: what the URL parser leaves as it is although no URI may hold it. */
const NO_URI = /%(?![0-9a-f]{2})|[[\]{}|\\^`"<>]/gi;

/** The same address as a URI, so that strict readers take it; as it is where it is no URL. */
export function asUri(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { href, pathname, search, hash } = parsed;
  const rest = `${pathname}${search}${hash}`;
  // Brackets of a host are its own (IPv6).
  return href.slice(0, href.length - rest.length) + rest.replace(NO_URI, escaped);
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
