import type { Failure } from "./failure.ts";

/** Which addresses may be asked at all (E17). Names are checked again once DNS has answered for them. */

export type Admission =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly failure: Failure };

export interface AdmissionOptions {
  /** Lifts the checks of address and port, for sites on the user's own network. */
  readonly allowPrivate: boolean;
}

/** The WHATWG parser has undone 127.1, 0x7f000001, circled digits and percent-encoding before anything is compared. */
export function admitUrl(url: URL | string, options: AdmissionOptions): Admission {
  const parsed = typeof url === "string" ? parseUrl(url) : url;
  if (parsed === null) return refuse("not a URL");
  const where = parsed.host === "" ? parsed.protocol : parsed.host;
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    return refuse(`scheme ${parsed.protocol} is not http or https`);
  }
  if (parsed.username !== "" || parsed.password !== "") return refuse(`credentials in the URL of ${where}`);
  if (options.allowPrivate) return { ok: true, url: parsed };
  if (parsed.port !== "" && REFUSED_PORTS.has(Number(parsed.port))) {
    return refuse(`port ${parsed.port} of ${parsed.hostname} does not belong to the web`);
  }
  if (!isPublicHost(parsed.hostname)) return refuse(`${parsed.hostname} is not a public address`);
  return { ok: true, url: parsed };
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function refuse(detail: string): Admission {
  return { ok: false, failure: { kind: "address_refused", detail } };
}

/** `hostname` as `URL.hostname` gives it: lower case, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPublicAddress(literal);
  const name = hostname.replace(/\.+$/, "");
  return name !== "" && name !== "localhost" && !name.endsWith(".localhost");
}

/** The address that a URL's hostname spells out; null for a name, which DNS has to answer for. */
function literalAddress(hostname: string): string | null {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return parseIPv4(hostname) === null ? null : hostname;
}

/** Text as Node and DNS give it. What cannot be read is not public. */
export function isPublicAddress(ip: string): boolean {
  const v4 = parseIPv4(ip);
  if (v4 !== null) return !REFUSED_IPV4.some(([base, bits]) => v4 >>> (32 - bits) === base >>> (32 - bits));
  const v6 = parseIPv6(ip);
  return v6 !== null && isPublicIPv6(v6);
}

/** Strictly four decimal parts without leading zeros: other spellings mean different things to different readers. */
function parseIPv4(text: string): number | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return null;
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast (RFC 5771) and reserved space. */
const REFUSED_IPV4: readonly (readonly [base: number, prefixBits: number])[] = (
  [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const
).map(([base, bits]) => [parseIPv4(base) ?? 0, bits]);

/**
 * Eight groups of 16 bits (RFC 4291 §2.2), or null. A zone id (RFC 4007 §11) only occurs on local
 * addresses and makes the text unreadable here.
 */
function parseIPv6(text: string): readonly number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const compressed = halves.length === 2;
  const head = parseGroups(halves[0] ?? "", !compressed);
  const tail = parseGroups(halves[1] ?? "", compressed);
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (compressed ? missing < 1 : missing !== 0) return null;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The last 32 bits of an address may be written as IPv4. */
function parseGroups(text: string, endsAddress: boolean): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    const v4 = endsAddress && index === parts.length - 1 ? parseIPv4(part) : null;
    if (v4 !== null) groups.push(v4 >>> 16, v4 & 0xffff);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/**
 * Only 2000::/3 is global unicast (RFC 4291 §2.4). That leaves out ::, ::1, v4-mapped and v4-compatible,
 * NAT64 64:ff9b::, discard 100::, fc00::/7, fe80::/10, fec0::/10 and ff00::/8 in one stroke.
 */
function isPublicIPv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups;
  if (first >>> 13 !== 1) return false;
  // 2001::/23 protocol assignments, Teredo among them; 2001:db8::/32 documentation; 2002::/16 6to4; 3fff::/20 documentation.
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

/** The WHATWG fetch standard's bad ports, and the databases that answer to anyone who can connect. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200,
  10080, 11211, 27017,
]);
