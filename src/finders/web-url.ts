/** An address of the web without its fragment; null for other schemes, for credentials and for what is no address. */
export function webUrl(text: string, base?: string): string | null {
  const url = URL.parse(text.trim(), base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href;
}
