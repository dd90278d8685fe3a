import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A name server for tests (RFC 1035 §4): one question, answers with a TTL of 0, no such name for what is not known. */
export async function startDns(
  address: string,
  answersFor: (name: string, type: "A" | "AAAA") => readonly string[] | undefined,
): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address: from }) => {
    const { name, end } = readName(query);
    const type = query.readUInt16BE(end);
    const known = answersFor(name.toLowerCase(), type === TYPE_AAAA ? "AAAA" : "A");
    const wanted = (known ?? []).filter((ip) => isIPv6(ip) === (type === TYPE_AAAA));
    const asked = type === TYPE_A || type === TYPE_AAAA ? wanted : [];
    socket.send(reply(query.subarray(0, end + 4), asked, known !== undefined), port, from);
  });
  await new Promise<void>((resolve) => socket.bind(53, address, resolve));
  return socket;
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

function reply(question: Buffer, answers: readonly string[], known: boolean): Buffer {
  const head = Buffer.from(question);
  // QR, RD, RA; NXDOMAIN where the name is not known.
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(answers.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...answers.map(record)]);
}

function record(address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  // A pointer to the name of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(data.length === 4 ? TYPE_A : TYPE_AAAA, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  // Only what the tests need: v4-mapped.
  const v4 = bytesOf(address.slice(address.lastIndexOf(":") + 1));
  return Buffer.concat([Buffer.from("00000000000000000000ffff", "hex"), v4]);
}
