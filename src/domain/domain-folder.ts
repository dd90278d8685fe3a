/** The longest name that every file system takes is 255 bytes; the rest is room for what stands beside it. */
const MAX_FOLDER_LENGTH = 220;

/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/**
 * The folder of a host: the host itself, with `_port` where the port is not the default. A host of a single word
 * (`usgs`, `localhost`) always has its port, so that it can never be the folder of a source. No two hosts share one.
 */
export function domainFolder(url: URL): string {
  const isDefaultPort = url.port === "";
  const host = safeHost(url.hostname.replace(/(?<=[^.])\.+$/, ""));
  const port = isDefaultPort ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return shortened(isDefaultPort && host.includes(".") ? host : `${host}_${port}`);
}

function safeHost(host: string): string {
  if (host.startsWith("[")) return ipv6Folder(host.slice(1, -1));
  return (
    host
      // No host has a percent sign, so that an escape is never mistaken for a name.
      .replace(/[^a-z0-9._-]|^[.-]|\.$|_(?=\d+$)/g, escapeCharacter)
      .replace(DEVICE, (name) => `${escapeCharacter(name.charAt(0))}${name.slice(1)}`)
  );
}

/** Colons are no part of names on Windows; this is how Windows itself writes such addresses in paths. */
function ipv6Folder(address: string): string {
  const whole = address.startsWith(":") ? `0${address}` : address;
  const closed = whole.endsWith(":") ? `${whole}0` : whole;
  return `${closed.replaceAll(":", "-")}.ipv6-literal.net`;
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function shortened(name: string): string {
  if (name.length <= MAX_FOLDER_LENGTH) return name;
  const digest = fnv1a(name).toString(16).padStart(16, "0");
  return `${name.slice(0, MAX_FOLDER_LENGTH - digest.length - 1)}~${digest}`;
}

/** Fowler-Noll-Vo 1a, 64 bits: tells long names apart, and needs no module of the platform. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash;
}
