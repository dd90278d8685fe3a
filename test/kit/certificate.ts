import { generateKeyPairSync, sign } from "node:crypto";

/** Self-signed certificates made on the spot (RFC 5280 §4.1), so that no key lies in the repository. For tests. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** @param expires @default next year's beginning */
export function createIdentity(names: readonly string[], expires?: Date): Identity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(objectId("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from("levada test")))));
  const year = new Date().getUTCFullYear();
  const validity = sequence(time(Date.UTC(year - 1)), time(expires?.getTime() ?? Date.UTC(year + 1)));
  const altNames = sequence(...names.map(generalName));
  const extension = sequence(objectId("551d11"), der(0x04, altNames));
  const toSign = sequence(
    der(0xa0, integer(2)),
    integer(1 + Math.floor(Math.random() * 100)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = sign("sha256", toSign, privateKey);
  const certificate = sequence(toSign, algorithm, der(0x03, Buffer.concat([Buffer.alloc(1), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function time(at: number): Buffer {
  return der(0x18, Buffer.from(new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "")));
}

function generalName(name: string): Buffer {
  const parts = name.split(".").map(Number);
  return parts.some(Number.isNaN) ? der(0x82, Buffer.from(name)) : der(0x87, Buffer.from(parts));
}
