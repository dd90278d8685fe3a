/** An address of the web without its fragment; null for other schemes, for credentials and for what is no address. */
export function webUrl(text: string, base?: string): string | null {
  const url = onTheWeb(text, base);
  if (url === null || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href;
}

/**
 * An absolute address as somebody has written it down, fragment and all: catalogs also give empty texts, `n/a`,
 * `javascript:` and `mailto:`. Relative addresses count where they begin with a slash; a word alone is no address.
 */
export function writtenUrl(address: string | null | undefined, baseUrl: string): string | null {
  const written = address?.trim() ?? "";
  return /^(?:https?:\/\/|\/)/i.test(written) ? (onTheWeb(written, baseUrl)?.href ?? null) : null;
}

function onTheWeb(text: string, base: string | undefined): URL | null {
  const url = URL.parse(text.trim(), base);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
}
