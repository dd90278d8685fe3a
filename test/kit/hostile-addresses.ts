/**
 * Class A: addresses that lead inside, in every spelling. `host` stands in `http://{host}:{port}/`. None of them may
 * be connected to, whoever names it: a link, a catalog, a redirect, or a robots.txt that redirects.
 */
import { htmlCatalog, PDF } from "./pages.ts";

export interface HostileAddress {
  readonly id: string;
  readonly what: string;
  readonly host: string;
  /** Where the address itself is harmless and the port is not. */
  readonly port?: number;
}

const SPELLINGS: readonly (readonly [what: string, host: string, port?: number])[] = [
  ["127.0.0.1", "127.0.0.1"],
  ["127.0.0.1, two parts", "127.1"],
  ["127.0.0.1, three parts", "127.0.1"],
  ["127.0.0.1, decimal", "2130706433"],
  ["127.0.0.1, hexadecimal", "0x7f000001"],
  ["127.0.0.1, hexadecimal parts", "0x7f.0x0.0x0.0x1"],
  ["127.0.0.1, octal", "0177.0.0.1"],
  ["127.0.0.1, octal throughout", "017700000001"],
  ["127.0.0.1, circled digits", "①②⑦.⓪.⓪.①"],
  ["127.0.0.1, full-width digits", "１２７.０.０.１"],
  ["127.0.0.1, ideographic dots", "127。0。0。1"],
  ["127.0.0.1, percent-encoded", "%31%32%37%2e%30%2e%30%2e%31"],
  ["127.0.0.1, with a dot at the end", "127.0.0.1."],
  ["another of 127/8", "127.255.255.254"],
  ["0.0.0.0", "0.0.0.0"],
  ["0", "0"],
  ["another of 0/8", "0.1.2.3"],
  ["::", "[::]"],
  ["::1", "[::1]"],
  ["::1, in full", "[0:0:0:0:0:0:0:1]"],
  ["v4-mapped", "[::ffff:127.0.0.1]"],
  ["v4-mapped, hexadecimal", "[::ffff:7f00:1]"],
  ["v4-compatible", "[::7f00:1]"],
  ["NAT64", "[64:ff9b::7f00:1]"],
  ["NAT64 of an operator", "[64:ff9b:1::7f00:1]"],
  ["6to4", "[2002:7f00:1::]"],
  ["Teredo", "[2001:0:7f00:1::]"],
  ["link-local", "169.254.1.1"],
  ["link-local, IPv6", "[fe80::1]"],
  ["unique local", "[fd00::1]"],
  ["site-local", "[fec0::1]"],
  ["private, 10/8", "10.1.2.3"],
  ["private, 172.16/12", "172.31.255.1"],
  ["private, 192.168/16", "192.168.1.1"],
  ["shared (CGNAT)", "100.64.0.1"],
  ["benchmarks", "198.18.0.1"],
  ["documentation", "203.0.113.1"],
  ["multicast", "224.0.0.1"],
  ["multicast, IPv6", "[ff02::1]"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["metadata service", "169.254.169.254"],
  ["metadata service, decimal", "2852039166"],
  ["metadata service, hexadecimal", "0xa9fea9fe"],
  ["metadata service, v4-mapped", "[::ffff:169.254.169.254]"],
  ["metadata service, IPv6", "[fd00:ec2::254]"],
  ["localhost", "localhost"],
  ["localhost, with a dot", "localhost."],
  ["localhost, in capitals", "LOCALHOST"],
  ["a name below localhost", "x.localhost"],
  ["a name with a private answer", "private.example"],
  ["a name with a public and a private answer", "mixed.example"],
  ["a name with a v4-mapped answer", "mapped.example"],
  ["port 22 of a public name", "public.example", 22],
  ["port 25 of a public name", "public.example", 25],
  ["port 6379 of a public name", "public.example", 6379],
];

export const ADDRESSES: readonly HostileAddress[] = SPELLINGS.map(([what, host, port], i) => ({
  id: `A${String(i + 101)}`,
  what,
  host,
  ...(port === undefined ? {} : { port }),
}));

export function urlOf({ host, port }: HostileAddress, canaryPort: number, path = "/x.pdf"): string {
  return `http://${host}:${port ?? canaryPort}${path}`;
}

/** Links that name something else than they seem to; `{port}` is where they really lead. */
export const DISGUISES: readonly (readonly [id: string, what: string, href: string])[] = [
  ["A201", "a good name before an @", "http://good.example@127.0.0.1:{port}/x.pdf"],
  ["A202", "a good name before a backslash and an @", "http://good.example\\@127.0.0.1:{port}/x.pdf"],
  ["A203", "a good name and a password", "http://good.example:80@127.0.0.1:{port}/x.pdf"],
  ["A204", "a good name in the fragment", "http://127.0.0.1:{port}#@good.example/x.pdf"],
  ["A205", "backslashes for slashes", "http:\\\\127.0.0.1:{port}\\y.pdf"],
  ["A206", "a tab in the host", "http://127.0.\t0.1:{port}/x.pdf"],
  ["A207", "a file", "file:///etc/passwd"],
  ["A208", "a file on a host", "file://127.0.0.1/etc/passwd"],
  ["A209", "data", "data:application/pdf,%25PDF-"],
  ["A210", "ftp", "ftp://127.0.0.1:{port}/x.pdf"],
  ["A211", "gopher", "gopher://127.0.0.1:{port}/_FLUSHALL"],
  ["A212", "javascript", "javascript:alert(1)//x.pdf"],
  ["A213", "a URL of a blob", "blob:http://127.0.0.1:{port}/x.pdf"],
];

/** Answers of DNS for the names above. */
export const HOSTILE_NAMES: Readonly<Record<string, readonly string[]>> = {
  "private.example": ["127.0.0.1"],
  "mixed.example": ["8.8.8.8", "127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "public.example": ["8.8.8.8"],
};

/** Something that a site points at, and the id of the documents that it does so with. */
export interface Target {
  readonly id: string;
  readonly url: string;
}

/** The ways to a target: `{id}L` links to it, `{id}R` redirects to it, the host of `{id}T` has it for robots.txt. */
export const WAYS = ["L", "R", "T"] as const;

/** How a document ends that leads to an address inside. A robots.txt which does so is none that can be read. */
export const ENDS = {
  L: "skipped address_refused",
  R: "skipped address_refused",
  T: "pending robots_unavailable",
} as const;

export interface Pointing {
  readonly targets: readonly Target[];
  /** The name of the site, and its port where it is not 80. */
  readonly site: string;
  /** The good document. */
  readonly good: string;
  /** Further rows of the catalog. */
  readonly more?: readonly { readonly number: string; readonly href: string }[];
}

export function robotsHost({ id }: Target, site: string): string {
  return `${id.toLowerCase()}.${site}`;
}

/** What a site answers that points at every target in every way, and has one good document. */
export function pointingInside(
  { targets, site, good, more = [] }: Pointing,
  host: string,
  path: string,
): { readonly status: number; readonly headers: Record<string, string>; readonly body: string } {
  const target = targets.find(
    (one) => robotsHost(one, site) === host || path.toLowerCase() === `/to/${one.id.toLowerCase()}`,
  );
  // A header holds a character for each byte.
  if (target !== undefined) {
    const location = Buffer.from(target.url).toString("latin1");
    return { status: 302, headers: { location }, body: "" };
  }
  if (path === "/robots.txt") return { status: 404, headers: {}, body: "" };
  const rows = targets.flatMap((one) => [
    { number: `${one.id}L`, href: one.url },
    { number: `${one.id}R`, href: `/to/${one.id}` },
    { number: `${one.id}T`, href: `http://${robotsHost(one, site)}/x.pdf` },
  ]);
  const catalog = () => htmlCatalog([{ number: good, href: "/good.pdf" }, ...rows, ...more]);
  return { status: 200, headers: {}, body: path === "/catalog" ? catalog() : PDF };
}
